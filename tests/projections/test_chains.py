"""Verification finds each change to stored events and heads, and names its place."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened, RulingMade
from domino_ledger.domain.events import Event
from domino_ledger.domain.house import KeyRegistered
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import Tampered, UnknownGame
from domino_ledger.ledger.log.checkpoints import checkpoint_in
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.ledger.store.chain import entry_hash
from domino_ledger.ledger.store.ids import HOUSE, JOURNAL, game_id
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.projections.verification.chains import (
    Covered,
    SheetStanding,
    verify_book,
    verify_game,
    verify_sheet,
)
from tests.ledger.contract_beside import booked
from tests.messages.raises import raises_message

from .logged import logged
from .tails import Writer, events_of, games, written

DRAW = game_id("draw")
NAMES = ("draw", "irregular-over")
LAST = len(events_of("draw"))

OF_DRAW = f"originator_id = '{DRAW.hex}'"
EVENT = f"stored_events WHERE {OF_DRAW} AND originator_version"
HEAD = f"WHERE {OF_DRAW} AND version = {LAST}"


def text_changed(was: str, becomes: str, version: int) -> str:
    state = f"CAST(replace(CAST(state AS TEXT), '{was}', '{becomes}') AS BLOB)"
    return changed_to(f"state = {state}", version)


def changed_to(values: str, version: int) -> str:
    return f"UPDATE stored_events SET {values} WHERE {OF_DRAW} AND originator_version = {version}"


CHANGES = {
    changed_to("state = 'x'", 5): ("event-malformed", 5),
    changed_to("topic = 'x'", 5): ("hash-changed", 5),
    text_changed("recorded_at", "recorded_AT", 1): ("hash-changed", 1),
    text_changed('"event":', '"Event":', 3): ("hash-changed", 3),
    text_changed('{"previous":"', '{"previous":"0', 5): ("hash-changed", 4),
    f"DELETE FROM {EVENT} = 1": ("event-missing", 1),
    f"DELETE FROM {EVENT} = 4": ("event-missing", 4),
    f"DELETE FROM {EVENT} = {LAST}": ("event-missing", LAST),
    f"DELETE FROM {EVENT} > 3": ("event-missing", 4),
    f"DELETE FROM {EVENT} > 0": ("event-missing", 1),
    f"UPDATE stream_head SET hash = 'x' {HEAD}": ("hash-changed", LAST),
    f"UPDATE stream_head SET version = 'x' {HEAD}": ("last-event-lost", None),
    f"DELETE FROM stream_head {HEAD}": ("last-event-lost", None),
    f"DELETE FROM stream_head WHERE {OF_DRAW}": ("last-event-lost", None),
}
IN_THE_LOG = {
    changed_to("rowid = 1000", 3): ("event-out-of-order", 3),
    changed_to("originator_id = 'x'", 1): ("event-malformed", 1),
    changed_to(f"originator_id = '{DRAW}'", 1): ("event-malformed", 1),
    changed_to("originator_id = X'00'", 1): ("event-malformed", 1),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written(tmp_path, games(*NAMES)).close()
    return tmp_path / "book.db"


def changed(file: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    with closing(sqlite3.connect(file)) as plain:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in plain.execute(triggers).fetchall():
            plain.execute(f"DROP TRIGGER {name}")
        assert plain.execute(statement, values).rowcount > 0
        plain.commit()


def refused(file: Path, verify: Callable[[Book], Covered]) -> tuple[str, int | None, str]:
    """Code, version and game of what was found."""
    with closing(open_book(file)) as book, pytest.raises(Tampered) as found:
        verify(book)
    return found.value.code, found.value.params.get("event"), found.value.params["game"]


def test_an_unknown_game(file: Path) -> None:
    with closing(open_book(file)) as book, pytest.raises(UnknownGame):
        verify_game(book, uuid4())


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_found_at_its_place(file: Path, change: str) -> None:
    changed(file, change)
    expected = (*CHANGES[change], str(DRAW))
    assert refused(file, verify_book) == expected
    assert refused(file, lambda book: verify_game(book, DRAW)) == expected


@pytest.mark.parametrize("change", IN_THE_LOG)
def test_a_change_of_the_log_is_found(file: Path, change: str) -> None:
    changed(file, change)
    code, event, _ = refused(file, verify_book)
    assert (code, event) == IN_THE_LOG[change]


def test_a_topic_that_is_no_text_is_tampering(file: Path) -> None:
    changed(file, f"UPDATE stored_events SET topic = CAST(X'ff' AS TEXT) WHERE {OF_DRAW}")
    with (
        closing(open_book(file)) as book,
        raises_message(Tampered, "^a text in .*book.db is not what was written: "),
    ):
        verify_book(book)


@pytest.mark.parametrize("before", [0, -1])
def test_what_is_recorded_meanwhile_is_no_change(
    before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program records between the reading of the heads and that of the log: also a new game."""
    (name, events), *_ = games("draw")
    number = len(events[:before]) + 1
    with closing(written(tmp_path, [])) as book:
        writer = Writer(book)
        for event in events[: number - 1]:
            writer.write(name, event)
        last_position = book.last_position

        def after_one_more() -> int:
            if last_position() < number:
                writer.write(name, events[number - 1])
            return last_position()

        monkeypatch.setattr(book, "last_position", after_one_more)
        assert verify_book(book) == Covered(number, 1)


