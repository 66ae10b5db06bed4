"""Work in several processes."""

import os
import signal

import pytest

from domino_ledger.cli.processes import each_done
from domino_ledger.ledger.errors import Unavailable
from tests.messages.raises import raises_message


def squared(number: int) -> tuple[int, int]:
    return number**2, os.getpid()


def ended(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.parametrize(("things", "processes"), [(1, 3), (5, 1), (5, 2)])
def test_what_comes_back_is_in_order(things: int, processes: int) -> None:
    found = list(each_done(squared, range(things), processes))
    assert [number for number, _ in found] == [number**2 for number in range(things)]
    elsewhere = os.getpid() not in {process for _, process in found}
    assert elsewhere == (min(things, processes) > 1)


def test_a_process_that_is_killed() -> None:
    with raises_message(Unavailable, "a process that counted was ended from outside"):
        list(each_done(ended, range(3), 2))
