"""The contract of every book, for any storage.

A back end is tested by a subclass that opens a book, and that changes stored rows without using
the book, as an administrator could.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from domino_ledger.domain.events import GameAbandoned, TurnPassed
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict, Tampered, Unavailable, UnknownGame
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.codec import Entry
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.verification.chains import verify_book, verify_game

from .games import exported, record, take_one

Rows = list[tuple[int, str, bytes]]
"""Version, topic and bytes of the entries of one game."""

UNFINISHED = record("payout.jsonl", 3)
UNFINISHED["rounds"][0] |= {"moves": UNFINISHED["rounds"][0]["moves"][:8], "ended": None}


def renumbered(rows: Rows) -> Rows:
    return [(at, topic, state) for at, (_, topic, state) in enumerate(rows, 1)]


def renamed(rows: Rows, at: int) -> Rows:
    version, topic, state = rows[at]
    other = "turn-passed/1" if topic != "turn-passed/1" else "deal-void/1"
    return [*rows[:at], (version, other, state), *rows[at + 1 :]]


DAMAGE: dict[str, Callable[[Rows, int], Rows]] = {
    "dropped": lambda rows, at: rows[:at] + rows[at + 1 :],
    "dropped, later ones renumbered": lambda rows, at: renumbered(rows[:at] + rows[at + 1 :]),
    "dropped with all later ones": lambda rows, at: rows[:at],
    "twice": lambda rows, at: renumbered(rows[: at + 1] + rows[at:]),
    "swapped": lambda rows, at: renumbered(
        [*rows[: at - 1], rows[at], rows[at - 1], *rows[at + 1 :]] if at else rows[1::-1] + rows[2:]
    ),
    "another topic": renamed,
}
"""What happens to the event at an index."""


def is_tampered(read: Callable[[], object]) -> bool:
    """Whether reading fails because of tampering."""
    try:
        read()
    except Tampered:
        return True
    return False


def _entries(_: None, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """A projector that keeps the entries as the library read them."""
    return tuple(entries)


class OfABook(ABC):
    """Tests for every back end."""

    @abstractmethod
    def open(self, directory: Path) -> Book:
        """A book in this directory; a second call opens the same book."""

    @pytest.fixture
    def book(self, tmp_path: Path) -> Book:
        return self.open(tmp_path)


class BookContract(OfABook):
    """Events of games, and what changes them."""

    bytes_apart = 7
    """Every seventh byte of an event is changed; all events together cover every offset."""

    @abstractmethod
    def change(self, book: Book, game: UUID, changed: Callable[[Rows], Rows]) -> None:
        """Replace the rows of a game, without the book."""

    @abstractmethod
    def garble(self, book: Book, version: int) -> None:
        """Store a wrong text in place of the bytes of every later entry with this version."""

    @pytest.fixture
    def game(self, book: Book) -> UUID:
        assert take_one(book, UNFINISHED).outcome == "added"
        (game,) = book.games()
        return game

    # -- appending and reading

    def test_appended_events_are_read(self, book: Book, game: UUID) -> None:
        before = book.stream(game)
        event = TurnPassed(seat=before.game.current.seat if before.game.current else 0)
        book.append(before, [event])
        after = book.stream(game)
        assert after.version == before.version + 1 == book.version(game)
        assert [entry.event for entry in after.entries[:-1]] == [e.event for e in before.entries]
        assert after.entries[-1].event == event
        assert after.entries[-1].previous == before.hash

    def test_appending_nothing_changes_nothing(self, book: Book, game: UUID) -> None:
        before = book.stream(game)
        book.append(before, [])
        assert book.stream(game) == before

    def test_a_second_writer_gets_a_conflict(self, book: Book, game: UUID) -> None:
        mine, other = book.stream(game), book.stream(game)
        book.append(other, [TurnPassed(seat=1)])
        with pytest.raises(Conflict):
            book.append(mine, [TurnPassed(seat=0)])
        with pytest.raises(Conflict):
            book.append(mine, [TurnPassed(seat=0), GameAbandoned()])
        assert [e.event for e in book.stream(game).entries[mine.version :]] == [TurnPassed(seat=1)]
        book.append(book.stream(game), [GameAbandoned()])
        assert book.version(game) == mine.version + 2

    def test_a_gap_is_refused(self, book: Book, game: UUID) -> None:
        stream = book.stream(game)
        ahead = stream._replace(entries=(*stream.entries, stream.entries[-1]))
        with pytest.raises(Conflict):
            book.append(ahead, [TurnPassed(seat=0)])
        assert book.version(game) == stream.version

    @pytest.mark.parametrize(("events", "wrong"), [(1, 0), (2, 0), (2, 1)])
    def test_nothing_is_stored_if_the_store_changes_a_value(
        self, book: Book, game: UUID, events: int, wrong: int
    ) -> None:
        before, names = book.stream(game), all_names(book)
        self.garble(book, before.version + 1 + wrong)
        with pytest.raises(Unavailable) as error:
            book.append(before, [TurnPassed(seat=1)] * events, [(str(uuid4()), "Eva")])
        assert error.value.code == "written-otherwise"
        assert error.value.params["game"] == str(game)
        assert error.value.params["event"] == before.version + 1 + wrong
        assert book.stream(game) == before
        assert all_names(book) == names

    def test_an_unknown_game(self, book: Book) -> None:
        unknown = uuid4()
        with pytest.raises(UnknownGame):
            book.stream(unknown)
        assert book.version(unknown) == 0

    def test_another_reader_sees_the_same(self, tmp_path: Path, book: Book, game: UUID) -> None:
        assert self.open(tmp_path).stream(game) == book.stream(game)

    def test_the_library_reads_the_same(self, book: Book, game: UUID) -> None:
        read: object = book.repository.get(game, projector_func=cast("Any", _entries))
        assert read == book.stream(game).entries

    def test_games_are_found_by_record_and_by_id(self, book: Book, game: UUID) -> None:
        for name in (UNFINISHED["id"], str(game), game.hex, game.hex[:8], str(game)[:12]):
            assert book.find(name) == game
        for name in ("", "nobody", game.hex + "0", "zz" + game.hex[:6]):
            with pytest.raises(UnknownGame):
                book.find(name)

    def test_a_game_is_found_by_a_prefix_of_its_name(self, book: Book) -> None:
        for name in ("Evening-2", "evening-21", "evening-3", "morning"):
            assert take_one(book, UNFINISHED | {"id": name}).outcome == "added"
        for name, called in (
            ("evening-2", "Evening-2"),
            ("EVENING-3", "evening-3"),
            ("morn", "morning"),
            ("last", "morning"),
        ):
            assert book.find(name) == game_id(called)
        for name, code, candidates in (
            ("even", "ambiguous-game", ["evening-3", "evening-21", "Evening-2"]),
            ("ing", "similar-games", ["morning", "evening-3", "evening-21", "Evening-2"]),
            ("g-2", "similar-games", ["evening-21", "Evening-2"]),
        ):
            with pytest.raises(UnknownGame) as error:
                book.find(name)
            assert (error.value.code, error.value.params["candidates"]) == (code, candidates)
            assert error.value.params["number"] == len(candidates)
        for name in ("", " ", "night"):
            with pytest.raises(UnknownGame, match="unknown-game"):
                book.find(name)

    def test_a_prefix_of_a_name_and_of_an_id(self, book: Book) -> None:
        start = game_id("morning").hex[:8]
        for name in ("morning", f"{start}-club"):
            assert take_one(book, UNFINISHED | {"id": name}).outcome == "added"
        with pytest.raises(UnknownGame) as error:
            book.find(start)
        assert sorted(error.value.params["candidates"]) == [f"{start}-club", "morning"]
        assert book.find(game_id("morning").hex[:9]) == game_id("morning")
        assert take_one(book, UNFINISHED | {"id": "last"}).outcome == "added"
        assert take_one(book, UNFINISHED | {"id": "later"}).outcome == "added"
        assert book.find("last") == game_id("last")

    def test_no_last_game(self, book: Book) -> None:
        with pytest.raises(UnknownGame):
            book.find("last")

    # -- the log of all games

    def test_the_log_has_every_event_once_in_order(self, book: Book, game: UUID) -> None:
        assert take_one(book, record("payout.jsonl", 4)).outcome == "added"
        book.append(book.stream(game), [GameAbandoned()])
        log = book.log(0, 10_000)
        positions = [position for position, *_ in log]
        assert positions == sorted(set(positions))
        assert positions[0] > 0
        assert positions[-1] == book.last_position()
        assert log[-1][1:4] == (game.hex, book.version(game), "game-abandoned/1")
        for one in book.games():
            rows, _ = book.recorder.select_rows(one)
            assert [tuple(rest) for _, of, *rest in log if of == one.hex] == rows
        assert all(type(row) is tuple for row in log)
        with book.scan_log(0, 10_000) as scanned:
            assert list(scanned) == log

    def test_the_log_is_read_from_any_position(self, book: Book, game: UUID) -> None:
        whole = book.log(0, 10_000)
        assert len(whole) == book.version(game) + 1
        for at, (position, *_) in enumerate(whole):
            assert book.log(position, 2) == whole[at + 1 : at + 3]

    def test_the_log_of_some_games(self, book: Book, game: UUID) -> None:
        log = book.log(0, 1000)
        last = log[-1][0]
        with book.scan_games([], last) as none:
            assert list(none) == []
        with book.scan_games([game.hex, uuid4().hex], log[3][0]) as some:
            assert list(some) == log[:4]

    def test_an_empty_book_has_an_empty_log(self, book: Book) -> None:
        assert book.log(0, 10) == []
        assert book.last_position() == 0
        assert book.end_of_batch(0, 10, 0) == 0

    def test_a_batch_ends_before_an_event_of_another_game(self, book: Book, game: UUID) -> None:
        assert take_one(book, record("payout.jsonl", 4)).outcome == "added"
        book.append(book.stream(game), [GameAbandoned()])
        log = book.log(0, 10_000)
        positions, of = [row[0] for row in log], [row[1] for row in log]
        last = positions[-1]
        for at, position in enumerate(positions):
            run = takewhile(lambda other: other == of[at], of[at:])  # noqa: B023 - used up at once
            end = positions[at + len(list(run)) - 1]
            assert book.end_of_batch(0, position, last) == end
            assert book.end_of_batch(0, position, position) == position
            assert book.end_of_batch(position, last, last) == last

    # -- tampering

    def is_noticed(
        self, book: Book, game: UUID, changed: Callable[[Rows], Rows], *, quickly: bool = False
    ) -> bool:
        """The change is noticed on reading, by verification and, unless ``quickly``, on export."""
        kept: Rows = []

        def remember(rows: Rows) -> Rows:
            kept[:] = rows
            after = changed(list(rows))
            assert after != rows
            return after

        self.change(book, game, remember)
        found = is_tampered(lambda: book.stream(game))
        found = is_tampered(lambda: verify_game(book, game)) and found
        found = is_tampered(lambda: verify_book(book)) and found
        if not quickly:
            found = is_tampered(lambda: exported(book)) and found
        self.change(book, game, lambda _: kept)
        return found and (quickly or not is_tampered(lambda: book.stream(game)))

    @pytest.mark.parametrize("name", DAMAGE)
    def test_damaged_rows(self, book: Book, game: UUID, name: str) -> None:
        for at in range(book.version(game)):
            damaged: Callable[[Rows], Rows] = lambda rows, at=at: DAMAGE[name](rows, at)  # type: ignore[misc] # noqa: E731
            assert self.is_noticed(book, game, damaged)

    def test_any_byte(self, book: Book, game: UUID) -> None:
        for at in range(book.version(game)):
            for offset in range(at % self.bytes_apart, 100_000, self.bytes_apart):

                def byte_changed(rows: Rows, at: int = at, offset: int = offset) -> Rows:
                    version, topic, state = rows[at]
                    rows[at] = (version, topic, flip(state, offset))
                    return rows

                if offset >= self.length(book, game, at):
                    break
                assert self.is_noticed(book, game, byte_changed, quickly=True)

    def length(self, book: Book, game: UUID, at: int) -> int:
        rows, _ = book.recorder.select_rows(game)
        return len(rows[at][2])


def flip(state: bytes, offset: int) -> bytes:
    changed = bytearray(state)
    changed[offset] ^= 1 << offset % 8
    return bytes(changed)
