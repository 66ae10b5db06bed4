"""The local time zone, set by tests."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def in_zone(name: str) -> Iterator[None]:
    """A context in which local time is that of this zone, such as ``UTC`` or ``AST4`` (UTC-4)."""
    before = os.environ.get("TZ")
    _set(name)
    try:
        yield
    finally:
        _set(before)


def _set(name: str | None) -> None:
    if name is None:
        del os.environ["TZ"]
    else:
        os.environ["TZ"] = name
    time.tzset()
