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

from pydantic_core import from_json

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
from domain.tiles import NAMES, PIPS, tile_named
from ledger.book import Book
from ledger.codec import StoredRow, encode, event_in
from ledger.errors import Tampered
from ledger.store import ToldRow

from .progress import Progress

_LAID, _DREW, _PASSED = TileLaid.TOPIC, TileDrawn.TOPIC, TurnPassed.TOPIC
_DEALT, _OPENED = RoundDealt.TOPIC, GameOpened.TOPIC
_ENDINGS: dict[str, Ended] = {
    RoundBlocked.TOPIC: "blocked",
    RoundWon.TOPIC: "out",
    DealVoid.TOPIC: "void",
}


_NO_DEAL = b',"event":{"hands":[],"boneyard":null,"leader":null}}'


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
        "game",
        "irregular",
        "last_to_lay",
        "leader",
        "noted",
        "number",
        "opening",
        "outs",
        "pips",
        "round",
        "rounds",
        "tiles",
    )

    def __init__(self, game: str, number: int, opening: Opening) -> None:
        self.game = game
        self.number = number
        self.opening = opening
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
        self.last_to_lay: Seat | None = None
        self._deal(_NO_DEAL)

    def count(self, position: int, topic: str, state: bytes) -> None:
        """An event that is not the laying of a tile."""
        if topic == _DEALT:
            self.round += 1
            self._deal(state)
        elif topic == _DREW:
            seat, pips = _ACTS[state[_USUAL:]]
            self.pips[seat] += pips
            self.tiles[seat] += 1
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

    def _deal(self, state: bytes) -> None:
        hands, self.leader = _deal_in(state)
        self.pips = [sum([_PIPS_ON[name] for name in hand]) for hand in hands]
        self.tiles = [len(hand) for hand in hands]
        self.outs: list[Seat] = []
        self.last_to_lay = None

    def _facts(self, ended: Ended) -> RoundFacts:
        outs = self.outs
        return RoundFacts(
            leader=self.leader,
            ended=ended,
            out=outs[0] if outs else None,
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
        self, batch: Iterable[ToldRow], progress: Progress, find: Callable[[str], Before]
    ) -> list[GameTally]:
        """The games of these events, counted up to the last of them, in the order of opening.

        ``progress`` is that before them; ``find`` looks up a game opened before them.
        """
        touched: dict[str, GameTally] = {}
        games, game, tally = progress.games, None, _NOBODYS
        acts, usual, left, tiles = _ACTS, _USUAL, _NOBODYS.pips, _NOBODYS.tiles
        for position, whose, topic, state in batch:
            if whose != game:
                game = whose
                if topic == _OPENED:
                    games += 1
                    touched[game] = tally = GameTally(game, games, opening_in(state))
                    continue
                tally = touched.get(game) or self._before(game, progress.position, find)
                touched[game], left, tiles = tally, tally.pips, tally.tiles
            if topic == _LAID:
                seat, pips = acts[state[usual:]]
                left[seat] -= pips
                tiles[seat] = held = tiles[seat] - 1
                tally.last_to_lay = seat
                if not held:
                    tally.outs.append(seat)
            else:
                tally.count(position, topic, state)
                left, tiles = tally.pips, tally.tiles
        self._remember(touched)
        return sorted(touched.values(), key=attrgetter("number"))

    def _before(self, game: str, position: int, find: Callable[[str], Before]) -> GameTally:
        """A game as it was at this position."""
        known = self._known.get(game)
        if known is not None:
            return known
        number, closed = find(game)
        rows = _rows_up_to(self._book, game, position)
        again = ((closed or 0, game, topic, state) for _, topic, state in rows)
        one = Progress(0, number - 1)
        (tally,) = Tallies(self._book).count_up(again, one, find)
        return tally

    def _remember(self, touched: dict[str, GameTally]) -> None:
        for game, tally in touched.items():
            self._known.pop(game, None)
            if tally.closed is None:
                self._known[game] = tally
        while len(self._known) > self.MOST:
            del self._known[next(iter(self._known))]


def facts_by_fold(book: Book, tally: GameTally, position: int) -> list[EndedRound]:
    """The same from the game folded up to this position, if something irregular was noted in it."""
    rows = _rows_up_to(book, tally.game, position)
    game = fold(event_in(topic, state) for _, topic, state in rows)
    return [
        EndedRound(number, facts)
        for number, facts in enumerate(map(facts_of, game.rounds))
        if facts.ended is not None
    ]


def _rows_up_to(book: Book, game: str, position: int) -> list[StoredRow]:
    rows, _ = book.recorder.select_rows(UUID(game))
    return rows[: book.version_at(UUID(game), position)]


_RULES, _PLAYERS, _EVENT = b',"rules":', b',"players":[', b',"event":'


def opening_in(state: bytes) -> Opening:
    """What the bytes of a game's first event say; the rules are only cut out.

    Raises Tampered where they are none.
    """
    head, _, event = state.partition(_EVENT)
    before, _, rest = event.partition(_RULES)
    rules, _, after = rest.partition(_PLAYERS)
    try:
        said = from_json(b"%b%b%b" % (before, _PLAYERS, after[:-1]))
        return Opening(
            record=said["record"],
            rules=rules,
            players=tuple(said["players"]),
            teams=None if said["teams"] is None else json.dumps(said["teams"]),
            currency=said["stake"]["currency"],
            minor_per_pip=said["stake"]["minor_per_pip"],
            opened_at=_in_utc(said["started_at"]) or from_json(head + b"}")["recorded_at"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("the first event of a game is not readable") from error


def _in_utc(time: str | None) -> str | None:
    """The same moment in the form of `recorded_at`, so that times can be compared as text."""
    if time is None:
        return None
    moment = datetime.fromisoformat(time).astimezone(UTC)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


_PIPS_ON = {name: PIPS[tile_named(name)] for name in NAMES}
_BONEYARD, _LEADER = b',"boneyard":', b',"leader":'


def _deal_in(state: bytes) -> tuple[list[list[str]], Seat | None]:
    """Hands and leader in the bytes of a deal; its boneyard, which tells nothing here, is cut out.

    Raises Tampered where they are none.
    """
    _, _, event = state.partition(_EVENT)
    hands, _, rest = event.partition(_BONEYARD)
    _, _, leader = rest.rpartition(_LEADER)
    try:
        return from_json(hands + b"}")["hands"], from_json(leader[:-2])
    except (ValueError, KeyError, TypeError) as error:
        raise Tampered("a deal is not readable") from error


_NOBODYS = GameTally("", 0, Opening("", b"", (), None, "", 0, ""))

_USUAL = encode(GameAbandoned(), "0" * 64, "2000-01-01T00:00:00.000000Z").index(_EVENT)
"""Where the event begins in the bytes of all but the first of a game, if nobody timed it."""


class _Acts(dict[bytes, tuple[Seat, int]]):
    """Whose act it was and the pips of its tile, by the end of the bytes that tell of it."""

    def __missing__(self, end: bytes) -> tuple[Seat, int]:
        before, found, _ = end.partition(_EVENT)
        _, _, event = end.rpartition(_EVENT)
        try:
            said = from_json(event[:-1])
            act = said["seat"], PIPS[tile_named(said["tile"])]
        except (ValueError, KeyError, TypeError) as error:
            raise Tampered("an act is not readable") from error
        if found and not before:  # Else it holds a time, and comes never again.
            self[end] = act
        return act


_ACTS = _Acts()
