"""Helpers to define tables, views and columns, each with its comment.

A flag is 'Y' or null. The id of a game is its number in the order of opening, from 1. The id of a
round is the game's times `ROUNDS_A_GAME` plus the number of the round in the record, from 0. The id
of a hand or move is the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Dialect,
    Float,
    Integer,
    MetaData,
    Numeric,
    Select,
    Table,
    Text,
    TypeDecorator,
    cast,
    func,
    literal_column,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

LARGEST: Final = 9.2 * 10**18
"""Amounts up to here, and sums in floating point up to here, fit into a `NUMBER`."""


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


NUMBER: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
TEXT: TypeEngine[str] = Text()
REAL: TypeEngine[float] = Float()


def key(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False, comment=comment)


def number(name: str, comment: str) -> Column[Any]:
    return Column(name, NUMBER, nullable=False, comment=comment)


def maybe(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, comment=comment)


def string(name: str, comment: str) -> Column[Any]:
    return Column(name, TEXT, nullable=False, comment=comment)


def real(name: str, comment: str) -> Column[Any]:
    return Column(name, REAL, nullable=False, comment=comment)


def flag(name: str, comment: str) -> Column[Any]:
    return Column(name, TEXT, comment=comment)


def table(metadata: MetaData, name: str, comment: str, columns: Iterable[Column[Any]]) -> Table:
    columns = tuple(columns)
    keys = sum(column.primary_key for column in columns)
    return Table(name, metadata, *columns, comment=comment, sqlite_with_rowid=keys < 2)


Definition: TypeAlias = tuple[str, Iterable[Column[Any]]]
"""Comment and columns of a table."""


def patterns(tables: Mapping[str, Definition]) -> MetaData:
    """A template for each table, copied for every generation."""
    metadata = MetaData()
    for name, (comment, columns) in tables.items():
        table(metadata, name, comment, columns)
    return metadata


Tables: TypeAlias = Mapping[str, Table]
"""The tables of one generation, by plain name."""


class View(NamedTuple):
    """A view computed from the tables of a generation."""

    select: Callable[[Tables], Select[Any]]
    comment: str
    comments: Mapping[str, str]
    """By column: comments on columns that no table has, or that mean something else here."""
    keys: frozenset[str] = frozenset()
    """No two rows are equal in all of these columns."""


class WholeSum(TypeDecorator[int]):
    """An exact sum: NUMERIC on PostgreSQL; on SQLite an integer, or its digits as text."""

    impl = Numeric
    cache_ok = True
    python_type = Decimal

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Numeric())

    def process_result_value(self, value: Any, dialect: Dialect) -> int:  # noqa: ARG002
        return int(value)


class exact_sum(FunctionElement[int]):  # noqa: N801 - named as in SQL
    """The sum over a group, however large; 0 without rows."""

    type = WholeSum()
    inherit_cache = True


@compiles(exact_sum)
def _sum(element: exact_sum, compiler: SQLCompiler, **options: Any) -> str:
    return f"coalesce(sum({compiler.process(element.clauses, **options)}), 0)"


@compiles(exact_sum, "sqlite")
def _sum_in_parts(element: exact_sum, compiler: SQLCompiler, **options: Any) -> str:
    """SQLite has 64-bit integers: billions and remainders are summed separately."""
    column = f"({compiler.process(element.clauses, **options)})"
    billions, rest = (f"coalesce(sum({column} {by} 1000000000), 0)" for by in "/%")
    # The remainder may have the other sign, so two billions are lent to it.
    lent = f"(CASE WHEN {billions} < 0 THEN -{rest} ELSE {rest} END + 2000000000000000000)"
    return (
        f"CASE WHEN abs({billions}) < 8000000000 THEN {billions} * 1000000000 + {rest} "
        f"ELSE printf('%s%d%09d', CASE WHEN {billions} < 0 THEN '-' ELSE '' END, "
        f"abs({billions}) - 2000000000 + {lent} / 1000000000, {lent} % 1000000000) END"
    )


class json_text(FunctionElement[str]):  # noqa: N801 - named as in SQL
    """The text at a path of names in a text that is a JSON object; null if there is none."""

    type = TEXT
    inherit_cache = True

    def __init__(self, column: ColumnElement[str], *path: str) -> None:
        super().__init__(column, *map(literal_column, map("'{}'".format, path)))


@compiles(json_text)
def _json_path(element: json_text, compiler: SQLCompiler, **options: Any) -> str:
    column, *path = (compiler.process(each, **options) for each in element.clauses)
    return f"json_extract_path_text(CAST({column} AS json), {', '.join(path)})"


@compiles(json_text, "sqlite")
def _json_extracted(element: json_text, compiler: SQLCompiler, **options: Any) -> str:
    column, *path = (compiler.process(each, **options) for each in element.clauses)
    names = "".join(f".{name.strip(chr(39))}" for name in path)
    return f"json_extract({column}, '${names}')"


def total(column: ColumnElement[int]) -> ColumnElement[int]:
    """The sum over a group, as a 64-bit integer; 0 without rows."""
    return cast(func.coalesce(func.sum(column), 0), NUMBER).label(column.key)
