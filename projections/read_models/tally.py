"""Facts of rounds straight from the bytes of the log, as little of them decoded as possible.

The quick way to what `domain.facts` finds in a folded round. It holds while nothing is irregular;
an irregular game is folded as everywhere else.
"""

from collections.abc import Callable, Iterable
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
from ledger.book import Book
from ledger.codec import USUAL, StoredRow, event_in
from ledger.errors import Tampered
from ledger.store import ToldRow

from .progress import Progress
from .quick_reading import ACTS, PIPS_ON, Opening, deal_in, opening_in

_LAID, _DREW, _PASSED = TileLaid.TOPIC, TileDrawn.TOPIC, TurnPassed.TOPIC
_DEALT, _OPENED = RoundDealt.TOPIC, GameOpened.TOPIC
_ENDINGS: dict[str, Ended] = {
    RoundBlocked.TOPIC: "blocked",
    RoundWon.TOPIC: "out",
    DealVoid.TOPIC: "void",
}


_NO_DEAL = b',"event":{"hands":[],"boneyard":null,"leader":null}}'


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
            seat, pips = ACTS[state[USUAL:]]
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
        hands, self.leader = deal_in(state)
        self.pips = [sum([PIPS_ON[name] for name in hand]) for hand in hands]
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
        try:
            touched = self._counted(batch, progress, find)
        except IndexError as error:
            raise Tampered("somebody acts in a game to whom nothing was dealt") from error
        self._remember(touched)
        return sorted(touched.values(), key=attrgetter("number"))

    def _counted(
        self, batch: Iterable[ToldRow], progress: Progress, find: Callable[[str], Before]
    ) -> dict[str, GameTally]:
        touched: dict[str, GameTally] = {}
        games, game, tally = progress.games, None, _NOBODYS
        acts, usual, left, tiles = ACTS, USUAL, _NOBODYS.pips, _NOBODYS.tiles
        for position, whose, topic, state in batch:
            if whose != game:
                game = whose
                if topic == _OPENED:
                    games += 1
                    touched[game] = tally = GameTally(game, games, opening_in(state))
                    left, tiles = tally.pips, tally.tiles
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
        return touched

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


_NOBODYS = GameTally("", 0, Opening("", b"", (), None, "", 0, ""))
