"""Every figure equals a recount from the exported records."""

import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.live.simulation import Simulation, simulate_into
from tests.lanes import examples
from tests.ledger.games import FILES, exported, line, lines, new_book, record, take
from tests.ledger.kinds import BRIEF_RULES, seats_of

from .articles import kept
from .figures import by_name, rows, tables_of
from .recount_figures import (
    Counted,
    game_row,
    games,
    meetings,
    money,
    round_rows,
    seat_rows,
    statistics,
    turnovers,
)
from .test_article_recount import OTHER_RULES

pytestmark = pytest.mark.unmeasured


def recounted(book: Book) -> int:
    """Check all games against a recount; returns their number."""
    counted = list(games(exported(book)))
    tables = {name: by_name(found, book) for name, found in tables_of(book).items()}
    compare(tables, counted)
    assert postings(tables["posting"]) == money(counted)
    assert {row[1] for row in tables["posting"]} <= {"settlement"}
    return len(counted)


def compare(tables: dict[str, list[tuple[Any, ...]]], counted: list[Counted]) -> None:
    assert [game_cells(row) for row in sorted(tables["game_fact"])] == list(map(game_row, counted))
    seats = [(*row[:6], *row[7:]) for row in sorted(tables["game_seat"])]
    assert seats == [row for game in counted for row in seat_rows(game)]
    assert sorted(tables["round_fact"], key=lambda row: row[:2]) == [
        row for game in counted for row in round_rows(game)
    ]
    assert {row[:2]: [*row[2:]] for row in tables["statistic"]} == statistics(counted)
    assert {row[:3]: [*row[3:]] for row in tables["turnover"]} == turnovers(counted)
    assert {row[:3]: [*row[3:]] for row in tables["head_to_head"]} == meetings(counted)


def game_cells(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The columns that a recount can compute: no ids, no positions in the log."""
    id, _, record, _, rule_set, _, currency, per_pip, seats, _, irregular, disputed, *rest = row
    state, counting, surplus, closed, finished, forfeiter, *_, lowest_wins = rest
    assert irregular is disputed is forfeiter is None
    assert closed == finished
    opening = id, record, rule_set, currency, per_pip, seats
    return (*opening, state, counting, surplus, closed is not None, lowest_wins)


def postings(rows: list[tuple[Any, ...]]) -> Counter[tuple[int, str, str]]:
    booked: Counter[tuple[int, str, str]] = Counter()
    for _, _, _, round_id, game_id, player, currency, amount, _ in rows:
        assert game_id == round_id // 100_000
        booked[round_id, player, currency] += amount
    return Counter({key: amount for key, amount in booked.items() if amount})


@pytest.mark.parametrize("rules", BRIEF_RULES, ids=lambda rules: rules.id)
def test_simulated_games(rules: RuleSet, tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for seats in seats_of(rules):
            assert all(simulate_into(book, Simulation(rules, seats, seed=11), min(6, examples(1))))
        assert recounted(book) == len(list(book.games()))


@pytest.mark.parametrize("file", FILES)
def test_games_of_other_engines(file: str, tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, lines(file)[:60])
        assert recounted(book) == len(list(book.games()))


def test_partly_recorded_games(tmp_path: Path) -> None:
    """With unfinished and void rounds."""
    with closing(new_book(tmp_path)) as book:
        take(book, lines("replay.jsonl")[:3])
        assert recounted(book) == len(list(book.games()))


STAKES: tuple[dict[str, Any], ...] = (
    {"currency": "EUR", "minor_per_pip": 5},
    {"currency": "IDR", "minor_per_pip": 10**9},
    {"currency": "EUR", "minor_per_pip": 0},
    {"currency": "XXX", "minor_per_pip": 1},
)


def test_stakes_in_several_currencies(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for number in range(24):
            game = record("payout.jsonl", number) | {"stake": STAKES[number % 4]}
            (taken,) = take(book, [line(game)])
            assert taken.outcome == "added"
        take(book, lines("openspiel-block.jsonl")[:6])
        assert recounted(book) == len(list(book.games()))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A book of games under several rule sets, some unfinished."""
    book = new_book(tmp_path_factory.mktemp("mixed"))
    for id, seats in (("block@1", 3), ("draw@1", 2), ("draw-three@1", 4), ("block-lot@1", 4)):
        assert all(simulate_into(book, Simulation(PUBLISHED[id], seats, seed=5), 6))
    take(book, [*lines("sanjuan.jsonl")[:6], *lines("replay.jsonl")[:3]])
    return book


def test_several_rule_sets_in_one_book(mixed: Book) -> None:
    assert recounted(mixed) == len(list(mixed.games()))


@pytest.mark.parametrize("rules", OTHER_RULES.values(), ids=OTHER_RULES.keys())
def test_score_and_payout_of_other_rules(rules: RuleSet, mixed: Book) -> None:
    with kept(mixed, rules) as keeper, keeper.models.reading() as connection:
        found = {name: by_name(of, mixed) for name, of in rows(connection).items()}
    compare(found, list(games(exported(mixed), json.loads(rules.model_dump_json()))))
