"""The figures while games go on: batch by batch, and with later changes of games."""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.events import Event, GameAbandoned
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.leads import RoundDouble
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.registry.rule_sets import add as add_rules
from domino_ledger.projections.tables import facts
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.facts import Rounds, group_of
from domino_ledger.projections.tables.stored_facts import load_facts
from tests.domain.builders import altered
from tests.ledger.games import lines, new_book, record, take, take_one
from tests.messages.raises import raises_message

from . import figures_by_fold as folded
from .articles import add, whole
from .busy import FOR_MONEY, broken_off, busy_book, ends, under
from .figures import Tables, alone, caught_up, empty_models, kept, tables_in, tables_of
from .modelled import exhaust
from .test_game_facts import facts_in_book

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return busy_book(tmp_path_factory.mktemp("busy"))


@pytest.fixture(scope="module")
def at_once(busy: Book) -> Tables:
    return tables_of(busy)


def without_history(tables: Tables) -> dict[str, Any]:
    """All rows except those of `verdict`; of money, only the sums."""
    accounts: Counter[tuple[Any, ...]] = Counter()
    for _, _, _, round_id, game_id, player, currency, amount, _ in tables["posting"]:
        accounts[round_id, game_id, player, currency] += amount
    booked = {key: amount for key, amount in accounts.items() if amount}
    return tables | {"posting": booked, "verdict": None}


# -- content


def check(tables: Tables, book: Book) -> None:
    ruled = folded.rulings(book)
    games = sorted(tables["game_fact"])
    stored = [
        (row[0], row[12], *row[10:12], *row[13:15], *map(bool, row[15:17]), *row[25:27])
        for row in games
    ]
    assert stored == folded.games(ruled)
    assert sorted(tables["game_seat"], key=lambda row: row[:2]) == folded.seats(ruled)
    by_seat = sorted(tables["round_fact"], key=lambda row: row[:2])
    assert by_seat == folded.rounds(ruled)
    in_play = sorted((*row[:2], *row[4:7]) for row in tables["round_seat"])
    assert in_play == folded.made_in_play(ruled)


@pytest.mark.unmeasured
def test_columns_of_facts_are_loaded_as_they_were_folded(busy: Book) -> None:
    games = facts_in_book(busy)
    with kept(busy) as keeper, keeper.models.reading() as connection:
        groups = load_facts(connection, numbers=range(1, len(games) + 1))
    assert sum(len(group.games) for group in groups) == len(games)
    for group in groups:
        of_log = group_of(group.rules_id, group.rules, [games[at - 1] for at in group.numbers])
        for column, loaded, made in zip(Rounds._fields, group.rounds, of_log.rounds, strict=True):
            assert loaded.tolist() == made.tolist(), column
        assert group.decrees == of_log.decrees
        assert group.reports == of_log.reports


@pytest.mark.slow
@pytest.mark.unmeasured
def test_irregular_games_equal_the_domain(busy: Book, at_once: Tables) -> None:
    check(at_once, busy)
    states = {row[12] for row in at_once["game_fact"]}
    assert states == {"over", "in progress", "abandoned", "forfeited", "disputable"}


