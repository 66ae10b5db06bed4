"""Very many rows out of a database, quickly."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, Text, cast, func, select

from .scoring.score_columns import BoolArray, IntArray

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


def texts_in_order(connection: Connection, statement: Select[Any]) -> NDArray[np.object_]:
    """A column of texts without commas, beside one of numbers by which they are ordered.

    They come as `taken_apart` has it. In what order the database writes the rows does not matter:
    it is the same for all columns.
    """
    order, (texts,) = _ordered(connection, statement)
    return np.array(texts.split(",") if len(order) else (), object)[order]


class Signs(NamedTuple):
    """Texts of ASCII signs, none of them a comma; to make a string of each takes longer."""

    signs: NDArray[np.uint8]
    """Of all texts, with a comma after each."""
    starts: IntArray
    """(n,) where each text begins."""
    lengths: IntArray
    """(n,)"""

    def rows(self, which: BoolArray, length: int) -> NDArray[np.uint8]:
        """(m, length) those of some texts that all have this length; ``which`` is (n,)."""
        if not which.any():  # There may be fewer signs than that.
            return np.zeros((0, length), np.uint8)
        return sliding_window_view(self.signs, length)[self.starts[which]]


def signs_in_order(connection: Connection, statement: Select[Any]) -> Iterator[Signs]:
    """The same of further columns of texts, sign by sign."""
    order, columns = _ordered(connection, statement)
    for texts in columns:
        signs = np.frombuffer(texts.encode("ascii") + b",", np.uint8)
        ends = np.flatnonzero(signs == ord(","))[: len(order)]
        starts = np.concatenate([[0], ends[:-1] + 1])[: len(order)]
        yield Signs(signs, starts[order], (ends - starts)[order])


def _ordered(connection: Connection, statement: Select[Any]) -> tuple[IntArray, Sequence[str]]:
    """In what order the rows belong, and the columns beside the one that says so."""
    first, *columns = _as_texts(connection, statement)
    return np.argsort(_numbers(first)), columns


def _as_texts(connection: Connection, statement: Select[Any]) -> Sequence[str]:
    """Each column in one text."""
    columns = (cast(column, Text) for column in statement.subquery().c)
    together = select(*(func.aggregate_strings(column, ",") for column in columns))
    return [text or "" for text in connection.execute(together).one()]


def _numbers(text: str) -> IntArray:
    return np.fromstring(text, np.int64, sep=",")
