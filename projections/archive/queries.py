"""Queries in SQL, typed by users, on the files of an archive: DuckDB reads them.

It needs duckdb, an extra.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Timer
from time import monotonic
from typing import Final

import duckdb
import pyarrow as pa

from ...ledger.errors import Tampered
from ..tables.arrow import columns_of
from ..tables.queries import Answer, Refused, rows_of
from .event_columns import SCHEMA
from .fact_tables import FACTS, RULES
from .manifest import EVENTS
from .place import NoArchive
from .read import Archive

_OF_PATHS: Final = pa.schema({"log": pa.string(), "bucket": pa.int64()})
"""The columns that stand in the paths of files."""
_TYPES: Final = "{'log': VARCHAR, 'bucket': BIGINT}"
"""Of these."""
_QUERIES: Final = {
    duckdb.StatementType.SELECT,
    duckdb.StatementType.EXPLAIN,
    duckdb.StatementType.MULTI,  # PIVOT
}


@contextmanager
def archive_answer(
    archive: Archive, query: str, seconds: float, megabytes: int
) -> Iterator[Answer]:
    """The answer to one query, for which the database may work so long, in so much memory.

    Nothing but the files that the manifest names can be read, and nothing written. Raises NoArchive
    if the archive is not in a folder of this machine, Tampered if a file is lost, and Refused.
    """
    with closing(duckdb.connect(":memory:")) as connection:
        _set_up(connection, archive, megabytes)
        limits = _Limits(connection, seconds, megabytes)
        with limits.running():
            statements = connection.extract_statements(query)
        if len(statements) > 1:
            raise Refused("one-query")
        if not statements:
            raise Refused("asks-for-nothing")
        if statements[0].type not in _QUERIES:
            raise Refused("only-queries")
        with limits.running():
            connection.execute(statements[0])
        heads = [name for name, *_ in connection.description]
        yield Answer(heads, rows_of(connection, limits.running))


class _Limits:
    """What the database may take. The clock stands while rows are printed."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, seconds: float, megabytes: int
    ) -> None:
        self._connection = connection
        self._seconds = self._left = seconds
        self._megabytes = megabytes

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let the database work. Raises Refused for what it refuses, and if it takes too much."""
        begun, timer = monotonic(), Timer(max(self._left, 0), self._connection.interrupt)
        timer.start()
        try:
            yield
        except duckdb.InterruptException:
            raise Refused("query-too-long", seconds=self._seconds) from None
        except duckdb.OutOfMemoryException:
            raise Refused("query-too-large", megabytes=self._megabytes) from None
        except duckdb.Error as error:
            reason, *_ = str(error).split("\n\nLINE ")
            raise Refused("query-failed", reason=" ".join(reason.split())) from None
        finally:
            timer.cancel()
            self._left -= monotonic() - begun


# -- views of files


def _set_up(connection: duckdb.DuckDBPyConnection, archive: Archive, megabytes: int) -> None:
    """Make a view of each table, and then let the database read their files alone."""
    folder = archive.place.folder
    if folder is None:
        raise NoArchive("archive-elsewhere", archive=archive.place.name)
    schemas = {EVENTS: SCHEMA, **{name: columns_of(name) for name in (*FACTS, RULES)}}
    read = list[str]()
    for name, schema in schemas.items():
        paths = [each.tables[name].path for log in archive.manifest.logs for each in log.buckets]
        for path in paths:
            if not archive.place.has(path):
                raise Tampered("archive-file-lost", archive=archive.place.name, path=path)
        files = [f"{folder}/{path}" for path in paths]
        read += files
        if files:
            made = f"read_parquet({_list(files)}, hive_partitioning = true, hive_types = {_TYPES})"
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM {made}")
        else:
            connection.register(name, pa.schema([*schema, *_OF_PATHS]).empty_table())
    for setting in (
        f"memory_limit = '{megabytes}MB'",
        "temp_directory = ''",
        f"allowed_paths = {_list(read)}",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"SET {setting}")


def _list(texts: list[str]) -> str:
    quoted = ", ".join("'{}'".format(each.replace("'", "''")) for each in texts)
    return f"[{quoted}]"
