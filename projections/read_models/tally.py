"""Facts of rounds straight from the bytes of the log, as little of them decoded as possible.

The quick way to what `domain.facts` finds in a folded round. It holds while nothing is irregular;
an irregular game is folded as everywhere else.
"""

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from domain.events import (
    DealVoid,
    Ended,
    GameAbandoned,
    GameOpened,
    GameWon,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    Seat,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domain.facts import RoundFacts, facts_of
from domain.game import fold
from domain.tiles import PIPS
from ledger.book import Book
from ledger.codec import encode, event_in
from ledger.errors import Tampered
from ledger.store import LogRow

_LAID, _DREW, _PASSED = TileLaid.TOPIC, TileDrawn.TOPIC, TurnPassed.TOPIC
_DEALT, _OPENED = RoundDealt.TOPIC, GameOpened.TOPIC
_ENDINGS: dict[str, Ended] = {
    RoundBlocked.TOPIC: "blocked",
    RoundWon.TOPIC: "out",
    DealVoid.TOPIC: "void",
}


class Opening(NamedTuple):
    """What the first event of a game says; its rules as they are written there."""

    record: str
    rules: bytes
    players: tuple[str, ...]
    teams: str | None
    currency: str
    minor_per_pip: int
    opened_at: str


class EndedRound(NamedTuple):
    """A round that is over."""

    number: int
    """Its place among the rounds of the game, from 0."""
    facts: RoundFacts


class GameTally:
    """A game as far as its events were counted up; changed by each of them."""

    __slots__ = (
        "abandoned",
        "closed",
        "first_out",
        "game",
        "irregular",
        "last_to_lay",
        "leader",
        "noted",
        "number",
        "opening",
        "pips",
        "round",
        "rounds",
        "tiles",
        "version",
    )

    def __init__(self, game: str, number: int, opening: Opening) -> None:
        self.game = game
        self.number = number
        self.opening = opening
        self.version = 1
        self.round = -1
        """The number of the last round dealt."""
        self.rounds: list[EndedRound] = []
        self.irregular = False
        """Something irregular was noted."""
        self.noted = False
        """The same, before the first round."""
        self.closed: int | None = None
        """The position of the event that ended the game."""
        self.abandoned = False
        self.first_out: Seat | None = None
        self.last_to_lay: Seat | None = None
        self._deal(RoundDealt(hands=()))

    def lay(self, seat: Seat, pips: int) -> None:
        """A seat laid a tile of so many pips."""
        self.pips[seat] -= pips
        self.tiles[seat] = left = self.tiles[seat] - 1
        self.last_to_lay = seat
        if not left and self.first_out is None:
            self.first_out = seat

    def count(self, position: int, topic: str, state: bytes) -> None:
        """An event that is not the laying of a tile."""
        if topic == _DEALT:
            deal = event_in(topic, state)
            assert isinstance(deal, RoundDealt)
            self.round += 1
            self._deal(deal)
        elif topic == _DREW:
            drawn = event_in(topic, state)
            assert isinstance(drawn, TileDrawn)
            self.pips[drawn.seat] += PIPS[drawn.tile]
            self.tiles[drawn.seat] += 1
        elif topic in _ENDINGS:
            self.rounds.append(EndedRound(self.round, self._facts(_ENDINGS[topic])))
        elif topic == IrregularityNoted.TOPIC:
            self.irregular = True
            self.noted |= self.round < 0
        elif topic == GameWon.TOPIC:
            self.closed = position
        elif topic == GameAbandoned.TOPIC:
            self.closed, self.abandoned = position, True
        elif topic != _PASSED:
            raise Tampered(f"no event of a game is called {topic!r}")

    def _deal(self, deal: RoundDealt) -> None:
        self.pips = [sum([PIPS[tile] for tile in hand]) for hand in deal.hands]
        self.tiles = [len(hand) for hand in deal.hands]
        self.leader = deal.leader
        self.first_out = self.last_to_lay = None

    def _facts(self, ended: Ended) -> RoundFacts:
        return RoundFacts(
            leader=self.leader,
            ended=ended,
            out=self.first_out,
            pips=tuple(self.pips),
            tiles=tuple(self.tiles),
            last_to_lay=self.last_to_lay,
            regular=True,
        )


class Before(NamedTuple):
    """What the tables say of a game that began before the batch."""

    number: int
    closed: int | None


class Tallies:
    """The games that a run has met, remembered while they may go on."""

    MOST = 5_000
    """Games remembered from one batch to the next."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[str, GameTally] = {}

    def forget(self) -> None:
        """Know nothing."""
        self._known.clear()

    def count_up(
        self, batch: Iterable[LogRow], games: int, find: Callable[[str], Before]
    ) -> list[GameTally]:
        """The games of these events, counted up to the last of them, in the order of opening.

        ``games`` were opened before; ``find`` looks one of them up.
        """
        touched: dict[str, GameTally] = {}
        game = None
        tally = _NOBODYS
        for position, whose, version, topic, state in batch:
            if whose != game:
                game = whose
                if topic == _OPENED:
                    games += 1
                    touched[game] = tally = GameTally(game, games, opening_in(state))
                    continue
                tally = touched.get(game) or self._before(game, version, find)
                touched[game] = tally
            if topic == _LAID:
                tally.lay(*_LAYS[state[_USUAL:]])
            else:
                tally.count(position, topic, state)
            tally.version = version
        self._remember(touched)
        return sorted(touched.values(), key=attrgetter("number"))

    def _before(self, game: str, version: int, find: Callable[[str], Before]) -> GameTally:
        """A game as it was before it reached this version."""
        known = self._known.get(game)
        if known is not None and known.version == version - 1:
            return known
        number, closed = find(game)
        rows, _ = self._book.recorder.select_rows(UUID(game))
        tally = GameTally(game, number, opening_in(rows[0][2]))
        for version_there, topic, state in rows[1 : version - 1]:
            if topic == _LAID:
                tally.lay(*_LAYS[state[_USUAL:]])
            else:
                tally.count(closed or 0, topic, state)
            tally.version = version_there
        return tally

    def _remember(self, touched: dict[str, GameTally]) -> None:
        for game, tally in touched.items():
            self._known.pop(game, None)
            if tally.closed is None:
                self._known[game] = tally
        while len(self._known) > self.MOST:
            del self._known[next(iter(self._known))]


def facts_by_fold(book: Book, tally: GameTally) -> list[EndedRound]:
    """The same from the folded game: for games in which something irregular was noted."""
    rows, _ = book.recorder.select_rows(UUID(tally.game))
    game = fold(event_in(topic, state) for _, topic, state in rows[: tally.version])
    return [
        EndedRound(number, facts)
        for number, facts in enumerate(map(facts_of, game.rounds))
        if facts.ended is not None
    ]


_RULES, _PLAYERS, _EVENT = b',"rules":', b',"players":[', b',"event":'


def opening_in(state: bytes) -> Opening:
    """What the bytes of a game's first event say; the rules are only cut out.

    Raises Tampered where they are none.
    """
    head, _, event = state.partition(_EVENT)
    before, _, rest = event.partition(_RULES)
    rules, _, after = rest.partition(_PLAYERS)
    try:
        said = json.loads(b"%b%b%b" % (before, _PLAYERS, after[:-1]))
        return Opening(
            record=said["record"],
            rules=rules,
            players=tuple(said["players"]),
            teams=None if said["teams"] is None else json.dumps(said["teams"]),
            currency=said["stake"]["currency"],
            minor_per_pip=said["stake"]["minor_per_pip"],
            opened_at=_in_utc(said["started_at"]) or json.loads(head + b"}")["recorded_at"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("the first event of a game is not readable") from error


def _in_utc(time: str | None) -> str | None:
    """The same moment in the form of `recorded_at`, so that times can be compared as text."""
    if time is None:
        return None
    moment = datetime.fromisoformat(time).astimezone(UTC)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


_NOBODYS = GameTally("", 0, Opening("", b"", (), None, "", 0, ""))

_USUAL = encode(GameAbandoned(), "0" * 64, "2000-01-01T00:00:00.000000Z").index(_EVENT)
"""Where the event begins in the bytes of all but the first of a game, if nobody timed it."""


class _Lays(dict[bytes, tuple[Seat, int]]):
    """Seat and pips of a lay-down, by the end of the bytes that tell of it."""

    def __missing__(self, end: bytes) -> tuple[Seat, int]:
        before, found, _ = end.partition(_EVENT)
        event = event_in(_LAID, end)
        assert isinstance(event, TileLaid)
        lay = event.seat, PIPS[event.tile]
        if found and not before:  # Else it holds a time, and comes never again.
            self[end] = lay
        return lay


_LAYS = _Lays()
