"""Long files read line by line in bounded memory."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import IO, TypeVar

Item = TypeVar("Item")
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one record at most: a game of a thousand rounds has half as many."""


MOST_LINES, MOST_BYTES = 50, 1 << 16
"""What is taken in one handful, unless one line alone is longer."""


class TooLong:
    """Stands for a line longer than `LONGEST_LINE`, which was skipped."""


Line = tuple[int, bytes | TooLong]
"""A line with its number in the file, from 1."""


def lines_of(file: IO[bytes]) -> Iterator[Line]:
    """The lines that are not blank, with their numbers from 1."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST_LINE)
            yield number, TooLong()
        elif line.strip():
            yield number, line.removeprefix(BOM_UTF8) if number == 1 else line


def handfuls(lines: Iterable[tuple[int, Item]]) -> Iterator[list[tuple[int, Item]]]:
    """The lines, some at a time: so many that it pays, so few that they fit in memory."""
    handful: list[tuple[int, Item]] = []
    size = 0
    for number, line in lines:
        handful.append((number, line))
        size += len(line) if isinstance(line, bytes) else 0
        if len(handful) >= MOST_LINES or size >= MOST_BYTES:
            yield handful
            handful, size = [], 0
    if handful:
        yield handful
