"""The log over all games, each event as a CloudEvent 1.0 in JSON (docs/tail.md).

The line of an event depends only on earlier events of its game, so it never changes. Hidden tiles
of a round are revealed in the event that ends the round, or that ends its game early. The events of
the house are shown if they are asked for.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

from ...domain.events import (
    ActUndone,
    DealUndone,
    Ending,
    EntrySigned,
    Event,
    GameLeft,
    GameOpened,
    RoundBegun,
    SeedsRecorded,
)
from ...domain.game.state import Game, evolve_game, open_game
from ...domain.hidden.seat_view import hidden_round, lies_open
from ...domain.hidden.seen_event import SeenEvent, SeenInPart, left_in_hand, seen_event
from ...domain.house import HouseEvent
from ...domain.tiles import names_of
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.store.base import LogRow, require_all
from ...ledger.store.chain import NOTHING_BEFORE
from ...ledger.store.codec import Entry, HouseEntry, body_of, decode, house_entries
from ...ledger.store.ids import NAMES, NO_GAMES
from ...ledger.store.rows import Head
from ..as_json import Json
from .origin import Origin, event_in, origin_of

_BATCH = 1000
_DIGITS_OF_A_POSITION = 19
"""The digits of a 64-bit integer. Padded positions sort as text."""
_GAMES_REMEMBERED = 1000
"""Games whose state is kept; other games are read again."""


class LogEvent(NamedTuple):
    """One event of the log: the attributes of a CloudEvent, in the order of its JSON."""

    id: str
    """With `source` it names the event for ever."""
    source: str
    """The book."""
    type: str
    """`domino-ledger.` and the topic: `domino-ledger.tile-laid/1`."""
    subject: str
    """The id of the game."""
    time: str
    """When it was recorded: RFC 3339, UTC."""
    epoch: str
    """To be noted with `position`: since when positions go on without a loss."""
    sequence: str
    """The position with leading zeros, so that it sorts as text."""
    gameversion: int
    """Its number in the game, from 1."""
    happenedat: str | None
    """When it happened, if known."""
    hash: str | None
    """Of the entry; None unless all tiles are shown."""
    data: Json
    """What happened, tiles by name."""

    @property
    def position(self) -> int:
        """Its place in the log; reading goes on after it."""
        return int(self.sequence)

    def to_json(self) -> str:
        """One line of JSON, as `domino tail` prints it."""
        return json.dumps(event_json(self), ensure_ascii=False)


def event_json(event: LogEvent) -> Json:
    """The CloudEvent, without what is not known."""
    attributes = event._asdict()
    first = {name: attributes.pop(name) for name in ("id", "source", "type", "subject", "time")}
    whole = {"specversion": "1.0", **first, "datacontenttype": "application/json", **attributes}
    return {key: value for key, value in whole.items() if value is not None}


class Tail:
    """The events after a position, and later ones. Raises Unavailable if any are hidden."""

    def __init__(
        self,
        book: Book,
        after: int,
        *,
        open: bool = False,
        house: bool = False,
        remembered: int = _GAMES_REMEMBERED,
    ) -> None:
        """``house``: also what the house decided (rules, keys, merges) and the money it booked."""
        require_all(book.recorder)  # Events that are hidden now would be missed later.
        self._book = book
        self._position = after
        self._open = open
        self._left_out = {each.hex for each in ((NAMES,) if house else NO_GAMES)}
        self._remembered = remembered
        self._heads: dict[UUID, Head] = {}
        """How far each stream of the house was read."""
        self._games: dict[UUID, ShownGame] = {}
        self._origin: Origin | None = None

    def news(self) -> Iterator[LogEvent]:
        """The events since the last call. Raises Tampered at one that does not follow the last."""
        end = self._book.last_position()
        while self._position < end:
            for row in self._book.log(self._position, _BATCH):
                self._position = row[0]
                if row[1] not in self._left_out:
                    yield self._event(row)

    def _event(self, row: LogRow) -> LogEvent:
        self._origin = origin = self._origin or origin_of(self._book)
        assert origin is not None
        position, (stream, version, topic, state) = row[0], event_in(row)
        if stream in NO_GAMES:
            found: HouseEntry | Entry = self._of_house(stream, version, topic, state)
            data, happened_at = json.loads(body_of(found.event)), None
        else:
            found = entry = decode(stream, version, topic, state)
            data, happened_at = self._shown(entry).show(entry, open=self._open), entry.happened_at
        return LogEvent(
            id=f"{stream}/{version}",
            source=origin.source,
            type=_event_type(found.event),
            subject=str(stream),
            time=found.recorded_at,
            epoch=origin.epoch_at(position),
            sequence=f"{position:0{_DIGITS_OF_A_POSITION}}",
            gameversion=version,
            happenedat=happened_at,
            # A hidden tile could be found by trying every tile until the hash fits.
            hash=found.hash if self._open else None,
            data=data,
        )

    def _of_house(self, stream: UUID, version: int, topic: str, state: bytes) -> HouseEntry:
        said, _, _ = state.removeprefix(b'{"previous":"').partition(b'"')
        before = self._heads.get(stream, (version - 1, said.decode("ascii", "replace")))
        (entry,) = house_entries(stream, [(version, topic, state)], before)
        self._heads[stream] = entry.version, entry.hash
        return entry

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
        event, version, named = entry.event, entry.originator_version, str(entry.originator_id)
        if version != self.version + 1:
            raise Tampered("event-missing", game=named, event=self.version + 1)
        if entry.previous != self.hash:
            raise Tampered("hash-changed", game=named, event=self.version)
        before, game = self.game, _after(self.game, event)
        if game is None:
            raise Tampered("event-cannot-follow", game=named, event=version)
        self.game, self.version, self.hash = game, version, entry.hash
        if isinstance(event, RoundBegun):
            self.hidden.append([])
        elif isinstance(event, DealUndone):
            self.hidden.pop()  # Hidden tiles of an undone round are never revealed.
        seen = seen_event(event, hidden_round(game))
        if seen is not event and not isinstance(event, EntrySigned):
            self.hidden[-1].append((entry, seen))
        round = game.current
        ends_early = isinstance(event, GameLeft) and round is not None and not lies_open(round)
        if round is not None and (ends_early or isinstance(event, Ending)):
            return data_of(event) | {
                "left": [names_of(hand) for hand in left_in_hand(round, open=True)],
                "revealed": [
                    {
                        "id": f"{past.originator_id}/{past.originator_version}",
                        "type": _event_type(past.event),
                        "data": _whole(past, shown),
                    }
                    for past, shown in self.hidden[-1]
                ],
            }
        if isinstance(event, SeedsRecorded):  # Of a round in play they are shown to nobody.
            return data_of(seen)
        if isinstance(event, ActUndone | DealUndone):
            return data_of(event) | _undone(before, game, open=open)
        return _whole(entry, seen) if open else data_of(seen)


def _undone(before: Game | None, after: Game, *, open: bool) -> Json:
    """The act that was taken back, or the round, counted from 0."""
    assert before is not None
    assert before.current is not None
    if before.dealt > after.dealt:
        return {"round": after.dealt}
    *_, act = before.current.acts
    seen = act if open else seen_event(act, hidden_round(after))
    return {"act": act.KIND.name, **data_of(seen)}


def data_of(seen: SeenEvent) -> Json:
    """The visible data of an event."""
    if isinstance(seen, SeenInPart):
        return dict(seen.shown)
    data: Json = json.loads(body_of(seen))
    return data


def _whole(entry: Entry, seen: SeenEvent) -> Json:
    """All data of an event."""
    return data_of(seen) | data_of(entry.event)


def _event_type(event: Event | HouseEvent) -> str:
    """The topic, with a prefix for this program."""
    return f"domino-ledger.{event.TOPIC}"


def _after(game: Game | None, event: Event) -> Game | None:
    """The game after one more event, without earlier versions; None if it cannot follow."""
    try:
        if game is not None:
            return evolve_game(game, event)._replace(earlier=())
        return open_game(event) if isinstance(event, GameOpened) else None
    except (LookupError, ValueError):
        return None