def test_the_hash_on_a_sheet(file: Path) -> None:
    with closing(open_book(file)) as book:
        hashes = [entry.hash for entry in book.stream(DRAW).entries]
        assert verify_sheet(book, hashes[-1]) == SheetStanding(DRAW, LAST, 0)
        assert verify_sheet(book, f" {hashes[3].upper()}") == SheetStanding(DRAW, 4, LAST - 4)
        with pytest.raises(Tampered, match="unknown-hash"):
            verify_sheet(book, "0" * 64)


OF_THE_HOUSE = f"originator_id = '{HOUSE.hex}' AND originator_version"
OF_THE_JOURNAL = f"originator_id = '{JOURNAL.hex}' AND originator_version"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            f"UPDATE stored_events SET topic = 'x' WHERE {OF_THE_HOUSE} = 1",
            "event 1 of the house is not what was recorded: its hash has changed",
        ),
        (f"DELETE FROM stored_events WHERE {OF_THE_HOUSE} = 2", "event 2 of the house is missing"),
        (
            f"UPDATE stored_events SET topic = 'x' WHERE {OF_THE_JOURNAL} = 1",
            "event 1 of the journal is not what was recorded: its hash has changed",
        ),
        (
            f"DELETE FROM stored_events WHERE {OF_THE_JOURNAL} = 2",
            "event 2 of the journal is missing",
        ),
        (
            f"UPDATE stored_events SET state = 7 WHERE {OF_THE_JOURNAL} = 2",
            "event 2 of the journal does not have the form of an event",
        ),
    ],
)
def test_the_house_is_checked_like_a_game(tmp_path: Path, change: str, sentence: str) -> None:
    with closing(written(tmp_path, games("draw"))) as book:
        for amount in (1, 2):
            key = PrivateKey(f"club-{amount}", bytes(32)).public
            registered = KeyRegistered(key=str(key), role="log")
            book.append_to_house(book.house(), [registered, booked(DRAW, amount)])
        assert verify_book(book) == Covered(LAST + 4, 1)
    changed(tmp_path / "book.db", change)
    with closing(open_book(tmp_path / "book.db")) as book:
        with raises_message(Tampered, sentence):
            verify_book(book)
        with pytest.raises(Tampered):
            whole_house(book)


def whole_house(book: Book) -> int:
    """The number of events of the house and its journal, all of them read."""
    with book.journal() as entries:
        return book.house().version + len(list(entries))


# -- what no hash shows: times, and disputes


def appended(directory: Path, *changes: tuple[str, Event]) -> Path:
    """A book with one game, and events of it that are recorded at these times."""
    with closing(written(directory, games("draw"))) as book:
        stream = book.stream(game_id("draw"))
        version, previous = stream.version, stream.hash
        for time, event in changes:
            (row,) = rows_after(stream.id, version, previous, [event], recorded_at=time)
            row = (*row[:3], row[3].replace(b'"dispute":7', b'"dispute":"x"'))
            book.recorder.insert([row])
            version, previous = version + 1, entry_hash(stream.id, *row[1:])
    return directory / "book.db"


OPENED = DisputeOpened(dispute=1, by=UUID(int=1), claim="a slip")
RULED = RulingMade(dispute=1, by=UUID(int=1), remedies=())
EARLIER, LATER, LATEST = (f"{year}-02-03T04:05:06.000007Z" for year in (2001, 2101, 2901))


@pytest.mark.parametrize(
    ("changes", "code", "at"),
    [
        ([(EARLIER, OPENED)], "recorded-earlier", 1),
        ([(LATEST, OPENED), (LATER, RULED)], "recorded-earlier", 2),
        ([(LATEST.replace(".000007", ""), OPENED)], "event-malformed", 1),
        ([(LATEST, RULED)], "event-cannot-follow", 1),
        ([(LATEST, replace(OPENED, dispute=2))], "event-cannot-follow", 1),
        ([(LATEST, OPENED), (LATEST, OPENED)], "event-cannot-follow", 2),
        ([(LATEST, OPENED), (LATEST, replace(RULED, dispute=0))], "event-cannot-follow", 2),
        ([(LATEST, replace(OPENED, dispute=7))], "event-cannot-follow", 1),
    ],
)
def test_what_no_hash_shows(
    changes: list[tuple[str, Event]], code: str, at: int, tmp_path: Path
) -> None:
    file = appended(tmp_path, *changes)
    game = game_id("draw")
    with closing(open_book(file)) as book:
        last = len(book.recorder.select_rows(game)[0])
    for verify in (verify_book, lambda book: verify_game(book, game)):
        assert refused(file, verify) == (code, last - len(changes) + at, str(game))


def test_a_dispute_and_its_ruling_hold(tmp_path: Path) -> None:
    events: list[Event] = [OPENED, RULED, RULED]
    times = [f"290{at}-02-03T04:05:06.000007Z" for at in range(3)]
    file = appended(tmp_path, *zip(times, events, strict=True))
    with closing(open_book(file)) as book:
        assert verify_book(book).clock_behind == 0


def test_a_checkpoint_before_what_it_holds(tmp_path: Path) -> None:
    made = logged(tmp_path, games("draw"))
    checkpoint = checkpoint_in(made.checkpoint)
    with closing(open_book(made.file)) as book:
        for time in ("", "2001-02-03T04:05:06.000007Z"):
            with pytest.raises(Tampered, match="signed-earlier"):
                verify_book(book, [checkpoint._replace(time=time)])
