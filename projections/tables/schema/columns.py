"""Helpers to define tables, views and columns, each with its comment.

A flag is 'Y' or null. The id of a game is its place in the order of opening, from 1. The id of a
round is the game's times `ROUNDS_A_GAME` plus the number of the round in the record, from 0. The id
of a hand or move is the round's times `PARTS_A_ROUND` plus its own number, from 1.
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
    """The pattern of each table, copied for every generation."""
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


def total(column: ColumnElement[int]) -> ColumnElement[int]:
    """The sum over a group, as a 64-bit integer; 0 without rows."""
    return cast(func.coalesce(func.sum(column), 0), NUMBER).label(column.key)
