"""Times as people write them."""

from datetime import datetime


def moment(time: str) -> str:
    """A time in RFC 3339 to the minute, with the offset of its place."""
    at = datetime.fromisoformat(time)
    day, clock = at.isoformat(timespec="minutes").split("T")
    return f"{day} {clock[:5]} {clock[5:] if at.utcoffset() else 'UTC'}"
