"""Long output at a terminal goes through the user's pager: `PAGER`, or else `less`."""

import io
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from functools import wraps
from typing import Any, TextIO, TypeAlias

import click

from ...projections.messages.widths import width
from ..output import on_terminal

Command: TypeAlias = Callable[..., Any]

_NOT_FOR_PAGES = {"as_json", "as_csv", "step"}
"""Flags of commands. Their output is for programs, or is shown step by step."""


def in_pages(command: Command) -> Command:
    """The command; what people read opens in a pager if it is longer than the screen."""

    @wraps(command)
    def run(**options: Any) -> Any:
        for_people = not any(options.get(flag) for flag in _NOT_FOR_PAGES)
        in_lines = options.get("form", "text") == "text" and options.get("format_") in {
            None,
            "table",
        }
        if not (for_people and in_lines and on_terminal() and sys.stdin.isatty()):
            return command(**options)
        with _pages():
            return command(**options)
        raise click.exceptions.Exit  # The user closed the pager before all was shown.

    return run


@contextmanager
def _pages() -> Iterator[None]:
    """Standard output may go to a pager; messages that follow output wait until it is closed."""
    terminal, messages = sys.stdout, sys.stderr
    with ExitStack() as after, ExitStack() as pager:
        output = _Output(terminal, pager)
        said = _Messages(messages, output)
        after.callback(said.release)
        with redirect_stdout(output), redirect_stderr(said):
            yield
        output.release()


class _Stream(io.TextIOBase):
    """Stands in for a stream of a terminal."""

    def __init__(self, terminal: TextIO) -> None:
        self.terminal = terminal
        self.kept: list[str] = []

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.terminal.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.terminal.errors

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError  # click tries bytes to find out whether this is a stream of bytes.
        return self.take(text)

    @abstractmethod
    def take(self, text: str) -> int:
        """Keep the text or write it on; return its length."""

    def isatty(self) -> bool:
        return True

    def release(self) -> None:
        """Write what was kept to the terminal."""
        self.terminal.write("".join(self.kept))
        self.terminal.flush()
        self.kept.clear()


class _Output(_Stream):
    """Keeps lines back until they are more than the terminal has, and opens the pager then."""

    def __init__(self, terminal: TextIO, pager: ExitStack) -> None:
        super().__init__(terminal)
        from shutil import get_terminal_size  # noqa: PLC0415 - imports archives, for terminals only

        self._size = get_terminal_size()
        self._lines = 0
        self._open = pager
        self._pager: TextIO | None = None

    @property
    def begun(self) -> bool:
        """There is output, shown or kept."""
        return bool(self.kept) or self._pager is not None

    def take(self, text: str) -> int:
        if self._pager is not None:
            return self._pager.write(text)
        self.kept.append(text)
        self._lines += sum(
            1 + width(click.unstyle(line)) // self._size.columns for line in text.splitlines()
        )
        if self._lines >= self._size.lines:
            with redirect_stdout(self.terminal):
                self._pager = self._open.enter_context(click.get_pager_file())
            self._pager.write("".join(self.kept))
            self.kept.clear()
        return len(text)


class _Messages(_Stream):
    """Keeps messages back as soon as there is output: they would disturb the pager."""

    def __init__(self, terminal: TextIO, output: _Output) -> None:
        super().__init__(terminal)
        self._output = output

    def take(self, text: str) -> int:
        if self._output.begun:
            self.kept.append(text)
            return len(text)
        return self.terminal.write(text)

    def flush(self) -> None:
        self.terminal.flush()
