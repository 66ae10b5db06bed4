"""When a move was made: a whole time, or a time of day that goes on from the last one."""

import re
from datetime import date, timedelta

from pydantic import AwareDatetime, TypeAdapter, ValidationError

_WHOLE = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(\D.*)")
_OF_DAY = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?")
_TIMES: TypeAdapter[object] = TypeAdapter(AwareDatetime)


def is_time(text: str) -> bool:
    """A moment with its offset, as records write it."""
    try:
        _TIMES.validate_python(text)
    except ValidationError:
        return False
    return True


def whole_time(text: str, last: str | None) -> str | None:
    """The whole time that is meant, after the time ``last``; None where it is none.

    A time of day takes over date and offset; where it is earlier, it is the next day's.
    """
    if not _OF_DAY.fullmatch(text):
        return text if is_time(text) else None
    before = _WHOLE.fullmatch(last or "")
    if before is None:
        return None
    day, time, offset = before.groups()
    now = text if text.count(":") > 1 else f"{text}:00"
    if now < time:
        try:
            day = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        except (OverflowError, ValueError):
            return None
    whole = f"{day}T{now}{offset}"
    return whole if is_time(whole) else None


def written_time(whole: str, last: str | None) -> str:
    """The same backwards: the time of day alone where that says it."""
    parts = _WHOLE.fullmatch(whole)
    short = whole if parts is None else parts[2].removesuffix(":00")
    return short if whole_time(short, last) == whole else whole
