"""A rebuild that is stopped, compared, or not alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from domain.rules.catalogue import PUBLISHED
from ledger.errors import Conflict
from projections.tables.catch_up import Keeper
from projections.tables.generations import BUILDING, in_use, made
from projections.tables.rebuild import (
    build,
    compare,
    goes_on_from,
    judge_all,
    switch,
)
from projections.tables.schema.generation import MODELS, Model
from projections.tables.schema.permanent import VERDICT
from tests.ledger.games import lines, take
from tests.messages.saying import saying

from .modelled import (
    Everything,
    booked,
    everything,
    exhaust,
    made_again,
    opened,
    owed,
    rebuild,
    rulings,
    various_book,
)
from .two_stores import BATCH, LAMPUNG

FIGURES: tuple[Model, ...] = ("figures",)
LOT = PUBLISHED["block-lot@1"]


def in_all(keeper: Keeper) -> tuple[Everything, list[tuple[Any, ...]]]:
    """All but verdicts, which may be found at any time."""
    found = everything(keeper.models)
    return made_again(found), found["posting"]


# -- stopped, and begun again


def test_what_was_stopped_goes_on_where_it_was(keeper: Keeper) -> None:
    batches = build(keeper, "figures", LAMPUNG)
    built = next(batches) + next(batches)
    assert built >= 2 * BATCH
    batches.close()  # type: ignore[attr-defined]
    assert goes_on_from(keeper, "figures", LAMPUNG) == built
    assert goes_on_from(keeper, "figures", None) == 0
    events = keeper.book.last_position()
    assert sum(build(keeper, "figures", LAMPUNG)) == events - built
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
        next(build(other, "figures", LOT))
        with saying(Conflict, r"begun to rebuild figures by other rules meanwhile$"):
            switch(keeper, FIGURES, LAMPUNG)
        assert in_all(keeper) == before
        half = build(keeper, "figures", LAMPUNG)
        assert next(half) >= BATCH
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


def test_who_keeps_up_for_long_forgets_what_is_out_of_use(keeper: Keeper) -> None:
    with opened(Path(keeper.book.path), BATCH) as other:
        for number in range(25, 28):
            rebuild(other, LAMPUNG)
            take(keeper.book, lines("payout.jsonl")[number : number + 1])
            exhaust(keeper.catch_up())
    assert len(keeper._projectors) == 2


# -- two generations side by side


def test_comparing_puts_nothing_into_use(keeper: Keeper) -> None:
    before = everything(keeper.models)
    for model in ("figures", "article"):
        exhaust(build(keeper, model, LAMPUNG))
    take(keeper.book, lines("payout.jsonl")[25:27])
    differences, adjusting, _ = compare(keeper, ["figures", "article"], LAMPUNG)[:3]
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
    differences, adjusting, gone = compare(keeper, FIGURES, None)[:3]
    assert adjusting == 0
    assert gone == []
    assert {(found.old, found.new) for found in differences} == {(0, 0)}
    assert "statistic" in {found.table for found in differences}


@pytest.mark.parametrize("model", MODELS)
def test_comparing_where_a_game_is_gone_from_the_book(keeper: Keeper, model: Model) -> None:
    first, *_ = keeper.book.games()
    exhaust(keeper.catch_up())
    with closing(sqlite3.connect(keeper.book.path)) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        file.execute("DELETE FROM stored_events WHERE originator_id = ?", [first.hex])
        file.commit()
    exhaust(build(keeper, model, None))
    differences, _, gone = compare(keeper, [model], None)[:3]
    assert gone == [str(first)]
    assert any(found.old for found in differences)


def test_comparing_what_others_have_begun_to_build(keeper: Keeper) -> None:
    """It is not taken for one's own."""
    with opened(Path(keeper.book.path), BATCH) as other:
        exhaust(build(keeper, "figures", LAMPUNG))
        next(build(other, "figures", LOT))
        with saying(Conflict, r"begun to rebuild figures by other rules meanwhile$"):
            compare(keeper, FIGURES, LAMPUNG)


def test_comparing_while_others_take_in(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """What only one of the two has taken in is no difference."""
    exhaust(build(keeper, "figures", None))
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
        differences, adjusting, _ = compare(keeper, FIGURES, None)[:3]
    assert {(found.old, found.new) for found in differences} == {(0, 0)}
    assert adjusting == 0


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
