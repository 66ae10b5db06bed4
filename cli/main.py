"""Where the command begins and ends: all else is imported when it is run."""

import atexit
import gc
import os
import sys
from typing import NoReturn

from . import exits

_LOOK_FOR_GARBAGE_AFTER = 500_000
"""New objects. Modules and answers are as many, and stay: to look through them takes its time."""


def main() -> NoReturn:
    """Run the command; every failure is one sentence and its exit code."""
    gc.set_threshold(_LOOK_FOR_GARBAGE_AFTER)
    try:
        code = _run()
    except KeyboardInterrupt:
        if sys.stderr is not None:  # It is None where the shell closed it.
            sys.stderr.write("domino: interrupted\n")
        code = exits.INTERRUPTED
    _let_go_of_output()
    if code == exits.FINE:
        # All is closed: the end of the process need not look for what was left open.
        atexit.register(gc.freeze)
    sys.exit(code)


def _run() -> int:
    from .domino import run  # noqa: PLC0415 - whoever interrupts even that is told so

    return run()


def _let_go_of_output() -> None:
    """What could not be written is not tried again at exit, where Python would complain."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
