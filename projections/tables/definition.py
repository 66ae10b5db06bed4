"""How tables and their columns are defined: one line each, with its comment."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, Column, Float, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeEngine

NUMBER: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
TEXT: TypeEngine[str] = Text()
REAL: TypeEngine[float] = Float()


def key(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False, comment=comment)


def number(name: str, comment: str) -> Column[Any]:
    return Column(name, NUMBER, nullable=False, comment=comment)


def maybe(name: str, comment: str, kind: TypeEngine[Any] = NUMBER) -> Column[Any]:
    return Column(name, kind, comment=comment)


def text(name: str, comment: str) -> Column[Any]:
    return Column(name, TEXT, nullable=False, comment=comment)


def real(name: str, comment: str) -> Column[Any]:
    return Column(name, REAL, nullable=False, comment=comment)


def flag(name: str, comment: str) -> Column[Any]:
    return Column(name, TEXT, comment=f"'Y': {comment}")


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
