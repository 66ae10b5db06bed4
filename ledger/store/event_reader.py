"""Parts of events that are read from stored bytes without decoding the whole event.

Besides `codec`, which writes the bytes, only this module knows their layout. Each function reads
the current version of its event; other versions go through the codec.
"""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic_core import from_json

from domain.events import GameAmended, GameOpened, Seat, TileDrawn, TileLaid
from domain.tiles import NAMES, NO_TILES, UNSEEN, Tiles, bit

from ..errors import Tampered
from .codec import BEFORE_THE_EVENT, MOST_ACTS, USUAL, event_in


class Opening(NamedTuple):
    """The first event of a game; the rules as stored JSON."""

    record: str
    rules: bytes
    players: tuple[str, ...]
    teams: str | None
    currency: str
    minor_per_pip: int
    opened_at: str


class HandChange(NamedTuple):
    """A draw or a lay-down: the tile that enters or leaves a hand."""

    seat: Seat
    tile: Tiles
    """The set of this tile alone."""
    laid: bool


class Dealt(NamedTuple):
    """The hands of a deal."""

    leader: Seat | None
    hands: list[Tiles]


_KNOWN_ACTS: dict[str, dict[bytes, HandChange]] = {
    topic: {} for topic in (TileDrawn.TOPIC, TileLaid.TOPIC, TileLaid.WITH_WAY)
}
"""By topic, then by all the bytes after the hash and the time of recording."""


def hand_change_in(topic: str, state: bytes) -> HandChange | None:
    """The change of a hand by this draw or lay-down; None if the tile is unseen.

    Raises Tampered if the bytes are neither.
    """
    try:
        return _KNOWN_ACTS[topic][state[USUAL:]]
    except (KeyError, TypeError):
        return _decoded_change(topic, state)


def _decoded_change(topic: str, state: bytes) -> HandChange | None:
    if not isinstance(state, bytes):
        raise Tampered("act-malformed")
    act = event_in(topic, state)
    if not isinstance(act, TileDrawn | TileLaid):
        raise Tampered("act-unreadable")
    if act.tile == UNSEEN:
        return None
    change = HandChange(act.seat, bit(act.tile), isinstance(act, TileLaid))
    known, end = _KNOWN_ACTS[topic], state[USUAL:]
    # Acts with a time of their own are hardly ever repeated.
    if end.startswith(BEFORE_THE_EVENT) and len(known) < MOST_ACTS:
        known[end] = change
    return change


def deal_in(state: bytes) -> Dealt | None:
    """The hands of a deal; None if a tile is unseen, or twice in a hand.

    Raises Tampered.
    """
    try:
        said = from_json(_event_bytes(state))
        dealt, leader = said["hands"], said["leader"]
        hands = [sum(map(_TILES.__getitem__, hand)) for hand in dealt]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Tampered("deal-unreadable") from error
    if not (leader is None or isinstance(leader, int)):
        raise Tampered("deal-unreadable")
    is_each_known = list(map(int.bit_count, hands)) == list(map(len, dealt))
    return Dealt(leader, hands) if is_each_known else None


_TILES = {name: bit(tile) for tile, name in enumerate(NAMES[:UNSEEN])} | {NAMES[UNSEEN]: NO_TILES}
"""By the name of a tile, the set of it alone; a tile that was not seen is in no set."""
_RULES, _PLAYERS = b',"rules":', b',"players":['


def opening_in(topic: str, state: bytes, first: bytes | None = None) -> Opening:
    """The opening in the first event of a game or in an amendment; the rules are not parsed.

    ``first``: for an amendment, the bytes of the game's first event, which hold the recording time.
    Raises Tampered if the bytes are neither.
    """
    recorded_at = _recorded_at(first or state)
    if topic not in {GameOpened.TOPIC, GameAmended.TOPIC}:
        return _opening_of(event_in(topic, state), recorded_at)
    before, _, rest = _event_bytes(state).partition(_RULES)
    rules, _, after = rest.partition(_PLAYERS)
    try:
        said = from_json(b"%b%b%b" % (before, _PLAYERS, after))
        said = said["opening"] if topic == GameAmended.TOPIC else said
        return Opening(
            record=said["record"],
            rules=rules,
            players=tuple(said["players"]),
            teams=None if said["teams"] is None else json.dumps(said["teams"]),
            currency=said["stake"]["currency"],
            minor_per_pip=said["stake"]["minor_per_pip"],
            opened_at=_in_utc(said["started_at"]) or recorded_at,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("opening-unreadable") from error


def _opening_of(event: object, recorded_at: str) -> Opening:
    """The opening in an opening or amendment of another version."""
    opened = event.opening if isinstance(event, GameAmended) else event
    if not isinstance(opened, GameOpened):
        raise Tampered("opening-unreadable")
    started = opened.started_at
    return Opening(
        record=opened.record,
        rules=opened.rules.model_dump_json().encode(),
        players=tuple(map(str, opened.players)),
        teams=None if opened.teams is None else json.dumps(opened.teams),
        currency=opened.stake.currency,
        minor_per_pip=opened.stake.minor_per_pip,
        opened_at=(None if started is None else _in_utc(started.isoformat())) or recorded_at,
    )


def _recorded_at(state: bytes) -> str:
    try:
        head, _, _ = state.partition(BEFORE_THE_EVENT)
        recorded_at: str = from_json(head + b"}")["recorded_at"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Tampered("opening-unreadable") from error
    return recorded_at


def _event_bytes(state: bytes) -> bytes:
    """The event without its envelope, as JSON."""
    _, _, event = state.partition(BEFORE_THE_EVENT)
    return event[:-1]


def _in_utc(time: str | None) -> str | None:
    """A time in the form of `recorded_at`, so that times can be compared as text."""
    if time is None:
        return None
    moment = datetime.fromisoformat(time)
    with suppress(OverflowError):  # The first and the last day of the calendar stay as they are.
        moment = moment.astimezone(UTC)
    moment = moment.replace(tzinfo=UTC)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
