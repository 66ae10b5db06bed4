"""The data dictionary: every table and view in use, with its columns."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

from sqlalchemy import Column, ColumnElement, Table

from .column_types import FLAG, View
from .generation import MODELS, VIEWS, generation
from .permanent import KEPT

ColumnType: TypeAlias = Literal["integer", "decimal", "real", "text"]
"""``decimal``: a whole number that 64 bits may not hold."""


class ColumnDescription(NamedTuple):
    """Name, type and comment of a column."""

    name: str
    type: ColumnType
    null: bool
    """It may be null."""
    key: bool
    """Part of the key: no two rows are equal in all key columns."""
    comment: str


class TableDescription(NamedTuple):
    """One table or view."""

    name: str
    model: str
    """kept, figures or article."""
    comment: str
    columns: tuple[ColumnDescription, ...]


def data_dictionary() -> list[TableDescription]:
    """Every table and view: those of the models, then the kept ones."""
    return [*_made(), *(_table(table.name, "kept", table) for table in KEPT.sorted_tables)]


def _made() -> Iterator[TableDescription]:
    for model in MODELS:
        tables = generation(model, 1)
        for name, table in tables.items():
            yield _table(name, model, table)
        for name, view in VIEWS[model].items():
            columns = _columns(view.select(tables).selected_columns, view)
            yield TableDescription(name, model, view.comment, tuple(columns))


def _table(name: str, model: str, table: Table) -> TableDescription:
    return TableDescription(name, model, table.comment or "", tuple(_columns(table.c, None)))


def _columns(
    columns: Iterable[ColumnElement[object]], view: View | None
) -> Iterator[ColumnDescription]:
    for column in columns:
        name = column.key or ""
        own = column if isinstance(column, Column) else None
        comment = "" if view is None else view.comments.get(name, "")
        comment = comment or (own.comment if own is not None and own.comment else "")
        yield ColumnDescription(
            name,
            _TYPES[column.type.python_type],
            null=_says_null(comment) if own is None else bool(own.nullable),
            key=name in view.keys if view else own is not None and own.primary_key,
            comment=comment,
        )


def _says_null(comment: str) -> bool:
    """A computed column may be null if its comment says so; flags always may be."""
    return "null" in comment or comment.startswith(f"'{FLAG}'")


_TYPES: dict[type, ColumnType] = {
    int: "integer",
    Decimal: "decimal",
    float: "real",
    str: "text",
}
