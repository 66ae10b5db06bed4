"""Very many rows out of a database, quickly."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, Text, cast, func, select

from .columns import IntArray


def in_one(
    key: ColumnElement[int], figures: Sequence[ColumnElement[int]], widths: Sequence[int]
) -> ColumnElement[int]:
    """Key and figures in one number, which sorts as the key does.

    Each figure is one of as many as its width says, from -1 or 0.
    """
    for figure, width in zip(figures, widths, strict=True):
        key = key * (width + 1) + figure + 1
    return key.label("number")


def taken_apart(
    connection: Connection, statement: Select[Any], widths: Sequence[int]
) -> Sequence[IntArray]:
    """Key and figures out of a column of such numbers, ascending.

    The database writes them all into one text: to fetch as many rows takes three times as long.
    """
    number = cast(statement.subquery().c.number, Text)
    text = connection.execute(select(func.aggregate_strings(number, ","))).scalar() or ""
    rest = np.sort(np.fromstring(text, np.int64, sep=","))
    figures = []
    for width in reversed(widths):
        rest, figure = np.divmod(rest, width + 1)
        figures.append(figure - 1)
    return rest, *reversed(figures)


def texts_in_order(
    connection: Connection, statement: Select[Any]
) -> tuple[NDArray[np.object_], ...]:
    """Columns of texts without commas, beside a first column of numbers by which they are ordered.

    They come as `taken_apart` has it. In what order the database writes the rows does not matter:
    it is the same for all columns.
    """
    columns = (cast(column, Text) for column in statement.subquery().c)
    together = select(*(func.aggregate_strings(column, ",") for column in columns))
    numbers, *texts = connection.execute(together).one()
    if numbers is None:
        return tuple(np.empty(0, object) for _ in texts)
    order = np.argsort(np.fromstring(numbers, np.int64, sep=","))
    return tuple(np.array(text.split(","), object)[order] for text in texts)


def fetched(connection: Connection, statement: Select[Any]) -> Sequence[tuple[Any, ...]]:
    """The rows as the driver has them, which is far quicker."""
    cursor = connection.execute(statement).cursor
    return [] if cursor is None else cursor.fetchall()
