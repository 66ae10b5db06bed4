"""Work in several processes, each of which uses a core."""

import gc
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from ..ledger.errors import Unavailable
from .app import take_in_payout_rules
from .main import GARBAGE_AFTER

Thing = TypeVar("Thing")
Done = TypeVar("Done")


def each_done(
    work: Callable[[Thing], Done], things: Sequence[Thing], processes: int
) -> Iterator[Done]:
    """What the work makes of each of these things, in order; one process is this one.

    What is given to a process, and comes back, is pickled. Raises Unavailable if a process ends.
    """
    processes = min(processes, len(things))
    if processes < 2:
        yield from map(work, things)
        return
    context = get_context("spawn")  # A copy of this process would have its open files.
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin) as pool:
        # What is blocked here is blocked in them, until they have begun.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _CTRL_C)
        try:
            found = pool.map(work, things)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        try:
            yield from found
        except BrokenProcessPool:
            raise Unavailable("process-ended") from None


_CTRL_C = {signal.SIGINT}
"""It reaches all these processes, and ends those that are not this one without a word."""


def _begin() -> None:
    """Be a process as the command is one."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # Otherwise it is ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _CTRL_C)
    gc.set_threshold(GARBAGE_AFTER)
    take_in_payout_rules()
