"""Very many rows out of a database, quickly."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, Text, cast, func, select

from .columns import IntArray

SEATS = 256
"""More than there can be at a table: the largest set has fewer tiles.

So 64 bits have room for the rounds of over a hundred million games.
"""


def seat(column: ColumnElement[int]) -> ColumnElement[int]:
    """The seat, or -1 where there is none."""
    return func.coalesce(column, -1)


def in_one(
    key: ColumnElement[int], figures: Sequence[ColumnElement[int]], widths: Sequence[int]
) -> ColumnElement[int]:
    """Key and figures in one number, which sorts as the key does.

    Each figure is one of as many as its width says, from -1 or 0.
    """
    for figure, width in zip(figures, widths, strict=True):
        key = key * (width + 1) + figure
    return key.label("number")


def taken_apart(
    connection: Connection, statement: Select[Any], widths: Sequence[int]
) -> Sequence[IntArray]:
    """Key and figures out of a first column of such numbers, ascending; then more columns.

    The database writes each column into one text: to fetch as many rows takes three times as long.
    """
    first, *others = (_numbers(text) for text in _as_texts(connection, statement))
    order = np.argsort(first, kind="stable")  # They come in order, or nearly so.
    # From here on each figure is one higher, so that none is negative.
    rest = first[order] + reduce(lambda ones, width: ones * (width + 1) + 1, widths, 0)
    figures = []
    for width in reversed(widths):
        rest, figure = np.divmod(rest, width + 1)
        figures.append(figure - 1)
    return rest, *reversed(figures), *(other[order] for other in others)


def texts_in_order(
    connection: Connection, statement: Select[Any]
) -> tuple[NDArray[np.object_], ...]:
    """Columns of texts without commas, beside a first column of numbers by which they are ordered.

    They come as `taken_apart` has it. In what order the database writes the rows does not matter:
    it is the same for all columns.
    """
    first, *texts = _as_texts(connection, statement)
    order = np.argsort(_numbers(first))
    return tuple(np.array(text.split(",") if first else (), object)[order] for text in texts)


def _as_texts(connection: Connection, statement: Select[Any]) -> Sequence[str]:
    """Each column in one text."""
    columns = (cast(column, Text) for column in statement.subquery().c)
    together = select(*(func.aggregate_strings(column, ",") for column in columns))
    return [text or "" for text in connection.execute(together).one()]


def _numbers(text: str) -> IntArray:
    return np.fromstring(text, np.int64, sep=",")
