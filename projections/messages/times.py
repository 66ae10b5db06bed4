"""Times as people write them."""

from datetime import datetime

from . import text


def moment(time: str) -> str:
    """A time (RFC 3339) to the minute, with its offset from UTC."""
    at = datetime.fromisoformat(time)
    day, clock = at.isoformat(timespec="minutes").split("T")
    if not at.utcoffset():
        return text("{day} {time} UTC", day=day, time=clock[:5])
    return f"{day} {clock[:5]} {clock[5:]}"
