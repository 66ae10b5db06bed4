"""The read models made again: as if nothing had been before, by whichever rules."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.catalogue import PUBLISHED
from domain.rules import RuleSet
from ledger.errors import Conflict, NotALedger, Unavailable
from projections.read_models import rebuilding, store
from projections.read_models.generations import BUILDING, in_use, made
from projections.read_models.keeping import Keeper
from projections.read_models.rebuilding import (
    build,
    compare,
    goes_on_from,
    judge_all,
    switch,
)
from projections.read_models.schema import VERDICT, Model
from projections.read_models.store import read_models_of
from tests.domain.table_talk import house
from tests.ledger.games import lines, take

from .modelled import (
    Everything,
    booked,
    everything,
    exhaust,
    made_again,
    opened,
    owed,
    rebuild,
    rounds_by_fold,
    rulings,
    seats_by_fold,
    various_book,
)

BATCH = 500
FIGURES: tuple[Model, ...] = ("figures",)
LAMPUNG = house("forced-block@1", payout={"loss_factor": 3})
RULES: dict[str, RuleSet | None] = {
    "each its own": None,
    "points, no money": PUBLISHED["block@1"],
    "money, no reading": PUBLISHED["block-lot@1"],
    "money by a reading": PUBLISHED["forced-block@1"],
    "a lost block costs three times": LAMPUNG,
    "broken off, and counting": house(
        "draw@1", score={"target": 60, "abandoned": "as-it-stands"}, payout={"reading": "set-up"}
    ),
    "surplus rounds": house("block@1", score={"target": 20}, payout={"reading": "last-choice"}),
    "rounds run out": house("partnership-sanjuan@1", score={"target": 5000}),
}


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "SECONDS_FOR_OTHERS", 0)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """Of a book that is caught up."""
    various_book(tmp_path).close()
    with opened(tmp_path / "book.db", BATCH) as keeper:
        exhaust(keeper.catch_up())
        yield keeper


def count_by(keeper: Keeper, rules: RuleSet | None) -> Everything:
    """Rebuild by these rules, and see that every figure is as the domain says."""
    rebuild(keeper, rules)
    found = everything(keeper.models)
    ruled = rulings(keeper.book, rules)
    assert found["game_seat"] == seats_by_fold(ruled)
    assert counting(keeper) == rounds_by_fold(ruled)
    assert booked(found) == owed(ruled)
    return found


def counting(keeper: Keeper) -> list[tuple[Any, ...]]:
    """Of each round that counts and seat: id, seat, whether won, points, net."""
    question = "SELECT round_id, seat, won, points, net FROM round_fact WHERE counts = 'Y'"
    with keeper.models.reading() as connection:
        return sorted(map(tuple, connection.exec_driver_sql(question)))


def in_all(keeper: Keeper) -> tuple[Everything, list[tuple[Any, ...]]]:
    """All but verdicts, which may be found at any time."""
    found = everything(keeper.models)
    return made_again(found), found["posting"]


# -- the same, and by other rules


def test_made_again_it_is_the_same(keeper: Keeper) -> None:
    before = everything(keeper.models)
    assert len(before) > 15
    assert rebuild(keeper) == 0
    assert everything(keeper.models) == before
    with opened(Path(keeper.book.path), 10_000) as at_once:
        assert rebuild(at_once) == 0
        assert everything(at_once.models) == before


@pytest.mark.parametrize("name", RULES)
def test_by_other_rules_it_is_as_the_domain_says(name: str, keeper: Keeper) -> None:
    rules = RULES[name]
    found = count_by(keeper, rules)
    assert rebuild(keeper, rules) == 0
    assert everything(keeper.models) == found
    file = Path(keeper.book.path)
    Path(f"{file}.tables").rename(file.with_name("before"))
    with opened(file, BATCH) as anew:
        rebuild(anew, rules)
        assert made_again(everything(anew.models)) == made_again(found)


def test_the_way_back_books_the_opposite(keeper: Keeper) -> None:
    before = everything(keeper.models)
    there = rebuild(keeper, LAMPUNG)
    after = everything(keeper.models)
    changed = adjusting(after, 2)
    assert len(changed) == there > 0
    assert rebuild(keeper) == there
    back = everything(keeper.models)
    assert made_again(back) == made_again(before)
    assert booked(back) == booked(before)
    of_generation = max(row[1] for row in back["posting"])
    assert adjusting(back, of_generation) == [(*key, -amount) for *key, amount in changed]
    assert [row for row in back["posting"] if row[0] == "settlement"] == before["posting"]


def adjusting(rows: Everything, after: int) -> list[tuple[Any, ...]]:
    """Round, player and amount of adjustments booked by this or a later generation."""
    return sorted(
        (round_id, player, amount)
        for kind, generation, round_id, _, player, _, amount, _ in rows["posting"]
        if kind == "adjustment" and generation >= after
    )


def test_games_that_come_in_later_are_counted_by_the_new_rules(keeper: Keeper) -> None:
    rebuild(keeper, LAMPUNG)
    take(keeper.book, lines("payout.jsonl")[25:40])
    exhaust(keeper.catch_up())
    found = everything(keeper.models)
    ruled = rulings(keeper.book, LAMPUNG)
    assert found["game_seat"] == seats_by_fold(ruled)
    assert booked(found) == owed(ruled)
    new = max(row[0] for row in found["game_fact"]) - 14
    assert {row[0] for row in found["posting"] if row[3] >= new} == {"settlement"}
    assert rebuild(keeper, LAMPUNG) == 0
    assert everything(keeper.models) == found


def test_one_model_alone(keeper: Keeper) -> None:
    before = everything(keeper.models)
    assert rebuild(keeper, LAMPUNG, ["article"]) == 0
    after = everything(keeper.models)
    assert after["player_in_game"] != before["player_in_game"]
    figures = ("game_seat", "statistic", "posting", "rating", "verdict")
    assert [after[name] for name in figures] == [before[name] for name in figures]
    assert rebuild(keeper, LAMPUNG, FIGURES) > 0
    assert everything(keeper.models)["player_in_game"] == after["player_in_game"]


# -- stopped, and begun again


def test_what_was_stopped_goes_on_where_it_was(keeper: Keeper) -> None:
    batches = build(keeper, "figures", LAMPUNG)
    assert [next(batches), next(batches)] == [BATCH, BATCH]
    batches.close()  # type: ignore[attr-defined]
    assert goes_on_from(keeper, "figures", LAMPUNG) == 2 * BATCH
    assert goes_on_from(keeper, "figures", None) == 0
    events = keeper.book.last_position()
    assert sum(build(keeper, "figures", LAMPUNG)) == events - 2 * BATCH
    assert list(build(keeper, "figures", LAMPUNG)) == []
    assert switch(keeper, FIGURES, LAMPUNG) > 0
    assert goes_on_from(keeper, "figures", LAMPUNG) == 0


def test_nothing_was_begun_where_there_is_nothing(tmp_path: Path) -> None:
    various_book(tmp_path).close()
    with opened(tmp_path / "book.db", BATCH) as keeper:
        assert goes_on_from(keeper, "article", None) == 0


def test_other_rules_begin_anew_and_throw_the_first_away(keeper: Keeper) -> None:
    next(build(keeper, "figures", LAMPUNG))
    first = building(keeper)
    exhaust(build(keeper, "figures", None))
    (second,) = building(keeper)
    assert [second] != first
    with keeper.models.reading() as connection:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    assert f"game_fact_{second}" in found
    assert f"game_fact_{first[0]}" not in found


def building(keeper: Keeper) -> list[int]:
    with keeper.models.reading() as connection:
        return [each.id for each in made(connection, "figures", BUILDING)]


def test_two_who_build_by_different_rules(keeper: Keeper) -> None:
    """The first to begin is told, and nothing of the other's is put into use by him."""
    before = in_all(keeper)
    with opened(Path(keeper.book.path), BATCH) as other:
        exhaust(build(keeper, "figures", LAMPUNG))
        next(build(other, "figures", RULES["money, no reading"]))
        with pytest.raises(Conflict, match=r"begun to rebuild figures by other rules meanwhile$"):
            switch(keeper, FIGURES, LAMPUNG)
        assert in_all(keeper) == before
        half = build(keeper, "figures", LAMPUNG)
        assert next(half) == BATCH
        exhaust(build(other, "figures", None))
        assert list(half) == []
        assert switch(other, FIGURES, None) == 0
        with pytest.raises(Conflict):
            switch(keeper, FIGURES, LAMPUNG)


