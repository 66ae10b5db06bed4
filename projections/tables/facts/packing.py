"""The figures of all seats of a round in one text, each as wide as the other: a row for them all.

A row a seat would take four times as long to write. The views take them apart again.
"""

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Integer, Label, cast, func

from ..definition import NUMBER
from ..scoring.score_columns import BoolArray, IntArray

Packed: TypeAlias = Literal["pips", "tiles", "points", "net"]

WIDTHS: Final[dict[Packed, int]] = {"pips": 6, "tiles": 4, "points": 10, "net": 20}
"""Of each figure, with room for a sign and for more than there can be; amounts have 64 bits."""

_ZERO, _MINUS = ord("0"), ord("-")


def packed(name: Packed, figures: IntArray) -> list[str]:
    """The texts of (n, S) figures, a round each; every figure with leading zeros, or a minus."""
    width = WIDTHS[name]
    signs = np.empty((*figures.shape, width), np.uint8)
    signs[..., 0] = np.where(figures < 0, _MINUS, _ZERO)
    rest = np.abs(figures)
    for place in range(width - 1, 0, -1):
        rest, digit = np.divmod(rest, 10) if rest.any() else (rest, rest)
        signs[..., place] = digit + _ZERO
    rounds, seats = figures.shape
    return _as_texts(signs.reshape(rounds, seats * width))


def packed_flags(flags: BoolArray, sign: str) -> list[str]:
    """The texts of (n, S) flags: this sign, or a full stop."""
    return _as_texts(np.where(flags, ord(sign), ord(".")).astype(np.uint8))


def _as_texts(signs: NDArray[np.uint8]) -> list[str]:
    width = signs.shape[1]
    texts: list[str] = np.ascontiguousarray(signs).view(f"S{width}").ravel().astype(str).tolist()
    return texts


def unpacked(name: Packed, signs: NDArray[np.uint8]) -> IntArray:
    """The (n, S) figures in such texts, of which none is negative; a row of signs is a text."""
    rounds, length = signs.shape
    signs = signs.reshape(rounds, length // WIDTHS[name], WIDTHS[name])
    figures = np.zeros(signs.shape[:2], np.int64)
    for place in range(WIDTHS[name]):
        figures *= 10
        figures += signs[..., place] - _ZERO
    return figures


def figure_at(name: Packed, column: ColumnElement[str], seat: ColumnElement[int]) -> Label[int]:
    """The figure of a seat in such a text; null where the text is."""
    text = func.substr(column, cast(seat * WIDTHS[name] + 1, Integer), WIDTHS[name])
    return cast(text, NUMBER).label(name)


def flag_at(column: ColumnElement[str], seat: ColumnElement[int]) -> ColumnElement[str]:
    """The sign of a seat in such a text of flags."""
    return func.substr(column, cast(seat + 1, Integer), 1)
