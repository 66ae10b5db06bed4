"""The entry point of `domino`. Everything else is imported when it runs."""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from . import exit_codes as exits
from .interrupts import interrupts_noted, is_interrupt

GARBAGE_AFTER = 500_000
"""Allocations before Python collects garbage. Many, since a command keeps almost every object."""


def main() -> NoReturn:
    """Run the command and exit."""
    gc.set_threshold(GARBAGE_AFTER)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # To look for them takes 10 ms.
    code = run_command()
    if code == exits.FINE:  # After an error, what is still open has to be closed.
        gc.freeze()  # Python would look for garbage twice before it ends: a fifth of `audit GAME`.
    sys.exit(code)


def run_command() -> int:
    """Run the command and return its exit code. Reports an interrupt in one line."""
    try:
        with interrupts_noted():
            from .app import run  # noqa: PLC0415 - an interrupt during the import is reported too

            code = run()
    except BaseException as error:
        if not is_interrupt(error):
            raise
        code = exits.INTERRUPTED
        with suppress(OSError):
            if sys.stderr is not None:  # None if the shell closed it.
                sys.stderr.write("domino: interrupted\n")
    _flush_or_discard_output()
    return code


def _flush_or_discard_output() -> None:
    """Discard what cannot be written: Python would try again, and exit with another code."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
