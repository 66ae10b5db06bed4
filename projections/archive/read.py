"""Games of an archive, with the bytes of their events as the book stored them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ...ledger.errors import Tampered, UnknownGame
from ...ledger.store.rows import StoredRow
from ..tables.arrow import columns_of
from .event_columns import SCHEMA, GameEvents, games_in
from .manifest import EVENTS, Bucket, File, Manifest, hash_of_content, read_manifest
from .place import NoArchive, Place


class Archive(NamedTuple):
    """An archive to read. All that is read is compared with its hash in the manifest."""

    place: Place
    manifest: Manifest

    def games(self, bucket: Bucket, game: UUID | None = None) -> Iterator[GameEvents]:
        """The games of a bucket, in the order of opening, or only this one.

        Raises NoArchive and Tampered.
        """
        table = self.events(bucket)
        return games_in(table if game is None else only_of(table, game))

    def events(self, bucket: Bucket) -> pa.Table:
        """The events of a bucket in columns. Raises NoArchive and Tampered."""
        return self.table(bucket.tables[EVENTS], SCHEMA)

    def facts(self, bucket: Bucket, name: str, *columns: str) -> pa.Table:
        """A table of facts of the games of a bucket, or some of its columns.

        Raises NoArchive and Tampered.
        """
        return self.table(bucket.tables[name], columns_of(name), columns)

    def rows(self, game: UUID) -> list[StoredRow]:
        """All events of one game, as stored, in order; `read_stream` folds them.

        Raises UnknownGame, NoArchive and Tampered.
        """
        for log in self.manifest.logs:
            for bucket in log.buckets:
                for found in self.games(bucket, game):
                    return found.rows
        raise UnknownGame("not-archived", archive=self.place.name, game=str(game))

    def table(
        self, file: File, schema: pa.Schema | None = None, columns: Sequence[str] = ()
    ) -> pa.Table:
        """A table of the archive, which has this schema; without columns, all of them.

        Raises NoArchive, and Tampered if the file is not as it was written.
        """
        content = self.content(file)
        try:
            parquet = pq.ParquetFile(pa.BufferReader(content))
            if schema in {None, parquet.schema_arrow}:
                # `pq.read_table` begins threads, and a program that ends soon after may abort
                # (https://github.com/apache/arrow/issues/34314).
                return parquet.read(list(columns) or None, use_threads=False)
        except (pa.ArrowException, OSError):
            pass
        raise NoArchive("archive-columns", archive=self.place.name, path=file.path)

    def content(self, file: File) -> bytes:
        """The bytes of a file. Raises NoArchive, and Tampered if they are not as written."""
        if not self.place.has(file.path):
            raise Tampered("archive-file-lost", archive=self.place.name, path=file.path)
        content = self.place.read(file.path)
        if hash_of_content(content) != file.sha256:
            raise Tampered("archive-file-changed", archive=self.place.name, path=file.path)
        return content


def only_of(events: pa.Table, game: UUID) -> pa.Table:
    """The events of one game."""
    return events.filter(pc.equal(events["game"], game.hex))


def open_archive(name: str) -> Archive:
    """The archive in a folder or at a URL. Raises NoArchive."""
    place = Place(name)
    manifest = read_manifest(place)
    if manifest is None:
        raise NoArchive("no-archive", archive=name)
    return Archive(place, manifest)
