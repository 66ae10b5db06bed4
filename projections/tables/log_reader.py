"""The next events of the log, grouped by game."""

from collections.abc import Collection, Mapping, Sequence
from itertools import count, groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from domain.events import Event
from domain.game.state import Game, fold
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.codec import event_in
from ledger.store.house import NO_GAMES_HEX

from .connection import Connection
from .left_out import OPENED_GAMES


class Batch(NamedTuple):
    """The games with new events up to a position of the log."""

    end: int
    """The position of the last event."""
    numbers: Mapping[str, int]
    """By id, of all these games."""
    begun: Collection[str]
    """The ids of the games that began in this batch, in order."""
    earlier: Collection[str]
    """The ids of the other games: they may have rows in the tables."""


def read_batch(
    connection: Connection, book: Book, after: int, end: int, games: int
) -> tuple[Batch, Mapping[str, Sequence[LogRow]]]:
    """The games with events between two positions, and the rows of those that began.

    The events of the house are passed over. For ``games`` and errors see `numbered`.
    """
    begun: dict[str, list[LogRow]] = {}
    earlier: dict[str, None] = {}
    with book.scan_log(after, end, end) as log:
        for game, run in groupby(log, itemgetter(1)):
            if game in NO_GAMES_HEX:
                continue
            rows = list(run)
            if rows[0][2] == 1:
                begun[game] = []
            if game in begun:
                begun[game] += rows
            else:
                earlier[game] = None
    return numbered(connection, end, games, begun=begun, earlier=earlier), begun


def numbered(
    connection: Connection,
    end: int,
    games: int,
    *,
    begun: Collection[str] = (),
    earlier: Collection[str],
) -> Batch:
    """A batch of games with events up to a position, with their numbers.

    ``games``: how many were opened before. Raises Tampered if the first event of a game is missing.
    """
    known = connection.rows(_NUMBERS, games=list(earlier))
    numbers: dict[str, int] = {game: number for game, number in known}  # noqa: C416 - typed rows
    if missing := sorted(set(earlier) - numbers.keys()):
        raise Tampered("event-missing", game=_shown(missing[0]), event=1)
    numbers |= zip(begun, count(games + 1), strict=False)
    return Batch(end, numbers, begun, earlier)


_NUMBERS = f"SELECT game, id FROM ({OPENED_GAMES}) AS opened WHERE game IN (:games)"


def _shown(game: str) -> str:
    """The id of a game as people read it; whatever else is stored as an id, as it is."""
    try:
        return str(UUID(game))
    except ValueError:
        return game


def fold_rows(rows: Sequence[LogRow]) -> tuple[Game, list[Event]]:
    """The game and events of these rows, which are all of one game.

    Raises Tampered if one is missing or not readable, or if they are no game.
    """
    game = _shown(rows[0][1])
    events: list[Event] = []
    for expected, (_, _, version, topic, state) in enumerate(rows, 1):
        if version != expected:
            raise Tampered("event-missing", game=game, event=expected)
        try:
            events.append(event_in(topic, state))
        except Tampered as error:
            raise Tampered("event-unreadable", game=game, event=expected) from error
        except (TypeError, AttributeError) as error:
            raise Tampered("event-malformed", game=game, event=expected) from error
    try:
        return fold(events), events
    except (LookupError, ValueError) as error:
        raise Tampered("no-game", game=game) from error
