"""Long files and pipes read line by line in bounded memory."""

import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from select import select
from time import monotonic
from typing import IO, TypeVar

Item = TypeVar("Item")
LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of one record; a game of a thousand rounds has about half as many."""

MOST_LINES, MOST_BYTES = 50, 1 << 16
"""The most lines and bytes of one chunk, unless one line is longer."""

PATIENCE = 0.2
"""Seconds without a new line after which a feed counts as pausing."""


_AT_ONCE = 1 << 16
"""The most bytes that are read from a feed in one go."""


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


class Feed(FileIO):
    """A pipe, terminal or file that knows whether its next line has arrived."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, closefd=False)
        self._ahead = bytearray()
        """Bytes that have arrived, and were not read as lines yet."""

    def readline(self, size: int | None = None) -> bytes:
        """The next line with its end, or its first ``size`` bytes; empty at the end."""
        limit = LONGEST_LINE if size is None or size < 0 else size
        seen = 0
        while (end := self._ahead.find(b"\n", seen, limit) + 1) == 0 and len(self._ahead) < limit:
            seen = len(self._ahead)
            if not self._read_more():
                break
        line = bytes(self._ahead[: end or limit])
        del self._ahead[: len(line)]
        return line

    def read(self, size: int | None = None) -> bytes:
        """The next ``size`` bytes, fewer at the end."""
        most = sys.maxsize if size is None or size < 0 else size
        while len(self._ahead) < most and self._read_more():
            pass
        found = bytes(self._ahead[:most])
        del self._ahead[: len(found)]
        return found

    def pauses(self) -> bool:
        """Return whether the next line does not arrive within `PATIENCE`."""
        patient_until = monotonic() + PATIENCE
        seen = 0
        while self._ahead.find(b"\n", seen) < 0 and seen <= LONGEST_LINE:
            seen = len(self._ahead)
            left = max(0, patient_until - monotonic())
            if not (select([self], [], [], left)[0] and self._read_more()):
                return True
        return False

    def _read_more(self) -> bool:
        """Wait for more bytes; return False at the end."""
        more = super().read(_AT_ONCE) or b""
        self._ahead += more
        return bool(more)


def chunks(
    lines: Iterable[tuple[int, Item]], pauses: Callable[[], bool] = lambda: False
) -> Iterator[tuple[list[tuple[int, Item]], bool]]:
    """The lines in chunks of limited size, each with whether its source ``pauses`` after it."""
    chunk: list[tuple[int, Item]] = []
    size = 0
    for number, line in lines:
        chunk.append((number, line))
        size += len(line) if isinstance(line, bytes) else 0
        paused = pauses()
        if paused or len(chunk) >= MOST_LINES or size >= MOST_BYTES:
            yield chunk, paused
            chunk, size = [], 0
    if chunk:
        yield chunk, True
