"""Lines typed by somebody, or written before and sent in."""

import sys
from collections.abc import Callable, Iterator

import click

from ledger.records.format import Unreadable

LONGEST = 10_000
"""Bytes of a line; nobody types so much."""


def typed_lines(prompt: Callable[[], str]) -> Iterator[str | Unreadable]:
    """Line by line; what is not text is said where it stands. A terminal is prompted."""
    while True:
        if sys.stdin.isatty():
            click.echo(prompt(), err=True, nl=False)
        line = sys.stdin.buffer.readline(LONGEST)
        if not line:
            return
        if len(line) == LONGEST and not line.endswith(b"\n"):
            _go_past(line)
            yield Unreadable("line-too-long", limit=LONGEST)
            continue
        try:
            yield line.decode("utf-8-sig").rstrip("\r\n")
        except UnicodeDecodeError:
            yield Unreadable("line-not-utf-8")


def _go_past(line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = sys.stdin.buffer.readline(LONGEST)
