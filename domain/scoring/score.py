"""Winners and points of a round (docs/rules/score.md).

Points are counted by side; a seat without a partner is a side of one. `score_sides` is plain
arithmetic with 1 for yes and 0 for no, so it works on the figures of one round and on columns of
many rounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Literal, NamedTuple, TypeAlias, assert_never

from ..events import RoundReported
from ..facts import RoundFacts
from ..rules.score import Score, Ways
from ..rules.table import Table
from ..seats import Seat, Sides
from .bonuses import (
    NOTHING_PLAYED,
    Bonus,
    Judged,
    Part,
    Played,
    bonus_parts,
    fits_both_ends,
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
    threes: Sequence[Figure] = ()
    """By seat, multiples of three that the open ends counted after its lays; empty: none."""
    played: Played = NOTHING_PLAYED
    """What bonuses ask of it, and who led."""
    lightest: Sequence[Figure] = ()
    """By seat, of a block, the place of its side by the lightest tiles; empty: not known."""


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
    again: Figure = 0
    """The round is no round, and is played again."""


def score_sides(rules: Score, sides: Sides, left: HandsLeft) -> SideScores:
    """The score of each side, for finished rounds with known hands.

    Points are counted in this order: in play, for the round, times a factor, bonuses, what was
    carried.
    """
    at_target = 0 if rules.in_play == "none" else left.at_target  # Judged like a block.
    blocked = (left.out < 0) * (1 - at_target)
    won, again = _winning_sides(rules, sides, left, blocked)
    worth = _for_the_round(rules, sides, left, won, blocked)
    if rules.block_bonus:
        bonus = rules.block_bonus * blocked
        worth = [own + side_won * bonus for own, side_won in zip(worth, won, strict=True)]
    points = worth
    if rules.in_play != "none":
        worth = [own * (1 - at_target) for own in worth]
        in_play = by_side(sides, points_that_count(rules, left))
        if rules.in_play == "fives":
            in_play = tuple(counted_points(rules, fives) for fives in in_play)
        points = list(map(sum, zip(worth, in_play, strict=True)))
    if rules.bonuses is None and rules.carry == "none":
        return SideScores(won, points, again=again)
    judged = Judged(left.played, side_of(sides, left.out), won, worth)
    bonuses = tuple(bonus_parts(rules, sides, judged))
    all_points = zip(points, *(part.points for part in bonuses), strict=True)
    return SideScores(won, list(map(sum, all_points)), bonuses, again)


def _for_the_round(
    rules: Score, sides: Sides, left: HandsLeft, won: list[Figure], blocked: Figure
) -> list[Figure]:
    """By side, the points for winning the round, or for what is left in hand."""
    match rules.points:
        case "none" | "losing-hands" | "all-hands":  # The most frequent.
            return _for_hands(rules, sides, left, won, blocked)
        case "win":
            return won
        case "ways":
            worth_of_way = _worth_of_way(rules.ways, left.played, blocked)
            return [side_won * worth_of_way for side_won in won]
        case "own-hand":
            hands = counted_hands(rules, sides, left.pips)
            fives = [nearest_five(own) if rules.rounding == "sum" else own for own in hands]
            return [counted_points(rules, own) for own in fives]
        case "tiles":
            tiles = by_side(sides, left.tiles)
            others = [sum(tiles) - own for own in tiles]
            worth = [rules.for_winning + rules.per_tile * number for number in others]
            return [side_won * own for side_won, own in zip(won, worth, strict=True)]
        case _:
            assert_never(rules.points)


Way: TypeAlias = Literal["simple", "double", "both-ends", "double-both-ends", "blocked"]
"""In which way a round was won."""


def way_of(rules: Score, facts: RoundFacts) -> Way:
    """In which way a round was won that was recorded as it was played."""
    if facts.out is None:
        return "blocked"
    of_round = played(facts, 0, 0)
    both = fits_both_ends(rules.ways.fits, of_round.fits)
    if of_round.out_double:
        return "double-both-ends" if both else "double"
    return "both-ends" if both else "simple"


def _worth_of_way(ways: Ways, played: Played, blocked: Figure) -> Figure:
    """The points for the way in which the round was won."""
    both, double = fits_both_ends(ways.fits, played.fits), played.out_double
    of_both = either(double, ways.double_both_ends, ways.both_ends)
    of_out = either(both, of_both, either(double, ways.double, ways.simple))
    return either(blocked, ways.blocked, of_out)


def _for_hands(
    rules: Score, sides: Sides, left: HandsLeft, won: list[Figure], blocked: Figure
) -> list[Figure]:
    """By side, the points for the pips left in hands."""
    hands = counted_hands(rules, sides, left.pips)
    pips = _pips_scored(hands, won, *hands_scored(rules, blocked=False))
    if rules.blocked_points != "as-out":
        in_block = _pips_scored(hands, won, *hands_scored(rules, blocked=True))
        if rules.blocked_points == "heavier":
            in_block = [sum(other * (other > own) for other in hands) - own for own in hands]
            won = [either(blocked, 1, side_won) for side_won in won]
        pips = [either(blocked, *each) for each in zip(in_block, pips, strict=True)]
    if rules.negative_points == "zero":
        pips = [own * (own > 0) for own in pips]
    if rules.rounding == "sum":
        pips = [nearest_five(own) for own in pips]
    return [side_won * counted_points(rules, own) for side_won, own in zip(won, pips, strict=True)]


def hands_scored(rules: Score, *, blocked: bool) -> tuple[str, str]:
    """Whose hands a winner scores, and how often its own pips are subtracted.

    As in `points` and `difference`. Where each side scores the heavier hands, it means nothing.
    """
    if not blocked or rules.blocked_points == "as-out":
        return rules.points, rules.difference
    if rules.blocked_points == "difference":
        return "losing-hands", "to-all-hands"
    return rules.blocked_points, rules.difference


def _pips_scored(
    hands: Sequence[Figure], won: Sequence[Figure], points: str, difference: str
) -> list[Figure]:
    """By side, the pips that it scores if it won."""
    counted = [1 if points == "all-hands" else 1 - side_won for side_won in won]
    in_hands = sum(counts * pips for counts, pips in zip(counted, hands, strict=True))
    taken_off = {"none": 0, "to-all-hands": 1, "to-each-hand": sum(counted)}[difference]
    return [in_hands - taken_off * own for own in hands]


def worth_in_play(rules: Score) -> tuple[int, int]:
    """The points for a multiple of five and of three, as in `Goal.worth`."""
    fives = 1 if rules.in_play == "fives" and rules.points_per == "pip" else 5
    return fives, 3 if rules.in_play == "fives-and-threes" else 0


def knows_points_in_play(rules: Score, facts: RoundFacts) -> bool:
    """The points in play are known, as far as these rules count them."""
    made = facts.in_play_threes if rules.in_play == "fives-and-threes" else facts.in_play
    return rules.in_play == "none" or made is not None


def points_that_count(rules: Score, left: HandsLeft) -> Sequence[Figure]:
    """The points in play that count, by seat: none for a seat that has not come in yet.

    Under ``fives`` they are pips.
    """
    if rules.in_play == "fives-and-threes":
        both = zip(left.in_play, left.threes or (0,) * len(left.in_play), strict=True)
        return [fives // 5 + threes // 3 for fives, threes in both]
    if not rules.to_get_in:
        return left.in_play
    came_in = left.came_in or (0,) * len(left.in_play)
    return [either(*each) for each in zip(came_in, left.in_play, left.from_ten, strict=True)]


def counted_hands(rules: Score, sides: Sides, pips: Sequence[Figure]) -> tuple[Figure, ...]:
    """By side, what its hands count, from the pips by seat."""
    each = rules.rounding == "each-hand"
    return by_side(sides, [nearest_five(hand) for hand in pips] if each else pips)


def counted_points(rules: Score, pips: Figure) -> Figure:
    """The points for so many pips: by steps of a scale, or one for each five, or for each."""
    scale = rules.scale
    if scale is not None:
        steps = (pips - scale.up_to + scale.each - 1) // scale.each
        return (pips >= scale.least) * (scale.points + steps * (steps > 0))
    return pips // 5 if rules.points_per == "five" else pips


def nearest_five(pips: Figure) -> Figure:
    return (pips + 2) // 5 * 5


def _winning_sides(
    rules: Score, sides: Sides, left: HandsLeft, blocked: Figure
) -> tuple[list[Figure], Figure]:
    """By side, whether it won. And whether the round is played again, because of a tie."""
    is_out = (left.out >= 0) * 1
    lightest = _lightest(rules, sides, left, blocked)
    won = _without_ties(rules, sides, left, lightest)
    if rules.blocked_winner == "last-two":
        lighter = _lighter_of_last_two(rules, sides, left)
        won = [either(is_out, *each) for each in zip(won, lighter, strict=True)]
    if rules.blocked_winner == "nobody":
        won = [is_out * lowest for lowest in won]
    if rules.out_winner == "that-seat":
        out_sides = side_of(sides, left.out)
        won = [either(is_out, *each) for each in zip(out_sides, won, strict=True)]
    if rules.in_play != "none":
        last_sides = side_of(sides, left.last)
        won = [either(left.at_target, *each) for each in zip(last_sides, won, strict=True)]
    return won, _is_again(rules, left, lightest, blocked) if rules.tied == "play-again" else 0


def _is_again(rules: Score, left: HandsLeft, lightest: list[Figure], blocked: Figure) -> Figure:
    """Whether several sides are the lightest, and the lightest wins."""
    again = (sum(lightest) > 1) * 1
    if rules.blocked_winner in {"last-two", "nobody"}:
        again = again * (1 - blocked)
    if rules.out_winner == "that-seat":
        again = again * (left.out < 0)
    return again if rules.in_play == "none" else again * (1 - left.at_target)


def _lightest(rules: Score, sides: Sides, left: HandsLeft, blocked: Figure) -> list[Figure]:
    """By side, whether no other is lighter; no side if a block is dead."""
    is_out = (left.out >= 0) * 1
    weights: Sequence[Figure] = by_side(sides, left.pips)
    if rules.blocked_winner == "fewest-tiles":
        tiles = by_side(sides, left.tiles)
        weights = [either(is_out, *each) for each in zip(weights, tiles, strict=True)]
    if rules.blocked_winner == "side-of-lowest-hand":
        lowest = [reduce(_lesser, (left.pips[seat] for seat in side)) for side in sides]
        weights = [either(is_out, *each) for each in zip(weights, lowest, strict=True)]
    least = reduce(_lesser, weights)
    alive = 1 - blocked * (least >= rules.blocked_below) if rules.blocked_below else 1
    return [(weight == least) * alive for weight in weights]


def _without_ties(rules: Score, sides: Sides, left: HandsLeft, won: list[Figure]) -> list[Figure]:
    """By side, whether it won, if several may be the lightest."""
    is_out = (left.out >= 0) * 1
    match rules.tied:
        case "each":
            return won
        case "nobody" | "play-again":
            return _alone(won)
        case "not-the-blocker":
            tied = (sum(won) > 1) * (1 - is_out)
            blocker = side_of(sides, left.last)
            return [lowest * (1 - tied * own) for lowest, own in zip(won, blocker, strict=True)]
        case "leading-side":
            ahead = -1 if rules.winners == "lowest" else 1
            behind = [-ahead * points for points in left.before or (0,) * len(sides)]
            return _alone(_first_of(won, behind))
        case "opener":
            return _first_of(won, _turns_from(left.played.leader, sides, left))
        case "blocker":
            first = _first_of(won, _turns_from(left.last, sides, left))
            return [either(is_out, *each) for each in zip(won, first, strict=True)]
        case "lightest-tile":
            places = [left.lightest[seats[0]] for seats in sides] if left.lightest else won
            first = _alone(_first_of(won, places))
            return [either(is_out, *each) for each in zip(won, first, strict=True)]
        case _:
            assert_never(rules.tied)


def _lighter_of_last_two(rules: Score, sides: Sides, left: HandsLeft) -> list[Figure]:
    """By side, whether it has the lighter hand of the last seat to lay and the seat after it."""
    last, after = (_hand_of(left.pips, seat) for seat in (left.last, left.after_last))
    lighter = side_of(sides, either((after < last) * 1, left.after_last, left.last))
    if rules.last_two_tie == "blocker":
        return lighter
    both = side_of(sides, left.last), side_of(sides, left.after_last)
    two = [((of_last + of_after) > 0) * 1 for of_last, of_after in zip(*both, strict=True)]
    first = _first_of(two, _turns_from(left.played.leader, sides, left))
    return [either((after == last) * 1, *each) for each in zip(first, lighter, strict=True)]


def _turns_from(first: Figure, sides: Sides, left: HandsLeft) -> list[Figure]:
    """By side, how many turns after the seat ``first`` a seat of it plays."""
    seats = sum(map(len, sides))
    step = left.after_last - left.last
    return [reduce(_lesser, ((seat - first) * step % seats for seat in side)) for side in sides]


_FAR_BEHIND = 10**12
"""More points than a game can have."""


def _first_of(won: Sequence[Figure], places: Sequence[Figure]) -> list[Figure]:
    """Those of the sides that won which have the least place."""
    those = [
        either(side_won, *each)
        for side_won, *each in zip(won, places, (_FAR_BEHIND,) * len(won), strict=True)
    ]
    first = reduce(_lesser, those)
    return [side_won * (place == first) for side_won, place in zip(won, those, strict=True)]


def _alone(won: list[Figure]) -> list[Figure]:
    """The side that won, unless several did."""
    alone = sum(won) == 1
    return [side_won * alone for side_won in won]


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
    """The score of a settled round.

    None if only a result is known that lacks points or pips, or if it `is_played_again`.
    """
    if is_played_again(rules, sides, facts):
        return None
    if facts.report is None:
        return score_round(rules, sides, facts, before)
    return score_report(rules, sides, facts.report, facts.pips)


def is_played_again(rules: Score, sides: Sides, facts: RoundFacts) -> bool:
    """The settled round was a tie that makes it no round. A noted result without winners is one."""
    if rules.tied != "play-again":
        return False
    if facts.report is None:
        return bool(score_sides(rules, sides, hands_left(rules, facts)).again)
    score = score_report(rules, sides, facts.report, facts.pips)
    return not (facts.report.winners if score is None else score.winners)


def score_round(
    rules: Score, sides: Sides, facts: RoundFacts, before: Before = NOTHING_BEFORE
) -> RoundScore:
    """The score of one finished round that was recorded as it was played."""
    scored = score_sides(rules, sides, hands_left(rules, facts, before))
    return RoundScore(
        winners=seats_of(sides, scored.won),
        points=None if rules.points == "none" else tuple(scored.points),
    )


def hands_left(rules: Score, facts: RoundFacts, before: Before = NOTHING_BEFORE) -> HandsLeft:
    """The input of the score of a round that was recorded as it was played."""
    nothing = (0,) * len(facts.pips)
    last, after = (-1 if seat is None else seat for seat in (facts.last_to_lay, facts.after_last))
    asked = rules.asks_the_course
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
        threes=facts.in_play_threes or nothing,
        played=played(facts, before.rounds, before.carried) if asked else NOTHING_PLAYED,
        lightest=facts.lightest or (),
    )


def bonuses_in(
    rules: Score, table: Table, facts: RoundFacts, before: Before = NOTHING_BEFORE
) -> tuple[Bonus, ...]:
    """The bonuses of a settled round, in the order in which they count."""
    if facts.report is not None:
        return noted_bonuses(rules, table.sides, facts.report)
    scored = score_sides(rules, table.sides, hands_left(rules, facts, before))
    return tuple(listed(rules, table, facts, scored.won, scored.bonuses))


def score_report(
    rules: Score, sides: Sides, report: RoundReported, by_seat: tuple[int, ...] = ()
) -> RoundScore | None:
    """The score of a round of which only the result is known.

    Given points count as they are. From given pips, winners and points are counted. Numbers of
    tiles are never given, so the given winners have the fewest. ``by_seat``: the pips of every
    seat, if known, perhaps by a ruling. None without points and pips, if the rules count points
    other than rounds won; or without points, if the pips are not enough (`lacking`).
    """
    if report.points is not None:
        return RoundScore(report.winners, None if rules.points == "none" else report.points)
    pips, seats = by_seat or report.pips, sum(map(len, sides))
    by_side = pips is not None and len(pips) < seats
    if pips is None or lacking(rules, report.ended, by_side=by_side) is not None:
        won = [int(set(side) <= set(report.winners)) for side in sides]
        known = {"none": None, "win": with_noted(rules, sides, report, won)}
        return RoundScore(report.winners, known[rules.points]) if rules.points in known else None
    if by_side:
        of_side = dict(zip((side[0] for side in sides), pips, strict=True))
        pips = tuple(of_side.get(seat, 0) for seat in range(seats))
    tiles = tuple(seat not in report.winners for seat in range(seats))
    out = report.winners[0] if report.ended == "out" and report.winners else -1
    # Rules that count play or ask who laid last need the points of the round.
    left = HandsLeft(out, pips, tiles, in_play=(0,) * seats, last=-1, after_last=-1)
    scored = score_sides(rules, sides, left)
    points = with_noted(rules, sides, report, scored.points)
    return RoundScore(seats_of(sides, scored.won), None if rules.points == "none" else points)


Lacking: TypeAlias = Literal[
    "points-in-play", "points-for-tiles", "points-by-last-to-lay", "points-by-standing",
    "points-by-play", "pips-by-seat", "ended",
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
        (rules.tied in {"opener", "lightest-tile"} and may_tie, "points-by-play"),
        (rules.points == "ways" and ended != "blocked", "points-by-play"),
        (rules.asks_who_blocked and ended is None, "ended"),
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
    won_by_first = {
        "blocked_winner": "fewest-tiles",
        "out_winner": "that-seat",
        "tied": "each",
        "blocked_below": 0,
    }
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
        threes=tuple(pips * tiles // 3 * 3 if five else 0 for five in fives),
    )
    rounded = [*light, *first]
    ends = [
        left._replace(pips=_hands({**dict.fromkeys(rounded[:few], 3), last: pips - 3 * few}, seats))
        for few in range(len(rounded) + 1)
    ]
    if rules.points == "ways":
        ways = ((fits, double) for fits in (0, 2) for double in (0, 1))
        played = (left.played._replace(fits=fits, out_double=double) for fits, double in ways)
        ends += [ends[0]._replace(played=each) for each in played]
    if may_block:
        ends += [end._replace(out=-1) for end in ends]
    scores = (score_sides(counting, sides, end).points for end in ends)
    most: int = max(map(max, scores))
    return most


def _hands(of: Mapping[Seat, int], seats: int) -> tuple[int, ...]:
    """By seat, its figure; 0 for the others."""
    return tuple(of.get(seat, 0) for seat in range(seats))


def seats_of(sides: Sides, chosen: Iterable[Figure]) -> tuple[Seat, ...]:
    seats = (side for side, each in zip(sides, chosen, strict=True) if each)
    return tuple(sorted(seat for side in seats for seat in side))
