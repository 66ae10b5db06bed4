"""An archive against its manifest, the logs that this names, checkpoints, and books.

Every file is compared with its hash. The root of each log is computed from the events in the
archive and the leaves of all others; so one checkpoint of the log, kept elsewhere, shows that no
event was changed. Facts are in no log: they are compared with the tables of a book, if one is
given.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

import pyarrow as pa

from ...ledger.errors import Tampered
from ...ledger.log.checkpoints import Checkpoint, checkpoint_in
from ...ledger.log.entries import entries_of
from ...ledger.log.merkle import leaf_hash
from ...ledger.signing.notes import read_note
from ..tables.catch_up import Keeper
from .fact_tables import VERDICTS
from .log_parts import heads_of, roots_over
from .manifest import EVENTS, BookLog
from .place import NoArchive
from .read import Archive
from .source import source_of

_HASH = 32


class ArchiveCovered(NamedTuple):
    """What was checked, and found as it was recorded."""

    files: int
    logs: int
    events: int
    """Those in the archive."""
    games: int
    logged: int
    """The events of the largest checkpoint, also of one that the manifest holds."""
    books: int
    """Books whose logs are those in the archive."""
    tables: int
    """Files of facts that were compared with tables of books."""


def verify_archive(
    archive: Archive, checkpoints: Iterable[Checkpoint] = (), keepers: Iterable[Keeper] = ()
) -> ArchiveCovered:
    """Check an archive; ``keepers``: of books whose tables are up to date.

    Raises Tampered at the first file, event, log or fact that is not as it was; NoArchive, also for
    a checkpoint or book that the archive has not got; BadNote for the checkpoint in a manifest;
    Unavailable if this user does not see all events of a book.
    """
    outside, logs = list(checkpoints), archive.manifest.logs
    own = [
        None if log.checkpoint is None else checkpoint_in(read_note(log.checkpoint)) for log in logs
    ]
    sizes = {each.size for each in (*outside, *own) if each is not None}
    found = [_roots(archive, log, sizes) for log in logs]
    for roots, signed in zip(found, own, strict=True):
        if signed is not None:
            _check(archive, signed, [roots])
    for signed in outside:
        _check(archive, signed, found)
    books = tables = 0
    for keeper in keepers:
        books, tables = books + 1, tables + _compare(archive, keeper)
    return ArchiveCovered(
        files=len(archive.manifest.files),
        logs=len(logs),
        events=archive.manifest.events,
        games=archive.manifest.games,
        logged=max(sizes, default=0),
        books=books,
        tables=tables,
    )


# -- the log


def _roots(archive: Archive, log: BookLog, sizes: Collection[int]) -> dict[int, bytes]:
    """The roots of a log after so many events, computed from the archive. Raises Tampered."""
    leaves, count = bytearray(_HASH * log.size), 0
    for index, hash in _leaves(archive, log):
        leaves[index * _HASH : (index + 1) * _HASH] = hash
        count += 1
    found = (bytes(leaves[at : at + _HASH]) for at in range(0, len(leaves), _HASH))
    roots = roots_over(found, {*sizes, log.size})
    if count != log.size or len(leaves) != count * _HASH or roots[count].hex() != log.root:
        raise Tampered("archive-not-of-log", archive=archive.place.name, size=log.size)
    return roots


def _leaves(archive: Archive, log: BookLog) -> Iterator[tuple[int, bytes]]:
    """The index and hash of each leaf; all files of the log are compared with their hashes."""
    others = archive.table(log.others)
    yield from zip(others["leaf"].to_pylist(), others["hash"].to_pylist(), strict=True)
    for bucket in log.buckets:
        for events in archive.games(bucket):
            entries = map(leaf_hash, entries_of(events.game, events.rows))
            yield from zip(events.leaves, entries, strict=True)
        for name in bucket.tables.keys() - {EVENTS}:
            archive.content(bucket.tables[name])


def _check(archive: Archive, signed: Checkpoint, logs: Iterable[Mapping[int, bytes]]) -> None:
    """Raise Tampered if a checkpoint is of none of these logs, whose roots are given by size."""
    roots = [each.get(signed.size) for each in logs]
    if signed.root in roots:
        return
    if not any(roots):
        last = max((log.size for log in archive.manifest.logs), default=0)
        raise NoArchive(
            "checkpoint-after-archive",
            archive=archive.place.name,
            origin=signed.origin,
            size=signed.size,
            events=last,
        )
    raise Tampered("other-log", origin=signed.origin, size=signed.size)


# -- books


def _compare(archive: Archive, keeper: Keeper) -> int:
    """How many files of facts were compared. Raises Tampered at the first that differs."""
    name, compared = archive.place.name, 0
    logs = archive.manifest.logs
    with keeper.models.reading() as connection:
        source = source_of(keeper.book, connection, [each.size for each in logs])
        log = archive.manifest.log_called(source.parts.name)
        if log is None:
            raise NoArchive("book-not-archived", archive=name, book=keeper.book.path)
        if source.size < log.size:
            raise Tampered("log-too-short", size=log.size, events=source.size)
        if source.parts.roots[log.size].hex() != log.root:
            raise Tampered("archive-of-another-log", book=keeper.book.path, size=log.size)
        if source.size > log.size:
            return 0
        if source.counting != log.counting:
            raise Tampered("archive-counts-otherwise", archive=name, book=keeper.book.path)
        games = dict(source.buckets(archive.manifest.width))
        heads = {number: heads_of(each) for number, each in games.items()}
        if heads != {each.number: each.heads for each in log.buckets}:
            raise Tampered("archive-lacks-games", archive=name, book=keeper.book.path)
        for bucket in log.buckets:
            for table, expected in source.facts(games[bucket.number]):
                found = archive.table(bucket.tables[table])
                if not _follows(table, found, expected):
                    raise Tampered("archive-table-differs", archive=name, table=table)
                compared += 1
    return compared


def _follows(name: str, found: pa.Table, expected: pa.Table) -> bool:
    """The rows are those of the book, or of verdicts some of them: more may be found since."""
    if name == VERDICTS and found.schema == expected.schema:
        return _rows(found) <= _rows(expected)
    return bool(found.equals(expected))


def _rows(table: pa.Table) -> set[tuple[object, ...]]:
    return {tuple(row.values()) for row in table.to_pylist()}
