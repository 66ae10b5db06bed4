"""Positions that are one to the search of `general_search`, held against the naive model."""

from random import Random
from typing import Any

import pytest

from domino_ledger.domain.block_verdicts import READINGS, readings, verdicts
from domino_ledger.domain.block_verdicts.general_search import (
    GeneralSearch,
    dead_pips,
    differing,
    merges,
    simplified,
)
from domino_ledger.domain.events import RoundDealt, TileLaid
from domino_ledger.domain.layout.ends import one_of
from domino_ledger.domain.layout.front import with_each
from domino_ledger.domain.round.lead import ANY_DOUBLE, ANY_TILE
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Goal, Round, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.layouts import Bent, Crosswise
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.table import Table, table_for
from domino_ledger.domain.tiles import tile_named, tile_set

from .blocked_rounds import dealt, small
from .naive_readings import Lookahead, naive

DOUBLE = {"kind": "highest-double"}
FEET = {"kind": "feet", "opener_takes": 2, "toes": 2}
WAIVED = FEET | {"dead_foot": "waived"}


def shrunk(rules: str, highest_pip: int, seats: int, hand: int, **play: Any) -> Table:
    """Published rules of play with a small set."""
    row = PUBLISHED[rules].play.model_dump()
    row |= {"highest_pip": highest_pip, "hand": {seats: hand}} | play
    return table_for(Play.model_validate(row), seats)


TABLES: dict[str, Table] = {
    "feet": small(3, 2, 4, layout=FEET, first_lead=DOUBLE),
    "feet, three": small(4, 3, 3, layout=FEET, first_lead=DOUBLE),
    "feet and draws": small(3, 2, 3, layout=WAIVED, first_lead=DOUBLE, draw=1),
    "feet and wild tiles": small(2, 2, 4, layout=WAIVED, first_lead=DOUBLE, wild_tiles=True),
    "wild tiles, three": small(2, 3, 3, layout=WAIVED, first_lead=DOUBLE, wild_tiles=True),
    "star": small(3, 2, 4, layout={"kind": "arms", "arms": 4}, first_lead=DOUBLE),
    "spinner": small(3, 2, 4, layout={"kind": "crosswise", "spinners": "first"}),
    "sums": small(4, 2, 5, matching="sum"),
    "bent": shrunk("bendomino@1", 3, 2, 4),
}
TRAINS: dict[str, Table] = {
    "trains at a hub": shrunk(
        "mexican-train@1",
        *(3, 2, 4),
        layout=PUBLISHED["mexican-train@1"].play.layout.model_dump() | {"hub": "led"},  # type: ignore[union-attr]
        first_lead={"kind": "highest-double", "unheld": "deal-again"},
        next_lead="same-rule",
    ),
    "own trains": shrunk("basic-train@1", 3, 2, 4),
}
"""Where a seat may end its turn although it could lay, which the model takes for a block."""


def blocked(table: Table, random: Random) -> Round:
    """The first blocked round among random ones, each led with a double where the layout asks."""
    line = table.layout == "line-of-play" or isinstance(table.layout, Crosswise | Bent)
    lead = ANY_TILE if line else ANY_DOUBLE
    while True:
        deal = dealt(table, random).deal
        round = new_round(table, deal, lead)
        while round.ended is None and legal_moves(round):
            round = advance_legal(round, random.choice(legal_moves(round)))
        if round.ended == "blocked":
            return round


def blame(round: Round) -> dict[str, tuple[int | None, int | None, int | None]]:
    return {
        reading: (
            found.blocker,
            found.assistant,
            None if found.evidence is None else found.evidence.act,
        )
        for reading, found in verdicts(round, 100_000).items()
    }


@pytest.mark.parametrize("name", TABLES)
def test_a_naive_model_agrees(name: str) -> None:
    random = Random(name)
    for _ in range(12):
        round = blocked(TABLES[name], random)
        assert blame(round) == {reading: naive(round, reading) for reading in READINGS}


@pytest.mark.parametrize("name", [*TABLES, *TRAINS])
def test_every_position_has_the_answer_of_the_naive_model(name: str) -> None:
    random = Random(name)
    round = blocked((TABLES | TRAINS)[name], random)
    seats = range(round.table.seats)
    for helpers in (tuple(seats), (0,), (1,)):
        look, helps = Lookahead(*helpers), tuple(seat in helpers for seat in seats)
        now = new_round(round.table, round.deal, round.start.lead)
        with GeneralSearch(helps, iter(range(100_000))) as search:
            for act in round.acts:
                if now.front.ends:
                    assert search.goes_out(now) == look.sure(now)
                now = advance_legal(now, act)


