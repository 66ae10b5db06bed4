"""Closed games of a book, copied into an archive.

What is written follows from the log alone, the rules that count, and verdicts found so far: made at
once or bit by bit, an archive of the same log has the same bytes. A file is never changed: a newer
one has another name, and is a part of the archive when the manifest names it. So a program that is
killed leaves the archive as it was.
"""

import io
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...ledger.errors import Conflict
from ...ledger.log.durable import locked
from ..tables.catch_up import Keeper
from .event_columns import table_of
from .log_parts import heads_of
from .manifest import (
    EVENTS,
    MANIFEST,
    OTHERS,
    BookLog,
    Bucket,
    File,
    Manifest,
    hash_of_content,
    read_manifest,
    write_manifest,
)
from .place import Place
from .source import Games, Source, source_of

WIDTH: Final = 1 << 18
"""The entries of the log that make a bucket: each of its files is read and written at once."""
_OTHERS = pa.schema(
    [
        pa.field("leaf", pa.int64(), nullable=False),
        pa.field("hash", pa.binary(32), nullable=False),
    ]
)
_ROWS_TOGETHER = 1 << 16
"""The rows of a row group: what a reader of one column of it holds in memory."""
_OURS = re.compile(r"\w+/log=[0-9a-f]{16}(/bucket=\d{6})?/[0-9a-f]{16}\.parquet(\.part)?")
"""The paths of files that this program writes."""


@contextmanager
def open_to_write(name: str, *, width: int = WIDTH) -> Iterator["Writer"]:
    """An archive, which is made if there is none. Raises NoArchive, and NoTiles.

    Other programs on this machine wait. ``width``: the entries of the log that make a bucket of a
    new archive.
    """
    place = Place(name)
    with nullcontext() if place.folder is None else locked(place.folder / MANIFEST):
        yield Writer(place, read_manifest(place) or Manifest(width=width))


class Writer:
    """Writes to an archive."""

    def __init__(self, place: Place, manifest: Manifest) -> None:
        self._place = place
        self.manifest = manifest
        self.written: list[File] = []
        """The files that were written; the manifest is none of them."""

    def take_in(self, keeper: Keeper) -> Iterator[int]:
        """Copy what is new of a book whose tables are up to date; yields numbers of events.

        They are of the games of a bucket, copied or found unchanged. Raises NoArchive; Tampered;
        Conflict if the archive has another log that begins alike, or more of this one; Unavailable
        if this user does not see all events.
        """
        with keeper.models.reading() as connection:
            source = source_of(keeper.book, connection, [each.size for each in self.manifest.logs])
            if source.size:
                log = yield from self._copied(source)
                if log not in self.manifest.logs:
                    self.manifest = self.manifest.with_log(log)
                    write_manifest(self._place, self.manifest)
        self._clear()

    def _copied(self, source: Source) -> Generator[int, None, BookLog]:
        before, parts = self._before(source), source.parts
        known = {} if before is None else {each.number: each for each in before.buckets}
        buckets = list[Bucket]()
        for number, games in source.buckets(self.manifest.width):
            buckets.append(self._bucket(source, number, games, known.get(number)))
            yield buckets[-1].events
        columns = [*zip(*parts.others, strict=True)] or [(), ()]
        others = pa.table([*map(pa.array, columns, _OTHERS.types)], schema=_OTHERS)
        old = None if before is None else before.others
        return BookLog(
            log=parts.name,
            size=source.size,
            root=parts.roots[source.size].hex(),
            checkpoint=None if source.checkpoint is None else str(source.checkpoint),
            counting=source.counting,
            others=self._file(f"{OTHERS}/log={parts.name}", others, old),
            buckets=tuple(buckets),
        )

    def _before(self, source: Source) -> BookLog | None:
        """What the archive has of this log. Raises Conflict if it goes on otherwise."""
        log = self.manifest.log_called(source.parts.name)
        book = source.book.path
        if log is not None and log.size > source.size:
            raise Conflict("archive-goes-further", book=book, size=log.size, events=source.size)
        if log is not None and source.parts.roots[log.size].hex() != log.root:
            raise Conflict("archive-of-another-log", book=book, size=log.size)
        return log

    def _bucket(self, source: Source, number: int, games: Games, before: Bucket | None) -> Bucket:
        of_log = f"log={source.parts.name}/bucket={number:06}"
        heads, known = heads_of(games), {} if before is None else before.tables
        if before is not None and before.heads == heads:
            events, leaves = known[EVENTS], before.leaves
        else:
            table = table_of(source.events(games))
            events = self._file(f"{EVENTS}/{of_log}", table, known.get(EVENTS))
            found = pc.min_max(table["leaf"]).as_py()
            leaves = found["min"], found["max"]
        facts = {
            name: self._file(f"{name}/{of_log}", table, known.get(name))
            for name, table in source.facts(games)
        }
        return Bucket(
            number=number,
            games=len(games),
            leaves=leaves,
            heads=heads,
            tables={EVENTS: events, **facts},
        )

    def _file(self, folder: str, table: pa.Table, before: File | None) -> File:
        """The file of a table, which is written unless the archive has it in this place."""
        content = parquet_of(table)
        hash = hash_of_content(content)
        file = File(
            path=f"{folder}/{hash[:16]}.parquet",
            rows=table.num_rows,
            size=len(content),
            sha256=hash,
        )
        if file != before:
            self._place.write(file.path, content)
            self.written.append(file)
        return file

    def _clear(self) -> None:
        """Delete the files of this program that the manifest does not name."""
        named = {each.path for each in self.manifest.files}
        for path in self._place.files():
            if path not in named and _OURS.fullmatch(path):
                self._place.delete(path)


# -- files

_DELTAS = ("version", "leaf", "recorded_at", "clock")
_PLAIN = ("salt", "hash", "body", "happened_at")


def parquet_of(table: pa.Table) -> bytes:
    """The table as a Parquet file: the same bytes for the same table."""
    names, file = table.schema.names, io.BytesIO()
    pq.write_table(
        table,
        file,
        row_group_size=_ROWS_TOGETHER,
        compression="zstd",
        compression_level=9,
        use_dictionary=[name for name in names if name not in {*_DELTAS, *_PLAIN}],
        column_encoding={name: "DELTA_BINARY_PACKED" for name in names if name in _DELTAS},
    )
    return file.getvalue()