def test_games_imported_as_played(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for rules in EXAMPLES.glob("tiny-*.json"):
            add_rules(book, RuleSet.model_validate_json(rules.read_bytes()))
        violations = (EXAMPLES / "violations.jsonl").read_bytes()
        take(book, violations.splitlines(keepends=True), as_played=True)
        take(book, lines("payout.jsonl")[:3], as_played=True)
        tables = tables_of(book)
        check(tables, book)
        assert sum(row[10] == "Y" for row in tables["game_fact"]) > 10


def test_points_that_fell_in_play(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        for rules in ("all-fives@1", "block@1"):
            exhaust(simulate_into(book, Simulation(PUBLISHED[rules], 4, seed=1), 1))
        tables = tables_of(book)
        check(tables, book)
    assert sum(row[4] or 0 for row in tables["round_seat"]) > 100


PASSES = {"opening_pass": {"double": 25, "other": 50}, "round_pass": 25, "each_pass": 10}
OUT = {"capicua": {"points": 25, "fits": "either-end", "doubles": "yes"}, "chuchazo": {"points": 9}}


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "score",
    [
        {"bonuses": PASSES | OUT},
        {"bonuses": PASSES | OUT | {"by_round": [100, 75]}, "carry": "plus-one"},
        {"carry": "double"},
    ],
    ids=["alike in all rounds", "by round", "carried"],
)
def test_bonuses(tmp_path: Path, score: dict[str, Any]) -> None:
    rules = altered("partnership-sanjuan@1", score=score | {"target": 1000})
    with closing(new_book(tmp_path)) as book:
        exhaust(simulate_into(book, Simulation(rules, 4, seed=1), 2))
        tables = tables_of(book)
        check(tables, book)
        ruled = folded.rulings(book)
    names = {
        bonus.name
        for result in ruled
        for found in result.rounds
        for bonus in result.bonuses_of(found)
    }
    fields = dict.fromkeys(score.get("bonuses", {})) | dict.fromkeys({"carry"} & score.keys())
    asked = {field.replace("_", "-").replace("by-round", "round") for field in fields}
    assert names | {"chuchazo"} == asked | {"chuchazo"}  # That is rare.


# -- batches


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "batch",
    [pytest.param(1, marks=pytest.mark.deep), pytest.param(7, marks=pytest.mark.slow), 1000],
)
def test_batches_of_any_size_give_equal_tables(batch: int, busy: Book, at_once: Tables) -> None:
    assert without_history(tables_of(busy, batch)) == without_history(at_once)


@pytest.mark.unmeasured
def test_another_keeper_continues(busy: Book, at_once: Tables) -> None:
    with empty_models() as models:
        first, second = (alone(busy, models, 30) for _ in range(2))
        first.require_intact()
        while take_in(first) and take_in(second):
            pass
        caught_up(second)
        assert without_history(tables_in(models)) == without_history(at_once)


def take_in(keeper: Keeper) -> int:
    """Take in one batch."""
    with keeper.models.writing() as connection:
        return keeper.take_in(connection, keeper.book.last_position())


# -- later changes of games


def taken_in_twice(book: Book, commands: list[list[Event]], first: int) -> tuple[Tables, Tables]:
    """The tables after so many commands of a game, and after all of them."""
    game = add(book, [event for command in commands[:first] for event in command])
    with kept(book) as keeper:
        before = tables_in(keeper.models)
        for command in commands[first:]:
            book.append(book.stream(game), command)
        caught_up(keeper)
        after = tables_in(keeper.models)
    assert without_history(after) == without_history(tables_of(book))
    check(after, book)
    assert set(before["posting"]) <= set(after["posting"])
    return before, after


def entries(tables: Tables) -> dict[tuple[Any, ...], int]:
    """By kind, round and currency of an entry, the sum of its postings."""
    sums: Counter[tuple[Any, ...]] = Counter()
    for _, kind, _, round_id, _, _, currency, amount, _ in tables["posting"]:
        sums[kind, round_id, currency] += amount
    return dict(sums)


def test_an_abandoned_game_is_adjusted_to_zero(tmp_path: Path) -> None:
    commands = broken_off(under(FOR_MONEY, "one", 3), rounds=2)
    with closing(new_book(tmp_path)) as book:
        before, after = taken_in_twice(book, commands, len(commands) - 1)
    assert {kind for kind, *_ in entries(before)} == {"settlement"}
    assert {kind for kind, *_ in entries(after)} == {"settlement", "adjustment"}
    assert set(entries(after).values()) == {0}
    assert without_history(after)["posting"] == {}
    assert after["statistic"] == after["turnover"] == []


