"""The command in a process of its own, for behaviour that needs a real process."""

import ctypes
import json
import os
import pty
import re
import resource
import select
import shlex
import signal
import socket
import subprocess
import sys
import sysconfig
import termios
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from traceback import print_exc
from typing import IO, NamedTuple, NoReturn

from domino_ledger import cli
from domino_ledger.cli.main import main

DOMINO = Path(sysconfig.get_path("scripts")) / "domino"

PATIENCE = 300
"""Seconds after which a process hangs: more than any takes on the busiest machine."""


class Ended(NamedTuple):
    """The exit code and output of a process."""

    code: int
    out: bytes
    err: str

    @property
    def sentences(self) -> list[str]:
        return self.err.splitlines()


def environment() -> dict[str, str]:
    """This environment without a named book, and with the default buffering of standard output."""
    return {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("DOMINO_") and key != "PYTHONUNBUFFERED"
    }


def domino(
    *arguments: str | Path, cwd: Path, stdin: bytes = b"", before: Callable[[], None] | None = None
) -> Ended:
    """Run the command in a fork of this process.

    Unlike a new process it has nothing to import, which takes longer than most commands. Do not use
    it while this process has the book open: SQLite would take the locks of the parent for those of
    the fork. Nor for a PDF: a fork has none of the threads that typst started in its parent.
    """
    _import_all()
    ends = [os.pipe() for _ in range(3)]
    child = os.fork()
    if not child:
        ours = [end for pair in ends for end in pair]
        streams = [ends[0][0], ends[1][1], ends[2][1]]
        words = [os.fspath(word) for word in arguments]
        os._exit(_command(words, cwd, streams, environment(), before=before, unused=ours))
    (theirs, into), (out, _), (err, _) = ends
    for end in (theirs, ends[1][1], ends[2][1]):
        os.close(end)
    with ThreadPoolExecutor(2) as threads, os.fdopen(out, "rb") as one, os.fdopen(err, "rb") as two:
        answers = [threads.submit(pipe.read) for pipe in (one, two)]
        with suppress(BrokenPipeError), os.fdopen(into, "wb") as pipe:
            pipe.write(stdin)
        printed, said = (answer.result() for answer in answers)
    _, status = os.waitpid(child, 0)
    return Ended(os.waitstatus_to_exitcode(status), printed, said.decode())


@cache
def _import_all() -> None:
    """Import everything that commands import when they run."""
    for module in walk_packages(cli.__path__, "domino_ledger.cli."):
        import_module(module.name)


def _command(
    arguments: list[str],
    cwd: Path,
    streams: Sequence[int],
    own: dict[str, str],
    *,
    before: Callable[[], None] | None = None,
    unused: Sequence[int] = (),
) -> int:
    """Run the command in this process, which must end with the returned code."""
    code: int | str | None = 1
    try:
        for number, end in enumerate(streams):
            os.dup2(end, number)
        for end in {*streams, *unused}:
            os.close(end)
        sys.argv = ["domino", *arguments]
        os.environ.clear()
        os.environ.update(own)
        encoding, _, errors = own.get("PYTHONIOENCODING", "utf-8").partition(":")
        sys.stdin = open(0)  # noqa: SIM115 - not a path
        sys.stdout = open(1, "w", encoding=encoding, errors=errors or "strict")  # noqa: SIM115
        sys.stderr = open(2, "w", 1, errors="backslashreplace")  # noqa: SIM115
        os.chdir(cwd)
        if before is not None:
            before()
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:  # noqa: BLE001 - as at the end of any process
        print_exc()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    return code if isinstance(code, int) else 1


def on_terminal(
    *arguments: str, cwd: Path, keys: Sequence[str] = (), columns: int = 80, **variables: str
) -> str:
    """The output of a fork on a terminal; one key each time the command waits for one.

    ``variables``: added to the environment.
    """
    _import_all()
    own = {key: value for key, value in environment().items() if key != "NO_COLOR"}
    own |= {"COLUMNS": str(columns), "LINES": "40", "TERM": "xterm-256color", "PAGER": "cat"}
    own |= variables
    far, near = pty.openpty()
    child = os.fork()
    if not child:
        os._exit(_command(list(arguments), cwd, [near] * 3, own, unused=[far]))
    os.close(near)
    sent, typed = b"", 0
    while True:
        if select.select([far], [], [], 0.02)[0]:
            try:
                sent += os.read(far, 1 << 16)
            except OSError:
                break  # The other end is closed.
        elif typed < min(len(keys), sent.count(b"q: quit")) and _takes_keys(far):
            os.write(far, keys[typed].encode())
            typed += 1
    os.close(far)
    assert os.waitpid(child, 0)[1] == 0
    assert typed == len(keys)
    return sent.decode(errors="replace")


