"""Times as people write them, and the time and reason of an amendment."""

from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from ..days import local_time
from . import mark, text
from .formats import day_text

if TYPE_CHECKING:
    from ...ledger.records.amendments import Amendment


def moment(time: str) -> str:
    """A time (RFC 3339) to the minute, with its offset from UTC."""
    at = datetime.fromisoformat(time)
    day, (_, clock) = day_text(at.date()), at.isoformat(timespec="minutes").split("T")
    if not at.utcoffset():
        return text("{day} {time} UTC", day=day, time=clock[:5])
    return f"{day} {clock[:5]} {clock[5:]}"


def shown_moment(moment: str, zone: tzinfo | None) -> str:
    """A time (RFC 3339) to the minute: in this zone, else with the offset it has, else local."""
    at = datetime.fromisoformat(moment)
    as_recorded = zone is None and bool(at.utcoffset())
    shown = at if as_recorded else local_time(moment, zone)
    return f"{day_text(shown.date())} {shown:%H:%M}"


def amendment_text(amendment: "Amendment", by: str | None, zone: tzinfo | None = None) -> str:
    """The new version, when it was recorded by the clock of this zone, by whom, and why."""
    time = moment(local_time(amendment.recorded_at, zone).isoformat())
    template = mark("version {version} since {time}: {reason}")
    if by is not None:
        template = mark("version {version} since {time} by {by}: {reason}")
    values = {"version": amendment.version, "time": time, "by": by, "reason": amendment.reason}
    return text(template, **values)
