"""The streams of the house: what it puts on record beside its games, chained as they are.

One has its decisions: keys, rules, and who is whom. They are few, and read as a whole. Two grow
with the games: the journal of money, which is read on from where a reader was, and the register of
names, which only checks read.

They stand in the same table as the games, under ids that no game has. Whatever goes through all
streams as games passes them over.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from ..errors import Tampered
from .chain import NOTHING_BEFORE, entry_hash
from .codec import NOTHING, Head, HouseEntry, StoredRow, house_entries

HOUSE: UUID = uuid5(NAMESPACE_URL, "domino-ledger/house")
JOURNAL: UUID = uuid5(NAMESPACE_URL, "domino-ledger/journal")
NAMES: UUID = uuid5(NAMESPACE_URL, "domino-ledger/names")
"""The ids of the three streams: the same in every book."""
NO_GAMES = (HOUSE, JOURNAL, NAMES)
NO_GAMES_HEX = tuple(stream.hex for stream in NO_GAMES)
"""As the table has them."""


@dataclass(frozen=True)
class House:
    """The decisions of the house, with the hash chain checked, and how far its journal goes."""

    entries: tuple[HouseEntry, ...] = ()
    journal: Head = NOTHING

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.entries)

    @property
    def hash(self) -> str:
        """The hash of the last entry; empty if there is none."""
        return self.entries[-1].hash if self.entries else NOTHING_BEFORE


def cannot_follow(stream: UUID, entry: HouseEntry) -> Tampered:
    """The error of an entry that no command would have recorded here."""
    return Tampered("event-cannot-follow", game=str(stream), event=entry.version)


def read_journal(rows: Iterable[StoredRow], after: int, last: Head) -> Iterator[HouseEntry]:
    """The entries of the journal after this version, of the rows from this version on.

    ``last``: the head that they must at least reach. Raises Tampered at the first broken row.
    """
    read, head = iter(rows), NOTHING
    if after:
        version, topic, state = next(read, (0, "", b""))
        if version != after:
            raise Tampered("event-missing", game=str(JOURNAL), event=after)
        head = after, entry_hash(JOURNAL, version, topic, state)
    for entry in house_entries(JOURNAL, read, head):
        head = entry.version, entry.hash
        if head[0] == last[0] and head != last:
            break
        yield entry
    if head[0] <= last[0] and head != last:
        raise Tampered("last-event-lost", game=str(JOURNAL))
