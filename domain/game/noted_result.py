"""Rounds of which only the result is known (docs/rules/score.md#reported-rounds)."""

from typing import Literal, NamedTuple

from ..events import OF_GOING_OUT, NotedBonus, RoundReported
from ..faults.codes import NO_PARAMS, Fault, Params, Remark
from ..round.state import Round
from ..rules.rule_set import RuleSet
from ..rules.score import Score
from ..rules.table import Table
from ..scoring.bonuses import has_bonus, noted_bonuses, noted_worth
from ..scoring.score import lacking, most_points, score_report
from ..seats import Seat


class Result(NamedTuple):
    """A result as it was written down; None: not given."""

    winners: tuple[Seat, ...] | None = None
    """Any seat stands for its side; empty: nobody won. None: who won follows from the figures."""
    ended: Literal["out", "blocked"] | None = None
    out: Seat | None = None
    points: tuple[int, ...] | None = None
    """By side."""
    pips: tuple[int, ...] | None = None
    """Left in hand, by seat or by side."""
    bonuses: tuple[NotedBonus, ...] = ()
    """Those that were noted; ``points`` include them."""


def report_of(table: Table, rules: Score, result: Result) -> RoundReported | Fault:
    """The event of this result; or why the result cannot be kept.

    If no winners are given, the sides that scored have won, unless points fall in play. Where sides
    write down their own hands, or pips are given, the lowest hand has won. A round that nobody won
    brings no points if none are given, unless sides write down their own hands.
    """
    scoreless = result.winners == () and rules.points != "own-hand"
    if scoreless and result.points is None and result.pips is None:
        result = result._replace(points=None if rules.points == "none" else (0,) * len(table.sides))
    params = _misfit(table, rules, result) or _misfit_of_bonuses(table, rules, result)
    if params:
        return Fault("bad-result", params)
    if any(bonus.name in OF_GOING_OUT for bonus in result.bonuses):
        result = result._replace(ended="out")
    _, ended, out, points, pips, bonuses = result
    won = _winners(table, rules, result)
    if won is None:
        return Fault("bad-result", {"needs": "winner"})
    if (ended == "out" and not won) or (out is not None and out not in won):
        return Fault("bad-result", {"needs": "winner-out"})
    if out is not None:
        ended = "out"
    elif ended == "out" and len(won) == 1:
        (out,) = won
    return RoundReported(
        winners=won, ended=ended, out=out, points=points, pips=pips, bonuses=bonuses
    )


def usual_figures(rules: RuleSet) -> Literal["points", "pips"]:
    """What players note of a round: the pips left, where these alone tell what it brings.

    Partners note the points.
    """
    if rules.score.points == "none":
        return "pips"
    ends: tuple[Literal["out", "blocked"], ...] = ("out", "blocked")
    lacks = {lacking(rules.score, ended, by_side=True) for ended in ends}
    return "pips" if lacks <= {None, "pips-by-seat"} and not rules.play.partners else "points"


def needs_pips_by_seat(rules: Score) -> bool:
    """Whether the pips of each seat are needed, and not only those of each side."""
    return lacking(rules, "blocked", by_side=True) == "pips-by-seat"


def won_by_figures(table: Table, rules: Score, result: Result) -> bool:
    """Whether the figures name all winners that are given, perhaps with others who tied."""
    found = report_of(table, rules, result._replace(winners=None))
    return (
        isinstance(found, RoundReported) and {*(result.winners or ())} <= {*found.winners} != set()
    )


def _misfit(table: Table, rules: Score, result: Result) -> Params:
    """Why the seats or figures of the result do not fit the game; empty if they do."""
    winners, _, out, points, pips, _ = result
    seats, sides = table.seats, len(table.sides)
    if not {*(winners or ()), *(() if out is None else (out,))} <= set(range(seats)):
        return {"seats": seats}
    if points is not None and len(points) != sides:
        return {"points_of": len(points), "of_sides": sides}
    if pips is not None and len(pips) not in {seats, sides}:
        return {"pips_of": len(pips), "of_seats": seats, "of_sides": sides}
    if rules.points == "none" and points is not None:
        return {"needs": "no-points"}
    if rules.points not in {"none", "win"} and points is None and pips is None:
        return {"needs": "points"}
    if points is None and pips is not None:
        known = "out" if out is not None else result.ended
        lacks = lacking(rules, known, by_side=len(pips) < seats)
        return NO_PARAMS if lacks is None else {"needs": lacks}
    return NO_PARAMS


