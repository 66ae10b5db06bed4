"""The command run inside the test process."""

import io
import os
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple, Protocol
from unittest.mock import patch

from domino_ledger.cli.main import run_command
from domino_ledger.projections.messages import catalogue_of


class Ran(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


class Command(Protocol):
    """Runs ``domino`` with the arguments of a line."""

    def __call__(self, line: str, stdin: bytes = b"") -> Ran: ...


def run(line: str, stdin: bytes = b"", ledger: str = "", payouts: str = "") -> Ran:
    """Run ``domino`` with this line in the current directory.

    Only ``ledger``, if given, names a book in the environment, and ``payouts`` payout rules.
    """
    out, err = _stream(), _stream()
    kept = {key: value for key, value in os.environ.items() if not key.startswith("DOMINO_")}
    named = kept | ({"DOMINO_LEDGER": ledger} if ledger else {})
    named |= {"DOMINO_PAYOUTS": payouts} if payouts else {}
    with (
        patch.object(sys, "argv", ["domino", *shlex.split(line)]),
        _file_with(stdin) as standard_input,
        patch.object(sys, "stdin", standard_input),
        patch.dict(os.environ, named, clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run_command()
    catalogue_of.cache_clear()  # The command may have spoken another language than the next one.
    return Ran(code, _text(out), _text(err))


def _file_with(text: bytes) -> IO[str]:
    """A file with a descriptor, like standard input."""
    file = TemporaryFile()  # noqa: SIM115 - closed with the text read from it
    file.write(text)
    file.seek(0)
    return io.TextIOWrapper(file, encoding="utf-8")


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def bring(directory: Path, *files: Path) -> None:
    """Copy these files into a directory."""
    for file in files:
        (directory / file.name).write_bytes(file.read_bytes())
