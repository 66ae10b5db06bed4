"""Parts of events that are read from stored bytes without decoding the whole event.

Besides `codec`, which writes the bytes, this module says where in them each part lies. Each
function reads the current version of its event; other versions go through the codec.
"""

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic_core import from_json

from domain.events import GameAmended, GameOpened, Seat, TileDrawn, TileLaid, TurnPassed
from domain.tiles import PIPS, UNSEEN

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


ACTS = (TileLaid.TOPIC, TurnPassed.TOPIC, TileDrawn.TOPIC)
"""The topics of acts that are read in columns, the most frequent first."""
KIND_AT = len("tile-")
"""The offset in these topics of the letter that tells them apart."""
LAID, PASSED, DRAWN = (ord(topic[KIND_AT]) for topic in ACTS)
ACT_AT = USUAL + len(b',"')
ACT = b'event":{"seat":?,"tile":"?-?"?'
"""The bytes of a draw or lay-down from `ACT_AT` on, where they are most often; `?` stands for any.

Of a tile with a longer name they hold the name, which may end with them.
"""
PASS = b'event":{"seat":?,"inferred":??'
"""As many bytes of a pass."""
SEAT, NAME = ACT.index(b"?"), ACT.index(b"?-?")


class HandChange(NamedTuple):
    """The change of a hand by an act."""

    seat: Seat
    pips: int
    """Of the tile."""
    tiles: int
    """1 if it drew a tile, -1 if it laid one, 0 if it passed."""


_KNOWN_ACTS: dict[str, dict[bytes, HandChange]] = {topic: {} for topic in ACTS}
"""By topic, then by all the bytes after the hash and the time of recording."""


def hand_change_in(topic: str, state: bytes) -> HandChange | None:
    """The change of a hand by an act; None if the tile is unseen.

    Raises Tampered if the bytes are no such act.
    """
    try:
        return _KNOWN_ACTS[topic][state[USUAL:]]
    except (KeyError, TypeError):
        return _decoded_change(topic, state)


def _decoded_change(topic: str, state: bytes) -> HandChange | None:
    if not isinstance(state, bytes):
        raise Tampered("act-malformed")
    act = event_in(topic, state)
    if isinstance(act, TurnPassed):
        change = HandChange(act.seat, 0, 0)
    elif not isinstance(act, TileDrawn | TileLaid):
        raise Tampered("act-unreadable")
    elif act.tile == UNSEEN:
        return None
    else:
        change = HandChange(act.seat, PIPS[act.tile], -1 if isinstance(act, TileLaid) else 1)
    known, end = _KNOWN_ACTS[topic], state[USUAL:]
    # Acts with a time of their own are hardly ever repeated.
    if end.startswith(BEFORE_THE_EVENT) and len(known) < MOST_ACTS:
        known[end] = change
    return change


_HANDS, _BONEYARD, _LEADER = BEFORE_THE_EVENT + b'{"hands":[[', b',"boneyard":', b',"leader":'
_LEADERS = {str(seat).encode(): seat for seat in range(100)} | {b"null": None}


def hands_in(state: bytes) -> tuple[Seat | None, bytes] | None:
    """The leader of a deal, and its hands as JSON; None if it is not stored in the usual form.

    The tiles that were not dealt are not looked at.
    """
    if not isinstance(state, bytes):
        return None
    first = state.find(_HANDS, USUAL)
    end = state.find(_BONEYARD, first)
    at = state.rfind(_LEADER, end)
    leader = state[at + len(_LEADER) : -2]
    if min(first, end, at) < 0 or leader not in _LEADERS:
        return None
    return _LEADERS[leader], state[first + len(_HANDS) - 2 : end]


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
