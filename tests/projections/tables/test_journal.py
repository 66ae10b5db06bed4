"""What was booked is on record in the book, and the tables follow from it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pydantic import TypeAdapter

from domino_ledger.domain.house import CountingChanged, MoneyBooked, PlayerPosting
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import ALL, AS_PLAYED, CountedBy, Counting
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict, Tampered
from domino_ledger.ledger.registry.counting import counting
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import JOURNAL
from domino_ledger.ledger.store.rows import now
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import ReadModels, read_models_in, read_models_of
from domino_ledger.projections.tables.journal import Entry, Journal
from domino_ledger.projections.tables.progress import progress_in
from domino_ledger.projections.tables.rebuild import kept_by_own, made_anew, switch, to_book
from domino_ledger.projections.verification.computed_tables import verify_tables
from tests.ledger.games import lines, new_book, take
from tests.messages.raises import raises_message
from tests.projections.tables.everywhere import everywhere

from .modelled import everything, exhaust, rebuild, recount

Money = Counter[tuple[str, str]]


def dearer(factor: int) -> RuleSet:
    """Rules under which a blocker who loses pays more."""
    rules = PUBLISHED["forced-block@1"]
    assert rules.payout is not None
    payout = rules.payout.model_copy(update={"loss_factor": factor})
    return rules.model_copy(update={"id": f"dearer-{factor}@1", "payout": payout})


DEARER = dearer(3)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with some rounds for money, some of which cost more under other rules."""
    with closing(new_book(tmp_path)) as book:
        take(book, lines("payout.jsonl")[:8])
        yield book


def kept(book: Book) -> Iterator[Keeper]:
    with closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield keeper


def posted(book: Book) -> list[tuple[object, ...]]:
    """All postings, after the tables have caught up."""
    (rows,) = (everything(keeper.models)["posting"] for keeper in kept(book))
    return rows


def on_record(book: Book) -> list[MoneyBooked]:
    """All entries of the journal."""
    with book.journal() as entries:
        events = [entry.event for entry in entries]
    booked = [event for event in events if isinstance(event, MoneyBooked)]
    assert booked == events
    return booked


def balances(booked: Sequence[MoneyBooked]) -> Money:
    sums: Money = Counter()
    for entry in booked:
        assert sum(posting.amount for posting in entry.postings) == 0
        for posting in entry.postings:
            sums[str(posting.player), entry.currency] += posting.amount
    return sums


def delete_tables(book: Book) -> None:
    assert isinstance(book.address, Path)
    for suffix in ("", "-wal", "-shm"):
        book.address.with_name(f"{book.address.name}.tables{suffix}").unlink(missing_ok=True)


def test_a_settlement_says_what_it_follows_from(book: Book) -> None:
    last = book.last_position()
    assert posted(book)
    booked = on_record(book)
    assert {(entry.kind, entry.rules, entry.after) for entry in booked} == {
        ("settlement", "forced-block@1", last)
    }
    assert {entry.game for entry in booked} <= set(book.games())
    assert {entry.by for entry in booked} == {None}
    order = {game: number for number, game in enumerate(book.games())}
    rounds = [(order[entry.game], entry.round) for entry in booked]
    assert rounds == sorted(rounds)


def test_deleted_tables_lose_nothing(book: Book) -> None:
    for keeper in kept(book):
        assert rebuild(keeper, DEARER) > 0
        take(book, lines("payout.jsonl")[8:10])
    before, entries = posted(book), on_record(book)
    assert {entry.kind for entry in entries} == {"settlement", "adjustment"}
    delete_tables(book)
    assert posted(book) == before
    assert on_record(book) == entries
    for keeper in kept(book):
        assert verify_tables(keeper).postings == len(before)
        with keeper.models.reading() as connection:
            assert progress_in(connection).counting == everywhere(book, DEARER)


def test_deleted_tables_before_anything_new_was_taken_in(book: Book) -> None:
    """No round is settled twice."""
    posted(book)
    delete_tables(book)
    take(book, lines("payout.jsonl")[8:9])
    posted(book)
    assert [entry.kind for entry in on_record(book)].count("adjustment") == 0
    assert len({(entry.game, entry.round) for entry in on_record(book)}) == len(on_record(book))


def test_the_rules_that_the_house_counts_by(book: Book) -> None:
    for keeper in kept(book):
        assert recount(keeper, DEARER) > 0
    assert counting(book.house()) == everywhere(book, DEARER)
    delete_tables(book)
    posted(book)
    for keeper in kept(book):
        rebuild(keeper)
    assert counting(book.house()) == AS_PLAYED
    assert book.house().version == 2


