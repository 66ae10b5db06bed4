"""The opening of a game, read from stored bytes without decoding the whole event.

Besides `codec`, which writes the bytes, and `rows`, this module says where in them each part lies.
Openings of another version go through the codec.
"""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic_core import from_json

from ...domain.events import GameAmended, GameOpened
from ..errors import Tampered
from .codec import body_of, event_in
from .rows import BEFORE_THE_EVENT, time_in


class Opening(NamedTuple):
    """The first event of a game; the rules as stored JSON."""

    record: str
    rules: bytes
    players: tuple[str, ...]
    teams: str | None
    currency: str
    minor_per_pip: int
    opened_at: str


_RULES, _PLAYERS = b',"rules":', b',"players":['


def opening_in(topic: str, state: bytes, first: bytes | None = None) -> Opening:
    """The opening in the first event of a game or in an amendment; the rules are not parsed.

    ``first``: for an amendment, the bytes of the game's first event, which hold the recording time.
    Raises Tampered if the bytes are neither.
    """
    recorded_at = time_in(state if first is None else first)
    try:
        _, _, body = state[:-1].partition(BEFORE_THE_EVENT)
        if topic not in {GameOpened.TOPIC, GameAmended.TOPIC}:
            event = event_in(topic, state)
            topic, body = event.TOPIC, body_of(event)
        before, _, rest = body.partition(_RULES)
        rules, _, after = rest.partition(_PLAYERS)
        said = from_json(b"%b%b%b" % (before, _PLAYERS, after))
        said = said["opening"] if topic == GameAmended.TOPIC else said
        record = said["record"]
        if not isinstance(record, str):
            raise Tampered("opening-unreadable")
        return Opening(
            record=record,
            rules=rules,
            players=tuple(said["players"]),
            teams=None if said["teams"] is None else json.dumps(said["teams"]),
            currency=said["stake"]["currency"],
            minor_per_pip=said["stake"]["minor_per_pip"],
            opened_at=_in_utc(said["started_at"]) or recorded_at,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("opening-unreadable") from error


def _in_utc(time: str | None) -> str | None:
    """A time in the form of `recorded_at`, so that times can be compared as text."""
    if time is None:
        return None
    moment = datetime.fromisoformat(time)
    with suppress(OverflowError):  # The first and the last day of the calendar stay as they are.
        moment = moment.astimezone(UTC)
    moment = moment.replace(tzinfo=UTC)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
