"""Lines of standard input, typed at a terminal or piped in."""

import sys
from collections.abc import Callable, Iterator

import click

from ledger.records.format import Unreadable

LONGEST = 10_000
"""Bytes of a line at most."""


def typed_lines(prompt: Callable[[], str]) -> Iterator[str | Unreadable]:
    """Each line, or why it is not text. Prompts at a terminal."""
    while True:
        if sys.stdin.isatty():
            click.echo(prompt(), err=True, nl=False)
        line = sys.stdin.buffer.readline(LONGEST)
        if not line:
            return
        if len(line) == LONGEST and not line.endswith(b"\n"):
            _skip_rest(line)
            yield Unreadable(f"a line is longer than {LONGEST} bytes")
            continue
        try:
            yield line.decode("utf-8-sig").rstrip("\r\n")
        except UnicodeDecodeError:
            yield Unreadable("a line is not UTF-8")


def _skip_rest(line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = sys.stdin.buffer.readline(LONGEST)
