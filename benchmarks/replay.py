"""A cold replay of games of about 250 events, compared with the library's stock aggregate.

    python -m benchmarks.replay

Both books are open; other games were read before, but none of those replayed. Every event is read
from SQLite, decoded and applied. Ours also checks the chain of hashes and folds hands and ends. The
peer has `@event` methods and the library's JSON transcoder, and only collects the events.
"""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from pydantic import TypeAdapter

from domino_ledger.domain.events import Event, GameOpened, RoundDealt, TileLaid, TurnPassed
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.store import codec
from domino_ledger.ledger.store.batch import Batch
from domino_ledger.ledger.store.ids import game_id

from .measure import Measured, compare, report, timed

GAMES = 30
READ_BEFORE = 10
LENGTHS = range(245, 256)
REPETITIONS = 25


class StockGame(Aggregate):
    """A game in the style of the library's documentation."""

    @event("Opened")
    def __init__(self, record: str, rules: dict[str, Any], players: list[str]) -> None:
        self.record, self.rules, self.players = record, rules, players
        self.events: list[tuple[Any, ...]] = []

    @event("RoundDealt")
    def deal(self, hands: list[list[str]], boneyard: list[str] | None, leader: int) -> None:
        self.events.append((hands, boneyard, leader))

    @event("TileLaid")
    def lay(self, seat: int, tile: str, end: str | None, flipped: bool) -> None:
        self.events.append((seat, tile, end, flipped))

    @event("TurnPassed")
    def knock(self, seat: int, inferred: bool) -> None:
        self.events.append((seat, inferred))

    @event("Ended")
    def close(self, kind: str, facts: dict[str, Any]) -> None:
        self.events.append((kind, facts))


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    games = _games()
    events = sum(map(len, games[READ_BEFORE:]))
    with (
        TemporaryDirectory() as directory,
        closing(open_book(Path(directory) / "ours.db", create=True)) as book,
        closing(_stock_application(Path(directory) / "theirs.db")) as stock,
    ):
        ids = _in_book(book, games)
        stock_ids = [_in_stock(stock, game) for game in games]
        yield compare(
            "replay of 250 events",
            peer="stock aggregate, JSON",
            unit="events",
            bound=5.0,
            ours=lambda: _replay(book, ids, events),
            theirs=lambda: timed(events, lambda: _replay_stock(stock, stock_ids[READ_BEFORE:])),
            repetitions=REPETITIONS,
        )


def _games() -> list[list[Event]]:
    """The first simulated games of a suitable length."""
    simulation = Simulation(PUBLISHED["partnership-sanjuan@1"], players=4, seed=1)
    players = tuple(UUID(int=seat) for seat in range(4))
    games: list[list[Event]] = []
    number = 0
    while len(games) < GAMES:
        number += 1
        game = simulation.play(number, players).events
        if len(game) in LENGTHS:
            games.append(game)
    return games


def _in_book(book: Book, games: list[list[Event]]) -> list[UUID]:
    batch = Batch(book)
    ids = []
    for number, game in enumerate(games):
        ids.append(game_id(str(number)))
        batch.add(ids[-1], game)
    batch.flush()
    return ids


def _replay(book: Book, ids: list[UUID], events: int) -> tuple[int, float]:
    codec._known.cache_clear()  # noqa: SLF001 - the cache holds these games
    for game in ids[:READ_BEFORE]:
        book.stream(game)
    began = perf_counter()
    for game in ids[READ_BEFORE:]:
        book.stream(game)
    return events, perf_counter() - began


def _replay_stock(application: Application[UUID], ids: list[UUID]) -> None:
    for game in ids:
        application.repository.get(game)


def _stock_application(path: Path) -> Application[UUID]:
    environment = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    return Application(environment)


def _in_stock(application: Application[UUID], events: list[Event]) -> UUID:
    opened, *others = (
        (each, TypeAdapter(type(each)).dump_python(each, mode="json")) for each in events
    )
    assert isinstance(opened[0], GameOpened)
    game = StockGame(**{key: opened[1][key] for key in ("record", "rules", "players")})
    for each, fields in others:
        match each:
            case RoundDealt():
                game.deal(**fields)
            case TileLaid():
                game.lay(**fields)
            case TurnPassed():
                game.knock(**fields)
            case _:
                game.close(each.TOPIC, fields)
    application.save(game)
    return game.id


if __name__ == "__main__":
    main()
