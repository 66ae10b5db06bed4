"""Inserts and deletes of many rows as plain tuples."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby, islice
from typing import Any, TypeVar

from sqlalchemy import Connection

from .schema import described

Value = TypeVar("Value")

_VALUES_A_QUESTION = 500
"""The most values in one list of a WHERE clause: databases have a limit."""


def insert_rows(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows that have a value for every column, in the order of the columns."""
    if connection.dialect.name != "sqlite":
        _insert_into_database(connection, table, rows)
        return
    whole = len(rows) // _ROWS_A_STATEMENT * _ROWS_A_STATEMENT
    for some, at_once in ((rows[:whole], _ROWS_A_STATEMENT), (rows[whole:], 1)):
        if some:
            lines = [
                tuple(chain.from_iterable(some[at : at + at_once]))
                for at in range(0, len(some), at_once)
            ]
            connection.exec_driver_sql(_insertion(table, at_once), lines)


def _insert_into_database(
    connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert by one prepared statement; see `LIMITS` of the connection to PostgreSQL."""
    if rows:
        driver: Any = connection.connection.driver_connection
        columns = [list(column) for column in zip(*rows, strict=True)]
        driver.execute(_unnesting(table), columns, prepare=True)


_ARRAYS = {"integer": "bigint", "real": "double precision", "text": "text"}


@cache
def _unnesting(table: str) -> str:
    arrays = (f"%s::{_ARRAYS[column.type]}[]" for column in described(table).columns)
    return f'INSERT INTO "{table}" SELECT * FROM unnest({", ".join(arrays)})'  # noqa: S608 - our own names


_ROWS_A_STATEMENT = 32
"""Each statement has a cost of its own, independent of its rows."""


@cache
def _insertion(table: str, rows: int) -> str:
    row = f"({', '.join('?' for _ in described(table).columns)})"
    return f'INSERT INTO "{table}" VALUES {", ".join([row] * rows)}'  # noqa: S608 - our own names


def delete_rows(
    connection: Connection, table: str, column: str, values: Iterable[int] | Iterable[str]
) -> None:
    """Delete the rows that have one of these values in this column."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    for some in in_parts(values):
        listed = ", ".join([mark] * len(some))
        connection.exec_driver_sql(
            f'DELETE FROM "{table}" WHERE "{column}" IN ({listed})',  # noqa: S608 - our own names
            tuple(some),
        )


def delete_of_games(
    connection: Connection, table: str, column: str, games: Iterable[int], ids_a_game: int = 1
) -> None:
    """Delete the rows of these games; ``ids_a_game``: how many ids the column has for a game."""
    for first, last in runs(games):
        start, end = first * ids_a_game, (last + 1) * ids_a_game
        connection.exec_driver_sql(
            f'DELETE FROM "{table}" WHERE "{column}" >= {start} AND "{column}" < {end}'  # noqa: S608 - our own names
        )


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
