"""What a book is kept in: what every store of events does, whichever database is behind it."""

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from ..errors import Unavailable
from .codec import BEFORE_THE_EVENT, USUAL, Entry, StoredRow, decode, entry_hash

Row = tuple[str, int, str, bytes]
"""Game, version, topic, state: an event as the table has it."""

LogRow = tuple[int, str, int, str, bytes]
"""Position in the log over all games, then an event as the table has it."""

ToldRow = tuple[int, str, str, bytes]
"""Position in the log over all games, game, topic, state."""

ID_WIDTH, ACT_WIDTH = 32, 24
ACT_AT = USUAL + len(BEFORE_THE_EVENT) - 1
"""Where the bytes of a usual act tell of seat and tile, in `ACT_WIDTH` bytes from the colon on."""
PIECE = ID_WIDTH + ACT_WIDTH
"""The width of what one event is in a `Dialect.digest`."""

Head = tuple[int, str]
"""Version and hash of the last entry of a game, as noted beside the events."""

Name = tuple[str, str]
"""A player's id and name, as the table has them."""


class Dialect(NamedTuple):
    """The statements on events that no two databases read alike; `?` stands for a value."""

    games: str
    """The id of every game as text, in the order in which they were first recorded."""
    those_there: str
    """Of the ids in a JSON list, those of games in the book."""
    last_position: str
    """The last position of the log; null where there is none."""
    reaches: str
    """The position of the last of so many events after a position; null where there is none.

    It may be one that has fewer before it where positions were left out.
    """
    told: str
    """Position, game, topic and state of the events after one position and up to another, in order,
    without those of one topic."""
    told_at: str
    """The same of the events at the positions in a JSON list."""
    told_of: str
    """The same of all events of the games in a JSON list, up to a position, game by game."""
    digest: str | None
    """How many events there are after one position and up to another, and all of them in one value,
    in order: of each its game in `ID_WIDTH` digits, and then `ACT_WIDTH` bytes: where it has one of
    three topics those from `ACT_AT` on, else an exclamation mark and the topic, filled up with
    tildes. Asked with the first position, topics, place (from 1), width twice, and positions. None:
    it is no quicker than `told`."""


class Store(ApplicationRecorder):
    """The library's recorder, made append-only, and made to write many events at once.

    What goes wrong comes out as an error of `ledger.errors`, with a sentence that names the book.
    """

    dialect: ClassVar[Dialect]
    address: Path | str
    """Where the book is: a file, or else a URL, with the password if there is one."""
    name: str
    """The same for sentences, without a password."""
    schema: str | None = None
    """The schema of a database that the book is in."""

    @abstractmethod
    def insert(self, rows: Sequence[Row], names: Sequence[Name]) -> None:
        """Record these rows, their games' heads and these names in one transaction."""

    @abstractmethod
    def select_rows(self, game: UUID) -> tuple[list[StoredRow], Head | None]:
        """All rows of one game, in order, and what is noted of the last, as of one moment."""

    @abstractmethod
    def select_log(self, after: int, limit: int) -> list[LogRow]:
        """The next rows of the log, in order of position."""

    @abstractmethod
    def query(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows that a SELECT finds; `?` stands for a value."""

    @abstractmethod
    def each(self, statement: str, values: Sequence[Any]) -> Generator[tuple[Any, ...], None, None]:
        """The same rows one by one, of one moment: many need not be held, which takes longer.

        Whoever may stop on the way closes it.
        """

    @abstractmethod
    def change(self, statement: str, values: Sequence[Any]) -> None:
        """Carry out one statement on the tables beside the events, in a transaction."""

    @abstractmethod
    def wipe(self) -> None:
        """Leave no copy of deleted names behind; raises Unavailable where one would stay."""

    @abstractmethod
    def copy(self, path: Path) -> None:
        """Copy the whole book, as it is at one moment, into a new SQLite file."""


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
            raise Unavailable(
                f"{name} does not hold event {version} of game {UUID(game)} as it was written: "
                "nothing of this batch is kept"
            )


class EntryMapper(Mapper[UUID]):
    """Maps entries to stored events and back, with explicit topics and canonical bytes."""

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        assert isinstance(domain_event, Entry)
        entry = domain_event
        topic = entry.event.TOPIC
        return StoredEvent(entry.originator_id, entry.originator_version, topic, entry.state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        game, version = stored_event.originator_id, stored_event.originator_version
        assert isinstance(game, UUID)
        return decode(game, version, stored_event.topic, stored_event.state)