def played(table: Table, hands: tuple[str, ...], *acts: str, **deal: Any) -> Round:
    dealt = tuple(tuple(map(tile_named, hand.split())) for hand in hands)
    round = new_round(table, RoundDealt(hands=dealt, leader=0), ANY_TILE, **deal)
    for wanted in acts:
        tile, _, end = wanted.partition(" ")
        round = advance_legal(
            round,
            next(
                act
                for act in legal_moves(round)
                if isinstance(act, TileLaid) and act.tile == tile_named(tile)
                if end in ("", act.end)
            ),
        )
    return round


def test_toes_with_the_same_pip_are_one() -> None:
    table = small(4, 2, 4, layout=FEET, first_lead=DOUBLE)
    hands = "3-3 3-1 1-0 4-1", "3-2 2-0 4-0 0-0"
    round = played(table, hands, "3-3", "3-2", "3-1", "2-0", "1-0 toe-3-3-2")
    assert [end.pip for end in round.front.ends] == [0, 0]
    round.front = simplified(round)
    lays = legal_moves(round)
    assert len(lays) == 4
    found = [act.tile for act in differing(round, lays) if isinstance(act, TileLaid)]
    assert found == [tile_named("0-0"), tile_named("4-0")]


def test_a_toe_that_shows_one_of_two_pips_stands_beside_one_whose_pip_is_known() -> None:
    table = small(4, 2, 4, layout=FEET, first_lead=DOUBLE)
    hands = "3-3 3-1 1-0 4-1", "3-2 2-0 4-0 0-0"
    round = played(table, hands, "3-3", "3-2", "3-1", "2-0", "1-0 toe-3-3-2")
    either = one_of((1, 0))
    round.front = with_each(round.front, lambda ends: (ends[0]._replace(pip=either), *ends[1:]))
    assert [end.pips for end in simplified(round).ends] == [(0,), (0, 1)]


def test_two_doubles_with_the_same_toes_are_one() -> None:
    table = small(4, 2, 4, layout=FEET, first_lead=DOUBLE)
    hands = "3-3 3-1 1-0 4-1", "3-2 2-0 4-0 0-0"
    one = played(table, hands, "3-3", "3-2", "3-1", "2-0", "1-0 toe-3-3-2", "4-0 toe-3-3-1")
    other = played(table, hands, "3-3", "3-2", "3-1", "2-0", "1-0 toe-3-3-2", "4-0 toe-3-3-2")
    assert one.front != other.front
    assert simplified(one) == simplified(other)


def test_pips_that_only_wild_halves_touch_are_one_and_a_wild_tile_stands_for_one_of_them() -> None:
    table = small(2, 2, 4, layout=FEET, first_lead=DOUBLE, wild_tiles=True)
    round = played(table, ("2-2 2-1 1-1 W-0", "2-0 0-0 1-0 W-W"), "2-2", "2-0", "2-1", "0-0")
    dead = dead_pips(table.matching, 2, tile_set(map(tile_named, ("W-0", "W-W"))))
    assert dead == 0b110
    assert dead_pips(table.matching, 2, tile_set([tile_named("2-1")])) == 0b001
    assert {end.pip for end in round.front.ends} == {0, 1}


def test_a_toe_that_nothing_fits_is_left_out_but_never_the_last() -> None:
    table = small(2, 2, 3, layout=WAIVED | {"opener_takes": 1}, first_lead=DOUBLE)
    round = played(table, ("2-2 1-0 0-0", "2-1 2-0 1-1"), "2-2", "2-1")
    assert len(simplified(round).ends) == 1


def test_points_in_play_that_may_win_the_game_are_part_of_the_position() -> None:
    table = small(6, 2, 4, layout={"kind": "crosswise", "spinners": "first"}, win_in_play=True)
    hands = ("5-5 5-0 6-1 4-1", "6-5 5-1 3-2 6-6")
    round = played(table, hands, "5-5", goal=Goal((20, 20), (True, True)))
    assert not merges(round)
    assert simplified(round) is round.front
    search = GeneralSearch((True, True), iter(range(100_000)))
    other = played(table, hands, "5-5", goal=Goal((1000, 1000), (True, True)))
    assert search._key(round) == search._key(other)
    one = played(table, hands, "5-5", "6-5", "5-0", goal=Goal((1000, 1000), (True, True)))
    assert search._key(one) != search._key(other)


@pytest.mark.unmeasured
def test_a_line_of_play_is_found_within_the_bound_of_its_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The names of ends give acts another order than the search had."""
    bound = 2_000
    monkeypatch.setattr(readings, "repeat", lambda _: iter(range(bound)))
    table = table_for(PUBLISHED["chicken-foot@1"].play, 3)
    random = Random(2)
    lines = [
        len(found.evidence.line)
        for _ in range(4)
        for found in verdicts(blocked(table, random), bound).values()
        if found.evidence is not None and found.evidence.line is not None
    ]
    assert max(lines) > 10
