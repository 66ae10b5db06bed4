"""What is found out about games and their rounds, before anybody rules on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from domain.disputes.rulings_in_force import NO_DECREES, Decreed
from domain.events import Ended, Seat
from domain.round.facts import RoundFacts

from ..scoring.score_columns import BoolArray, IntArray, chosen, ints, marks
from .event_reader import Opening

ENDED: tuple[Ended, ...] = ("out", "blocked", "void")
_VOID = ENDED.index("void")


class Tally(NamedTuple):
    """A game, its rounds apart."""

    number: int
    """Its place in the order of opening."""
    game: str
    opening: Opening
    irregular: bool
    """Something irregular was noted, or tiles that count were not seen: it waits for a ruling."""
    noted: bool
    """Something irregular was noted before the first round."""
    closed: int | None
    """The position of the event that ended the game."""
    abandoned: bool
    """It was broken off."""
    opened: int
    """The position of its first event."""
    void: bool = False
    """An arbiter ordered that it counts for nothing."""
    forfeiter: Seat | None = None
    """The seat that gave it up."""
    decreed: Mapping[int, Decreed] = NO_DECREES.rounds
    """By number, what an arbiter ordered of rounds that have ended."""
    tellings: Sequence[tuple[int, bytes]] = ()
    """Position and rules of its opening and of each amendment; none where it has one version."""


class Rounds(NamedTuple):
    """Rounds that have ended, in columns; S is the most seats of any game, -1 is nobody."""

    game: IntArray
    """(n,) the place of its game among the games."""
    number: IntArray
    """(n,) its place among the rounds of the game, from 0."""
    ended: IntArray
    """(n,) a place in `ENDED`."""
    regular: BoolArray
    """(n,) it was played by the rules, or an arbiter ordered that it stands."""
    voided: BoolArray
    """(n,) an arbiter ordered that it counts for nothing."""
    leader: IntArray
    """(n,)"""
    out: IntArray
    """(n,) the first seat that had no tile left."""
    last_to_lay: IntArray
    """(n,)"""
    pips: IntArray
    """(n, S) left in hand; -1 where some of them are not known."""
    tiles: IntArray
    """(n, S) left in hand."""

    @property
    def settled(self) -> BoolArray:
        """(n,) it came to an end, nothing stands against it, and all of it is known."""
        over = self.regular & (self.ended != _VOID) & (self.pips >= 0).all(axis=1)
        settled: BoolArray = over & ~self.voided
        return settled

    @property
    def blocked(self) -> BoolArray:
        """(n,) it ended so."""
        blocked: BoolArray = self.ended == ENDED.index("blocked")
        return blocked

    def only(self, which: BoolArray | IntArray) -> "Rounds":
        """Some of them."""
        return Rounds(*chosen(self, which))


class Tallied(NamedTuple):
    """Games, and their rounds that have ended."""

    games: Sequence[Tally]
    rounds: Rounds


def rounds_of(told: Sequence[tuple[int, int, RoundFacts]], seats: int) -> Rounds:
    """Rounds that come as place of the game, number and facts; of so many seats at most."""
    each = [facts for _, _, facts in told]
    return Rounds(
        game=ints(game for game, _, _ in told),
        number=ints(number for _, number, _ in told),
        ended=ints(_VOID if facts.ended is None else ENDED.index(facts.ended) for facts in each),
        regular=marks(facts.regular for facts in each),
        voided=marks(facts.voided for facts in each),
        leader=_seats(facts.leader for facts in each),
        out=_seats(facts.out for facts in each),
        last_to_lay=_seats(facts.last_to_lay for facts in each),
        pips=_by_seat([facts.pips or (-1,) * len(facts.tiles) for facts in each], seats),
        tiles=_by_seat([facts.tiles for facts in each], seats),
    )


def facts_of(rounds: Rounds) -> Iterator[RoundFacts]:
    """The facts of these rounds, one after the other."""
    leader, out, last_to_lay = map(seats_or_none, (rounds.leader, rounds.out, rounds.last_to_lay))
    ended = [ENDED[how] for how in rounds.ended.tolist()]
    pips = (tuple(hands) if min(hands) >= 0 else () for hands in rounds.pips.tolist())
    tiles = map(tuple, rounds.tiles.tolist())
    regular = rounds.regular.tolist()
    return map(RoundFacts, leader, ended, out, pips, tiles, last_to_lay, regular)


def together(parts: Sequence[Rounds]) -> Rounds:
    """All of these."""
    return Rounds(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def seats_or_none(seats: IntArray) -> list[Seat | None]:
    """None for nobody."""
    return [None if seat < 0 else seat for seat in seats.tolist()]


def _seats(seats: Iterable[Seat | None]) -> IntArray:
    return ints(-1 if seat is None else seat for seat in seats)


def _by_seat(rows: Sequence[Sequence[int]], seats: int) -> IntArray:
    filled = [[*row, *(0,) * (seats - len(row))] for row in rows]
    return np.array(filled, np.int64).reshape(-1, seats)
