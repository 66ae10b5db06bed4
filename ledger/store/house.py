"""The stream of the house: what it puts on record beside its games, chained as they are.

It stands in the same table as the games, under one id that no game has. Whatever goes through all
streams as games passes it over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from .chain import NOTHING_BEFORE
from .codec import HouseEntry, StoredRow, house_entries

HOUSE: UUID = uuid5(NAMESPACE_URL, "domino-ledger/house")
"""The id of the stream: the same in every book."""


@dataclass(frozen=True)
class House:
    """The entries of the house, with the hash chain checked."""

    entries: tuple[HouseEntry, ...] = ()

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.entries)

    @property
    def hash(self) -> str:
        """The hash of the last entry; empty if there is none."""
        return self.entries[-1].hash if self.entries else NOTHING_BEFORE


def read_house(rows: Sequence[StoredRow]) -> House:
    """The house in these rows, in order of version; raises Tampered at the first broken row."""
    return House(tuple(house_entries(HOUSE, rows)))
