"""Rebuilds that are compared, or concurrent."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.errors import Tampered, Unavailable
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.connection import Connection
from domino_ledger.projections.tables.progress import progress_in
from domino_ledger.projections.tables.rebuild import (
    compare,
    judge_all,
    made_anew,
    switch,
    tables_to_use,
    take_over_verdicts,
)
from tests.ledger.games import lines, take
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .figures_by_fold import rulings
from .modelled import booked, everything, exhaust, opened, owed, rebuild, recount
from .two_stores import BATCH, LAMPUNG

LOT = PUBLISHED["block-lot@1"]


# -- at once


@pytest.mark.unmeasured
def test_two_rebuilds_by_different_rules(keeper: Keeper) -> None:
    """The last one counts, whichever was made first, and its money is booked."""
    with opened(Path(keeper.book.path), BATCH) as other:
        first, last = everywhere(keeper.book, LOT), everywhere(keeper.book, LAMPUNG)
        with made_anew(keeper, last) as late, made_anew(other, first) as early:
            for anew in (late, early):
                exhaust(anew.catch_up())
            assert switch(other, first, early) > 0
            assert switch(keeper, last, late) > 0
    assert keeper.decided() == last
    assert booked(everything(keeper.models)) == owed(rulings(keeper.book, LAMPUNG))


@pytest.mark.unmeasured
@pytest.mark.parametrize("counted_again", [rebuild, recount])
def test_a_keeper_follows_a_switch(
    counted_again: Callable[[Keeper, RuleSet | None], int], keeper: Keeper
) -> None:
    with opened(Path(keeper.book.path), BATCH) as other:
        for rules, number in ((LAMPUNG, 25), (None, 30)):
            counted_again(other, rules)
            take(keeper.book, lines("payout.jsonl")[number : number + 5])
            exhaust(keeper.catch_up())
            assert booked(everything(other.models)) == owed(rulings(keeper.book, rules))


# -- by which tables


def test_which_tables_a_rebuild_uses(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rules count again from facts; otherwise, or with a flaw, tables are made anew."""
    counting = everywhere(keeper.book, LAMPUNG)
    steps: list[tuple[int, int | None]] = []
    work = lambda work, events: steps.append((sum(work), events))  # noqa: E731 - of one line
    with tables_to_use(keeper, counting, work) as anew:
        assert anew is None
        assert switch(keeper, counting, anew) > 0
    with tables_to_use(keeper, AS_PLAYED) as anew:
        assert anew is not None
        assert switch(keeper, AS_PLAYED, anew) > 0
    with keeper.models.writing() as connection:
        connection.rows("UPDATE progress SET games = games + 1")
    with (
        opened(Path(keeper.book.path), BATCH) as later,
        tables_to_use(later, counting, work) as anew,
    ):
        assert anew is not None
    events = keeper.book.number_of_events()
    assert steps == [(0, None), (events, events)]
    monkeypatch.setattr(keeper.models, "lasting", False)
    with raises_message(Unavailable, "cannot be written by this user"), tables_to_use(keeper, ()):
        pass


# -- compared


@pytest.mark.unmeasured
def test_a_comparison_does_not_switch(keeper: Keeper) -> None:
    before = everything(keeper.models)
    counting = everywhere(keeper.book, LAMPUNG)
    with made_anew(keeper, counting) as anew:
        exhaust(anew.catch_up())
        assert everything(keeper.models) == before
        take(keeper.book, lines("payout.jsonl")[25:27])
        found = compare(keeper, counting, anew)
        assert found.adjusting > 0
        different = {each.table for each in found.differences if each.old or each.new}
        assert {"game_seat", "statistic", "player_in_game"} <= different
        assert {"round", "move", "hand", "bone", "played_rules"} & different == set()
        now = everything(keeper.models)
        games = {row[0] for row in before["game_seat"]}
        assert [row for row in now["game_seat"] if row[0] in games] == before["game_seat"]
        assert switch(keeper, counting, anew) == found.adjusting
    assert booked(everything(keeper.models)) == owed(rulings(keeper.book, LAMPUNG))


@pytest.mark.unmeasured
def test_a_comparison_of_equal_tables(keeper: Keeper) -> None:
    with made_anew(keeper, AS_PLAYED) as anew:
        found = compare(keeper, AS_PLAYED, anew)
    assert found.adjusting == 0
    assert found.gone == []
    assert {(each.old, each.new) for each in found.differences} == {(0, 0)}
    assert {"statistic", "rating", "move"} <= {each.table for each in found.differences}


def test_a_comparison_when_a_game_is_gone_from_the_book(keeper: Keeper) -> None:
    first, *_ = keeper.book.games()
    with closing(sqlite3.connect(keeper.book.path)) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        file.execute("DELETE FROM stored_events WHERE originator_id = ?", [first.hex])
        file.commit()
    with made_anew(keeper, AS_PLAYED) as anew:
        found = compare(keeper, AS_PLAYED, anew)
        assert found.gone == [str(first)]
        assert any(each.old for each in found.differences)
        with pytest.raises(Tampered, match=str(first)):
            switch(keeper, AS_PLAYED, anew)


def test_a_comparison_while_others_record(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that only one of the two has taken in are no difference."""
    with made_anew(keeper, AS_PLAYED) as anew:
        more, reading = iter([lines("payout.jsonl")[25:27]]), anew.models.reading

        @contextmanager
        def after_others() -> Iterator[Connection]:
            with reading() as connection:
                is_done = progress_in(connection).position == keeper.book.last_position()
            if is_done:
                for some in more:
                    take(keeper.book, some)
                    exhaust(anew.catch_up())
            with reading() as connection:
                yield connection

        exhaust(anew.catch_up())
        monkeypatch.setattr(anew.models, "reading", after_others)
        found = compare(keeper, AS_PLAYED, anew)
    assert list(more) == []
    assert {(each.old, each.new) for each in found.differences} == {(0, 0)}
    assert found.adjusting == 0


# -- verdicts


@pytest.mark.unmeasured
def test_verdicts_are_found_once(keeper: Keeper) -> None:
    looked_at = sum(judge_all(keeper))
    found = everything(keeper.models)["verdict"]
    assert len(found) == looked_at * 6
    with keeper.models.writing() as connection:
        connection.rows("UPDATE verdict SET bound = 4711")
    marked = everything(keeper.models)["verdict"]
    assert sum(judge_all(keeper)) == looked_at
    counting = everywhere(keeper.book, PUBLISHED["forced-block@1"])
    with made_anew(keeper, counting) as anew:
        take_over_verdicts(keeper, anew)
        switch(keeper, counting, anew)
    assert everything(keeper.models)["verdict"] == marked != found
    recount(keeper, LAMPUNG)
    assert everything(keeper.models)["verdict"] == marked


@pytest.mark.unmeasured
def test_verdicts_that_were_changed(keeper: Keeper) -> None:
    """Tables made anew count by verdicts of their own, which replace others."""
    exhaust(judge_all(keeper))
    before = everything(keeper.models)
    with keeper.models.writing() as connection:
        connection.rows("UPDATE verdict SET blocker = 0, assistant = NULL")
    recount(keeper, LAMPUNG)
    assert rebuild(keeper) > 0
    assert booked(everything(keeper.models)) == booked(before)
    recount(keeper, LAMPUNG)
    recount(keeper)
    assert booked(everything(keeper.models)) == booked(before)
