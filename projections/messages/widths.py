"""Text in columns: how many columns of a terminal it takes, and filled up or cut to so many.

An ideograph takes two columns, an accent none.
"""

from . import shortened

_COMBINING = "\u0300"
"""The first accent that takes no column. Every letter and sign before it takes one."""


def width(text: str) -> int:
    """The columns that a text of one line takes."""
    if text.isascii() or (max(text) < _COMBINING and text.isprintable()):
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 - slow, and texts in Latin letters need it not

    columns = wcswidth(text)
    return len(text) if columns < 0 else columns  # Less than 0: there are control characters.


def left(text: str, columns: int) -> str:
    """The text with blanks after it."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """The text with blanks before it."""
    return " " * (columns - width(text)) + text


def cut(text: str, columns: int) -> str:
    """A text of at most so many columns: of a wider one, its beginning and its end."""
    most, fits = columns, text
    while width(fits) > columns:
        fits = shortened(text, most)
        most -= 1
    return fits
