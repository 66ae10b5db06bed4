"""Winners and points of a round (docs/rules/score.md).

Points are counted by side; a seat without a partner is a side of one. `score_sides` is plain
arithmetic with 1 for yes and 0 for no, so it works on the figures of one round and on columns of
many rounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Literal, NamedTuple, TypeAlias

from ..events import RoundReported
from ..round.facts import RoundFacts
from ..rules.rule_set import Score
from ..rules.table import Table
from ..seats import Seat, Sides
from .bonuses import (
    NOTHING_PLAYED,
    Bonus,
    Judged,
    Part,
    Played,
    bonus_parts,
    listed,
    most_played,
    noted_bonuses,
    played,
    with_noted,
)
from .figures import Figure, by_side, either, side_of


class HandsLeft(NamedTuple):
    """The input of a score: one round, or columns of rounds."""

    out: Figure
    """The first seat that had no tile left; -1: none."""
    pips: Sequence[Figure]
    """By seat, pips left in hand."""
    tiles: Sequence[Figure]
    """By seat, tiles left in hand."""
    in_play: Sequence[Figure]
    """By seat, multiples of five that the open ends counted after its lays."""
    last: Figure
    """The seat that laid the last tile; -1: not known, or none."""
    after_last: Figure
    """The seat that plays after it; -1: not known, or none."""
    before: Sequence[Figure] = ()
    """By side, the points of the rounds before it; empty if these rules do not ask for them."""
    from_ten: Sequence[Figure] = ()
    """By seat, that part of `in_play` which it made from its first ten or more on."""
    came_in: Sequence[Figure] = ()
    """By seat, whether it had made ten at once before this round; empty: none had."""
    at_target: Figure = 0
    """Points in play won the game: hands count nothing."""
    played: Played = NOTHING_PLAYED
    """What bonuses ask of it."""


class Before(NamedTuple):
    """What the rounds before one amount to, where its score may depend on that."""

    points: tuple[int, ...] = ()
    """By side."""
    came_in: tuple[int, ...] = ()
    """By seat, 1 if it has made ten points in play at once."""
    rounds: int = 0
    """How many rounds counted."""
    carried: int = 0
    """How many of them since the last one that was won."""


NOTHING_BEFORE = Before()
"""Also where the rules do not ask for it."""


class SideScores(NamedTuple):
    """By side, whether it won the round and the points it scores."""

    won: list[Figure]
    points: list[Figure]
    """Meaningless if the rules have no points."""
    bonuses: tuple[Part, ...] = ()
    """What of these points are bonuses, and what was carried to the round."""


def score_sides(rules: Score, sides: Sides, left: HandsLeft) -> SideScores:
    """The score of each side, for finished rounds with known hands.

    Points are counted in this order: in play, for the round, times a factor, bonuses, what was
    carried.
    """
    if rules.in_play == "none":
        left = left._replace(at_target=0)  # Judged like a block.
    won = _winning_sides(rules, sides, left, by_side(sides, left.pips))
    worth = _for_the_round(rules, sides, left, won)
    points = worth
    if rules.in_play == "fives":
        points = worth = [own * (1 - left.at_target) for own in worth]
        made = points_that_count(rules, left)
        in_play = (counted_points(rules, fives) for fives in by_side(sides, made))
        points = list(map(sum, zip(points, in_play, strict=True)))
    if rules.block_bonus:
        bonus = rules.block_bonus * ((left.out < 0) * (1 - left.at_target))
        points = [own + side_won * bonus for own, side_won in zip(points, won, strict=True)]
        worth = [own + side_won * bonus for own, side_won in zip(worth, won, strict=True)]
    if rules.bonuses is None and rules.carry == "none":
        return SideScores(won, points)
    judged = Judged(left.played, side_of(sides, left.out), won, worth)
    bonuses = tuple(bonus_parts(rules, sides, judged))
    all_points = zip(points, *(part.points for part in bonuses), strict=True)
    return SideScores(won, list(map(sum, all_points)), bonuses)


def _for_the_round(
    rules: Score, sides: Sides, left: HandsLeft, won: Sequence[Figure]
) -> list[Figure]:
    """By side, the points for what is left in hand."""
    hands = counted_hands(rules, sides, left.pips)
    if rules.points == "own-hand":
        fives = [nearest_five(own) if rules.rounding == "sum" else own for own in hands]
        return [counted_points(rules, own) for own in fives]
    if rules.points == "tiles":
        tiles = by_side(sides, left.tiles)
        others = [sum(tiles) - own for own in tiles]
        worth = [rules.for_winning + rules.per_tile * number for number in others]
        return [side_won * own for side_won, own in zip(won, worth, strict=True)]
    counted = [1 if rules.points == "all-hands" else 1 - side_won for side_won in won]
    in_hands = sum(counts * pips for counts, pips in zip(counted, hands, strict=True))
    taken_off = {"none": 0, "to-all-hands": 1, "to-each-hand": sum(counted)}[rules.difference]
    worth = [in_hands - taken_off * own for own in hands]
    if rules.negative_points == "zero":
        worth = [points * (points > 0) for points in worth]
    if rules.rounding == "sum":
        worth = [nearest_five(points) for points in worth]
    return [counted_points(rules, won * own) for won, own in zip(won, worth, strict=True)]


def points_that_count(rules: Score, left: HandsLeft) -> Sequence[Figure]:
    """The points in play that count, by seat: none for a seat that has not come in yet."""
    if not rules.to_get_in:
        return left.in_play
    came_in = left.came_in or (0,) * len(left.in_play)
    return [either(*each) for each in zip(came_in, left.in_play, left.from_ten, strict=True)]


def counted_hands(rules: Score, sides: Sides, pips: Sequence[Figure]) -> tuple[Figure, ...]:
    """By side, what its hands count, from the pips by seat."""
    each = rules.rounding == "each-hand"
    return by_side(sides, [nearest_five(hand) for hand in pips] if each else pips)


def counted_points(rules: Score, pips: Figure) -> Figure:
    """The points for so many pips, which are fives if points are by five."""
    return pips // 5 if rules.points_per == "five" else pips


def nearest_five(pips: Figure) -> Figure:
    return (pips + 2) // 5 * 5


def _winning_sides(
    rules: Score, sides: Sides, left: HandsLeft, hands: Sequence[Figure]
) -> list[Figure]:
    is_out = (left.out >= 0) * 1
    weights = hands
    if rules.blocked_winner == "fewest-tiles":
        tiles = by_side(sides, left.tiles)
        weights = [either(is_out, *each) for each in zip(hands, tiles, strict=True)]
    if rules.blocked_winner == "side-of-lowest-hand":
        lowest = [reduce(_lesser, (left.pips[seat] for seat in side)) for side in sides]
        weights = [either(is_out, *each) for each in zip(hands, lowest, strict=True)]
    lightest = reduce(_lesser, weights)
    won = [(weight == lightest) * 1 for weight in weights]
    if rules.tied == "nobody":
        alone = sum(won) == 1
        won = [lowest * alone for lowest in won]
    if rules.tied == "not-the-blocker":
        tied = (sum(won) > 1) * (1 - is_out)
        blocked = side_of(sides, left.last)
        won = [lowest * (1 - tied * own) for lowest, own in zip(won, blocked, strict=True)]
    if rules.tied == "leading-side":
        leads = _leading(rules, won, left.before or (0,) * len(sides))
        won = [either((sum(won) > 1) * 1, *each) for each in zip(leads, won, strict=True)]
    if rules.blocked_winner == "last-two":
        last, after = (_hand_of(left.pips, seat) for seat in (left.last, left.after_last))
        lighter = side_of(sides, either((after < last) * 1, left.after_last, left.last))
        won = [either(is_out, *each) for each in zip(won, lighter, strict=True)]
    if rules.blocked_winner == "nobody":
        won = [is_out * lowest for lowest in won]
    if rules.out_winner == "that-seat":
        out_sides = side_of(sides, left.out)
        won = [either(is_out, *each) for each in zip(out_sides, won, strict=True)]
    if rules.in_play == "fives":
        last_sides = side_of(sides, left.last)
        won = [either(left.at_target, *each) for each in zip(last_sides, won, strict=True)]
    return won


_FAR_BEHIND = 10**12
"""More points than a game can have."""


def _leading(rules: Score, tied: Sequence[Figure], before: Sequence[Figure]) -> list[Figure]:
    """By side, whether of those that tied it alone led the game."""
    ahead = -1 if rules.winners == "lowest" else 1
    places = [
        side_tied * ahead * points - (1 - side_tied) * _FAR_BEHIND
        for side_tied, points in zip(tied, before, strict=True)
    ]
    behind = reduce(_lesser, [-place for place in places])
    leads = [(place == -behind) * 1 for place in places]
    return [side_leads * (sum(leads) == 1) for side_leads in leads]


def _hand_of(by_seat: Sequence[Figure], seat: Figure) -> Figure:
    """The figure of a seat; 0 if there is none."""
    return sum((seat == own) * figure for own, figure in enumerate(by_seat))


def _lesser(one: Figure, other: Figure) -> Figure:
    return either(other < one, other, one)


class RoundScore(NamedTuple):
    """The winners of a round, and points by side; None in a game without points."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...] | None


