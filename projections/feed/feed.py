"""The log over all games, event by event (docs/tail.md).

The line of an event depends only on earlier events of its game, so it never changes. Hidden tiles
of a round are revealed in the event that ends the round, or that ends its game early. The events of
the house are not shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import UUID

from domain.events import (
    DealUndone,
    Ending,
    EntrySigned,
    Event,
    GameLeft,
    GameOpened,
    RoundBegun,
    SeedsRecorded,
)
from domain.game.state import Game, evolve_game, open_game
from domain.hidden.seat_view import hidden_round, lies_open
from domain.hidden.seen_event import SeenEvent, left_in_hand, seen_event
from domain.round.state import Round
from domain.tiles import names_of
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow, require_all
from ledger.store.chain import NOTHING_BEFORE
from ledger.store.codec import Entry, decode
from ledger.store.house import NO_GAMES_HEX

from .cloud_event import Json, Place, cloud_event, data_of, event_id, event_type
from .origin import Origin, event_in, origin_of

_BATCH = 1000
_GAMES_REMEMBERED = 1000
"""Games whose state is kept; other games are read again."""


class Tail:
    """The events after a position. Can be asked again for later events.

    Raises Unavailable if this user does not see all events.
    """

    def __init__(
        self, book: Book, after: int, *, open: bool = False, remembered: int = _GAMES_REMEMBERED
    ) -> None:
        require_all(book.recorder)  # Events that are hidden now would be missed later.
        self._book = book
        self._position = after
        self._open = open
        self._remembered = remembered
        self._games: dict[UUID, ShownGame] = {}
        self._origin: Origin | None = None

    def news(self) -> Iterator[Json]:
        """The events since the last call, up to the current end of the log.

        Raises Tampered at an event that does not follow the one before it in its game.
        """
        end = self._book.last_position()
        while self._position < end:
            for row in self._book.log(self._position, _BATCH):
                self._position = row[0]
                if row[1] not in NO_GAMES_HEX:
                    yield self._line(row)

    def _line(self, row: LogRow) -> Json:
        self._origin = origin = self._origin or origin_of(self._book)
        assert origin is not None
        entry = _entry(row)
        data = self._shown(entry).show(entry, open=self._open)
        place = Place(origin.source, origin.epoch_at(row[0]), row[0])
        return cloud_event(place, entry, data, open=self._open)

    def _shown(self, entry: Entry) -> "ShownGame":
        """The game as far as it was shown before this entry."""
        game, before = entry.originator_id, entry.originator_version - 1
        shown = self._games.pop(game, None)
        if shown is None:
            shown = ShownGame()
            for past in self._book.stream(game).entries[:before] if before else ():
                shown.show(past, open=False)
        self._games[game] = shown
        if len(self._games) > self._remembered:
            del self._games[next(iter(self._games))]
        return shown


@dataclass(slots=True)
class ShownGame:
    """A game as far as it was shown."""

    version: int = 0
    hash: str = NOTHING_BEFORE
    game: Game | None = None
    hidden: list[list[tuple[Entry, SeenEvent]]] = field(default_factory=list)
    """By round, without undone ones: entries shown in part, with what was shown of each."""

    def show(self, entry: Entry, *, open: bool) -> Json:
        """The visible data of the next entry."""
        self._check(entry)
        event = entry.event
        self.game = game = _after(self.game, entry)
        self.version, self.hash = entry.originator_version, entry.hash
        if isinstance(event, RoundBegun):
            self.hidden.append([])
        elif isinstance(event, DealUndone):
            self.hidden.pop()  # Hidden tiles of an undone round are never revealed.
        seen = seen_event(event, hidden_round(game))
        if seen is not event and not isinstance(event, EntrySigned):
            self.hidden[-1].append((entry, seen))
        if game.current is not None and _reveals(event, game.current):
            return data_of(event) | self._revealed(game.current)
        if isinstance(event, SeedsRecorded):  # Of a round in play they are shown to nobody.
            return data_of(seen)
        return _whole(entry, seen) if open else data_of(seen)

    def _check(self, entry: Entry) -> None:
        game = str(entry.originator_id)
        if entry.originator_version != self.version + 1:
            raise Tampered("event-missing", game=game, event=self.version + 1)
        if entry.previous != self.hash:
            raise Tampered("hash-changed", game=game, event=self.version)

    def _revealed(self, round: Round) -> Json:
        return {
            "left": [names_of(hand) for hand in left_in_hand(round, open=True)],
            "revealed": [
                {
                    "id": event_id(entry.originator_id, entry.originator_version),
                    "type": event_type(entry.event),
                    "data": _whole(entry, seen),
                }
                for entry, seen in self.hidden[-1]
            ],
        }


def _reveals(event: Event, round: Round) -> bool:
    """The event ends the round, or ends the game during the round."""
    return isinstance(event, Ending) or (isinstance(event, GameLeft) and not lies_open(round))


def _whole(entry: Entry, seen: SeenEvent) -> Json:
    """All data of an event."""
    return data_of(seen) | data_of(entry.event)


def _entry(row: LogRow) -> Entry:
    return decode(*event_in(row))


def _after(game: Game | None, entry: Entry) -> Game:
    """The game after one more event, without earlier versions, which the feed never shows."""
    event = entry.event
    try:
        if game is not None:
            return evolve_game(game, event)._replace(earlier=())
        if isinstance(event, GameOpened):
            return open_game(event)
    except (LookupError, ValueError):
        pass
    raise Tampered(
        "event-cannot-follow", game=str(entry.originator_id), event=entry.originator_version
    )
