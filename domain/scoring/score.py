"""What a finished round is worth and who wins the game (docs/rules/score.md).

Points are counted by side; a seat that plays for itself is a side of one.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..round.facts import RoundFacts
from ..rules.rule_set import Score
from ..seats import Seat, Sides


class RoundScore(NamedTuple):
    """Who won a round, and the points of each side; None in a game without points."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...] | None


def score_round(rules: Score, sides: Sides, facts: RoundFacts) -> RoundScore:
    """The ruling on one round that came to an end."""
    winning = _winning_sides(rules, sides, facts)
    winners = tuple(sorted(seat for side in winning for seat in sides[side]))
    if rules.points == "none":
        return RoundScore(winners, None)
    hands = by_side(sides, facts.pips)
    points = tuple(
        _worth(rules, hands, winning, side) if side in winning else 0 for side in range(len(sides))
    )
    return RoundScore(winners, points)


def by_side(sides: Sides, per_seat: Sequence[int]) -> tuple[int, ...]:
    """A figure of each seat, added up for each side."""
    return tuple(sum(per_seat[seat] for seat in side) for side in sides)


def _winning_sides(rules: Score, sides: Sides, facts: RoundFacts) -> tuple[int, ...]:
    if facts.out is not None and rules.out_winner == "that-seat":
        return tuple(side for side, seats in enumerate(sides) if facts.out in seats)
    fewest_tiles = facts.out is None and rules.blocked_winner == "fewest-tiles"
    left = by_side(sides, facts.tiles if fewest_tiles else facts.pips)
    lightest = min(left)
    winning = tuple(side for side, weight in enumerate(left) if weight == lightest)
    return () if len(winning) > 1 and rules.tied == "nobody" else winning


def _worth(rules: Score, hands: tuple[int, ...], winning: tuple[int, ...], side: int) -> int:
    if rules.points == "all-hands":
        counted = hands
    else:
        counted = tuple(pips for other, pips in enumerate(hands) if other not in winning)
    taken_off = {"none": 0, "to-all-hands": 1, "to-each-hand": len(counted)}
    points = sum(counted) - taken_off[rules.difference] * hands[side]
    return max(points, 0) if rules.negative_points == "zero" else points


class Standing(NamedTuple):
    """Where a game stands: the figures of each side, and who has won it."""

    scores: tuple[int, ...] | None
    """Points by side; None in a game without points."""
    winners: tuple[Seat, ...] | None
    """The seats that won the game; None while nobody has, empty where it ended with no winner."""
    rounds: int
    """Rounds that counted, up to the one that ended the game."""


def standing(rules: Score, sides: Sides, rounds: Iterable[RoundScore]) -> Standing:
    """The standing after these finished rounds; those after the game was won are not looked at."""
    scores = (0,) * len(sides)
    counted = 0
    for counted, (winners, points) in enumerate(rounds, start=1):
        if points is not None:
            scores = tuple(map(sum, zip(scores, points, strict=True)))
        if rules.target is None:
            return Standing(None if points is None else scores, winners, counted)
        if max(scores) >= rules.target:
            return Standing(scores, _game_winners(rules, sides, scores, rules.target), counted)
    return Standing(None if rules.points == "none" else scores, None, counted)


def after_forfeit(stands: Standing, sides: Sides, seat: Seat) -> Standing:
    """The standing of a game that this seat gave up: others win, unless somebody had won before.

    Of the other sides the one with most points, several together; without points all of them.
    """
    if stands.winners is not None:
        return stands
    scores = stands.scores or (0,) * len(sides)
    others = [side for side, seats in enumerate(sides) if seat not in seats]
    best = max(scores[side] for side in others)
    return stands._replace(
        winners=tuple(
            sorted(seat for side in others if scores[side] == best for seat in sides[side])
        )
    )


def _game_winners(
    rules: Score, sides: Sides, scores: tuple[int, ...], target: int
) -> tuple[Seat, ...]:
    needed = max(scores) if rules.winners == "highest" else target
    return tuple(
        sorted(seat for side, score in enumerate(scores) if score >= needed for seat in sides[side])
    )
