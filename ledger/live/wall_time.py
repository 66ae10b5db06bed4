"""Times typed without an offset from UTC: what the clock on the wall showed."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ..errors import NotNow
from ..notation.move_grammar import is_time

MAY_BE_AHEAD = timedelta(minutes=5)
"""How far a typed time may be ahead of the clock."""
_WALL_TIME = re.compile(r"(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)")
_DAY = timedelta(days=1)


class WallClock(NamedTuple):
    """The clock that is read for the times typed at a table."""

    now: datetime
    """With a `ZoneInfo`: the clock is that of this zone. Otherwise it is that of this machine, or
    if the time before has another offset, a clock that keeps this offset."""
    last: datetime | None = None
    """The time that was typed before; None: none was."""

    @property
    def latest(self) -> datetime:
        """The latest time that may be typed."""
        # In UTC: a sum in a zone is wall time, and forgets which of two equal hours it is in.
        return self.now.astimezone(UTC) + MAY_BE_AHEAD

    def whole(self, typed: str) -> str | None:
        """The time with its offset (RFC 3339); None if the text is not a time.

        It is the next such moment after the time typed before; the first one is the latest such
        moment. So where clocks go back, the order of the times tells the two hours apart. Raises
        NotNow if clocks went forward over it.
        """
        found = _WALL_TIME.fullmatch(typed)
        if found is None:
            return typed if is_time(typed) else None
        day, clock = found.groups()
        try:
            moments = list(self._moments(day, time.fromisoformat(clock)))
        except (OverflowError, ValueError):  # No such day or time, or beyond the calendar.
            return None
        wall, moment = next(filter(self._is_in_order, moments), moments[0])
        if moment.replace(tzinfo=None) != wall:
            raise NotNow(
                "time-skipped", time=clock, day=wall.date().isoformat(), later=f"{moment:%H:%M}"
            )
        return moment.isoformat()

    def _moments(self, day: str | None, clock: time) -> Iterator[tuple[datetime, datetime]]:
        """This wall time and its moment, on days around the last time, the best first."""
        zone, forward = self._zone, self.last is not None
        near = (self.last or self.now).astimezone(zone).date()
        if day is not None:
            days = [date.fromisoformat(day)]
        else:
            days = [near, near + _DAY] if forward else [near + _DAY, near, near - _DAY]
        for each in days:
            for fold in (0, 1) if forward else (1, 0):
                wall = datetime.combine(each, clock)
                moment = wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)
                yield wall, moment.astimezone(zone)

    def _is_in_order(self, found: tuple[datetime, datetime]) -> bool:
        _, moment = found
        return moment <= self.latest if self.last is None else moment >= self.last

    @property
    def _zone(self) -> tzinfo | None:
        """The zone of the clock on the wall; None: that of this machine."""
        if isinstance(self.now.tzinfo, ZoneInfo):
            return self.now.tzinfo
        near = self.last or self.now
        return None if near.astimezone().utcoffset() == near.utcoffset() else near.tzinfo
