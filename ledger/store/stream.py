"""The stream of one game: its events, folded and checked."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from secrets import token_bytes
from typing import NamedTuple, Protocol, TypeAlias
from uuid import UUID

from ...domain.events import EntrySigned, Event, GameOpened, RoundDealt
from ...domain.game.state import Game, evolve_game, fold
from ...domain.house import HouseEvent
from ..errors import Tampered
from .chain import hash_in, stream_tag
from .codec import Entry, chained, decode, encode
from .rows import Row, StoredRow

Sign: TypeAlias = Callable[[UUID, int, int, str], EntrySigned]
"""Signs entries of a game: from the first version to the last, which has this hash."""

SALT = 16
"""The bytes of the salt of a deal."""


class Stream(NamedTuple):
    """A game and its entries, with the hash chain checked."""

    game: Game
    entries: tuple[Entry, ...]
    """Not empty; the first is the opening."""

    @property
    def id(self) -> UUID:
        return self.entries[0].originator_id

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self.entries[-1].hash

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.entries)

    def up_to(self, version: int) -> "Stream":
        """The stream after its first ``version`` events."""
        if version == self.version:
            return self
        entries = self.entries[:version]
        return Stream(fold([entry.event for entry in entries]), entries)


def read_stream(game: UUID, rows: Sequence[StoredRow]) -> Stream:
    """The stream in these rows, in order of version; raises Tampered at the first broken row."""
    entries = tuple(chained(game, rows))
    if not entries or not isinstance(entries[0].event, GameOpened):
        raise Tampered("no-opening", game=str(game))
    return Stream(fold([entry.event for entry in entries]), entries)


def read_on(stream: Stream, rows: Sequence[StoredRow]) -> Stream:
    """The stream with these rows after it; raises Tampered at the first broken row."""
    return _with(stream, chained(stream.id, rows, (stream.version, stream.hash)))


def continued(stream: Stream, rows: Sequence[Row]) -> Stream:
    """The stream with these rows, which are its next."""
    return _with(stream, [decode(stream.id, *row[1:]) for row in rows])


def _with(stream: Stream, new: Sequence[Entry]) -> Stream:
    if not new:
        return stream
    game = reduce(evolve_game, (entry.event for entry in new), stream.game)
    return Stream(game, (*stream.entries, *new))


class MakeRows(Protocol):
    """Makes rows recorded at this time; ``clock``: what it showed, if that was earlier."""

    def __call__(self, *, recorded_at: str, clock: str | None) -> Sequence[Row]: ...


def rows_after(
    game: UUID,
    version: int,
    previous: str,
    events: Sequence[Event | HouseEvent],
    *,
    recorded_at: str,
    clock: str | None = None,
    happened_at: Mapping[int, str] | None = None,
    sign: Sign | None = None,
) -> list[Row]:
    """The rows for these events after ``version``.

    ``game`` may be the id of the house. ``previous`` is the hash of the entry at ``version``.
    ``happened_at`` contains times by index. A deal gets a salt of 16 random bytes. ``sign`` makes
    one more event, which signs them.
    """
    rows, times = list[Row](), happened_at or {}
    key, tag, before = game.hex, stream_tag(game), version
    for index, event in enumerate(events):
        version += 1
        # Without a salt, the hash of a deal would let a player try out the tiles of the others.
        salt = token_bytes(SALT) if isinstance(event, RoundDealt) else b""
        state = encode(event, previous, recorded_at, times.get(index), salt, clock=clock)
        rows.append((key, version, event.TOPIC, state))
        previous = hash_in(tag, version, event.TOPIC, state)
    if sign is not None:
        signature = sign(game, before + 1, version, previous)
        rows += rows_after(
            game, version, previous, [signature], recorded_at=recorded_at, clock=clock
        )
    return rows