def test_two_who_build_by_the_same_rules(keeper: Keeper) -> None:
    """One goes on with what the other began, and the money is booked once."""
    with opened(Path(keeper.book.path), BATCH) as other:
        next(build(keeper, "figures", LAMPUNG))
        exhaust(build(other, "figures", LAMPUNG))
        exhaust(build(keeper, "figures", LAMPUNG))
        assert switch(other, FIGURES, LAMPUNG) > 0
        assert switch(keeper, FIGURES, LAMPUNG) == 0
        take(keeper.book, lines("payout.jsonl")[25:30])
        exhaust(keeper.catch_up())
        exhaust(other.catch_up())
        assert booked(everything(other.models)) == owed(rulings(keeper.book, LAMPUNG))


def test_who_kept_up_with_the_old_goes_over_to_the_new(keeper: Keeper) -> None:
    with opened(Path(keeper.book.path), BATCH) as other:
        rebuild(other, LAMPUNG)
        take(keeper.book, lines("payout.jsonl")[25:30])
        exhaust(keeper.catch_up())
        assert booked(everything(other.models)) == owed(rulings(keeper.book, LAMPUNG))
        with keeper.models.reading() as connection:
            id = in_use(connection, "figures").id
        rebuild(other, None)
        take(keeper.book, lines("payout.jsonl")[30:32])
        assert keeper.step(id) == 0


