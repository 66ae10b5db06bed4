"""The streams of the house: what it puts on record beside its games, chained as they are.

One has its decisions: keys, rules, and who is whom. They are few, and read as a whole. Two grow
with the games: the journal of money, which is read on from where a reader was, and the register of
names, which only checks read.

They stand in the same table as the games, under ids that no game has.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from ..errors import Tampered
from .chain import NOTHING_BEFORE, entry_hash
from .codec import HouseEntry, house_entries
from .ids import HOUSE, JOURNAL
from .rows import NOTHING, Head, StoredRow


class House(NamedTuple):
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


def read_house(rows: Sequence[StoredRow], head: Head | None, journal: Head) -> House:
    """The house with the decisions in these rows; raises Tampered at the first broken row.

    ``head``: that of the decisions, or None; ``journal``: that of the journal.
    """
    house = House(tuple(house_entries(HOUSE, rows)), journal)
    if head != ((house.version, house.hash) if rows else None):
        raise Tampered("last-event-lost", game=str(HOUSE))
    return house


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
