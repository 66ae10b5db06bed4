"""Lines from standard input, typed or piped."""

import sys
from collections.abc import Callable, Iterator

from ledger.records.validation import Unreadable

from ..output import prompt as print_prompt

LONGEST = 10_000
"""Bytes read of a line."""


def typed_lines(prompt: Callable[[], str]) -> Iterator[str | Unreadable]:
    """Yield each line, or the reason why it cannot be read. Prompts at a terminal."""
    while True:
        if sys.stdin.isatty():
            print_prompt(prompt())
        line = sys.stdin.buffer.readline(LONGEST)
        if not line:
            return
        if len(line) == LONGEST and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = sys.stdin.buffer.readline(LONGEST)
            yield Unreadable("line-too-long", limit=LONGEST)
            continue
        try:
            yield line.decode("utf-8-sig").rstrip("\r\n")
        except UnicodeDecodeError:
            yield Unreadable("line-not-utf-8")
