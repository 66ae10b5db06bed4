"""Long files and pipes read line by line in bounded memory."""

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from io import BufferedReader, FileIO
from select import select
from typing import IO, TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Item = TypeVar("Item")
LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of one record; a game of a thousand rounds has about half as many."""

MOST_LINES, MOST_BYTES = 50, 1 << 16
"""The most lines and bytes of one chunk, unless one line is longer."""

PATIENCE = 0.2
"""Seconds without a new line after which a feed counts as pausing."""


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


class Feed(BufferedReader):
    """A pipe, terminal or file that knows whether its next line has arrived."""

    def __init__(self, descriptor: int) -> None:
        self._source = _Source(descriptor, closefd=False)
        super().__init__(self._source)

    def pauses(self) -> bool:
        """Return whether the next line is not there, and nothing more arrives for `PATIENCE`."""
        self._source.waits = False
        try:
            if b"\n" in self.peek():
                return False
        finally:
            self._source.waits = True
        return not _is_ready(self._source, PATIENCE)


class _Source(FileIO):
    waits = True
    """False: a read returns None if it would have to wait."""

    def readinto(self, buffer: "WriteableBuffer") -> int | None:
        if self.waits or _is_ready(self, 0):
            return super().readinto(buffer)
        return None


def _is_ready(file: FileIO, seconds: float) -> bool:
    return bool(select([file], [], [], seconds)[0])


def chunks(
    lines: Iterable[tuple[int, Item]], pauses: Callable[[], bool] = lambda: False
) -> Iterator[tuple[list[tuple[int, Item]], bool]]:
    """The lines in chunks of limited size, each with whether their source pauses after it.

    ``pauses`` is asked after each line.
    """
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
