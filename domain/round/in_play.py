"""The points in play of a round, and when they have won the game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..events import Seat
from ..rules.layouts import Crosswise
from .calls import LayInPlay, lays_in_play, points_in_play
from .course import first_out, last_to_lay
from .state import Goal, Round
from .told import as_told

TO_GET_IN = 10
"""The first points in play that houses ask for."""


class InPlay(NamedTuple):
    """The points in play of a round: by seat, sums of what the open ends counted."""

    fives: tuple[int, ...] | None
    """Multiples of five; None: it depends on how a misplaced tile lay, and nothing tells that."""
    from_ten: tuple[int, ...] | None
    """That part of `fives` which the seat made from its first ten or more on."""
    threes: tuple[int, ...] | None
    """Multiples of three, or None as `fives`."""
    past_target: bool = False
    """The last lay made its seat out, but went past an exact target: going out counts nothing."""

    def known(self, goal: Goal) -> bool:
        """Everything is known that this goal asks for."""
        return self.fives is not None and (self.threes is not None or not goal.worth[1])


class Refused(NamedTuple):
    """Points in play that count nothing, since they went past an exact target."""

    lay: int
    """The index among the lays."""
    seat: Seat
    points: int
    """With those for going out."""


_NOTHING_IN_PLAY = InPlay((), (), ())
_NOT_KNOWN = InPlay(None, None, None)


def made_in_play(round: Round) -> InPlay:
    """The points in play that the lays so far made; without those that went past an exact target.

    All are empty if the layout has nothing to count.
    """
    if not isinstance(round.table.layout, Crosswise):
        return _NOTHING_IN_PLAY
    told, seats = as_told(round), len(round.hands)
    if round.table.play.claims == "called":
        lays = [LayInPlay(seat, fives, 0) for seat, fives in points_in_play(told)]
    else:
        lays = lays_in_play(told)
    if any(lay.fives is None for lay in lays):
        return _NOT_KNOWN
    goal, past = round.start.goal, False
    if goal is not None and goal.out is not None:
        if goal.worth[1] and any(lay.threes is None for lay in lays):
            return _NOT_KNOWN
        refused = {each.lay for each in _refused(round, goal, lays)}
        past = len(lays) - 1 in refused and first_out(round) is not None
        lays = [lay for number, lay in enumerate(lays) if number not in refused]
    fives, from_ten, threes = [0] * seats, [0] * seats, [0] * seats
    for seat, five, three in lays:
        made = five or 0
        fives[seat] += made
        threes[seat] += three or 0
        if from_ten[seat] or made >= TO_GET_IN:
            from_ten[seat] += made
    known = all(lay.threes is not None for lay in lays)
    return InPlay(tuple(fives), tuple(from_ten), tuple(threes) if known else None, past)


def refused_in_play(round: Round) -> tuple[Refused, ...]:
    """The points in play that went past an exact target, as far as lays tell what they made."""
    goal = round.start.goal
    if goal is None or goal.out is None:
        return ()
    return tuple(_refused(round, goal, lays_in_play(as_told(round))))


def _refused(round: Round, goal: Goal, lays: Sequence[LayInPlay]) -> Iterator[Refused]:
    """What went past the target; the points for going out are one with those of the last lay."""
    table, missing = round.table, list(goal.points)
    out = first_out(round)
    for number, lay in enumerate(lays):
        side = table.side_of(lay.seat)
        points = goal.of(lay.fives or 0, lay.threes or 0)
        if number == len(lays) - 1 and lay.seat == out:
            points += goal.out or 0
        if points > missing[side]:
            yield Refused(number, lay.seat, points)
        else:
            missing[side] -= points


def reached_target(round: Round, goal: Goal) -> Seat | None:
    """The seat that laid last, if its side has now won the game with its points in play."""
    last = last_to_lay(round)
    if last is None:
        return None
    in_play = made_in_play(round)
    if not in_play.known(goal):
        return None
    made, from_ten = in_play.fives or (), in_play.from_ten or ()
    threes = in_play.threes or (0,) * len(made)
    side = round.table.side_of(last)
    points = sum(
        goal.of((made if goal.came_in[seat] else from_ten)[seat], threes[seat])
        for seat in round.table.sides[side]
    )
    return last if points >= goal.points[side] else None


def may_have_won(round: Round) -> bool:
    """Points in play may have won the game: that depends on how a misplaced tile lies."""
    goal = round.start.goal
    return goal is not None and not made_in_play(round).known(goal)
