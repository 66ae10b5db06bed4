"""Where the command begins and ends: all else is imported when it is run."""

import atexit
import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from . import exit_codes as exits
from .interrupts import is_interrupt

_LOOK_FOR_GARBAGE_AFTER = 500_000
"""New objects. Modules and answers are as many, and stay: to look through them takes its time."""


def main() -> NoReturn:
    """Be the process of one command."""
    gc.set_threshold(_LOOK_FOR_GARBAGE_AFTER)
    code = run_command()
    if code == exits.FINE:
        # All is closed: the end of the process need not look for what was left open.
        atexit.register(gc.freeze)
    sys.exit(code)


def run_command() -> int:
    """Run the command; its exit code. Every failure is one sentence."""
    try:
        from .app import run  # noqa: PLC0415 - whoever interrupts even that is told so

        code = run()
    except BaseException as error:
        if not is_interrupt(error):
            raise
        code = _interrupted()
    _let_go_of_output()
    return code


def _interrupted() -> int:
    with suppress(OSError):
        if sys.stderr is not None:  # It is None where the shell closed it.
            sys.stderr.write("domino: interrupted\n")
    return exits.INTERRUPTED


def _let_go_of_output() -> None:
    """What could not be written is not tried again at exit, where Python would complain."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
