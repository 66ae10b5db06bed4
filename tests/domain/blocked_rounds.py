"""Random blocked rounds, under rules small enough to search every line of play."""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import strategies as st

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Act, Round, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.table import Table, table_for
from domino_ledger.domain.tiles import tiles_of


def small(highest_pip: int, seats: int, hand: int, **play: Any) -> Table:
    """Rules like `block-lot@1` with a small set."""
    row = PUBLISHED["block-lot@1"].play.model_dump() | {
        "highest_pip": highest_pip,
        "hand": {seats: hand},
    }
    return table_for(Play.model_validate(row | play), seats)


TABLES: dict[str, Table] = {
    "two": small(3, 2, 4),
    "two, none asleep": small(3, 2, 5),
    "three": small(3, 3, 3),
    "four": small(4, 4, 3),
    "four, counterclockwise": small(4, 4, 3, direction="counterclockwise"),
    "two draw": small(3, 2, 3, draw="until-playable"),
    "two draw, double-four": small(4, 2, 4, draw="until-playable"),
    "three draw": small(4, 3, 3, draw="until-playable"),
    "three draw, counterclockwise": small(
        3, 3, 2, draw="until-playable", direction="counterclockwise"
    ),
    "four draw": small(4, 4, 3, draw="until-playable"),
    "two stay": small(4, 3, 3, draw="until-playable", stays_in_boneyard=2),
    "one stays": small(3, 2, 3, draw="until-playable", stays_in_boneyard=1),
    "draw one": small(4, 3, 3, draw=1),
    "draw two, one stays": small(3, 2, 3, draw=2, stays_in_boneyard=1),
    "may draw when able": small(3, 2, 3, draw="until-playable", may_draw_when_able=True),
    "may draw one when able": small(3, 3, 2, draw=1, may_draw_when_able=True),
    "may draw two when able": small(3, 2, 3, draw=2, may_draw_when_able=True),
    "play on": small(3, 3, 3, play_on=True),
    "play on and draw": small(3, 2, 3, draw="until-playable", play_on=True),
}


def any_legal(round: Round, random: Random) -> Act:
    return random.choice(legal_moves(round))


def dealt(table: Table, random: Random) -> Round:
    """A random deal; the order of the boneyard is known."""
    heap = list(tiles_of(table.tiles))
    random.shuffle(heap)
    size = table.hand
    hands = tuple(tuple(heap[seat * size : seat * size + size]) for seat in range(table.seats))
    boneyard = tuple(heap[table.seats * size :])
    deal = RoundDealt(hands=hands, boneyard=boneyard, leader=random.randrange(table.seats))
    return new_round(table, deal, ANY_TILE)


def blocked(
    table: Table, random: Random, choose: Callable[[Round, Random], Act] = any_legal
) -> Round:
    """The first blocked round among so many random ones."""
    while True:
        round = dealt(table, random)
        while round.ended is None:
            round = advance_legal(round, choose(round, random))
        if round.ended == "blocked":
            return round


@st.composite
def blocked_rounds(draw: st.DrawFn) -> Round:
    """A blocked round at any of the tables."""
    table = TABLES[draw(st.sampled_from(sorted(TABLES)))]
    return blocked(table, Random(draw(st.integers(0, 2**32 - 1))))
