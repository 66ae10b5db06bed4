"""The day of a game: that of the club, from 06:00 to 06:00."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

BEGINS = time(6)
"""A day lasts from this time to the same time of the next day, so an evening is one day."""
_BEYOND_THE_CALENDAR = (OverflowError, ValueError)


class Span(NamedTuple):
    """From the moment ``since``, included, to ``before``, not included; None: no limit."""

    since: datetime | None = None
    before: datetime | None = None


def local_time(moment: str, zone: tzinfo | None = None) -> datetime:
    """A time (RFC 3339) in this zone, else the machine's, unless that is beyond the calendar."""
    at = datetime.fromisoformat(moment)
    try:
        return at.astimezone(zone)
    except _BEYOND_THE_CALENDAR:
        return at


def day_of(moment: str, zone: tzinfo | None = None) -> date:
    """The day that a time (RFC 3339) belongs to, in this zone, else the machine's.

    Before 06:00 it is the day before. Whatever shows or asks for a day calls this.
    """
    at = local_time(moment, zone)
    after_midnight = at.time() < BEGINS and at.date() > date.min
    return at.date() - timedelta(days=after_midnight)


def span_of(first: date | None, last: date | None, zone: tzinfo | None = None) -> Span:
    """All moments whose `day_of` is one of these days, both included; None: no limit."""
    return Span(
        None if first is None else _beginning(first, 0, zone),
        None if last is None else _beginning(last, 1, zone),
    )


def _beginning(day: date, later: int, zone: tzinfo | None) -> datetime | None:
    """When the day so many days later begins; None beyond the calendar."""
    try:
        return datetime.combine(day + timedelta(days=later), BEGINS, zone).astimezone(UTC)
    except _BEYOND_THE_CALENDAR:
        return None
