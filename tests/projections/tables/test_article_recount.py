"""Every column of the article's tables equals a recount of the folded games."""

from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from tests.domain.builders import altered
from tests.lanes import examples
from tests.ledger.games import lines, new_book, take
from tests.ledger.kinds import BRIEF_RULES, seats_of

from .article_by_fold import recount
from .articles import Tables, tables_of

pytestmark = pytest.mark.unmeasured

OTHER_RULES = {
    "surplus rounds": altered("block@1", score={"target": 30}),
    "rounds run out": altered("block-article@1", score={"target": 1000}),
    "one round": PUBLISHED["block-lot@1"],
    "the lowest of three rounds": altered(
        "block@1",
        score={"points": "own-hand", "target": None, "rounds": 3, "winners": "lowest"},
    ),
    "the lowest when one has fifty": altered(
        "block@1", score={"points": "own-hand", "target": 50, "winners": "lowest"}
    ),
    "tiles, and nobody wins a block": altered(
        "block@1",
        score={
            "out_winner": "that-seat",
            "blocked_winner": "nobody",
            "points": "tiles",
            "for_winning": 20,
            "per_tile": 3,
        },
    ),
    "no points": altered("forced-block@1", payout={"reading": "last-to-lay", "loss_factor": 3}),
    "no points and no money": RuleSet.model_validate(
        PUBLISHED["forced-block@1"].model_dump() | {"payout": None}
    ),
}


def written(book: Book, rules: RuleSet | None = None) -> Tables:
    """By table, the rows written by the program."""
    own = {"article_game", "game_before"}
    return {name: rows for name, rows in tables_of(book, rules).items() if name not in own}


@pytest.mark.parametrize("rules", BRIEF_RULES, ids=lambda rules: rules.id)
def test_simulated_games(rules: RuleSet, tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for seats in seats_of(rules):
            assert all(simulate_into(book, Simulation(rules, seats, seed=7), min(6, examples(1))))
        assert written(book) == recount(book)


@pytest.mark.parametrize("file", ["openspiel-block.jsonl", "payout.jsonl", "sanjuan.jsonl"])
def test_games_of_other_engines(file: str, tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, lines(file)[:60])
        assert written(book) == recount(book)


def test_partly_recorded_games(tmp_path: Path) -> None:
    """With unfinished and void rounds."""
    with closing(new_book(tmp_path)) as book:
        take(book, lines("replay.jsonl")[:3])
        assert written(book) == recount(book)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book of games under several rule sets, some unfinished."""
    book = new_book(tmp_path_factory.mktemp("mixed"))
    for id, seats in (("block@1", 3), ("draw@1", 2), ("draw-three@1", 4), ("block-lot@1", 4)):
        assert all(simulate_into(book, Simulation(PUBLISHED[id], seats, seed=3), 6))
    take(book, [*lines("sanjuan.jsonl")[:6], *lines("replay.jsonl")[:3]])
    return book


@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES.keys())
def test_other_rules(rules: RuleSet, mixed: Book) -> None:
    assert written(mixed, rules) == recount(mixed, rules)