# -- two generations side by side


def test_comparing_puts_nothing_into_use(keeper: Keeper) -> None:
    before = everything(keeper.models)
    for model in ("figures", "article"):
        exhaust(build(keeper, model, LAMPUNG))
    take(keeper.book, lines("payout.jsonl")[25:27])
    differences, adjusting = compare(keeper, ["figures", "article"])
    assert adjusting > 0
    different = {found.table for found in differences if found.old or found.new}
    assert {"game_seat", "statistic", "player_in_game"} <= different
    assert {"round", "move", "hand", "bone", "played_rules"} & different == set()
    now = everything(keeper.models)
    games = {row[0] for row in before["game_seat"]}
    assert [row for row in now["game_seat"] if row[0] in games] == before["game_seat"]
    assert switch(keeper, ["figures", "article"], LAMPUNG) == adjusting
    assert booked(everything(keeper.models)) == owed(rulings(keeper.book, LAMPUNG))


def test_comparing_with_the_same(keeper: Keeper) -> None:
    exhaust(build(keeper, "figures", None))
    differences, adjusting = compare(keeper, FIGURES)
    assert adjusting == 0
    assert {(found.old, found.new) for found in differences} == {(0, 0)}
    assert "statistic" in {found.table for found in differences}


# -- verdicts


def test_verdicts_are_found_once(keeper: Keeper) -> None:
    looked_at = sum(judge_all(keeper))
    found = everything(keeper.models)["verdict"]
    assert len(found) == looked_at * 6
    with keeper.models.writing() as connection:
        connection.execute(VERDICT.update().values(bound=4711))
    marked = everything(keeper.models)["verdict"]
    assert sum(judge_all(keeper)) == looked_at
    rebuild(keeper, PUBLISHED["forced-block@1"])
    assert everything(keeper.models)["verdict"] == marked != found


# -- what is beside the book


def test_another_file_in_the_place_of_the_tables(tmp_path: Path) -> None:
    book = various_book(tmp_path)
    other = tmp_path / "book.db.tables"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE mine (id)")
    before = other.read_bytes()
    with (
        closing(book),
        closing(read_models_of(book)) as models,
        pytest.raises(NotALedger, match=r"another SQLite file, in the place of its tables"),
    ):
        exhaust(Keeper(book, models).catch_up())
    assert other.read_bytes() == before


def test_no_file_of_tables_at_all(tmp_path: Path) -> None:
    book = various_book(tmp_path)
    (tmp_path / "book.db.tables").write_text("a text, and no database at all\n" * 100)
    with (
        closing(book),
        closing(read_models_of(book)) as models,
        pytest.raises(NotALedger, match=r"book\.db\.tables is not a ledger, or it is damaged"),
    ):
        exhaust(Keeper(book, models).catch_up())


def test_somebody_else_is_writing(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has nothing to take in waits for nobody; who has waits, and gives up some time."""
    monkeypatch.setattr(store, "LOCK_TIMEOUT", 0.1)
    with opened(Path(keeper.book.path), BATCH) as other, keeper.models.writing():
        exhaust(other.catch_up())
        take(keeper.book, lines("payout.jsonl")[25:27])
        with pytest.raises(Unavailable, match=r"tables is locked by another program"):
            exhaust(other.catch_up())
