"""The installed command on a pseudo-terminal, and keys typed there."""

import os
import pty
import select
import subprocess
import time
from pathlib import Path

from .process import DOMINO, PATIENCE, environment

INTERRUPT = "\x03"
END = "\x04"


class Terminal:
    """A running command; ``shown`` is its output that was not read yet."""

    def __init__(self, *arguments: str, cwd: Path, **variables: str) -> None:
        """``variables``: added to the environment of this process."""
        self._controller, terminal = pty.openpty()
        self._process = subprocess.Popen(
            [os.fspath(DOMINO), *arguments],
            cwd=cwd,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment() | {"TERM": "dumb"} | variables,
            start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # noqa: PLW1509 - ours
        )
        os.close(terminal)
        self.shown = ""

    def until(self, text: str) -> str:
        """Wait for this text; return and remove the output before it."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} never came: {self.shown}"
            assert self._read(), f"{text!r} never came: {self.shown}"
        before, _, self.shown = self.shown.partition(text)
        return before

    def types(self, text: str) -> None:
        """Type these keys."""
        os.write(self._controller, text.encode())

    def answers(self, prompt: str, text: str) -> str:
        """Wait for this prompt, and type; return and remove the output before the prompt."""
        before = self.until(prompt)
        self.types(text)
        return before

    def ends(self) -> int:
        """Wait for the end; return the exit code."""
        while self._read():
            pass
        os.close(self._controller)
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Read the next output; False if the other end is closed."""
        if not select.select([self._controller], [], [], PATIENCE)[0]:
            return False
        try:
            self.shown += os.read(self._controller, 1 << 16).decode().replace("\r\n", "\n")
        except OSError:
            return False
        return True
