"""The versions of a game: as first recorded, and after each amendment.

A stream holds all versions in order. An amendment begins a new version and supersedes the events
before it, which stay in the stream.
"""

from typing import NamedTuple
from uuid import UUID

from ...domain.events import Event, GameAmended
from ...domain.game.state import Game
from ..book import Book
from ..errors import UnknownVersion
from ..store.codec import Entry, decode
from ..store.stream import Stream


class Version(NamedTuple):
    """One version of a game."""

    number: int
    """From 1."""
    game: Game
    """The state at the end of this version."""
    entries: tuple[Entry, ...]
    """The first is the opening of the game, or the amendment."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of this version, beginning with its opening."""
        return (self.game.opened, *(entry.event for entry in self.entries[1:]))


class Amendment(NamedTuple):
    """An amendment of a game."""

    record: str
    """The record's id."""
    version: int
    """The number of the version that it begins, from 2."""
    recorded_at: str
    """A time in RFC 3339."""
    by: UUID | None
    reason: str


def versions_of(stream: Stream) -> tuple[Version, ...]:
    """All versions, the newest last."""
    games = (*stream.game.earlier, stream.game)
    starts = [at for at, entry in enumerate(stream.entries) if isinstance(entry.event, GameAmended)]
    ends = zip([0, *starts], [*starts, stream.version], games, strict=True)
    return tuple(
        Version(number, game, stream.entries[start:end])
        for number, (start, end, game) in enumerate(ends, start=1)
    )


def version_of(stream: Stream, number: int | None = None) -> Version:
    """The version with this number, or the newest; raises UnknownVersion."""
    versions = versions_of(stream)
    if number is None:
        return versions[-1]
    if not 1 <= number <= len(versions):
        record, newest = stream.game.opened.record, len(versions)
        raise UnknownVersion("unknown-version", record=record, newest=newest, version=number)
    return versions[number - 1]


def as_of(stream: Stream, version: Version) -> Stream:
    """The stream as it was at the end of this version."""
    return stream.up_to(version.entries[-1].originator_version)


def amendments_in(stream: Stream) -> tuple[Amendment, ...]:
    """The amendments of the game, oldest first."""
    return tuple(_amendment(each.number, each.entries[0]) for each in versions_of(stream)[1:])


def _amendment(number: int, entry: Entry) -> Amendment:
    event = entry.event
    assert isinstance(event, GameAmended)
    return Amendment(event.opening.record, number, entry.recorded_at, event.by, event.reason)


def all_amendments(book: Book) -> dict[UUID, list[Amendment]]:
    """The amendments by game; games without amendments are left out.

    An amendment is the first event of a write, so it directly follows a stream head. The query
    therefore reads heads, not all events.
    """
    found: dict[UUID, list[Amendment]] = {}
    rows = book.query(
        "SELECT CAST(e.originator_id AS text), e.originator_version, e.topic, e.state "
        "FROM stream_head AS h JOIN stored_events AS e ON e.originator_id = h.originator_id "
        "AND e.originator_version = h.version + 1 WHERE e.topic = ? "
        "ORDER BY e.originator_id, e.originator_version",
        [GameAmended.TOPIC],
    )
    for id, version, topic, state in rows:
        game = UUID(id)
        of_game = found.setdefault(game, [])
        entry = decode(game, version, topic, bytes(state))
        of_game.append(_amendment(len(of_game) + 2, entry))
    return found
