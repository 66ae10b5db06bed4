"""What several threads write at the same time, in one transaction: all wait for the disk once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock
from typing import Any, TypeAlias

from ..errors import Unavailable
from .rows import Row

Work: TypeAlias = Callable[[Any], Sequence[Row]]
"""Writes with the cursor of a transaction, and returns the rows that were written."""


@dataclass(eq=False, slots=True)
class _Writer:
    """A thread, and what it has to write."""

    work: Work
    rows: Sequence[Row] = ()
    error: BaseException | None = None
    done: bool = False
    woken: Event = field(default_factory=Event)
    """It is done, or it is this thread's turn to write."""


class Together:
    """The threads that write to a book, in the order in which they came.

    The first writes for all that wait; those that come while it writes wait for the next
    transaction. No thread goes on before its own work has been committed.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._writers: list[_Writer] = []
        """The first one writes; the others wait for their turn."""

    def write(
        self, work: Work, transact: Callable[[Work], Sequence[Row]], book: str
    ) -> Sequence[Row]:
        """Carry out work in a transaction, perhaps with that of others; returns its own rows.

        What the work raises is raised here alone; it takes back nothing of the others. What ends
        the transaction is raised to all. ``transact`` makes a transaction; ``book`` is for an
        error: Unavailable with the code "perhaps-written", if the thread that wrote for this one
        was interrupted.
        """
        mine = _Writer(work)
        try:
            with self._lock:
                self._writers.append(mine)
                first = self._writers[0] is mine
            if not first:
                mine.woken.wait()
            if not mine.done:
                self._write_all(mine, transact, book)
        finally:
            self._leave(mine)
        if mine.error is not None:
            raise mine.error
        return mine.rows

    def _write_all(
        self, first: _Writer, transact: Callable[[Work], Sequence[Row]], book: str
    ) -> None:
        with self._lock:
            writers, self._writers = self._writers, [first]
        try:
            transact(partial(_one_by_one, writers))
        except Exception as error:  # noqa: BLE001 - raised by each of them
            for each in writers:
                each.error = error
        except BaseException:
            for each in writers:
                each.error = Unavailable("perhaps-written", book=book)
            raise
        finally:
            for each in writers:
                each.done = True
                each.woken.set()

    def _leave(self, writer: _Writer) -> None:
        """Give the turn to the next, also after an interruption."""
        with self._lock:
            if writer in self._writers:
                first = self._writers[0]
                self._writers.remove(writer)
                if first is writer and self._writers:
                    self._writers[0].woken.set()


def _one_by_one(writers: Sequence[_Writer], cursor: Any) -> Sequence[Row]:
    """The work of each; what fails is taken back alone, unless its error ends the transaction."""
    if len(writers) == 1:
        writers[0].rows = writers[0].work(cursor)
        return writers[0].rows
    for each in writers:
        cursor.execute("SAVEPOINT one")
        try:
            each.rows, each.error = each.work(cursor), None
        except Exception as error:  # noqa: BLE001 - raised by who has this work
            try:
                cursor.execute("ROLLBACK TO SAVEPOINT one")
            except Exception:  # noqa: BLE001 - there is no transaction any more
                raise error from None
            each.rows, each.error = (), error
        cursor.execute("RELEASE SAVEPOINT one")
    return [row for each in writers for row in each.rows]
