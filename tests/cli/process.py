"""The installed command in a process of its own: for what only a real process meets."""

import os
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DOMINO = Path(sysconfig.get_path("scripts")) / "domino"

# Root may write anywhere; without these two capabilities it may only do what the modes say.
_AS_ANYBODY = """
import ctypes, os, sys
if os.geteuid() == 0:
    library = ctypes.CDLL(None, use_errno=True)
    for capability in (1, 2):
        if library.prctl(24, capability, 0, 0, 0):
            sys.exit("cannot give up the right to write anywhere")
os.execv(sys.argv[1], sys.argv[1:])
"""


class Ended(NamedTuple):
    """How a process ended."""

    code: int
    out: bytes
    err: str

    @property
    def sentences(self) -> list[str]:
        return self.err.splitlines()


def environment() -> dict[str, str]:
    """Ours, but no book is named, and standard output is buffered as it is for everybody."""
    return {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("DOMINO_") and key != "PYTHONUNBUFFERED"
    }


def domino(
    *arguments: str | Path,
    cwd: Path,
    stdin: bytes | int = b"",
    stdout: int = subprocess.PIPE,
    as_anybody: bool = False,
    before: Callable[[], None] | None = None,
) -> Ended:
    """Run the command; ``as_anybody``: without the rights of root, who may write anywhere."""
    line = [DOMINO, *arguments]
    if as_anybody:
        line = [sys.executable, "-c", _AS_ANYBODY, *line]
    with subprocess.Popen(
        [os.fspath(word) for word in line],
        cwd=cwd,
        stdin=subprocess.PIPE if isinstance(stdin, bytes) else stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=before,  # noqa: PLW1509 - no threads here
    ) as process:
        text = stdin if isinstance(stdin, bytes) else None
        out, said = process.communicate(text, timeout=60)
    return Ended(process.returncode, out or b"", said.decode())


def started(*arguments: str | Path, cwd: Path) -> "subprocess.Popen[bytes]":
    """Start the command with a pipe for each of its three streams."""
    return subprocess.Popen(
        [os.fspath(word) for word in (DOMINO, *arguments)],
        cwd=cwd,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )


def files_no_larger_than(size: int) -> Callable[[], None]:
    """A disk that is full when any file reaches this many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def memory_no_larger_than(size: int) -> Callable[[], None]:
    """No more address space than this many bytes."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))