@pytest.mark.parametrize("is_made_anew", [False, True])
def test_what_a_switch_would_book(book: Book, *, is_made_anew: bool) -> None:
    """It is what the switch then books, and sums to zero."""
    for keeper in kept(book):
        counting = everywhere(keeper.book, DEARER)
        before, entries = everything(keeper.models), on_record(book)
        with made_anew(keeper, counting) as made:
            anew = made if is_made_anew else None
            would = to_book(keeper, counting, anew)
            assert everything(keeper.models) == before
            assert on_record(book) == entries
            assert kept_by_own(keeper, counting) == []
            assert sum(would.changes.values()) == 0
            assert switch(keeper, counting, anew) == would.postings > 0
            assert to_book(keeper, counting, anew) == (0, {})


def test_who_ordered_it(book: Book) -> None:
    for keeper in kept(book):
        assert switch(keeper, everywhere(keeper.book, DEARER), None, by="Marta") > 0
    (marta,) = (id for id, name in all_names(book).items() if name == "Marta")
    (decision,) = book.house().entries
    assert decision.event == CountingChanged(rules=everywhere(book, DEARER), by=marta)
    assert {entry.by for entry in on_record(book)} == {None, marta}
    for keeper in kept(book):
        with keeper.models.reading() as connection:
            by = connection.column("SELECT DISTINCT booked_by FROM posting")
            assert set(by) == {None, str(marta)}


class Stopped(RuntimeError):
    """The program was stopped."""


class StoppedJournal(Journal):
    """Stops when it has booked, before the tables are written."""

    def book(self, *arguments: object, **others: object) -> None:
        super().book(*arguments, **others)  # type: ignore[arg-type]
        raise Stopped


def stopped(book: Book, models: ReadModels) -> Keeper:
    return Keeper(book, models, journal=StoppedJournal(book, on_record=True))


def test_a_program_that_was_stopped_after_it_booked(book: Book) -> None:
    with closing(read_models_of(book)) as models:
        with pytest.raises(Stopped):
            exhaust(stopped(book, models).catch_up())
        entries = on_record(book)
        assert entries
        assert everything(models)["posting"] == []
    assert len(posted(book)) == sum(len(entry.postings) for entry in entries)
    assert on_record(book) == entries


@pytest.mark.unmeasured
@pytest.mark.parametrize("forgets", [False, True])
def test_a_switch_that_was_stopped_after_it_booked(book: Book, *, forgets: bool) -> None:
    """With the tables as they were, or without."""
    posted(book)
    with closing(read_models_of(book)) as models:
        keeper = stopped(book, models)
        with pytest.raises(Stopped):
            switch(keeper, everywhere(keeper.book, DEARER), None)
        entries = on_record(book)
        assert {entry.kind for entry in entries} == {"settlement", "adjustment"}
        with models.reading() as connection:
            assert progress_in(connection).counting == AS_PLAYED
    if forgets:
        delete_tables(book)
    assert len(posted(book)) == sum(len(entry.postings) for entry in entries)
    for keeper in kept(book):
        with keeper.models.reading() as connection:
            assert progress_in(connection).counting == everywhere(book, DEARER)
        assert verify_tables(keeper).postings > 0
        assert recount(keeper, DEARER) == 0
    assert on_record(book) == entries


def test_a_stopped_switch_that_is_repeated_with_new_games(book: Book) -> None:
    """They are settled by the rules that were decided on, and adjusted once."""
    posted(book)
    with closing(read_models_of(book)) as models:
        with pytest.raises(Stopped):
            switch(stopped(book, models), everywhere(book, DEARER), None)
        take(book, lines("payout.jsonl")[25:40])
        before = len(on_record(book))
        assert switch(Keeper(book, models), everywhere(book, DEARER), None) == 0
    assert {entry.kind for entry in on_record(book)[before:]} == {"settlement"}


def test_tables_that_do_not_last_book_nothing(book: Book, tmp_path: Path) -> None:
    lasting = posted(book)
    entries = on_record(book)
    take(book, lines("payout.jsonl")[8:10])
    with closing(read_models_in(tmp_path / "short-lived")) as memory:
        memory.lasting = False
        keeper = Keeper(book, memory)
        exhaust(keeper.catch_up())
        shown = everything(memory)["posting"]
        assert verify_tables(keeper).postings == len(shown) > len(lasting)
    assert on_record(book) == entries
    without = [row[4:] for row in shown]
    assert sorted(without, key=repr) == sorted((row[4:] for row in posted(book)), key=repr)


