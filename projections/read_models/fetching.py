"""Very many rows out of a database, quickly."""

from collections.abc import Sequence
from typing import Any

import numpy as np
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


def fetched(connection: Connection, statement: Select[Any]) -> Sequence[tuple[Any, ...]]:
    """The rows as the driver has them, which is far quicker."""
    cursor = connection.execute(statement).cursor
    return [] if cursor is None else cursor.fetchall()
