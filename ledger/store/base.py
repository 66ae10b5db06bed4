"""What a book is kept in: what every store of events does, whichever database is behind it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeAlias
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from ..errors import Unavailable
from .chain import entry_hash
from .codec import Entry, StoredRow, decode

Row = tuple[str, int, str, bytes]
"""Game, version, topic, state: an event as the table has it."""

LogRow = tuple[int, str, int, str, bytes]
"""Position in the log over all games, then an event as the table has it."""

Head = tuple[int, str]
"""Version and hash of the last entry of a game, as noted beside the events."""

Name = tuple[str, str]
"""A player's id and name, as the table has them."""


class Holder(NamedTuple):
    """A connection that another one waits for."""

    pid: int
    """The server's number of it."""
    program: str
    user: str
    since: str | None
    """When its transaction began; None if this user may not know."""


OnWait: TypeAlias = Callable[[str, Holder], None]
"""Called with the name of the book while a command waits, from another thread."""


def ignore_wait(_: str, __: Holder) -> None:
    """Report no wait."""


class Dialect(NamedTuple):
    """The statements on events that no two databases read alike; `?` stands for a value."""

    games: str
    """The id of every game as text, in the order in which they were first recorded."""
    those_there: str
    """Of the ids in a JSON list, those of games in the book."""
    last_position: str
    """The last position of the log; null where there is none."""
    log: str
    """Rows of the log: those after a position, at most so many, in order of position."""
    log_of: str
    """Rows of the log: all events of the games in a JSON list, up to a position, game by game."""


class Store(ApplicationRecorder):
    """The library's recorder, made append-only, and made to write many events at once.

    Whatever the database raises comes out as an error of `ledger.errors` that names the book.
    """

    dialect: ClassVar[Dialect]
    address: Path | str
    """Where the book is: a file, or else a URL, with the password if there is one."""
    name: str
    """For people, without a password."""
    schema: str | None = None
    """The schema of a database that the book is in."""
    on_wait: OnWait = staticmethod(ignore_wait)

    @property
    def sees_all(self) -> bool:
        """False: this user does not see the events of rounds that are played now."""
        return True

    @abstractmethod
    def insert(self, rows: Sequence[Row], names: Sequence[Name]) -> None:
        """Record these rows, their games' heads and these names in one transaction."""

    @abstractmethod
    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        """All rows of one game, in order, and what is noted of the last, as of one moment."""

    @abstractmethod
    def scan(
        self, statement: str, values: Sequence[Any]
    ) -> AbstractContextManager[Iterator[tuple[Any, ...]]]:
        """The rows that a SELECT finds, made one by one; `?` stands for a value."""

    def query(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows that a SELECT finds; `?` stands for a value."""
        with self.scan(statement, values) as rows:
            return list(rows)

    @abstractmethod
    def change(self, statement: str, values: Sequence[Any]) -> None:
        """Carry out one statement on the tables beside the events, in a transaction."""

    @abstractmethod
    def wipe(self) -> None:
        """Leave no copy of deleted names behind; raises Unavailable where one would stay."""

    @abstractmethod
    def copy(self, path: Path) -> None:
        """Copy the whole book, as it is at one moment, into a new SQLite file."""


def require_all(store: Store) -> None:
    """Raises Unavailable if the store hides events from this user."""
    if not store.sees_all:
        raise Unavailable("events-hidden", book=store.name)


def row_of(event: StoredEvent) -> Row:
    """An event of the library's as the table has it."""
    game = event.originator_id
    assert isinstance(game, UUID)
    return game.hex, event.originator_version, event.topic, event.state


def heads_of(rows: Iterable[Row]) -> list[tuple[str, int, str]]:
    """Game, version and hash of the last of these rows of each game."""
    last_rows = {row[0]: row for row in rows}.values()
    return [
        (game, version, entry_hash(UUID(game), version, topic, state))
        for game, version, topic, state in last_rows
    ]


def check_written(
    name: str, rows: Sequence[Row], read: Callable[[str, Sequence[Any]], Iterable[Any] | None]
) -> None:
    """Read the first and last of these rows again, before what wrote them is committed.

    ``read`` gives the one row that a statement finds. Raises Unavailable where one is not there
    byte for byte: the log is append-only, so it would stay wrong for ever.
    """
    for game, version, topic, state in (*rows[:1], *rows[max(1, len(rows) - 1) :]):
        found = read(
            "SELECT topic, state FROM stored_events "
            "WHERE originator_id = ? AND originator_version = ?",
            [game, version],
        )
        if found is None or tuple(found) != (topic, state):
            raise Unavailable("written-otherwise", book=name, game=str(UUID(game)), event=version)


class EntryMapper(Mapper[UUID]):
    """Maps entries to stored events and back, with explicit topics and canonical bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        assert isinstance(domain_event, Entry)
        entry = domain_event
        return StoredEvent(entry.originator_id, entry.originator_version, entry.topic, entry.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        return decode(game, version, stored_event.topic, stored_event.state)