def _takes_keys(terminal: int) -> bool:
    """The terminal reads single keys, and has discarded what was typed before."""
    local_modes = termios.tcgetattr(terminal)[3]
    return not local_modes & termios.ICANON


def plain(text: str) -> str:
    """The text without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


@contextmanager
def domino_for_shells(directory: Path) -> Iterator[Path]:
    """A folder for PATH with a `domino` that is forked from this process, for use in shells.

    The script started by the shell only passes on its arguments, streams and environment, and waits
    for the exit code.
    """
    _import_all()
    script, address = directory / "domino", directory / "asked"
    python = f"{shlex.quote(sys.executable)} -ISE -c {shlex.quote(_ASK.format(str(address)))}"
    script.write_text(f'#!/bin/sh\nexec {python} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(str(address))
        listening.listen()
        server = os.fork()
        if not server:
            _serve(listening)
    try:
        yield directory
    finally:
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)


_ASK = """
import json, os, socket, sys
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asked:
    asked.connect({!r})
    wanted = [sys.argv[1:], os.getcwd(), dict(os.environ)]
    socket.send_fds(asked, [json.dumps(wanted).encode()], [0, 1, 2])
    sys.exit(asked.recv(1)[0])
"""


def _serve(listening: socket.socket) -> NoReturn:
    """Fork a command for each connection, until this process is killed."""
    while True:
        asked, _ = listening.accept()
        if not os.fork():
            message, streams, _, _ = socket.recv_fds(asked, 1_000_000, 3)
            words, cwd, own = json.loads(message)
            asked.send(bytes([_command(words, cwd, streams, own)]))
            os._exit(0)
        asked.close()


def installed(
    *arguments: str | Path,
    cwd: Path,
    stdin: bytes | int = b"",
    stdout: int = subprocess.PIPE,
    before: Callable[[], None] | None = None,
) -> Ended:
    """Run the installed command."""
    with subprocess.Popen(
        [os.fspath(word) for word in (DOMINO, *arguments)],
        cwd=cwd,
        stdin=subprocess.PIPE if isinstance(stdin, bytes) else stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=before,  # noqa: PLW1509 - no threads here
    ) as process:
        text = stdin if isinstance(stdin, bytes) else None
        out, said = process.communicate(text, timeout=PATIENCE)
    return Ended(process.returncode, out or b"", said.decode())


class Running(subprocess.Popen[bytes]):
    """A process with pipes for its three streams."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def types(self, text: bytes) -> None:
        """Send this text to its standard input."""
        self.stdin.write(text)
        self.stdin.flush()


def started(*arguments: str | Path, cwd: Path) -> Running:
    """Start the command."""
    pipe = subprocess.PIPE
    command = [os.fspath(word) for word in (DOMINO, *arguments)]
    return Running(command, cwd=cwd, stdin=pipe, stdout=pipe, stderr=pipe, env=environment())


def files_no_larger_than(size: int) -> Callable[[], None]:
    """Limit the size of each file, as on a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def unprivileged() -> None:
    """Give up root's right to read and write anywhere, so that file modes apply."""
    if os.geteuid():
        return
    library = ctypes.CDLL(None, use_errno=True)
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert library.capget(header, sets) == 0
    for effective_and_permitted in (0, 1):
        sets[effective_and_permitted] &= ~0b110
    assert library.capset(header, sets) == 0


@contextmanager
def read_only(directory: Path) -> Iterator[None]:
    """In this context nobody without rights of their own may write in the directory."""
    directory.chmod(0o555)
    try:
        yield
    finally:
        directory.chmod(0o755)


def memory_no_larger_than(size: int) -> Callable[[], None]:
    """Limit the address space."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))
