"""Long files read line by line in bounded memory."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import IO, TypeVar

Item = TypeVar("Item")
LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of one record; a game of a thousand rounds has about half as many."""

MOST_LINES, MOST_BYTES = 50, 1 << 16
"""The most lines and bytes of one chunk, unless one line is longer."""


class TooLong:
    """A skipped line that is longer than `LONGEST_LINE`."""


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


def chunks(lines: Iterable[tuple[int, Item]]) -> Iterator[list[tuple[int, Item]]]:
    """The lines in chunks of limited size."""
    chunk: list[tuple[int, Item]] = []
    size = 0
    for number, line in lines:
        chunk.append((number, line))
        size += len(line) if isinstance(line, bytes) else 0
        if len(chunk) >= MOST_LINES or size >= MOST_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
