"""Inserts and deletes of many rows as plain tuples."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Table, delete, insert
from sqlalchemy.engine import Dialect

Value = TypeVar("Value")

_VALUES_A_QUESTION = 500
"""The most values in one list of a WHERE clause: databases have a limit."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows that have a value for every column, in the order of the columns."""
    if connection.dialect.name != "sqlite":
        _insert_into_database(connection, table, rows)
        return
    whole = len(rows) // _ROWS_A_STATEMENT * _ROWS_A_STATEMENT
    for some, at_once in ((rows[:whole], _ROWS_A_STATEMENT), (rows[whole:], 1)):
        if some:
            insertion = _insertion(table, connection.dialect, at_once)
            lines = [
                tuple(chain.from_iterable(some[at : at + at_once]))
                for at in range(0, len(some), at_once)
            ]
            connection.exec_driver_sql(insertion, lines)


def _insert_into_database(
    connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert by one prepared statement; see `LIMITS` of the connection to PostgreSQL."""
    if rows:
        driver: Any = connection.connection.driver_connection
        columns = [list(column) for column in zip(*rows, strict=True)]
        driver.execute(_unnesting(table, connection.dialect), columns, prepare=True)


@lru_cache(maxsize=256)
def _unnesting(table: Table, dialect: Dialect) -> str:
    into = str(insert(table).compile(dialect=dialect)).partition(" VALUES ")[0]
    arrays = (f"%s::{column.type.compile(dialect)}[]" for column in table.columns)
    return f"{into} SELECT * FROM unnest({', '.join(arrays)})"  # noqa: S608 - our own names


_ROWS_A_STATEMENT = 32
"""Each statement has a cost of its own, independent of its rows."""


@lru_cache(maxsize=256)
def _insertion(table: Table, dialect: Dialect, rows: int) -> str:
    # The driver accepts tuples as they are; SQLAlchemy would convert each of them.
    into, values, row = str(insert(table).compile(dialect=dialect)).partition(" VALUES ")
    return into + values + ", ".join([row] * rows)


def delete_rows(connection: Connection, column: Column[Any], values: Iterable[Any]) -> None:
    """Delete the rows that have one of these values in this column."""
    for some in in_parts(values):
        connection.execute(delete(column.table).where(column.in_(some)))


def delete_range(connection: Connection, column: Column[int], first: int, end: int) -> None:
    """Delete the rows with a value from ``first`` up to, but not including, ``end``."""
    connection.execute(delete(column.table).where(column >= first, column < end))


def in_parts(values: Iterable[Value]) -> Iterator[list[Value]]:
    """The values in parts that fit into one query."""
    rest = iter(values)
    while some := list(islice(rest, _VALUES_A_QUESTION)):
        yield some


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]