def test_another_program_has_booked_meanwhile(book: Book) -> None:
    posted(book)
    entry = on_record(book)[0]
    book.append_to_house(book.house(), [entry])
    journal = Journal(book, on_record=True)
    with closing(read_models_of(book)) as models, models.writing() as connection:
        with pytest.raises(Conflict) as found:
            journal.book(connection, [Entry(1, entry)])
        assert found.value.code == "journal-went-on"


def forged_like(entry: MoneyBooked, **changes: Any) -> MoneyBooked:
    """An entry that no rule asks for: one player pays another."""
    one, other, *_ = (posting.player for posting in entry.postings)
    postings = tuple(
        PlayerPosting(player=player, amount=amount, reason="adjusts-what-was-booked")
        for player, amount in ((one, 1000), (other, -1000))
    )
    return replace(entry, **({"kind": "adjustment", "postings": postings} | changes))


def test_an_entry_of_no_game(book: Book) -> None:
    """It keeps nobody from their money, and is found."""
    before = posted(book)
    forged = forged_like(on_record(book)[0], game=UUID(int=9), kind="settlement")
    book.append_to_house(book.house(), [forged])
    assert posted(book) == before
    take(book, lines("payout.jsonl")[8:10])  # More is booked after it.
    more = posted(book)
    assert len(more) > len(before)
    delete_tables(book)
    assert posted(book) == more
    number = [entry.game for entry in on_record(book)].index(forged.game) + 1
    for keeper in kept(book):
        with raises_message(Tampered, f"^event {number} of the journal cannot follow what was"):
            verify_tables(keeper)


def test_an_entry_that_books_nothing(book: Book) -> None:
    """Of another kind than all that the program writes into the journal."""
    last = book.house().journal
    (row,) = rows_after(JOURNAL, *last, [CountingChanged(rules=AS_PLAYED)], recorded_at=now())
    book.write([row])
    with pytest.raises(Tampered) as found:
        posted(book)
    assert found.value.code == "event-malformed"


def test_money_nobody_owes_in_the_journal(book: Book) -> None:
    posted(book)
    forged = forged_like(on_record(book)[0])
    book.append_to_house(book.house(), [forged])
    for keeper in kept(book):
        with pytest.raises(Tampered) as found:
            verify_tables(keeper)
    assert found.value.code == "money-differs"


def test_money_that_was_settled_forth_and_back(book: Book) -> None:
    """The sums are right, but no rule asks for these postings."""
    posted(book)
    forged = forged_like(on_record(book)[0], kind="settlement")
    back = tuple(replace(each, amount=-each.amount) for each in forged.postings)
    book.append_to_house(book.house(), [replace(forged, postings=(*forged.postings, *back))])
    for keeper in kept(book):
        with pytest.raises(Tampered) as found:
            verify_tables(keeper)
    assert found.value.code == "money-differs"


def test_tables_by_rules_that_the_house_did_not_decide_on(book: Book) -> None:
    decided = (CountedBy(played=ALL, rules=DEARER),)
    for keeper in kept(book):
        with keeper.models.writing() as connection:
            connection.rows(
                "UPDATE progress SET rules = :rules, body = :body",
                rules=f"all={DEARER.id}",
                body=TypeAdapter(Counting).dump_json(decided).decode(),
            )
        with pytest.raises(Tampered) as found:
            verify_tables(keeper)
        assert found.value.code == "counting-differs"


def test_money_of_a_game_that_is_gone_from_the_book(book: Book) -> None:
    """The tables in use are flawed, so that they cannot say which game it was."""
    posted(book)
    last = book.find("last")
    with closing(sqlite3.connect(book.path)) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        file.execute("DROP TRIGGER stream_head_refuses_delete")
        for table in ("stored_events", "stream_head"):
            file.execute(f"DELETE FROM {table} WHERE originator_id = ?", [last.hex])
        file.commit()
    with closing(read_models_of(book)) as models:
        with models.writing() as connection:
            connection.execute("DROP TABLE round_seat")
        keeper = Keeper(book, models)
        with made_anew(keeper, AS_PLAYED) as anew, pytest.raises(Tampered) as found:
            switch(keeper, AS_PLAYED, anew)
    assert (found.value.code, found.value.params["number"]) == ("money-differs", 8)
