"""The orders of the rulings in force, by round, and their effect on facts and points.

The newest ruling on each dispute is in force. If several concern the same round, they apply in
order of time (docs/rules/rulings.md).
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, assert_never

from ..disputes.events import (
    CorrectPoints,
    CountPips,
    DisputeEvent,
    ImposePenalty,
    NameBlocker,
    ReplayRound,
    RoundRemedy,
    RulingMade,
    Uphold,
    VoidGame,
    VoidRound,
)
from ..facts import RoundFacts, facts_of, usual_facts
from ..hidden.pips_left import pips_known
from ..round.state import Round
from ..rules.score import Score
from ..scoring.score import RoundScore, knows_points_in_play
from ..scoring.settlement import Blame, Posting
from ..seats import Seat, Sides


class RoundDecrees(NamedTuple):
    """The orders for one round."""

    stands: bool = False
    """The round counts as it was played, irregular or not."""
    void: bool = False
    """The round counts for nothing."""
    replay: bool = False
    """The round counts for nothing and is dealt again."""
    blame: Blame | None = None
    """Who is liable for the block; takes precedence over all readings."""
    pips: tuple[int, ...] | None = None
    """By seat, the counted pips; used only if the hand is not fully known."""
    points: tuple[int, ...] | None = None
    """By side; replaces the computed points."""
    penalties: tuple[ImposePenalty, ...] = ()

    @property
    def counted(self) -> tuple[ImposePenalty, ...]:
        """The penalties that count: all, or in a void round those that void it."""
        return tuple(each for each in self.penalties if each.voids_round or not self.void)

    @property
    def offender(self) -> Seat | None:
        """The seat after which the next round is led, if a penalty says so."""
        leads = [each.seat for each in self.counted if each.next_lead == "offended"]
        return leads[-1] if leads else None


NO_ROUND_DECREES = RoundDecrees()


class GameDecrees(NamedTuple):
    """The orders for a game."""

    rounds: Mapping[int, RoundDecrees]
    """By the index of a round in its game."""
    void: bool
    """The game counts for nothing."""

    def of(self, number: int) -> RoundDecrees:
        return self.rounds.get(number, NO_ROUND_DECREES)


NO_DECREES = GameDecrees({}, void=False)


def in_force(desk: Iterable[DisputeEvent]) -> dict[int, RulingMade]:
    """The newest ruling on each dispute, by its index among ``desk``, in order of time."""
    newest: dict[int, tuple[int, RulingMade]] = {}
    for index, event in enumerate(desk):
        if isinstance(event, RulingMade):
            newest[event.dispute] = index, event
    return dict(sorted(newest.values(), key=itemgetter(0)))


def decrees(desk: Iterable[DisputeEvent], sides: Sides) -> GameDecrees:
    """The orders of the rulings in force, but for seats or sides that the game no longer has."""
    rounds: dict[int, RoundDecrees] = {}
    void = False
    for remedy in chain.from_iterable(ruling.remedies for ruling in in_force(desk).values()):
        if isinstance(remedy, VoidGame):
            void = True
        else:
            before = rounds.get(remedy.round, NO_ROUND_DECREES)
            rounds[remedy.round] = _ordered(before, remedy, sides)
    return GameDecrees(rounds, void)


def _ordered(before: RoundDecrees, remedy: RoundRemedy, sides: Sides) -> RoundDecrees:
    """The orders with one more remedy, if it fits the game."""
    seats = range(sum(map(len, sides)))
    match remedy:
        case Uphold():
            return before._replace(stands=True, void=False, replay=False)
        case VoidRound():
            return before._replace(stands=False, void=True, replay=False)
        case ReplayRound():
            return before._replace(stands=False, void=True, replay=True)
        case NameBlocker() if {remedy.blocker, remedy.assistant} <= {None, *seats}:
            return before._replace(blame=Blame(remedy.blocker, remedy.assistant))
        case CountPips() if len(remedy.pips) == len(seats):
            return before._replace(pips=remedy.pips)
        case CorrectPoints() if len(remedy.points) == len(sides):
            return before._replace(points=remedy.points)
        case ImposePenalty() if remedy.seat in seats:
            penalties = *before.penalties, remedy
            if remedy.voids_round:
                before = before._replace(stands=False, void=True)
            return before._replace(penalties=penalties)
        case NameBlocker() | CountPips() | CorrectPoints() | ImposePenalty():
            return before
        case _:
            assert_never(remedy)


def facts_under(round: Round, decreed: RoundDecrees, rules: Score) -> RoundFacts:
    """The facts of the round under these orders.

    An upheld round is regular, unless its points depend on how a tile lay of which nothing tells
    it, and are not corrected; a void round waits for nothing. Counted pips apply only to hands
    that are not fully known, because an amendment may have shown a hand since.
    """
    facts = facts_of(round) if rules.asks_the_course else usual_facts(round)
    if decreed.void:
        return facts._replace(regular=True, voided=True)
    if decreed.pips and not facts.pips:
        pairs = zip(pips_known(round), decreed.pips, strict=True)
        pips = tuple(counted if known is None else known for known, counted in pairs)
        facts = facts._replace(pips=pips)
    told = knows_points_in_play(rules, facts) or decreed.points is not None
    return facts._replace(regular=True) if decreed.stands and told else facts


def score_under(score: RoundScore, sides: Sides, decreed: RoundDecrees) -> RoundScore:
    """The score with corrected points, if the game has any, and penalties. The winners stay."""
    if score.points is None:
        return score
    points = list(score.points if decreed.points is None else decreed.points)
    for side, penalty in enumerate(penalty_points(sides, decreed)):
        points[side] += penalty
    return score._replace(points=tuple(points))


def fine_under(rules: Score, sides: Sides, decreed: RoundDecrees) -> tuple[int, ...] | None:
    """By side, the points of penalties beside a round that they void; None if there are none."""
    if not decreed.void or rules.points == "none":
        return None
    points = penalty_points(sides, decreed)
    return points if any(points) else None


def penalty_points(sides: Sides, decreed: RoundDecrees) -> tuple[int, ...]:
    """By side, what the penalties of a round add to its points."""
    points = [0] * len(sides)
    for penalty in decreed.counted:
        for side, seats in enumerate(sides):
            offended = penalty.seat in seats
            points[side] += -penalty.points_off if offended else penalty.points_to_others
    return tuple(points)


def penalty_pips(sides: Sides, decreed: RoundDecrees) -> tuple[int, ...]:
    """By seat, the pips whose stake it receives (negative: pays) as penalties of a round."""
    pips = [0] * sum(map(len, sides))
    for penalty in decreed.counted:
        for seat in _others(sides, penalty.seat):
            pips[seat] += penalty.pips_to_others
            pips[penalty.seat] -= penalty.pips_to_others
    return tuple(pips)


def penalty_postings(sides: Sides, decreed: RoundDecrees, per_pip: int) -> tuple[Posting, ...]:
    """The penalties of a round in minor units, ``per_pip`` for each pip; they sum to zero."""
    postings: list[Posting] = []
    for penalty in decreed.counted:
        amount, others = penalty.pips_to_others * per_pip, _others(sides, penalty.seat)
        if penalty.pips_to_others:
            postings.append(Posting(penalty.seat, -amount * len(others), "pays-a-penalty"))
            postings += [Posting(seat, amount, "receives-a-penalty") for seat in others]
    return tuple(postings)


def _others(sides: Sides, seat: Seat) -> tuple[Seat, ...]:
    """The seats of the other sides."""
    return tuple(sorted(other for side in sides if seat not in side for other in side))
