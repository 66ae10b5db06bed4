"""One game's stream: folded when read, extended when something happens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.events import Event, GameOpened
from domain.game.state import Game, evolve_game, fold

from ..errors import Tampered
from .base import Row
from .codec import Entry, StoredRow, chained, decode, encode, entry_hash, hash_in, stream_tag

_RECORDS = uuid5(NAMESPACE_URL, "domino-ledger/record")


def game_id(record: str) -> UUID:
    """The id of the game that a record of this name tells of: the same in every book."""
    return uuid5(_RECORDS, record)


@dataclass(frozen=True)
class Stream:
    """A game as read from its stream: every entry checked against the one before it."""

    id: UUID
    hash: str
    """Of the last entry."""
    game: Game
    rows: Sequence[StoredRow]

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.rows)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The events with their places, times and hashes; made when first asked for."""
        return tuple(decode(self.id, *row) for row in self.rows)


def read_stream(game: UUID, rows: Sequence[StoredRow]) -> Stream:
    """The game that these rows, its first event first, tell of.

    Raises Tampered at the first row that does not follow from the one before it.
    """
    events, hash = chained(game, rows)
    if not events or not isinstance(events[0], GameOpened):
        raise Tampered("no-opening", game=str(game))
    return Stream(game, hash, fold(events), rows)


def continued(stream: Stream, events: Sequence[Event], rows: Sequence[Row]) -> Stream:
    """The stream after these events, recorded in these rows, of which there is at least one."""
    _, version, topic, state = rows[-1]
    return Stream(
        id=stream.id,
        hash=entry_hash(stream.id, version, topic, state),
        game=reduce(evolve_game, events, stream.game),
        rows=(*stream.rows, *(row[1:] for row in rows)),
    )


def project(_: None, entries: Iterable[Entry]) -> Stream | None:
    """The library's projector: the same from entries; None where there are none."""
    kept = list(entries)
    rows = [(entry.originator_version, entry.topic, entry.state) for entry in kept]
    return read_stream(kept[0].originator_id, rows) if kept else None


def rows_after(
    game: UUID,
    version: int,
    previous: str,
    events: Sequence[Event],
    *,
    recorded_at: str,
    happened_at: dict[int, str] | None = None,
) -> list[tuple[str, int, str, bytes]]:
    """The rows (game, version, topic, state) that record these events after that version.

    ``previous`` is the hash of the entry at that version; ``happened_at`` gives times by index.
    """
    rows = []
    key, stream = game.hex, stream_tag(game)
    times = happened_at or {}
    for at, event in enumerate(events):
        version += 1
        topic = event.TOPIC
        state = encode(event, previous, recorded_at, times.get(at))
        rows.append((key, version, topic, state))
        previous = hash_in(stream, version, topic, state)
    return rows
