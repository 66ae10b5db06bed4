"""From the events of a game to its facts.

Most games go as usual: opened, then rounds one after the other, each dealt, played and ended, and
nothing else. Their facts are counted up from the bytes of the events. Any other game is folded by
the domain, be it for one event, or one version of an event, that is not counted here; so is one
that was amended, or that an arbiter ruled on.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.disputes.events import RulingMade
from domain.disputes.rulings_in_force import NO_DECREES, NO_ROUND_DECREES, RoundDecrees
from domain.events import (
    ActUndone,
    DealUndone,
    DealVoid,
    Ended,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    Seat,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domain.game.state import Game, JudgedRound, waits
from domain.round.facts import RoundFacts
from domain.scoring.settlement import NOBODY
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.event_reader import (
    Dealt,
    HandChange,
    Opening,
    deal_in,
    hand_change_in,
    opening_in,
)

from ..read.batch import fold_rows


class GameFacts(NamedTuple):
    """A game, before any rules are asked what it is worth."""

    number: int
    """Its place in the order of opening, from 1."""
    game: str
    opening: Opening
    irregular: bool
    """It waits for a ruling, or for tiles that were not seen."""
    disputed: bool
    """Something irregular was noted before the first round: no round counts."""
    closed: int | None
    """The position of the event that ended the game."""
    abandoned: bool
    """It was broken off."""
    rounds: Sequence[tuple[int, RoundFacts]]
    """Those that have ended, with their numbers in the record."""
    rules_said: Sequence[tuple[int, bytes]]
    """The position of its opening and of each amendment, and the rules said there."""
    retold: int = 0
    """The position of the last event after which a round may be another one; 0: there is none."""
    void: bool = False
    """An arbiter ordered that it counts for nothing."""
    forfeiter: Seat | None = None
    """The seat that gave it up."""
    decreed: Mapping[int, RoundDecrees] = NO_DECREES.rounds
    """By number, what an arbiter ordered of rounds that have ended."""


def facts_of_game(number: int, rows: Sequence[LogRow]) -> GameFacts:
    """The facts of the game with these rows, its first event first.

    Raises Tampered where they make no game.
    """
    return _counted(number, rows) or _folded(number, rows)


# -- as usual

_ACTS = {TileDrawn.TOPIC, TileLaid.TOPIC}
_ENDS: Mapping[str, Ended] = {
    RoundWon.TOPIC: "out",
    RoundBlocked.TOPIC: "blocked",
    DealVoid.TOPIC: "void",
}


class _Course:
    """The rounds of a game so far, as long as it goes as usual."""

    def __init__(self, seats: int) -> None:
        self.rounds: list[RoundFacts] = []
        self.acts: list[HandChange | None] = []
        """Of the round being played; None: with a tile that nobody saw."""
        self.closed: int | None = None
        """The position of the event that ended the game."""
        self.abandoned = False
        self._seats = seats
        self._deal: Dealt | None = None

    @property
    def acts_are_usual(self) -> bool:
        """They were done by seats of the game, in a round, with tiles that were seen."""
        in_play = self._deal is not None or not self.acts
        return in_play and all(act is not None and act.seat < self._seats for act in self.acts)

    def goes_on(self, position: int, topic: str, state: bytes) -> bool:
        """Whether it goes on as usual with this event, which is no act."""
        if self.closed is not None or not self.acts_are_usual:
            return False
        if topic == RoundDealt.TOPIC:
            return self._dealt(state)
        if topic in _ENDS:
            return self._ended(_ENDS[topic])
        self.closed, self.abandoned = position, topic == GameAbandoned.TOPIC
        can_be_won = self._deal is None and bool(self.rounds) and self.rounds[-1].over
        return self.abandoned or (topic == GameWon.TOPIC and can_be_won)

    def _dealt(self, state: bytes) -> bool:
        in_play, self._deal = self._deal is not None, deal_in(state)
        if self._deal is not None and len(self._deal.tiles) != self._seats:
            raise Tampered("deal-incomplete")
        return not in_play and self._deal is not None

    def _ended(self, how: Ended) -> bool:
        if self._deal is None:
            return False
        acts = [act for act in self.acts if act is not None]
        self.rounds.append(_round_facts(how, self._deal, acts))
        self._deal = None
        self.acts.clear()
        return True


def _counted(number: int, rows: Sequence[LogRow]) -> GameFacts | None:
    """None where the game did not go as usual."""
    opened_at, game, _, first_topic, first = rows[0]
    if first_topic != GameOpened.TOPIC:
        return None
    opening = opening_in(first_topic, first)
    course = _Course(len(opening.players))
    for position, _, _, topic, state in rows[1:]:
        if topic in _ACTS:
            course.acts.append(hand_change_in(topic, state))
        elif topic != TurnPassed.TOPIC and not course.goes_on(position, topic, state):
            return None
    if not course.acts_are_usual:
        return None
    return GameFacts(
        number=number,
        game=game,
        opening=opening,
        irregular=False,
        disputed=False,
        closed=course.closed,
        abandoned=course.abandoned,
        rounds=list(enumerate(course.rounds)),
        rules_said=[(opened_at, opening.rules)],
    )


def _round_facts(ended: Ended, deal: Dealt, acts: Sequence[HandChange]) -> RoundFacts:
    pips, tiles = deal.pips, deal.tiles
    last_lay: dict[Seat, int] = {}
    for at, (seat, more_tiles, more_pips) in enumerate(acts):
        tiles[seat] += more_tiles
        pips[seat] += more_pips
        if more_tiles < 0:
            last_lay[seat] = at
    empty = [seat for seat, held in enumerate(tiles) if not held]
    return RoundFacts(
        leader=deal.leader,
        ended=ended,
        out=min(empty, key=lambda seat: last_lay.get(seat, 0), default=None),
        pips=tuple(pips),
        tiles=tuple(tiles),
        last_to_lay=max(last_lay, key=last_lay.__getitem__, default=None),
        regular=True,
    )


# -- any other

_CLOSES = GameWon | GameAbandoned | GameForfeited
_RETELLS = GameAmended | ActUndone | DealUndone


def _folded(number: int, rows: Sequence[LogRow]) -> GameFacts:
    game, events = fold_rows(rows)
    happened = list(zip(rows, events, strict=True))
    openings = [
        (row[0], opening_in(row[3], row[4], rows[0][4]))
        for row, event in happened
        if isinstance(event, GameOpened | GameAmended)
    ]
    left = game.abandoned
    ended = [(at, each) for at, each in enumerate(game.judged) if each.round.ended is not None]
    return GameFacts(
        number=number,
        game=rows[0][1],
        opening=openings[-1][1],
        irregular=waits(game, (judged.facts for judged in game.judged)),
        disputed=bool(game.noted),
        closed=_closed(game, happened),
        abandoned=isinstance(left, GameAbandoned),
        rounds=[(at, each.facts) for at, each in ended],
        rules_said=[(at, opening.rules) for at, opening in openings],
        retold=max((row[0] for row, event in happened if isinstance(event, _RETELLS)), default=0),
        void=game.decrees.void,
        forfeiter=left.seat if isinstance(left, GameForfeited) else None,
        decreed={at: _decreed(each) for at, each in ended if each.decreed != NO_ROUND_DECREES},
    )


def _closed(game: Game, happened: Sequence[tuple[LogRow, Event]]) -> int | None:
    """The position of the event that ended the newest version, be it a ruling."""
    if not game.over:
        return None
    ended = game.won is not None or game.abandoned is not None
    closes = _CLOSES if ended else RulingMade
    return max(row[0] for row, event in happened if isinstance(event, closes))


def _decreed(judged: JudgedRound) -> RoundDecrees:
    """What was ordered, as far as it matters; who is to blame where no reading may say so."""
    decreed, round = judged.decreed, judged.round
    if round.ended != "blocked":
        return decreed._replace(blame=None)
    if decreed.blame is None and not round.regular:
        return decreed._replace(blame=NOBODY)
    return decreed
