"""How tables, views and their columns are defined: one line each, with its comment.

Flags are 'Y' or null. The id of a game is its place in the order in which games were opened, from
1; of a round that times `ROUNDS_A_GAME` plus its number in the record, from 0; of a hand or a move
the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Float,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    cast,
    func,
)
from sqlalchemy.types import TypeEngine

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

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
    """Of each table one, to be copied for every generation."""
    metadata = MetaData()
    for name, (comment, columns) in tables.items():
        table(metadata, name, comment, columns)
    return metadata


Tables: TypeAlias = Mapping[str, Table]
"""Those of one generation, by their plain names."""


class View(NamedTuple):
    """A view on the tables of a generation that is more than one of them."""

    select: Callable[[Tables], Select[Any]]
    comment: str
    comments: Mapping[str, str]
    """Of the columns that no table has, or that mean something else here."""
    keys: frozenset[str] = frozenset()
    """No two rows have the same in all of these columns."""


def total(column: ColumnElement[int]) -> ColumnElement[int]:
    """The sum over a group, in 64 bits; 0 of no row."""
    return cast(func.coalesce(func.sum(column), 0), NUMBER).label(column.key)
