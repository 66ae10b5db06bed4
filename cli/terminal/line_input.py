"""Lines from standard input, typed or piped."""

import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from ...ledger.records.unreadable import Unreadable
from ...projections.messages.harmless import plain
from ..interrupts import raise_if_interrupted
from ..output import prompt as print_prompt

LONGEST = 10_000
"""Bytes read of a line."""


def typed_lines(prompt: Callable[[], str]) -> Iterator[str | Unreadable]:
    """Yield each line, or the reason why it cannot be read. Prompts at a terminal."""
    while True:
        line = typed_line(prompt() if at_terminal() else "")
        if line is None:
            return
        yield line


def at_terminal() -> bool:
    """Lines are typed by a person, not piped."""
    return sys.stdin.isatty()


def typed_line(prompt: str) -> str | Unreadable | None:
    """The next line, or the reason why it cannot be read; None at the end of the input.

    Raises KeyboardInterrupt for a Ctrl-C that a library lost, too: nobody presses it twice.
    """
    if prompt:
        print_prompt(prompt)
    raise_if_interrupted()
    line = sys.stdin.buffer.readline(LONGEST)
    if not line:
        return None
    if len(line) == LONGEST and not line.endswith(b"\n"):
        while line and not line.endswith(b"\n"):
            line = sys.stdin.buffer.readline(LONGEST)
        return Unreadable("line-too-long", limit=LONGEST)
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError:
        return Unreadable("line-not-utf-8")


def can_edit() -> bool:
    """`edited_line` can show a text to be changed."""
    on_both_sides = sys.stdin.isatty() and sys.stdout.isatty()
    return on_both_sides and find_spec("readline") is not None


def edited_line(prompt: str, text: str) -> str | Unreadable | None:
    """The next line, for which this text stands at the prompt; None at the end of the input."""
    import readline  # noqa: PLC0415 - not on every system, and it changes how `input` works

    readline.set_startup_hook(lambda: readline.insert_text(text))
    try:
        raise_if_interrupted()
        return input(plain(prompt))
    except EOFError:
        return None
    except UnicodeDecodeError:
        return Unreadable("line-not-utf-8")
    finally:
        readline.set_startup_hook(None)
