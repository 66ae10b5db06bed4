"""Records of simulated games, and unusual ways to write them."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any, TypeAlias

from hypothesis import strategies as st

from domino_ledger.domain.events import Event, GameOpened
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.table import table_for
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import read_text
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.records.export import line_of, record_in
from domino_ledger.ledger.transcript.given import given_by_events
from tests.domain.builders import opened
from tests.domain.random_games import ALL_RULES, settings_of_play

Json: TypeAlias = dict[str, Any]

ODD_NAMES = (
    *("Ana", "ana", "pass", "Round", "6-4", "64", "W-7", "ww", "Marker", "hub", "#1", "José"),
    *("李雷", "a|b", "a:b", "a/b", "?", ".", "@9", "-", "P", "x", "No", "Leader", "moves", "a;b"),
    *("Ana Maria", "Ana pass", "Ana leads", "Left Eye", "Jean-Luc O'Neil Jr.", "seat 1"),
    *('Ben "Ace" Lee', "Lee, Ben", " padded ", "two  blanks", "line\nbreak", "back\\slash"),
    "\N{ZERO WIDTH JOINER}x",
)
NAMES = st.sampled_from(ODD_NAMES) | st.text(min_size=1, max_size=12).filter(
    lambda name: bool(name.strip()) and "\0" not in name
)
TEXTS = st.text().filter(lambda text: "\0" not in text)
IDS = st.text(min_size=1, max_size=20).filter(lambda text: "\0" not in text)
TIMES = st.datetimes(
    datetime(1990, 1, 1),  # noqa: DTZ001 - hypothesis adds the zone
    datetime(2090, 1, 1),  # noqa: DTZ001
    timezones=st.integers(-720, 720).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)


def plain(record: Json) -> Json:
    """The record as plain JSON values."""
    read: Json = json.loads(line_of(record))
    return read


def read_back(record: Json) -> list[Json]:
    """The result of parsing the notation of a record."""
    return read_text(text_of(record, PUBLISHED), PUBLISHED)


@st.composite
def records(draw: st.DrawFn, name: str | None = None) -> Json:
    """A game of this rule set or any, perhaps unfinished, with unusual names."""
    setting = draw(settings_of_play(name))
    events = [event for ply in setting.plies(draw(st.integers(1, 3))) for event in ply.events]
    if draw(st.booleans()):
        events = events[: draw(st.integers(0, len(events)))]
    opening = opened(ALL_RULES[setting.name], setting.seats)
    names = draw(st.lists(NAMES, min_size=setting.seats, max_size=setting.seats, unique=True))
    seated = dict(zip(opening.players, names, strict=True))
    times = [None if draw(st.booleans()) else each.isoformat() for each in _times(draw, events)]
    timed = zip(events, times, strict=True)
    record = plain(record_in(given_by_events(_filled(draw, opening), timed, seated)))
    return record | draw(ways_to_leave(setting.seats))


def ways_to_leave(seats: int) -> st.SearchStrategy[Json]:
    """How an unfinished game was left, if it was."""
    reason = st.text(max_size=20).filter(lambda text: "\0" not in text)
    seat = st.integers(0, seats - 1)
    return (
        st.just({})
        | st.fixed_dictionaries({"abandoned": st.fixed_dictionaries({"reason": reason})})
        | st.fixed_dictionaries(
            {"forfeited": st.fixed_dictionaries({"seat": seat, "reason": reason})}
        )
    )


def _times(draw: st.DrawFn, events: list[Event]) -> Iterator[datetime]:
    """Times of play, mostly ascending."""
    time = draw(TIMES)
    random = draw(st.randoms(use_true_random=False))
    for _ in events:
        time += timedelta(seconds=random.choice((0, 1, 60, 59.5, 50_000, -1)))
        yield time


def _filled(draw: st.DrawFn, opening: GameOpened) -> GameOpened:
    """The opening with all optional facts."""
    sides = table_for(opening.rules.play, len(opening.players)).sides
    return replace(
        opening,
        record=draw(IDS),
        source=draw(st.none() | TEXTS),
        started_at=draw(st.none() | TIMES),
        after=draw(st.none() | TEXTS),
        stake=draw(st.just(Stake()) | st.builds(Stake, currency=st.just("EUR"))),
        teams=draw(st.none() | st.just(sides)),
    )


def read_or_refused(text: str) -> list[Json] | NotationError:
    """The records of a text, or the error."""
    try:
        return read_text(text, PUBLISHED)
    except NotationError as error:
        return error
