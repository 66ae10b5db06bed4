"""What the rulings in force order, round by round, and what follows for facts and points.

Of each dispute the newest ruling is in force; where several say something of one round, they are
taken in order of time (docs/rules/rulings.md).
"""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import NamedTuple, assert_never

from ..round.facts import RoundFacts, facts_of, pips_known
from ..round.state import Round
from ..scoring.score import RoundScore
from ..scoring.settlement import Blame, Posting
from ..seats import Seat, Sides
from .events import DeskEvent, RulingMade
from .remedies import (
    CorrectPoints,
    CountPips,
    ImposePenalty,
    NameBlocker,
    ReplayRound,
    RoundRemedy,
    Uphold,
    VoidGame,
    VoidRound,
)


class Decreed(NamedTuple):
    """What is ordered of one round."""

    stands: bool = False
    """It counts as it was played, irregular or not."""
    void: bool = False
    """It counts for nothing."""
    replay: bool = False
    """It counts for nothing, and one more is dealt for it."""
    blame: Blame | None = None
    """Who is answerable for the block, whatever any reading says."""
    pips: tuple[int, ...] | None = None
    """By seat, what was left, as far as it does not follow from what was seen."""
    points: tuple[int, ...] | None = None
    """By side, in place of those found."""
    penalties: tuple[ImposePenalty, ...] = ()


NOTHING_DECREED = Decreed()


class Decrees(NamedTuple):
    """What is ordered of a game."""

    rounds: Mapping[int, Decreed]
    """By the place of a round in its game."""
    void: bool
    """The game counts for nothing."""

    def of(self, number: int) -> Decreed:
        """What is ordered of the round at this place."""
        return self.rounds.get(number, NOTHING_DECREED)


NO_DECREES = Decrees({}, void=False)


def in_force(desk: Iterable[DeskEvent]) -> dict[int, RulingMade]:
    """By its place at the desk, the newest ruling on each dispute, in order of time."""
    newest: dict[int, tuple[int, RulingMade]] = {}
    for place, said in enumerate(desk):
        if isinstance(said, RulingMade):
            newest[said.dispute] = place, said
    return dict(sorted(newest.values(), key=itemgetter(0)))


def decrees(desk: Iterable[DeskEvent], sides: Sides) -> Decrees:
    """What these rulings order, all in all.

    What an amended game has no seat or side for any longer is without effect.
    """
    rounds: dict[int, Decreed] = {}
    void = False
    for remedy in (each for ruling in in_force(desk).values() for each in ruling.remedies):
        if isinstance(remedy, VoidGame):
            void = True
        elif _fits(remedy, sides):
            before = rounds.get(remedy.round, NOTHING_DECREED)
            rounds[remedy.round] = _ordered(before, remedy)
    return Decrees(rounds, void)


def _fits(remedy: RoundRemedy, sides: Sides) -> bool:
    seats = range(sum(map(len, sides)))
    match remedy:
        case NameBlocker():
            return all(seat is None or seat in seats for seat in (remedy.blocker, remedy.assistant))
        case CountPips():
            return len(remedy.pips) == len(seats)
        case CorrectPoints():
            return len(remedy.points) == len(sides)
        case ImposePenalty():
            return remedy.seat in seats
        case _:
            return True


def _ordered(before: Decreed, remedy: RoundRemedy) -> Decreed:
    match remedy:
        case Uphold():
            return before._replace(stands=True, void=False, replay=False)
        case VoidRound():
            return before._replace(stands=False, void=True, replay=False)
        case ReplayRound():
            return before._replace(stands=False, void=True, replay=True)
        case NameBlocker():
            return before._replace(blame=Blame(remedy.blocker, remedy.assistant))
        case CountPips():
            return before._replace(pips=remedy.pips)
        case CorrectPoints():
            return before._replace(points=remedy.points)
        case ImposePenalty():
            return before._replace(penalties=(*before.penalties, remedy))
        case _:
            assert_never(remedy)


def facts_under(round: Round, decreed: Decreed) -> RoundFacts:
    """The facts of the round with what is ordered.

    What stands is regular, and what is void waits no longer. Pips that were counted are taken where
    they do not follow, hand by hand: an amendment may have shown one of them since.
    """
    facts = facts_of(round)
    if decreed.void:
        return facts._replace(regular=True, voided=True)
    if decreed.pips and not facts.pips:
        each = zip(pips_known(round), decreed.pips, strict=True)
        pips = tuple(counted if known is None else known for known, counted in each)
        facts = facts._replace(pips=pips)
    return facts._replace(regular=True) if decreed.stands else facts


def score_under(score: RoundScore, sides: Sides, decreed: Decreed) -> RoundScore:
    """The score with what is ordered: other points, and those of penalties. Who won stays as found.

    Points of rules that know none stay none.
    """
    if score.points is None:
        return score
    points = list(score.points if decreed.points is None else decreed.points)
    for side, more in enumerate(penalty_points(sides, decreed)):
        points[side] += more
    return score._replace(points=tuple(points))


def penalty_points(sides: Sides, decreed: Decreed) -> tuple[int, ...]:
    """By side, what the penalties of a round add to its points."""
    points = [0] * len(sides)
    for penalty in decreed.penalties:
        for side, seats in enumerate(sides):
            offended = penalty.seat in seats
            points[side] += -penalty.points_off if offended else penalty.points_to_others
    return tuple(points)


def penalty_pips(sides: Sides, decreed: Decreed) -> tuple[int, ...]:
    """By seat, the pips whose stake it gets (negative: pays) for the penalties of a round."""
    pips = [0] * sum(map(len, sides))
    for penalty in decreed.penalties:
        for seat in _others(sides, penalty.seat):
            pips[seat] += penalty.pips_to_others
            pips[penalty.seat] -= penalty.pips_to_others
    return tuple(pips)


def penalty_postings(sides: Sides, decreed: Decreed, per_pip: int) -> tuple[Posting, ...]:
    """What the offenders of a round pay, in minor units at ``per_pip``; it sums to zero."""
    return tuple(
        posting
        for penalty in decreed.penalties
        if penalty.pips_to_others
        for posting in _paid(penalty, _others(sides, penalty.seat), per_pip)
    )


def _paid(penalty: ImposePenalty, others: tuple[Seat, ...], per_pip: int) -> Iterable[Posting]:
    each = penalty.pips_to_others * per_pip
    yield Posting(penalty.seat, -each * len(others), "pays-a-penalty")
    for seat in others:
        yield Posting(seat, each, "receives-a-penalty")


def _others(sides: Sides, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the other sides."""
    return tuple(sorted(one for side in sides if seat not in side for one in side))
