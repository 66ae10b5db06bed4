"""Long files read line by line in bounded memory."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import IO

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one record at most: a game of a thousand rounds has half as many."""


class TooLong:
    """Stands for a line longer than `LONGEST_LINE`, which was skipped."""


def lines_of(file: IO[bytes]) -> Iterator[tuple[int, bytes | TooLong]]:
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
