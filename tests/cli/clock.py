"""A clock that does not depend on when a test runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from typing import Any

import pytest

_CLOCKS = (
    "domino_ledger.ledger.store.rows",
    "domino_ledger.ledger.live.session",
    "domino_ledger.ledger.club",
    "domino_ledger.cli.commands.play",
)


class _Clock(datetime):
    """A clock that advances by a second on each reading."""

    seconds: Iterator[int] = count()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        start = datetime(2031, 5, 6, 12, tzinfo=UTC)
        return (start + timedelta(seconds=next(cls.seconds))).astimezone(tz)


@contextmanager
def fixed_clock() -> Iterator[None]:
    """In this context the clock begins at the same time, and each reading takes a second."""
    _Clock.seconds = count()
    with pytest.MonkeyPatch.context() as change:
        for module in _CLOCKS:
            change.setattr(f"{module}.datetime", _Clock)
        yield
