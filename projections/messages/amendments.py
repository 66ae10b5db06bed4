"""Sentences about amendments."""

from datetime import tzinfo
from typing import Any

from ledger.records.versions import Amendment

from ..days import local_time
from . import mark, text
from .times import moment

Json = dict[str, Any]


def amendment_text(amendment: Amendment, by: str | None, zone: tzinfo | None = None) -> str:
    """The new version, when it was recorded by the clock of this zone, by whom, and why."""
    return text(
        mark("version {version} since {time}: {reason}")
        if by is None
        else mark("version {version} since {time} by {by}: {reason}"),
        version=amendment.version,
        time=moment(local_time(amendment.recorded_at, zone).isoformat()),
        by=by,
        reason=amendment.reason,
    )
