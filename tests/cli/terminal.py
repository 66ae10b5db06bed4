"""The installed command on a terminal of its own, and somebody who types there."""

import os
import pty
import select
import subprocess
import time
from pathlib import Path

from .process import DOMINO, environment

INTERRUPT = "\x03"
END = "\x04"
_PATIENCE = 30


class Terminal:
    """A running command; what it has shown so far is ``shown``."""

    def __init__(self, *arguments: str, cwd: Path, **variables: str) -> None:
        """``variables``: of its environment, in addition to those of this process."""
        self._far, near = pty.openpty()
        self._process = subprocess.Popen(
            [os.fspath(DOMINO), *arguments],
            cwd=cwd,
            stdin=near,
            stdout=near,
            stderr=near,
            env=environment() | {"TERM": "dumb"} | variables,
            start_new_session=True,
            preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),  # noqa: PLW1509 - ours
        )
        os.close(near)
        self.shown = ""

    def until(self, text: str) -> str:
        """Wait until this is shown; what was shown up to it, which is taken away."""
        end = time.monotonic() + _PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} never came: {self.shown}"
            assert self._read(), f"{text!r} never came: {self.shown}"
        before, _, self.shown = self.shown.partition(text)
        return before

    def types(self, text: str) -> None:
        """Press these keys."""
        os.write(self._far, text.encode())

    def ends(self) -> int:
        """Wait for the end; the exit code."""
        while self._read():
            pass
        os.close(self._far)
        return self._process.wait(_PATIENCE)

    def _read(self) -> bool:
        """Take what is shown next; False where nobody holds the other end any more."""
        if not select.select([self._far], [], [], _PATIENCE)[0]:
            return False
        try:
            self.shown += os.read(self._far, 1 << 16).decode().replace("\r\n", "\n")
        except OSError:
            return False
        return True