def score_settled(
    rules: Score, sides: Sides, facts: RoundFacts, before: Before = NOTHING_BEFORE
) -> RoundScore | None:
    """The score of a settled round; None if only a result is known that lacks points or pips."""
    if facts.report is None:
        return score_round(rules, sides, facts, before)
    return score_report(rules, sides, facts.report, facts.pips)


def score_round(
    rules: Score, sides: Sides, facts: RoundFacts, before: Before = NOTHING_BEFORE
) -> RoundScore:
    """The score of one finished round that was recorded as it was played."""
    scored = score_sides(rules, sides, hands_left(facts, before))
    return RoundScore(
        winners=seats_of(sides, scored.won),
        points=None if rules.points == "none" else tuple(scored.points),
    )


def hands_left(facts: RoundFacts, before: Before = NOTHING_BEFORE) -> HandsLeft:
    """The input of the score of a round that was recorded as it was played."""
    nothing = (0,) * len(facts.pips)
    last, after = (-1 if seat is None else seat for seat in (facts.last_to_lay, facts.after_last))
    return HandsLeft(
        out=-1 if facts.out is None else facts.out,
        pips=facts.pips,
        tiles=facts.tiles,
        in_play=facts.in_play or nothing,
        last=last,
        after_last=after,
        before=before.points,
        from_ten=facts.in_play_from_ten or nothing,
        came_in=before.came_in,
        at_target=int(facts.ended == "target"),
        played=played(facts, before.rounds, before.carried),
    )


