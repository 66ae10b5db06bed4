"""Work in several processes."""

import os
import signal
import subprocess
from time import sleep

import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.processes import each_done
from domino_ledger.ledger.errors import Unavailable
from tests.messages.raises import raises_message

from .command import Command
from .process import DOMINO, PATIENCE, environment
from .samples import LOT, put


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


@pytest.mark.parametrize("seconds", [0.5, 1.0, 1.5])
def test_ctrl_c_ends_all_of_them_with_one_line(seconds: float, domino: Command) -> None:
    """While they begin, too. Somebody who is quick sees the answer."""
    put(domino, LOT)
    assert (
        domino("simulate --rules block@1 --players 2 --games 1 --seed 1 --ledger other.db").code
        == 0
    )
    assert domino("archive domino.db other.db --to archive").code == exits.FINE
    with subprocess.Popen(
        [DOMINO, "stats", "--archive", "archive", "--jobs", "2"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        sleep(seconds)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err.strip()) in (
        (exits.INTERRUPTED, "domino: interrupted"),
        (exits.FINE, ""),
    )
    assert bool(out) == (process.returncode == exits.FINE)
