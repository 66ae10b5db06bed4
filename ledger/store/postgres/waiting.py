"""Who holds up a transaction, asked while it waits."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.errors import LockNotAvailable

from ...errors import Unavailable
from ..base import Holder, OnWait
from .connection import connected

SECONDS_BEFORE_REPORT = 2.0
# Of a queue, those at its head. Of other users' connections only some may know the time.
_HOLDERS = """
SELECT pid, application_name, coalesce(usename::text, ''),
  to_char(xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM pg_stat_activity AS holder
WHERE pid IN (
  WITH RECURSIVE blocking (pid) AS (
    SELECT unnest(pg_blocking_pids(%s))
    UNION SELECT unnest(pg_blocking_pids(blocking.pid)) FROM blocking
  ) SELECT pid FROM blocking
) AND pg_blocking_pids(pid) = '{}'
ORDER BY pid
"""


@contextmanager
def reporting_holders(
    connection: Connection[Any], url: str, name: str, on_wait: OnWait
) -> Iterator[None]:
    """Call ``on_wait`` with each holder that the transaction of this connection waits for.

    Raises Unavailable with the last holder if the time to wait for a lock is over.
    """
    watch = _Watch(connection.info.backend_pid, url, name, on_wait)
    watch.start()
    try:
        yield
    except LockNotAvailable as error:
        if watch.last is None:
            raise
        pid, program, user, since = watch.last
        raise Unavailable(
            "locked-by", book=name, pid=pid, program=program, user=user, since=since
        ) from error
    finally:
        watch.over.set()
        watch.join()


class _Watch(Thread):
    """Polls the server for the connections that block this one."""

    def __init__(self, pid: int, url: str, name: str, on_wait: OnWait) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._url = url
        self._name = name
        self._on_wait = on_wait
        self.over = Event()
        self.last: Holder | None = None

    def run(self) -> None:
        if self.over.wait(SECONDS_BEFORE_REPORT):
            return
        # It is only for a message: the wait goes on without it.
        with suppress(psycopg.Error), closing(connected(self._url)) as connection:
            while True:
                for row in connection.execute(_HOLDERS, [self._pid]).fetchall():
                    holder = Holder(*row)
                    if holder != self.last:
                        self.last = holder
                        self._on_wait(self._name, holder)
                if self.over.wait(SECONDS_BEFORE_REPORT):
                    return
