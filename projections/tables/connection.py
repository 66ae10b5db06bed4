"""A transaction on the tables, and how one statement stands for both databases.

Statements are SQL text. Parameters are named: ``id = :id``. ``id IN (:ids)`` takes a list of any
length. What the databases say differently stands in braces, as in `schema.sql`. Conditions that a
caller chooses are fragments of such text with their values (`Condition`).

A flag is 'Y' or null. The id of a game is its number in the order of opening, from 1. The id of a
round is the game's times `ROUNDS_A_GAME` plus the number of the round in the record, from 0. The id
of a hand or move is the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import chain, groupby, islice
from operator import and_
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

from .schema import Dialect, described, sql_for

if TYPE_CHECKING:
    import psycopg

Row: TypeAlias = tuple[Any, ...]
Thing = TypeVar("Thing")


ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

LARGEST: Final = 9.2 * 10**18
"""Amounts up to here, and sums in floating point up to here, fit into a column."""


class DamagedValue(ValueError):
    """A value in the tables that this program cannot have written."""


def id_in(value: str) -> UUID:
    """The id in a column. Raises DamagedValue if it is none."""
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError) as error:
        raise DamagedValue(value) from error


def id_like(other: str, id: UUID) -> str:
    """An id as the store of the book writes ids; ``other`` is one of them."""
    return str(id) if "-" in other else id.hex


class Condition(NamedTuple):
    """A condition of a WHERE clause, with the values of its parameters."""

    text: str
    values: Mapping[str, Any] = {}

    def __and__(self, other: "Condition") -> "Condition":
        return Condition(f"{self.text} AND {other.text}", {**self.values, **other.values})


EVERYTHING = Condition("TRUE")


def all_of(conditions: Iterable[Condition]) -> Condition:
    """All of these conditions; without any, every row."""
    return reduce(and_, conditions, EVERYTHING)


class Connection:
    """A transaction of one of the databases, on the connection of its driver."""

    def __init__(
        self, driver: "sqlite3.Connection | psycopg.Connection[Any]", dialect: Dialect
    ) -> None:
        self.driver: Any = driver
        self.dialect: Dialect = dialect
        self.tables_read = set[str]()
        """Of a read-only transaction on a file: the tables that statements have read."""

    @property
    def errors(self) -> type[Exception]:
        """What the driver raises."""
        if self.dialect == "sqlite":
            return sqlite3.Error
        import psycopg  # noqa: PLC0415 - the optional driver

        return psycopg.Error

    def rows(self, statement: str, /, **values: Any) -> Iterator[Row]:
        """The rows of a query, or none of another statement; read on demand from a file."""
        text = _text_for(self.dialect, statement)
        if self.dialect == "sqlite":
            lists = {name: json.dumps(of) for name, of in values.items() if isinstance(of, list)}
            return iter(self.driver.execute(text, values | lists))
        found = self.driver.execute(text, values)
        return iter(found.fetchall() if found.description else ())

    def row(self, statement: str, /, **values: Any) -> Row | None:
        """The first row; None if there is none."""
        return next(self.rows(statement, **values), None)

    def value(self, statement: str, /, **values: Any) -> Any:
        """The first value of the first row; None if there is no row."""
        found = self.row(statement, **values)
        return None if found is None else found[0]

    def column(self, statement: str, /, **values: Any) -> list[Any]:
        """The first value of each row."""
        return [first for first, *_ in self.rows(statement, **values)]

    def execute(self, statement: str) -> None:
        """Execute a statement as it stands, in which % and : are no parameters."""
        self.driver.execute(statement)

    def commit(self) -> None:
        """End the transaction."""
        self.driver.commit()

    def insert(self, table: str, rows: Sequence[Row]) -> None:
        """Insert rows that have a value for every column, in the order of the columns."""
        if not rows:
            return
        if self.dialect == "postgresql":
            # One prepared statement: see `LIMITS` of the connection to PostgreSQL.
            columns = [list(column) for column in zip(*rows, strict=True)]
            self.driver.execute(_unnesting(table), columns, prepare=True)
            return
        whole = len(rows) // _ROWS_A_STATEMENT * _ROWS_A_STATEMENT
        for some, at_once in ((rows[:whole], _ROWS_A_STATEMENT), (rows[whole:], 1)):
            starts = range(0, len(some), at_once)
            lines = (tuple(chain.from_iterable(some[at : at + at_once])) for at in starts)
            self.driver.executemany(_insertion(table, at_once), lines)

    def delete_games(
        self, table: str, column: str, games: Iterable[int], ids_a_game: int = 1
    ) -> None:
        """Delete the rows of these games; ``ids_a_game``: how many ids the column has for each."""
        statement = f"DELETE FROM {table} WHERE {column} >= :start AND {column} < :end"
        for first, last in runs(games):
            self.rows(statement, start=first * ids_a_game, end=(last + 1) * ids_a_game)


def in_parts(things: Iterable[Thing], most: int) -> Iterator[list[Thing]]:
    """The things, so many at a time."""
    rest = iter(things)
    while some := list(islice(rest, most)):
        yield some


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1]


_LIST = re.compile(r"IN \(:(\w+)\)")
_PARAMETER = re.compile(r"(?<!:):([a-z_]\w*)")


@cache
def _text_for(dialect: Dialect, statement: str) -> str:
    """The statement with parameters as the driver of this database writes them."""
    text = sql_for(dialect, statement)
    if dialect == "sqlite":
        return _LIST.sub(r"IN (SELECT value FROM json_each(:\1))", text)
    text = _LIST.sub(r"= ANY(:\1)", text.replace("%", "%%"))
    return _PARAMETER.sub(r"%(\1)s", text)


_ARRAYS = {"integer": "bigint", "real": "double precision", "text": "text"}


@cache
def _unnesting(table: str) -> str:
    arrays = (f"%s::{_ARRAYS[column.type]}[]" for column in described(table).columns)
    return f"INSERT INTO {table} SELECT * FROM unnest({', '.join(arrays)})"


_ROWS_A_STATEMENT = 32
"""Each statement has a cost of its own, independent of its rows."""


@cache
def _insertion(table: str, rows: int) -> str:
    row = f"({', '.join('?' for _ in described(table).columns)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * rows)}"