def test_money_is_booked_round_by_round(tmp_path: Path) -> None:
    commands = under(FOR_MONEY, "one", 1)
    first, second, *_ = ends(commands)
    with closing(new_book(tmp_path)) as book:
        game = add(book, [event for command in commands[:first] for event in command])
        with kept(book) as keeper:
            booked = [len(tables_in(keeper.models)["posting"])]
            for command in commands[first:second]:
                book.append(book.stream(game), command)
            caught_up(keeper)
            after = tables_in(keeper.models)
    booked.append(len(after["posting"]))
    assert 0 < booked[0] < booked[1]
    assert {row[1] for row in after["posting"]} == {"settlement"}
    assert [row[0] for row in after["posting"]] == list(range(1, booked[1] + 1))


def test_a_book_without_games_has_no_rows(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        assert not any(tables_of(book).values())


def test_abandoned_before_the_first_deal(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        add(book, [under(FOR_MONEY, "one", 1)[0][0], GameAbandoned()])
        tables = tables_of(book)
        check(tables, book)
    assert [row[12] for row in tables["game_fact"]] == ["abandoned"]


# -- unusual values


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("started_at", "opened_at"),
    [
        ("2024-05-01T20:00:00+07:00", "2024-05-01T13:00:00.000000Z"),
        ("0001-01-01T00:00:00+05:00", "0001-01-01T00:00:00.000000Z"),
        ("9999-12-31T23:59:59-05:00", "9999-12-31T23:59:59.000000Z"),
    ],
)
def test_times_at_the_edges_of_the_calendar(
    started_at: str, opened_at: str, tmp_path: Path
) -> None:
    with closing(new_book(tmp_path)) as book:
        take_one(book, record("payout.jsonl") | {"started_at": started_at})
        assert [row[5] for row in tables_of(book)["game_fact"]] == [opened_at]


def test_an_unreadable_event_is_named_and_the_book_released(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, lines("payout.jsonl")[:2])
        with closing(sqlite3.connect(book.path)) as file:
            file.execute("DROP TRIGGER stored_events_refuses_update")
            file.execute("UPDATE stored_events SET topic = 'odd' WHERE rowid = 9")
            file.commit()
        with (
            empty_models() as models,
            raises_message(Tampered, "event 9 of game .* is not readable"),
        ):
            caught_up(alone(book, models))
        take(book, lines("payout.jsonl")[2:3])  # No transaction is open on the book any more.
        book.wipe()


@pytest.mark.unmeasured
def test_more_rounds_than_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(new_book(tmp_path)) as book:
        for name in ("one", "two"):
            add(book, whole(name, 1))
        every = tables_of(book)
        monkeypatch.setattr(facts, "ROUNDS_A_GAME", 2)
        some = tables_of(book)  # The database would refuse a duplicate id.
    assert len(some["round_end"]) == 4 < len(every["round_end"])
    assert len(some["game_fact"]) == 2


def test_a_batch_ends_with_a_game(tmp_path: Path) -> None:
    """A split game would be read from its beginning for each part."""
    book = new_book(tmp_path)
    take(book, lines("payout.jsonl")[:3])
    first, second, third = (book.version(game) for game in book.games())
    with empty_models() as models:
        keeper = alone(book, models, first + 1)
        assert list(keeper.catch_up()) == [first + second, third + 1]


@pytest.mark.parametrize(
    ("id", "worth"), [("chicken-foot@1", {"blank": 25}), ("spinner@1", {"wild_half": 25})]
)
def test_what_special_tiles_count(id: str, worth: dict[str, int], tmp_path: Path) -> None:
    rules = PUBLISHED[id]
    lead = RoundDouble(unheld="deal-again")
    play = rules.play.model_copy(update=worth | {"first_lead": lead})
    score = rules.score.model_copy(update={"rounds": 3})
    altered = rules.model_copy(update={"id": "house@1", "play": play, "score": score})
    with closing(new_book(tmp_path)) as book:
        list(simulate_into(book, Simulation(altered, 4, seed=2), 3))
        tables = tables_of(book)
        check(tables, book)
