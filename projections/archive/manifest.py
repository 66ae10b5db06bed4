"""The manifest: which files an archive has, and to what part of which log each belongs.

What it does not name is no part of the archive. It is replaced as a whole, after the files that it
names are there.
"""

from hashlib import sha256
from typing import Final

from pydantic import (
    BaseModel,
    ConfigDict,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
    field_validator,
)

from ...domain.rules.counting import Counting
from .fact_tables import FACTS, RULES
from .place import NoArchive, Place

MANIFEST: Final = "manifest.json"
FORMAT: Final = "domino-ledger/archive/1"
EVENTS: Final = "events"
OTHERS: Final = "others"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class File(_Value):
    """A file of the archive, in Parquet."""

    path: str
    """Within the archive. Its name is the beginning of its hash."""
    rows: int
    size: int
    """In bytes."""
    sha256: str
    """In hexadecimal digits."""


class Bucket(_Value):
    """The closed games whose openings lie in one part of the log, in the order of openings."""

    number: int
    games: int
    leaves: tuple[int, int]
    """The index in the log of their first event, from 0, and of their last."""
    heads: str
    """A SHA-256 over the id of each game and its number of events."""
    tables: dict[str, File]
    """By name: events, the `FACTS`, and the `RULES`."""

    @field_validator("tables")
    @classmethod
    def _are_all(cls, tables: dict[str, File]) -> dict[str, File]:
        if tables.keys() != {EVENTS, *FACTS, RULES}:
            raise ValueError(tables)
        return tables

    @property
    def events(self) -> int:
        """The number of events."""
        return self.tables[EVENTS].rows


class BookLog(_Value):
    """The log of a book up to some event, and what the archive has of it."""

    log: str
    """The beginning of the hash of its first entry."""
    size: NonNegativeInt
    """The number of events in the log."""
    root: str
    """The root of the tree over these (docs/proof-format.md), in hexadecimal digits."""
    checkpoint: str | None
    """The newest checkpoint that was beside the book."""
    counting: Counting
    """By whose score and payout its games count, if not by their own."""
    others: File
    """The hashes of the leaves of all other events, with their indices."""
    buckets: tuple[Bucket, ...]
    """In order; without those that have no closed games."""

    @property
    def files(self) -> list[File]:
        """All files of it."""
        return [self.others, *(file for each in self.buckets for file in each.tables.values())]


class Manifest(_Value):
    """What an archive has."""

    format: str = FORMAT
    width: PositiveInt
    """The entries of the log that make a bucket."""
    logs: tuple[BookLog, ...] = ()
    """In the order of their names."""

    @property
    def files(self) -> list[File]:
        """All files of the archive."""
        return [file for log in self.logs for file in log.files]

    @property
    def events(self) -> int:
        """The number of events of all logs."""
        return sum(bucket.events for log in self.logs for bucket in log.buckets)

    @property
    def games(self) -> int:
        """The number of games of all logs."""
        return sum(bucket.games for log in self.logs for bucket in log.buckets)

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(file.size for file in self.files)

    def log_called(self, name: str) -> BookLog | None:
        """What it has of the log of this name."""
        return next((each for each in self.logs if each.log == name), None)

    def with_log(self, log: BookLog) -> "Manifest":
        """The manifest with what it has of this log replaced."""
        others = [each for each in self.logs if each.log != log.log]
        logs = tuple(sorted([*others, log], key=lambda each: each.log))
        return Manifest(width=self.width, logs=logs)


def read_manifest(place: Place) -> Manifest | None:
    """The manifest of an archive; None if there is no archive. Raises NoArchive."""
    if not place.has(MANIFEST):
        return None
    try:
        found = Manifest.model_validate_json(place.read(MANIFEST))
    except ValidationError:
        raise NoArchive("no-manifest", archive=place.name) from None
    if found.format != FORMAT:
        raise NoArchive("other-archive", archive=place.name, format=found.format)
    return found


def write_manifest(place: Place, manifest: Manifest) -> None:
    """Replace the manifest. Raises NoArchive."""
    place.write(MANIFEST, f"{manifest.model_dump_json(indent=1)}\n".encode())


def hash_of_content(content: bytes) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return sha256(content).hexdigest()
