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
    over, seen, pid = Event(), list[Holder](), connection.info.backend_pid

    def watch() -> None:
        if over.wait(SECONDS_BEFORE_REPORT):
            return
        # It is only for a message: the wait goes on without it.
        with suppress(psycopg.Error), closing(connected(url)) as other:
            while True:
                for row in other.execute(_HOLDERS, [pid]).fetchall():
                    holder = Holder(*row)
                    if [holder] != seen[-1:]:
                        seen.append(holder)
                        on_wait(name, holder)
                if over.wait(SECONDS_BEFORE_REPORT):
                    return

    thread = Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    except LockNotAvailable as error:
        if not seen:
            raise
        pid, program, user, since = seen[-1]
        raise Unavailable(
            "locked-by", book=name, pid=pid, program=program, user=user, since=since
        ) from error
    finally:
        over.set()
        thread.join()
