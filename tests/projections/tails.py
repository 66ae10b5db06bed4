"""Games in a log as they are played, and a check of CloudEvents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from uuid import UUID

from domino_ledger.domain.events import Event, GameOpened
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.store.chain import NOTHING_BEFORE, entry_hash
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.ledger.transcript.game import transcribe
from domino_ledger.projections.as_json import Json
from domino_ledger.projections.feed.feed import Tail, event_json
from tests.ledger.games import new_book

from .replays import BY_NAME, rules_of

WHEN = "2026-01-01T00:00:00.000000Z"
History = tuple[str, Sequence[Event]]
"""The record's id, and the events of the game."""


def events_of(name: str) -> list[Event]:
    record = BY_NAME[name]
    players = tuple(UUID(int=seat + 1) for seat in range(len(record.players)))
    opened, *events = transcribe(record, rules_of(record), players).events
    assert isinstance(opened, GameOpened)
    return [replace(opened, record=name), *events]


def games(*names: str) -> list[History]:
    """The recorded games of these names; all if none is named."""
    return [(name, events_of(name)) for name in names or sorted(BY_NAME)]


class Writer:
    """Records games event by event, each event in a transaction of its own."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._last: dict[UUID, tuple[int, str]] = {}

    def write(self, name: str, event: Event) -> None:
        game = game_id(name)
        version, previous = self._last.get(game, (0, NOTHING_BEFORE))
        (row,) = rows_after(game, version, previous, [event], recorded_at=WHEN)
        self.book.write([row])
        _, version, topic, state = row
        self._last[game] = version, entry_hash(game, version, topic, state)


def in_turn(histories: Iterable[History]) -> Iterator[tuple[str, Event]]:
    """One event of each game, then the next of each, as from concurrent tables."""
    tables = [[(name, event) for event in events] for name, events in histories]
    for each in zip_longest(*tables):
        yield from (event for event in each if event is not None)


def written(directory: Path, histories: Iterable[History], name: str = "book.db") -> Book:
    """A new book of concurrent games."""
    book = new_book(directory, name)
    writer = Writer(book)
    for game, event in in_turn(histories):
        writer.write(game, event)
    return book


def tail(book: Book, after: int = 0, *, open: bool = False, remembered: int = 1000) -> list[Json]:
    return news(Tail(book, after, open=open, remembered=remembered))


def news(feed: Tail) -> list[Json]:
    """The next lines."""
    return list(map(event_json, feed.news()))


def of(lines: Iterable[Json], name: str) -> list[Json]:
    """The lines about this game."""
    return [line for line in lines if line["subject"] == str(game_id(name))]


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
_ABSOLUTE_URI = re.compile(r"[a-z][a-z0-9+.-]*:[\w:/?@!$&'()*+,;=.~%-]+")
_REQUIRED = {"specversion", "id", "source", "type"}


def check_cloud_event(line: Json) -> None:
    """Check one event by version 1.0 of the specification and of its JSON format."""
    assert set(line) >= _REQUIRED
    assert line["specversion"] == "1.0"
    assert _ABSOLUTE_URI.fullmatch(line["source"])
    assert _RFC_3339.fullmatch(line["time"])
    assert line["datacontenttype"] == "application/json"
    assert "data_base64" not in line
    assert isinstance(line["data"], dict)
    for name, value in line.items():
        assert re.fullmatch("[a-z0-9]{1,20}", name)
        if name != "data":
            _check_attribute(value)


def _check_attribute(value: object) -> None:
    if type(value) is int:
        assert -(2**31) <= value < 2**31
    else:
        assert isinstance(value, str)
        assert value
        assert not _CONTROL.search(value)