def _misfit_of_bonuses(table: Table, rules: Score, result: Result) -> Params:
    """Why the bonuses of the result do not fit the game; empty if they do."""
    for bonus in result.bonuses:
        if bonus.seat is not None and bonus.seat not in range(table.seats):
            return {"seats": table.seats}
        of_out = bonus.name in OF_GOING_OUT
        if of_out and (result.ended == "blocked" or bonus.seat not in {None, result.out}):
            return {"needs": "bonus-out"}
        known = noted_worth(rules, bonus.name) != (None, None)
        if result.pips is not None and not known and has_bonus(rules, bonus.name):
            return {"needs": "bonus-points"}
    return NO_PARAMS


def _winners(table: Table, rules: Score, result: Result) -> tuple[Seat, ...] | None:
    """All seats of the sides that won; None if that is not given and does not follow."""
    _, ended, out, points, pips, _ = result
    out_side = None if out is None else table.side_of(out)
    if rules.points == "own-hand" and points is not None:
        points, pips = None, points
    if result.winners is not None:
        sides = {table.side_of(seat) for seat in result.winners}
    elif points is not None and rules.blocked_points == "heavier" and ended == "blocked":
        sides = {side for side, own in enumerate(points) if own == max(points)}
    elif points is not None and not rules.others_score and any(points):
        sides = {side for side, own in enumerate(points) if own > 0}
    elif points is not None and out_side is not None and rules.out_winner == "that-seat":
        sides = {out_side}  # Even if the others have nothing to count.
    elif points is not None and not rules.others_score and ended != "out":
        sides = set()
    elif pips is None or rules.blocked_winner == "fewest-tiles":
        return None
    else:
        # The pips alone tell who won a block, or a round of unknown ending.
        of_pips = RoundReported(
            winners=() if out is None else (out,),
            ended=(ended or "blocked") if out is None else "out",
            out=out,
            pips=pips,
        )
        by_pips = score_report(rules, table.sides, of_pips)
        return None if by_pips is None else by_pips.winners
    return tuple(sorted(seat for side in sides for seat in table.sides[side]))


def report_faults(table: Table, rules: Score, report: RoundReported) -> list[Fault]:
    """What is proven wrong: more pips than the set has, some of who went out, another winner."""
    if report.pips is None:
        return []
    found = score_report(rules, table.sides, report)
    most, noted = table.pips_left(table.tiles), sum(report.pips)
    wrong: list[Params] = []
    if noted > most:
        wrong.append({"in_hands": noted, "most": most})
    if report.out is not None and len(report.pips) == table.seats and report.pips[report.out]:
        wrong.append({"out": report.out, "in_hand": report.pips[report.out]})
    if found is not None and found.winners != report.winners:
        wrong.append({"noted_winners": report.winners, "found_winners": found.winners})
    return [Fault("wrong-result", params) for params in wrong]


def remarks_on(rules: Score, round: Round) -> tuple[Remark, ...]:
    """What these rules do not give, and may be right: players may add points of their own.

    More points than a side can score; fewer than the bonuses noted with them bring; where sides
    write down their own hands, a winner who has more than another side.
    """
    report, table = round.report, round.table
    if report is None or report.points is None or rules.points == "none":
        return ()
    remarks: list[Remark] = []
    noted, pips, tiles = max(report.points), table.pips_left(table.tiles), table.tiles.bit_count()
    most = most_points(rules, table.sides, pips, tiles, may_block=report.ended != "out")
    if noted > most:
        remarks.append(Remark("too-many-points", {"scored": noted, "most": most}))
    added = [0] * len(table.sides)
    for bonus in noted_bonuses(rules, table.sides, report):
        for side, seats in enumerate(table.sides):
            added[side] += (bonus.points or 0) * (set(seats) <= {*bonus.side})
    for scored, of_bonuses in zip(report.points, added, strict=True):
        if of_bonuses > 0 and scored < of_bonuses:
            less = {"scored": scored, "bonuses": of_bonuses}
            remarks.append(Remark("less-than-bonuses", less))
    if rules.points == "own-hand":
        fewest = _winners(table, rules, Result(points=report.points))
        if fewest is not None and not {*report.winners} <= {*fewest}:
            winners = {"noted_winners": report.winners, "found_winners": fewest}
            remarks.append(Remark("not-the-fewest", winners))
    return tuple(remarks)
