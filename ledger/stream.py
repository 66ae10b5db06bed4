"""One game's stream: folded when read, extended when something happens."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from domain.events import Event, GameOpened
from domain.game import Game, fold

from .codec import NOTHING_BEFORE, Entry, encode, entry_hash
from .errors import Tampered

_RECORDS = uuid5(NAMESPACE_URL, "domino-ledger/record")


def game_id(record: str) -> UUID:
    """The id of the game that a record of this name tells of: the same in every book."""
    return uuid5(_RECORDS, record)


@dataclass(slots=True)
class Stream:
    """A game as read from its stream: every entry checked against the one before it."""

    id: UUID
    version: int
    hash: str
    """Of the last entry."""
    game: Game
    entries: tuple[Entry, ...]


def project(_: None, entries: Iterable[Entry]) -> Stream | None:
    """The library's projector: fold the entries of a game, None where there are none.

    Raises Tampered at the first entry that does not follow from the one before it.
    """
    kept = chained(entries)
    return folded(kept) if kept else None


def chained(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """All these entries; raises Tampered at the first that does not follow from the one before.

    To be asked before they are folded: what was tampered with can make no sense at all.
    """
    kept = tuple(entries)
    previous = NOTHING_BEFORE
    for version, entry in enumerate(kept, 1):
        if entry.originator_version != version:
            raise Tampered(f"event {version} of game {entry.originator_id} is missing")
        if entry.previous != previous:
            place = f"event {version - 1} of game {entry.originator_id}"
            raise Tampered(f"{place} is not what was recorded: its hash has changed")
        previous = entry.hash
    return kept


def folded(entries: tuple[Entry, ...]) -> Stream:
    """The game that these entries, which are chained, tell of."""
    first, last = entries[0], entries[-1]
    opened = first.event
    if not isinstance(opened, GameOpened):
        raise Tampered(f"game {first.originator_id} does not begin with its opening")
    game = fold(entry.event for entry in entries)
    return Stream(first.originator_id, last.originator_version, last.hash, game, entries)


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
    key = game.hex
    times = happened_at or {}
    for at, event in enumerate(events):
        version += 1
        topic = event.TOPIC
        state = encode(event, previous, recorded_at, times.get(at))
        rows.append((key, version, topic, state))
        previous = entry_hash(game, version, topic, state)
    return rows
