"""Rebuilds that are stopped, compared, or concurrent."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from domain.rules.catalogue import PUBLISHED
from domain.rules.counting import AS_PLAYED
from ledger.errors import Conflict, Tampered
from projections.tables.catch_up import Keeper
from projections.tables.progress import BUILDING, in_use, made
from projections.tables.rebuild import (
    build,
    compare,
    goes_on_from,
    judge_all,
    switch,
)
from projections.tables.schema import TABLES
from tests.ledger.games import lines, take
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .modelled import (
    Everything,
    booked,
    everything,
    exhaust,
    opened,
    owed,
    rebuild,
    rebuilt_rows,
    rulings,
    various_book,
)
from .two_stores import BATCH, LAMPUNG

FIGURES: tuple[Model, ...] = ("figures",)
LOT = PUBLISHED["block-lot@1"]


def in_all(keeper: Keeper) -> tuple[Everything, list[tuple[Any, ...]]]:
    """All rows except verdicts, which may be found at any time."""
    found = everything(keeper.models)
    return rebuilt_rows(found), found["posting"]


# -- stopped, and continued later


@pytest.mark.unmeasured
def test_a_stopped_rebuild_is_continued(keeper: Keeper) -> None:
    batches = build(keeper, "figures", everywhere(keeper.book, LAMPUNG))
    built = next(batches) + next(batches)
    assert built >= 2 * BATCH
    batches.close()  # type: ignore[attr-defined]
    assert goes_on_from(keeper, "figures", everywhere(keeper.book, LAMPUNG)) == built
    assert goes_on_from(keeper, "figures", AS_PLAYED) == 0
    events = keeper.book.last_position()
    assert sum(build(keeper, "figures", everywhere(keeper.book, LAMPUNG))) == events - built
    assert list(build(keeper, "figures", everywhere(keeper.book, LAMPUNG))) == []
    assert switch(keeper, FIGURES, everywhere(keeper.book, LAMPUNG)) > 0
    assert goes_on_from(keeper, "figures", everywhere(keeper.book, LAMPUNG)) == 0


def test_no_rebuild_was_started_without_tables(tmp_path: Path) -> None:
    various_book(tmp_path).close()
    with opened(tmp_path / "book.db", BATCH) as keeper:
        assert goes_on_from(keeper, "article", AS_PLAYED) == 0


@pytest.mark.unmeasured
def test_a_rebuild_by_other_rules_discards_the_first(keeper: Keeper) -> None:
    next(build(keeper, "figures", everywhere(keeper.book, LAMPUNG)))
    first = building(keeper)
    exhaust(build(keeper, "figures", AS_PLAYED))
    (second,) = building(keeper)
    assert [second] != first
    with keeper.models.reading() as connection:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    assert f"game_fact_{second}" in found
    assert f"game_fact_{first[0]}" not in found


def building(keeper: Keeper) -> list[int]:
    with keeper.models.reading() as connection:
        return [each.id for each in made(connection, "figures", BUILDING)]


def test_two_rebuilds_by_different_rules(keeper: Keeper) -> None:
    """The first one gets a conflict, and does not switch to the tables of the other."""
    before = in_all(keeper)
    with opened(Path(keeper.book.path), BATCH) as other:
        exhaust(build(keeper, "figures", everywhere(keeper.book, LAMPUNG)))
        next(build(other, "figures", everywhere(other.book, LOT)))
        with raises_message(Conflict, r"begun to rebuild figures by other rules meanwhile$"):
            switch(keeper, FIGURES, everywhere(keeper.book, LAMPUNG))
        assert in_all(keeper) == before
        half = build(keeper, "figures", everywhere(keeper.book, LAMPUNG))
        assert next(half) >= BATCH
        exhaust(build(other, "figures", AS_PLAYED))
        assert list(half) == []
        assert switch(other, FIGURES, AS_PLAYED) == 0
        with pytest.raises(Conflict):
            switch(keeper, FIGURES, everywhere(keeper.book, LAMPUNG))


@pytest.mark.unmeasured
def test_two_rebuilds_by_equal_rules(keeper: Keeper) -> None:
    """One continues the build of the other, and the money is booked once."""
    with opened(Path(keeper.book.path), BATCH) as other:
        next(build(keeper, "figures", everywhere(keeper.book, LAMPUNG)))
        exhaust(build(other, "figures", everywhere(other.book, LAMPUNG)))
        exhaust(build(keeper, "figures", everywhere(keeper.book, LAMPUNG)))
        assert switch(other, FIGURES, everywhere(other.book, LAMPUNG)) > 0
        assert switch(keeper, FIGURES, everywhere(keeper.book, LAMPUNG)) == 0
        take(keeper.book, lines("payout.jsonl")[25:30])
        exhaust(keeper.catch_up())
        exhaust(other.catch_up())
        assert booked(everything(other.models)) == owed(rulings(keeper.book, LAMPUNG))


@pytest.mark.unmeasured
def test_a_keeper_follows_a_switch(keeper: Keeper) -> None:
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


@pytest.mark.unmeasured
def test_a_keeper_drops_projectors_out_of_use(keeper: Keeper) -> None:
    with opened(Path(keeper.book.path), BATCH) as other:
        for number in range(25, 28):
            rebuild(other, LAMPUNG)
            take(keeper.book, lines("payout.jsonl")[number : number + 1])
            exhaust(keeper.catch_up())
    assert len(keeper._projectors) == 2


# -- two generations


@pytest.mark.unmeasured
def test_a_comparison_does_not_switch(keeper: Keeper) -> None:
    before = everything(keeper.models)
    for model in ("figures", "article"):
        exhaust(build(keeper, model, everywhere(keeper.book, LAMPUNG)))
    take(keeper.book, lines("payout.jsonl")[25:27])
    differences, adjusting, _ = compare(
        keeper, ["figures", "article"], everywhere(keeper.book, LAMPUNG)
    )[:3]
    assert adjusting > 0
    different = {found.table for found in differences if found.old or found.new}
    assert {"game_seat", "statistic", "player_in_game"} <= different
    assert {"round", "move", "hand", "bone", "played_rules"} & different == set()
    now = everything(keeper.models)
    games = {row[0] for row in before["game_seat"]}
    assert [row for row in now["game_seat"] if row[0] in games] == before["game_seat"]
    assert switch(keeper, ["figures", "article"], everywhere(keeper.book, LAMPUNG)) == adjusting
    assert booked(everything(keeper.models)) == owed(rulings(keeper.book, LAMPUNG))


@pytest.mark.unmeasured
def test_a_comparison_of_equal_tables(keeper: Keeper) -> None:
    exhaust(build(keeper, "figures", AS_PLAYED))
    differences, adjusting, gone = compare(keeper, FIGURES, AS_PLAYED)[:3]
    assert adjusting == 0
    assert gone == []
    assert {(found.old, found.new) for found in differences} == {(0, 0)}
    assert "statistic" in {found.table for found in differences}


@pytest.mark.parametrize("model", MODELS)
def test_a_comparison_when_a_game_is_gone_from_the_book(keeper: Keeper, model: Model) -> None:
    first, *_ = keeper.book.games()
    exhaust(keeper.catch_up())
    with closing(sqlite3.connect(keeper.book.path)) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        file.execute("DELETE FROM stored_events WHERE originator_id = ?", [first.hex])
        file.commit()
    exhaust(build(keeper, model, AS_PLAYED))
    differences, _, gone = compare(keeper, [model], AS_PLAYED)[:3]
    assert gone == [str(first)]
    assert any(found.old for found in differences)
    with pytest.raises(Tampered, match=str(first)):
        switch(keeper, [model], AS_PLAYED)


def test_a_comparison_with_a_build_of_another_program(keeper: Keeper) -> None:
    """They are not mistaken for its own."""
    with opened(Path(keeper.book.path), BATCH) as other:
        exhaust(build(keeper, "figures", everywhere(keeper.book, LAMPUNG)))
        next(build(other, "figures", everywhere(other.book, LOT)))
        with raises_message(Conflict, r"begun to rebuild figures by other rules meanwhile$"):
            compare(keeper, FIGURES, everywhere(keeper.book, LAMPUNG))


def test_a_comparison_while_others_take_in(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that only one of the two has taken in are no difference."""
    exhaust(build(keeper, "figures", AS_PLAYED))
    more, writing = iter([lines("payout.jsonl")[25:27]]), keeper.models.writing
    with opened(Path(keeper.book.path), BATCH) as other:

        @contextmanager
        def before_others() -> Iterator[Connection]:
            with writing() as connection:
                yield connection
            for some in more:
                take(other.book, some)
                exhaust(other.catch_up())

        monkeypatch.setattr(keeper.models, "writing", before_others)
        differences, adjusting, _ = compare(keeper, FIGURES, AS_PLAYED)[:3]
    assert {(found.old, found.new) for found in differences} == {(0, 0)}
    assert adjusting == 0


# -- verdicts


@pytest.mark.unmeasured
def test_verdicts_are_found_once(keeper: Keeper) -> None:
    looked_at = sum(judge_all(keeper))
    found = everything(keeper.models)["verdict"]
    assert len(found) == looked_at * 6
    with keeper.models.writing() as connection:
        connection.execute(TABLES["verdict"].update().values(bound=4711))
    marked = everything(keeper.models)["verdict"]
    assert sum(judge_all(keeper)) == looked_at
    rebuild(keeper, PUBLISHED["forced-block@1"])
    assert everything(keeper.models)["verdict"] == marked != found