def bonuses_in(
    rules: Score, table: Table, facts: RoundFacts, before: Before = NOTHING_BEFORE
) -> tuple[Bonus, ...]:
    """The bonuses of a settled round, in the order in which they count."""
    if facts.report is not None:
        return noted_bonuses(rules, table.sides, facts.report)
    scored = score_sides(rules, table.sides, hands_left(facts, before))
    return tuple(listed(rules, table, facts, scored.won, scored.bonuses))


def score_report(
    rules: Score, sides: Sides, report: RoundReported, by_seat: tuple[int, ...] = ()
) -> RoundScore | None:
    """The score of a round of which only the result is known.

    Given points count as they are. From given pips, winners and points are counted. Numbers of
    tiles are never given, so the given winners have the fewest. ``by_seat``: the pips of every
    seat, if known, perhaps by a ruling. None without points and pips, if the rules count points; or
    without points, if the pips are not enough (`lacking`).
    """
    if report.points is not None:
        return RoundScore(report.winners, None if rules.points == "none" else report.points)
    pips, seats = by_seat or report.pips, sum(map(len, sides))
    by_side = pips is not None and len(pips) < seats
    if pips is None or lacking(rules, report.ended, by_side=by_side) is not None:
        return RoundScore(report.winners, None) if rules.points == "none" else None
    if by_side:
        of_side = dict(zip((side[0] for side in sides), pips, strict=True))
        pips = tuple(of_side.get(seat, 0) for seat in range(seats))
    tiles = tuple(seat not in report.winners for seat in range(seats))
    out = report.winners[0] if report.ended == "out" and report.winners else -1
    # Rules that count play or ask who laid last need the points of the round.
    left = HandsLeft(out, pips, tiles, in_play=(0,) * seats, last=-1, after_last=-1)
    won, points, _ = score_sides(rules, sides, left)
    with_bonuses = with_noted(rules, sides, report, points)
    return RoundScore(seats_of(sides, won), None if rules.points == "none" else with_bonuses)


