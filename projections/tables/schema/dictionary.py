"""The data dictionary: every table and view in use, with its columns."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from sqlalchemy import Column, ColumnElement, Table

from .columns import FLAG, View
from .generation import MODELS, VIEWS, generation
from .kept import KEPT


class ColumnTold(NamedTuple):
    """One column."""

    name: str
    type: Literal["integer", "real", "text"]
    null: bool
    """It may be null."""
    key: bool
    """No two rows have the same in all columns that say this."""
    comment: str


class TableTold(NamedTuple):
    """One table, or a view that is read like one."""

    name: str
    model: str
    """What it belongs to: kept, figures or article."""
    comment: str
    columns: tuple[ColumnTold, ...]


def described() -> list[TableTold]:
    """Every table and view: the models' first, then what is kept."""
    return [*_made(), *(_table(table.name, "kept", table) for table in KEPT.sorted_tables)]


def _made() -> Iterator[TableTold]:
    for model in MODELS:
        tables = generation(model, 1)
        for name, table in tables.items():
            yield _table(name, model, table)
        for name, view in VIEWS[model].items():
            columns = _columns(view.select(tables).selected_columns, view)
            yield TableTold(name, model, view.comment, tuple(columns))


def _table(name: str, model: str, table: Table) -> TableTold:
    return TableTold(name, model, table.comment or "", tuple(_columns(table.c, None)))


def _columns(columns: Iterable[ColumnElement[object]], view: View | None) -> Iterator[ColumnTold]:
    for column in columns:
        name = column.key or ""
        own = column if isinstance(column, Column) else None
        comment = "" if view is None else view.comments.get(name, "")
        comment = comment or (own.comment if own is not None and own.comment else "")
        yield ColumnTold(
            name,
            _TYPES[column.type.python_type],
            null=_says_null(comment) if own is None else bool(own.nullable),
            key=name in view.keys if view else own is not None and own.primary_key,
            comment=comment,
        )


def _says_null(comment: str) -> bool:
    """What a view works out may be null where its comment says so, and flags always."""
    return "null" in comment or comment.startswith(f"'{FLAG}'")


_TYPES: dict[type, Literal["integer", "real", "text"]] = {
    int: "integer",
    float: "real",
    str: "text",
}
