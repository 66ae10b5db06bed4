"""Work that stops in the middle: by a fault in this process, or by `kill -9` in another."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import sleep
from traceback import print_exc
from types import FrameType
from typing import Any

import pytest

from domino_ledger.projections.tables.connection import Connection

Work = Callable[[], None]

_STATEMENTS = "rows", "execute", "insert"
"""Methods of a connection that execute one."""


def started(work: Work) -> int:
    """Start the work in another process; returns its id."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    except Exception:  # noqa: BLE001 - any error is printed, and the process ends
        print_exc()
    finally:
        os._exit(code)  # The child must not go on with the parent's code.


def was_killed(child: int) -> bool:
    """Wait for the process; whether a signal ended it. Fails if it failed."""
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def killed_at(point: int, work: Work) -> bool:
    """Kill the work at this point, counted from 1; False if it ended before.

    The points are before and after each statement, and before each COMMIT. The point before a
    statement is also the one after the previous statement.
    """

    def until_then() -> None:
        with _at(point, _die):
            work()

    return was_killed(started(until_then))


def killed_at_line(line: int, function: Callable[..., Any], work: Work) -> bool:
    """Kill the work before a line of a function, the lines counted from 1 in order of execution."""

    def until_then() -> None:
        left = [line]

        def trace(frame: FrameType, happening: str, _: Any) -> Any:
            if frame.f_code is not function.__code__:
                return None
            left[0] -= happening == "line"
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)
        work()

    return was_killed(started(until_then))


def killed_after(seconds: float, work: Work, meanwhile: Callable[[], object]) -> bool:
    """Kill the work after this time; meanwhile, call something repeatedly."""
    child = started(work)
    for _ in range(3):
        meanwhile()
        sleep(seconds / 3)
    os.kill(child, signal.SIGKILL)
    return was_killed(child)


class Fault(BaseException):
    """An exception that the program does not handle, like an interrupt."""


def faults(work: Work, before: Work, every: int = 1) -> Iterator[int]:
    """Let the work fail at one statement or COMMIT after the other, in this process; yields which.

    ``before`` is called each time. Ends when the work ends before the next point.
    """
    gc.freeze()  # So that collection of what was open at the failure looks only at new objects.
    try:
        for point in count(1, every):
            before()
            if not _fails(point, work):
                return
            gc.collect()
            yield point
    finally:
        gc.unfreeze()


def _fails(point: int, work: Work) -> bool:
    with _at(point, _fail, after=False):
        try:
            work()
        except Fault:
            return True
    return False


def _fail() -> None:
    raise Fault


def points_of(work: Work) -> int:
    """The number of points in this work."""
    reading, writing = os.pipe()

    def counted() -> None:
        with _at(0, _die) as counter:
            work()
        os.write(writing, str(-counter[0]).encode())

    assert not was_killed(started(counted))
    os.close(writing)
    with os.fdopen(reading) as said:
        return int(said.read())


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def _at(point: int, action: Callable[[], None], *, after: bool = True) -> Iterator[list[int]]:
    """Call a function at this point of the work; ``after``: points after statements count, too."""
    left = [point]

    def passed() -> None:
        left[0] -= 1
        if not left[0]:
            action()

    def counted(method: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
        def call(*given: Any, **values: Any) -> Any:
            passed()
            found = method(*given, **values)
            if after:
                passed()
            return found

        return call

    with pytest.MonkeyPatch.context() as patched:
        for name in _STATEMENTS:
            patched.setattr(Connection, name, counted(getattr(Connection, name), after=after))
        patched.setattr(Connection, "commit", counted(Connection.commit, after=False))
        yield left