Lacking: TypeAlias = Literal[
    "points-in-play", "points-for-tiles", "points-by-last-to-lay", "points-by-standing",
    "pips-by-seat", "ended",
]  # fmt: skip
"""What these rules ask for besides the pips left."""


def lacking(
    rules: Score, ended: Literal["out", "blocked"] | None, *, by_side: bool
) -> Lacking | None:
    """What pips alone, ``by_side`` or by seat, lack for the score of a round; None: nothing."""
    may_block = ended != "out"
    may_tie = may_block or rules.out_winner == "lowest-hand"
    asks: tuple[tuple[bool, Lacking], ...] = (
        (rules.in_play != "none", "points-in-play"),
        (rules.points == "tiles", "points-for-tiles"),
        (rules.asks_who_laid_last and may_block, "points-by-last-to-lay"),
        (rules.asks_the_standing and may_tie, "points-by-standing"),
        (rules.blocked_winner == "side-of-lowest-hand" and by_side and may_block, "pips-by-seat"),
        (rules.block_bonus > 0 and ended is None, "ended"),
    )
    return next((what for asked, what in asks if asked), None)


def most_points(
    rules: Score, sides: Sides, pips: int, tiles: int, *, may_block: bool = True
) -> int:
    """The most that a side can score in a round, by `score_sides` of the rounds that bring most.

    ``pips`` and ``tiles`` of the whole set are the most that can be left in hand. In these rounds
    the first side has won, and the last seat holds nearly everything. Hands rounded one by one
    count most if others hold 3 pips each. Every lay may have made all pips count as points in
    play. That is more than a layout allows, but all that is known here of a layout is what a tile
    counts.
    """
    first, seats = sides[0], sum(map(len, sides))
    *light, last = [seat for side in sides[1:] for seat in side]
    won_by_first = {"blocked_winner": "fewest-tiles", "out_winner": "that-seat", "tied": "each"}
    counting = rules.model_copy(update=won_by_first)
    fives = tuple(pips * tiles // 5 * 5 if seat == first[0] else 0 for seat in range(seats))
    left = HandsLeft(
        out=first[0],
        pips=(),
        tiles=_hands({**dict.fromkeys(light, 1), last: tiles - len(light)}, seats),
        in_play=fives,
        last=first[0],
        after_last=last,
        from_ten=fives,
        played=most_played(rules, sides, tiles),
    )
    outs = (first[0], -1) if may_block else first[:1]
    rounded = [*light, *first]
    hands = (
        _hands({**dict.fromkeys(rounded[:few], 3), last: pips - 3 * few}, seats)
        for few in range(len(rounded) + 1)
    )
    scores = (
        score_sides(counting, sides, left._replace(pips=each, out=out)).points
        for each in hands
        for out in outs
    )
    most: int = max(map(max, scores))
    return most


def _hands(of: Mapping[Seat, int], seats: int) -> tuple[int, ...]:
    """By seat, its figure; 0 for the others."""
    return tuple(of.get(seat, 0) for seat in range(seats))


def seats_of(sides: Sides, chosen: Iterable[Figure]) -> tuple[Seat, ...]:
    seats = (side for side, each in zip(sides, chosen, strict=True) if each)
    return tuple(sorted(seat for side in seats for seat in side))
