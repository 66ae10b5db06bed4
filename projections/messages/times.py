"""Times as people write them."""

from datetime import datetime

from . import text


def moment(time: str) -> str:
    """A time in RFC 3339 to the minute, with the offset of its place."""
    at = datetime.fromisoformat(time)
    day, clock = at.isoformat(timespec="minutes").split("T")
    if not at.utcoffset():
        return text("{day} {time} UTC", day=day, time=clock[:5])
    return f"{day} {clock[:5]} {clock[5:]}"
