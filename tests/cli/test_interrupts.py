"""Ctrl-C is recognized, whatever a library makes of it."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, NoReturn

import pytest
from pydantic import PlainSerializer, TypeAdapter
from pydantic_core import PydanticSerializationError

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.interrupts import interrupts_noted, is_interrupt, raise_if_interrupted
from domino_ledger.cli.terminal.line_input import typed_line
from domino_ledger.domain.events import GameOpened
from domino_ledger.ledger.errors import Conflict
from domino_ledger.projections.feed import feed

from .bad_input import PAYOUT
from .command import run
from .process import DOMINO, PATIENCE, environment


def press(_: int = 0) -> str:
    signal.raise_signal(signal.SIGINT)
    return "not reached"


PRESSED_WHILE_WRITING = TypeAdapter[int](Annotated[int, PlainSerializer(press)])


@pytest.fixture
def noted() -> Iterator[None]:
    with interrupts_noted():
        yield


@pytest.mark.usefixtures("noted")
def test_an_error_that_pydantic_made_of_it() -> None:
    assert not is_interrupt(ValueError())
    with pytest.raises(PydanticSerializationError) as found:
        PRESSED_WHILE_WRITING.dump_json(1)
    assert is_interrupt(found.value)
    with interrupts_noted():
        assert not is_interrupt(found.value)


class Finalized:
    def __init__(self, finalizer: Callable[[], object]) -> None:
        self.finalizer = finalizer

    def __del__(self) -> None:
        self.finalizer()


@pytest.mark.usefixtures("noted")
def test_one_that_python_ignores(capsys: pytest.CaptureFixture[str]) -> None:
    """In a finalizer; no traceback of it is printed."""
    raise_if_interrupted()
    Finalized(press)
    with pytest.raises(KeyboardInterrupt):
        raise_if_interrupted()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("noted")
def test_no_line_is_waited_for_after_one_that_python_ignores() -> None:
    Finalized(press)
    with pytest.raises(KeyboardInterrupt):
        typed_line("")


def test_what_comes_of_it_where_nothing_can_be_raised_is_not_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)

    def fail() -> None:
        try:
            press()
        except KeyboardInterrupt as error:
            raise RuntimeError from error

    with interrupts_noted():
        Finalized(fail)
    assert printed == []


def test_other_errors_that_python_ignores_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda ignored: printed.append(ignored.exc_type))

    def fail() -> NoReturn:
        raise LookupError

    with interrupts_noted():
        Finalized(fail)
        Finalized(press)
    assert printed == [LookupError]


def test_the_handler_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interrupts_noted():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_noted():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
            press()
            raise_if_interrupted()
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_terminal_that_is_gone(tmp_path: Path) -> None:
    """Python ends with 120 if the last words cannot be written."""
    far, near = pty.openpty()
    command = [str(DOMINO), "record", "--rules", "block@1", "--players", "Ana,Ben"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=near, stderr=near, env=environment()
    ) as process:
        os.close(near)
        shown = b""
        while b"players" not in shown:
            shown += os.read(far, 1000)
        os.close(far)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == exits.INTERRUPTED


def press_while_writing(_: GameOpened) -> None:
    PRESSED_WHILE_WRITING.dump_json(1)


def press_and_meet_another_writer(_: GameOpened) -> NoReturn:
    with pytest.raises(KeyboardInterrupt):
        press()
    raise Conflict("name-taken", name="Ann")


@pytest.mark.parametrize(
    ("opens", "code", "said"),
    [
        (press_while_writing, exits.INTERRUPTED, "domino: interrupted\n"),
        (press_and_meet_another_writer, exits.CONFLICT, None),
    ],
)
def test_what_a_command_says(
    opens: Callable[[GameOpened], object],
    code: int,
    said: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The error of pydantic is a ValueError: as such it would be called tampering."""
    monkeypatch.chdir(tmp_path)
    assert run(f"import {PAYOUT}").code == exits.FINE
    monkeypatch.setattr(feed, "open_game", opens)
    ended = run("tail")
    assert ended.code == code
    assert said in {None, ended.err}
