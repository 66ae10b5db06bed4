"""Where the command begins and ends. Everything else is imported when a command runs."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from . import exit_codes as exits
from .interrupts import is_interrupt


def main() -> NoReturn:
    """Be the process of one command."""
    sys.exit(run_command())


def run_command() -> int:
    """Run the command; its exit code. Every failure is one sentence."""
    try:
        from .app import run  # noqa: PLC0415 - an interrupt while importing is reported, too

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
    """Drop what could not be written; Python would try again at exit, and complain."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
