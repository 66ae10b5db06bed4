"""The next events of the log, grouped by game, and passed on as they are read."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, groupby
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from sqlalchemy import Connection, Select

from domain.events import Event
from domain.game.state import Game, fold
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.codec import event_in
from ledger.store.house import NO_GAMES_HEX

from ..write.bulk import in_parts


class Progress(NamedTuple):
    """The position that a generation has reached in the log; all else follows from the events."""

    position: int
    """The position of the last event taken in."""
    games: int
    """The number of games opened so far, which is the number of the last one."""


class Projector(Protocol):
    """Keeps the tables of one generation up to date, batch by batch."""

    def take_in(
        self, connection: Connection, progress: Progress, size: int, up_to: int
    ) -> Progress:
        """Take in a batch of the next events up to a position, in the caller's transaction.

        Returns the given progress if there are none. Batches end as in `read_batch`.
        """
        ...

    def take_again(self, connection: Connection, progress: Progress, games: Sequence[str]) -> None:
        """Make the rows of these games anew, from their events up to there."""
        ...

    def forget(self) -> None:
        """Forget what was read from tables: another program may have changed them."""
        ...


class Gathered(Protocol):
    """The state collected from the events of a game, such as a list of them."""

    def extend(self, rows: Sequence[LogRow], /) -> None:
        """Add the game's next events."""
        ...


G = TypeVar("G", bound=Gathered)
_MORE = 1_000
"""The page size when looking for the end of the last game of a batch."""


class Batch(NamedTuple, Generic[G]):
    """The games with new events up to a position of the log."""

    progress: Progress
    """After this batch."""
    numbers: Mapping[str, int]
    """By id, of all these games."""
    begun: Mapping[str, G]
    """By id, the collected state of the games that began in this batch."""
    earlier: Sequence[str]
    """The ids of the other games, without collected state: they may have rows in the tables."""


def read_batch(
    connection: Connection,
    book: Book,
    progress: Progress,
    size: int,
    up_to: int,
    *,
    known: Select[tuple[str, int]],
    gather: Callable[[], G],
) -> Batch[G]:
    """The games of the next events of the log up to a position.

    A batch has ``size`` events, or more until the next event is of another game: each part of a
    split game would be read from its beginning. The events of the house are passed over. ``known``
    selects the ids and numbers of all games opened so far. Raises Tampered if the first event of a
    game is missing.
    """
    position = progress.position
    begun: dict[str, G] = {}
    earlier: dict[str, None] = {}
    for game, rows in _runs(book, position, size, up_to):
        position, first = rows[-1][0], rows[0][2]
        if game in NO_GAMES_HEX:
            continue
        if first == 1:
            begun[game] = gather()
        if game in begun:
            begun[game].extend(rows)
        else:
            earlier[game] = None
    numbers = dict(_numbers(connection, known, earlier))
    if missing := sorted(earlier.keys() - numbers.keys()):
        raise Tampered("event-missing", game=str(UUID(missing[0])), event=1)
    numbers |= zip(begun, count(progress.games + 1), strict=False)
    reached = Progress(position, progress.games + len(begun))
    return Batch(reached, numbers, begun, list(earlier))


def batch_of_games(
    connection: Connection,
    progress: Progress,
    games: Sequence[str],
    known: Select[tuple[str, int]],
) -> Batch[Any]:
    """A batch of games of which nothing new is known. ``known`` as in `read_batch`."""
    return Batch(progress, dict(_numbers(connection, known, games)), {}, games)


def _runs(book: Book, after: int, size: int, up_to: int) -> Iterator[tuple[str, list[LogRow]]]:
    """The rows of a batch, in runs of one game."""
    game, rows = "", list[LogRow]()
    for game, rows in _page(book, after, size, up_to):
        yield game, rows
    while rows:
        following, rows = next(_page(book, rows[-1][0], _MORE, up_to), ("", []))
        if following != game:
            return
        yield game, rows


def _page(book: Book, after: int, size: int, up_to: int) -> Iterator[tuple[str, list[LogRow]]]:
    with book.scan_log(after, size, up_to) as log:
        for game, run in groupby(log, itemgetter(1)):
            yield game, list(run)


@contextmanager
def read_games(
    book: Book, games: Collection[str], up_to: int
) -> Iterator[Iterable[Sequence[LogRow]]]:
    """All events of these games up to this position, by game, each produced on demand."""
    if not games:
        yield ()
        return
    with book.scan_games(games, up_to) as log:
        yield (list(rows) for _, rows in groupby(log, itemgetter(1)))


def _numbers(
    connection: Connection, known: Select[tuple[str, int]], games: Iterable[str]
) -> Iterator[tuple[str, int]]:
    id, _ = known.selected_columns
    for some in in_parts(games):
        yield from map(tuple, connection.execute(known.where(id.in_(some))))


def fold_rows(rows: Sequence[LogRow]) -> tuple[Game, list[Event]]:
    """The game and events of these rows, which are all of one game.

    Raises Tampered if one is missing or not readable, or if they are no game.
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
