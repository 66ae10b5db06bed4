"""What a tally needs of an event, straight from its bytes; the rest is not decoded.

The bytes are those that `ledger.codec` makes. Raises Tampered where they are not.
"""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic_core import from_json

from domain.events import Seat
from domain.tiles import PIPS, tile_named
from ledger.errors import Tampered
from ledger.store.codec import BEFORE_THE_EVENT, MOST_ACTS


class Opening(NamedTuple):
    """What the first event of a game says; its rules as they are written there."""

    record: str
    rules: bytes
    players: tuple[str, ...]
    teams: str | None
    currency: str
    minor_per_pip: int
    opened_at: str


_RULES, _PLAYERS = b',"rules":', b',"players":['


def opening_in(state: bytes, first: bytes | None = None) -> Opening:
    """What the bytes of a game's first event say; the rules are only cut out.

    The same of an amendment, if ``first`` are the bytes of the game's first event: that was when
    it was recorded. Raises Tampered where they are none.
    """
    _, _, event = state.partition(BEFORE_THE_EVENT)
    head, _, _ = (first or state).partition(BEFORE_THE_EVENT)
    before, _, rest = event.partition(_RULES)
    rules, _, after = rest.partition(_PLAYERS)
    try:
        said = from_json(b"%b%b%b" % (before, _PLAYERS, after[:-1]))
        said = said if first is None else said["opening"]
        return Opening(
            record=said["record"],
            rules=rules,
            players=tuple(said["players"]),
            teams=None if said["teams"] is None else json.dumps(said["teams"]),
            currency=said["stake"]["currency"],
            minor_per_pip=said["stake"]["minor_per_pip"],
            opened_at=_in_utc(said["started_at"]) or from_json(head + b"}")["recorded_at"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("the first event of a game is not readable") from error


def _in_utc(time: str | None) -> str | None:
    """The same moment in the form of `recorded_at`, so that times can be compared as text."""
    if time is None:
        return None
    moment = datetime.fromisoformat(time)
    with suppress(OverflowError):  # The first and the last day that there are stay as they are.
        moment = moment.astimezone(UTC)
    moment = moment.replace(tzinfo=UTC)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


class _Acts(dict[bytes, tuple[Seat, int]]):
    """Whose act it was and the pips of its tile, by the end of the bytes that tell of it."""

    def __missing__(self, end: bytes) -> tuple[Seat, int]:
        before, found, _ = end.partition(BEFORE_THE_EVENT)
        _, _, event = end.rpartition(BEFORE_THE_EVENT)
        try:
            said = from_json(event[:-1])
            act = said["seat"], PIPS[tile_named(said["tile"])]
        except (ValueError, KeyError, TypeError) as error:
            raise Tampered("an act is not readable") from error
        # What does not begin so holds a time, and comes never again.
        if found and not before and len(self) < MOST_ACTS:
            self[end] = act
        return act


ACTS = _Acts()
