"""The next events of the log, as the games in which something happened, each from its beginning."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol
from uuid import UUID

from sqlalchemy import Column, Connection, select

from domain.events import Event
from domain.game.state import Game, fold
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.codec import event_in

from ..write.bulk import in_parts


class Progress(NamedTuple):
    """How far a generation has come in the log; all of it follows from the events up to there."""

    position: int
    """Of the last event taken in."""
    games: int
    """Games opened up to there; the number of the last."""


class Projector(Protocol):
    """Brings the tables of one generation up to date, batch by batch."""

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        """Take in at most so many of the next events, inside a transaction of the caller's.

        Where there are none, the progress that comes back is the one given.
        """
        ...

    def forget(self) -> None:
        """Forget what was read from tables: another program may have changed them."""
        ...


class Batch(NamedTuple):
    """Games in which something happened, up to a position of the log."""

    progress: Progress
    """After this batch."""
    games: Mapping[int, Sequence[LogRow]]
    """By number, all events of a game up to this position, in order."""
    earlier: Sequence[int]
    """Those of them that began before this batch: there may be rows of them."""


def read_batch(
    connection: Connection,
    book: Book,
    progress: Progress,
    limit: int,
    known: tuple[Column[str], Column[int]],
) -> Batch | None:
    """The games of the next events of the log, at most so many; None where there are none.

    ``known``: the columns of a table with the ids and numbers of all games opened so far. A game
    that began before this batch is read again from its beginning. Raises Tampered where the first
    event of a game is missing.
    """
    log = book.log(progress.position, limit)
    if not log:
        return None
    position = log[-1][0]
    by_id = _by_id(log)
    new = [game for game, rows in by_id.items() if rows[0][2] == 1]
    earlier = [game for game, rows in by_id.items() if rows[0][2] != 1]
    numbers = dict(zip(new, range(progress.games + 1, progress.games + 1 + len(new)), strict=True))
    numbers |= _numbers(connection, known, earlier)
    if missing := sorted(by_id.keys() - numbers.keys()):
        raise Tampered("event-missing", game=str(UUID(missing[0])), event=1)
    by_id |= _by_id(book.log_of(earlier, position) if earlier else ())
    return Batch(
        progress=Progress(position, progress.games + len(new)),
        games={numbers[game]: rows for game, rows in by_id.items()},
        earlier=sorted(numbers[game] for game in earlier),
    )


def _by_id(rows: Iterable[LogRow]) -> dict[str, list[LogRow]]:
    games: dict[str, list[LogRow]] = {}
    for row in rows:
        games.setdefault(row[1], []).append(row)
    return games


def _numbers(
    connection: Connection, known: tuple[Column[str], Column[int]], games: Iterable[str]
) -> Iterator[tuple[str, int]]:
    id, number = known
    for some in in_parts(games):
        yield from map(tuple, connection.execute(select(id, number).where(id.in_(some))))


def fold_rows(rows: Sequence[LogRow]) -> tuple[Game, list[Event]]:
    """The game that these rows, all of one game, tell of, and their events.

    Raises Tampered where one is missing or not readable, or they make no game.
    """
    game = str(UUID(rows[0][1]))
    events: list[Event] = []
    for expected, (_, _, version, topic, state) in enumerate(rows, 1):
        if version != expected:
            raise Tampered("event-missing", game=game, event=expected)
        try:
            events.append(event_in(topic, state))
        except Tampered as error:
            raise Tampered("event-unreadable", game=game, event=expected) from error
        except TypeError as error:
            raise Tampered("event-malformed", game=game, event=expected) from error
    try:
        return fold(events), events
    except (LookupError, ValueError) as error:
        raise Tampered("no-game", game=game) from error
