"""Perft: the number of lines of play by depth, from fixed deals (as chess engines count them).

``python -m tests.domain.perft`` rewrites the files in `tests/perft`.
"""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import NamedTuple

from domino_ledger.domain.game.decide import DealRound, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, Tile

from .builders import evolved, new_game, now, tiles
from .random_games import shuffled, with_leader

FILES = Path(__file__).parents[1] / "perft"
MOST_LINES = 5_000
DEEPEST = 12

HEAD = """\
# {id}: lines of play by depth. A line that ends earlier is not counted any more; a lead is
# counted as it lies, not also flipped; a tile that fits both ends is two lays.
"""


class Count(NamedTuple):
    """A deal, and the number of lines of play from it at depth 1, 2, and so on."""

    deal: DealRound
    lines: tuple[int, ...]


def lines(round: Round, depth: int) -> int:
    """The number of lines of play of exactly this many acts."""
    moves = legal_moves(round)
    if depth == 1:
        return len(moves)
    return sum(lines(advance_legal(round, act), depth - 1) for act in moves)


def counts(round: Round) -> Iterator[int]:
    """The number of lines of play at depth 1, 2, and so on."""
    return (lines(round, depth) for depth in range(1, DEEPEST + 1))


def round_of(rules: RuleSet, deal: DealRound) -> Round:
    """The round before its lead."""
    game = new_game(rules, len(deal.hands))
    return now(evolved(game, decide(game, deal)))


def playable_deal(game: Game, random: Random) -> DealRound:
    """A random deal that is not void."""
    while True:
        deal = with_leader(game, shuffled(game, random), random)
        if len(decide(game, deal)) == 1:
            return deal


def counted(rules: RuleSet) -> Iterator[Count]:
    """Two deals for each number of seats, counted until there are too many lines."""
    random = Random(rules.id)
    for seats in rules.play.hand:
        for _ in range(2):
            deal = playable_deal(new_game(rules, seats), random)
            few = takewhile(lambda found: found <= MOST_LINES, counts(round_of(rules, deal)))
            yield Count(deal, tuple(few))


def names(some: tuple[Tile, ...]) -> str:
    return " ".join(NAMES[tile] for tile in some)


def text_of(count: Count) -> str:
    """One deal and its counts."""
    deal = count.deal
    given = [f"hand {seat}: {names(hand)}" for seat, hand in enumerate(deal.hands)]
    leader = [] if deal.leader is None else [f"leader: {deal.leader}"]
    found = [f"depth {depth}: {number}" for depth, number in enumerate(count.lines, start=1)]
    return "\n".join([*given, f"boneyard: {names(deal.boneyard or ())}", *leader, *found]) + "\n"


def read(text: str) -> Iterator[Count]:
    """The deals and counts of a file."""
    facts = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for block in facts.strip().split("\n\n"):
        rows = [row.partition(":")[::2] for row in block.splitlines()]
        hands = tuple(tiles(value) for key, value in rows if key.startswith("hand"))
        boneyard = next(tiles(value) for key, value in rows if key == "boneyard")
        leader = next((int(value) for key, value in rows if key == "leader"), None)
        found = tuple(int(value) for key, value in rows if key.startswith("depth"))
        yield Count(DealRound(hands, boneyard, leader), found)


def file_of(rules: RuleSet) -> Path:
    return FILES / f"{rules.id}.txt"


def write() -> None:
    """Rewrite all files."""
    FILES.mkdir(exist_ok=True)
    for rules in PUBLISHED.values():
        blocks = "\n".join(text_of(count) for count in counted(rules))
        file_of(rules).write_text(HEAD.format(id=rules.id) + "\n" + blocks)


if __name__ == "__main__":
    write()
