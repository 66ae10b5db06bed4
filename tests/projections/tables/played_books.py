"""Books of given rows, and games in which some tiles were never seen."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from domino_ledger.domain.events import Event, RoundDealt, TileDrawn, TileLaid, drew
from domino_ledger.domain.tiles import UNSEEN, Tile
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.store.rows import Row, now
from domino_ledger.ledger.store.stream import rows_after


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


def rows(game: UUID, events: Sequence[Event]) -> list[Row]:
    """The rows of these events."""
    return rows_after(game, 0, "", events, recorded_at=now())


@contextmanager
def book_of(games: Iterable[Sequence[Row]]) -> Iterator[Book]:
    """A book of games with these rows."""
    with (
        TemporaryDirectory() as directory,
        closing(open_book(Path(directory) / "book.db", create=True)) as book,
    ):
        book.recorder.insert([row for rows in games for row in rows])
        yield book
