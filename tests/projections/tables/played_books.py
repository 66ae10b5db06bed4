"""Books of random games, regular and irregular, in sequence and concurrent, partly timed."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import UUID

from hypothesis import strategies as st

from domain.events import (
    Event,
    GameAbandoned,
    IrregularityNoted,
    PlayPaused,
    RoundDealt,
    SeedsRecorded,
    ShuffleAborted,
    TileDrawn,
    TileLaid,
    drew,
)
from domain.tiles import UNSEEN, Tile
from ledger.book import Book, now, open_book
from ledger.store.base import Row
from ledger.store.stream import rows_after
from tests.domain.builders import any_hand, opened
from tests.domain.random_games import ALL_RULES, Setting, plies, settings_of_play

LARGE_SET = any_hand("draw@1", 7, 4, play={"highest_pip": 12, "next_lead": "winner"})
ODD: Sequence[Event] = (
    IrregularityNoted(code="not-held"),
    PlayPaused(),
    GameAbandoned(reason="rain"),
    ShuffleAborted(),
    SeedsRecorded(server=None, seats=()),
)
"""Irregular events that may be inserted, so that a game does not go as usual."""


@st.composite
def games(draw: st.DrawFn) -> list[list[Event]]:
    """Some games event by event: abandoned anywhere, with irregular events and unusual ends."""
    random = draw(st.randoms(use_true_random=False))
    return [_game(each, random) for each in draw(st.lists(settings_of_play(), max_size=5))]


def _game(setting: Setting, random: Random) -> list[Event]:
    first = opened(ALL_RULES[setting.name], setting.seats)
    if random.random() < 0.2:
        first = opened(LARGE_SET, 4)
    commands = plies(first, Random(setting.seed), rounds=3, ordered=setting.ordered)
    played = (event for command in commands for event in command.events)
    events: list[Event] = [first, *(_renamed(event, random) for event in played)]
    if random.random() < 0.2:
        events = unseen(events)
    if random.random() < 0.5:
        events = events[: random.randrange(len(events)) + 1]
    if random.random() < 0.4:
        events.insert(random.randrange(len(events)) + 1, random.choice(ODD))
    return events


def unseen(events: Sequence[Event]) -> list[Event]:
    """The game with all tiles unseen that were never laid."""
    laid = [set[Tile]()]
    for event in events:
        if isinstance(event, RoundDealt):
            laid.append(set())
        elif isinstance(event, TileLaid):
            laid[-1].add(event.tile)
    return list(_with_unseen(events, laid))


def _with_unseen(events: Sequence[Event], laid: Sequence[set[Tile]]) -> Iterator[Event]:
    rounds = iter(laid)
    shown = next(rounds)
    for event in events:
        if isinstance(event, RoundDealt):
            shown = next(rounds)
            yield _unseen_deal(event, shown)
        elif isinstance(event, TileDrawn) and event.tile not in shown:
            yield drew(event.seat, UNSEEN)
        else:
            yield event


def _unseen_deal(deal: RoundDealt, shown: set[Tile]) -> RoundDealt:
    hands = tuple(tuple(tile if tile in shown else UNSEEN for tile in hand) for hand in deal.hands)
    return replace(deal, hands=hands, boneyard=None)


def _renamed(event: Event, random: Random) -> Event:
    """The event; a lay-down sometimes with an unusual name of an end."""
    if isinstance(event, TileLaid) and random.random() < 0.05:
        return TileLaid(seat=event.seat, tile=event.tile, end='"event":é', flipped=event.flipped)
    return event


def rows(game: UUID, events: Sequence[Event], times: Random | None = None) -> list[Row]:
    """The rows of these events; with ``times``, some of them are timed."""
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    timed = {
        at: (moment + timedelta(milliseconds=at)).isoformat()
        for at in range(len(events))
        if times is not None and times.random() < 0.1
    }
    return rows_after(game, 0, "", events, recorded_at=now(), happened_at=timed)


@contextmanager
def book_of(games: Sequence[Sequence[Row]], random: Random | None = None) -> Iterator[Book]:
    """A book of games with these rows: in sequence or, with ``random``, concurrent."""
    turns = [place for place, rows in enumerate(games) for _ in rows]
    if random is not None:
        random.shuffle(turns)
    coming = [iter(rows) for rows in games]
    with (
        TemporaryDirectory() as directory,
        closing(open_book(Path(directory) / "book.db", create=True)) as book,
    ):
        book.recorder.insert([next(coming[place]) for place in turns])
        yield book
