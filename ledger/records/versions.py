"""The versions of a game: as first recorded, and after each amendment.

A stream holds all versions in order. An amendment begins a new version and supersedes the events
before it, which stay in the stream.
"""

from typing import NamedTuple

from ...domain.events import Event, GameAmended
from ...domain.game.state import Game
from ..errors import UnknownVersion
from ..store.codec import Entry
from ..store.stream import Stream
from .amendments import Amendment, amendment_in


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
    return tuple(amendment_in(each.entries[0], each.number) for each in versions_of(stream)[1:])
