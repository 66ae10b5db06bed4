"""The explanation of a round: its facts, who won, the points, and the money."""

from collections.abc import Iterator
from typing import assert_never

from domain.disputes.rulings_in_force import RoundDecrees
from domain.events import IrregularityNoted
from domain.game.noted_result import remarks_on
from domain.game.state import Game
from domain.hidden.inference import hindsight
from domain.round.facts import RoundFacts, noted_pips, pips_by_tiles, pips_known
from domain.round.state import Round
from domain.rules.rule_set import Score
from domain.rules.table import Table
from domain.scoring.score import (
    Before,
    RoundScore,
    by_side,
    counted_hands,
    hands_left,
    nearest_five,
    points_that_count,
    score_settled,
)
from domain.seats import Sides
from domain.tiles import SEEN, Tiles, count_unseen, names_of, seen_of

from ..results.game_result import GameResult, RoundResult
from ..results.sides import noted_for
from .money import money_steps
from .steps import IN_PLAY, POINTS, REMEDIES, REPORTED, RULINGS, SCORE, Step


def explain(result: GameResult, found: RoundResult) -> list[Step]:
    """Each figure of the round with the rule it comes from."""
    steps = [*_facts(result.game, found), *_orders(found.decreed)]
    if found.score is None or found not in result.counted:
        return [*steps, _why_nothing(result, found)._replace(rule=f"{SCORE}#rounds-that-count")]
    return [
        *steps,
        _winner(result, found.facts, found.score),
        *([] if found.decreed.points else _points(result, found)),
        *([] if found.score.points is None else _ruled_points(result.game, found.decreed)),
        *money_steps(result, found, found.score),
    ]


# -- Facts


def _facts(game: Game, found: RoundResult) -> list[Step]:
    if found.facts.ended is None:
        return [_ended(found.facts)]
    notes = [event for event in found.round.events if isinstance(event, IrregularityNoted)]
    return [
        _ended(found.facts),
        *_hands(found),
        *_noted_pips(found.round),
        *_counted_pips(found),
        *(Step("irregular", _irregularity(note)) for note in notes),
        *(
            Step("remarked", {"remark": remark.code, "params": dict(remark.params)}, REPORTED)
            for remark in remarks_on(game.opened.rules.score, found.round)
        ),
    ]


def _hands(found: RoundResult) -> list[Step]:
    report = found.round.report
    if report is None:
        round = hindsight(found.round)
        hands = zip(round.hands, round.set_aside, strict=True)
        return [
            Step("hand", {"player": seat} | _held(round.table, hand, aside))
            for seat, (hand, aside) in enumerate(hands)
        ]
    if report.pips is None:
        return []
    sides = noted_for(found.round.table.sides, report.pips)
    return [Step("pips-noted", {"sides": sides, "pips": report.pips})]


def _noted_pips(round: Round) -> list[Step]:
    """The pips of hands that nobody saw, as they were noted."""
    if round.report is not None:
        return []
    pips = zip(pips_by_tiles(round), noted_pips(round), strict=True)
    noted = {
        seat: mine for seat, (held, mine) in enumerate(pips) if held is None and mine is not None
    }
    if not noted:
        return []
    return [Step("pips-left-noted", {"players": tuple(noted), "pips": tuple(noted.values())})]


def _ended(facts: RoundFacts) -> Step:
    match facts.ended:
        case "void":
            return Step("deal-void")
        case "blocked":
            return Step("round-blocked", {"player": facts.out})
        case "out":
            return Step("round-out", {"player": facts.out})
        case "target":
            return Step("target-reached", {"player": facts.last_to_lay})
        case None:
            return Step("round-not-over")
        case "reported":
            assert facts.report is not None
            return Step("round-reported", {"how": facts.report.ended, "player": facts.report.out})
        case _:
            assert_never(facts.ended)


def _held(table: Table, hand: Tiles, aside: Tiles) -> dict[str, object]:
    """``pips`` is None if some tiles are unseen."""
    known = max(hand, aside) <= SEEN
    return {
        "tiles": tuple(names_of(seen_of(hand))),
        **({"aside": tuple(names_of(aside))} if aside else {}),
        "unseen": count_unseen(hand),
        "pips": table.pips_left(hand | aside) if known else None,
    }


def _irregularity(note: IrregularityNoted) -> dict[str, object]:
    return {"irregularity": note.code, "params": dict(note.params)}


def _counted_pips(found: RoundResult) -> list[Step]:
    """The pips that an arbiter counted in hands with unseen tiles."""
    known, counted = pips_known(found.round), found.decreed.pips
    if counted is None or None not in known:
        return []
    seats = tuple(seat for seat, pips in enumerate(known) if pips is None)
    params = {"players": seats, "pips": tuple(counted[seat] for seat in seats)}
    return [Step("pips-counted", params, REMEDIES)]


def _orders(decreed: RoundDecrees) -> list[Step]:
    """The ruling on whether the round counts, if there is one."""
    if decreed.replay:
        return [Step("ruled-replay", rule=REMEDIES)]
    if decreed.void:
        return [Step("ruled-void", rule=REMEDIES)]
    if decreed.stands:
        return [Step("ruled-valid", rule=REMEDIES)]
    return []


def _why_nothing(result: GameResult, found: RoundResult) -> Step:
    facts = found.facts
    if facts.voided:
        return Step("voided")
    if result.void:
        return Step("game-void", {"state": result.state})
    if not facts.regular:
        return Step("awaits-ruling")
    if facts.waiting:
        return Step("awaits-tiles" if result.waits_for(found) else "tiles-unknown")
    if found.score is None and facts.report is not None:
        return Step("nothing-noted")
    if found.score is None:
        return Step("deal-counts-nothing" if facts.ended == "void" else "nothing-owed-yet")
    if result.game.noted:
        return Step(
            "seats-disputed", {"irregularities": tuple(map(_irregularity, result.game.noted))}
        )
    return Step("surplus")


# -- Score


def _winner(result: GameResult, facts: RoundFacts, score: RoundScore) -> Step:
    rules, report = result.rules.score, facts.report
    rule = f"{SCORE}#who-wins-a-round"
    if report is not None and (report.ended is None or _by_side(result, facts) is None):
        return Step("winner-noted", {"players": score.winners}, REPORTED)
    if not score.winners and rules.blocked_winner == "nobody" and not _is_out(facts):
        return Step("nobody-wins-a-block", rule=rule)
    if not score.winners:
        return Step("round-tied", rule=rule)
    params = {
        "players": score.winners,
        "by": _won_by(rules, facts, _compared(result, facts)),
        "partners": result.game.table.play.partners,
    }
    return Step("round-won", params, rule)


def _won_by(rules: Score, facts: RoundFacts, hands: tuple[int, ...]) -> str:
    """The rule by which the winner of a round has won."""
    if _won_in_play(rules, facts):
        return "target"
    if _is_out(facts):
        return rules.out_winner
    tied = hands.count(min(hands, default=0)) > 1
    decides = tied and rules.tied in {"not-the-blocker", "leading-side"}
    return rules.tied if decides else rules.blocked_winner


def _won_in_play(rules: Score, facts: RoundFacts) -> bool:
    """Points in play won the round, so hands count nothing."""
    return facts.ended == "target" and rules.in_play == "fives"


def _compared(result: GameResult, facts: RoundFacts) -> tuple[int, ...]:
    """By side, the pips that decide who wins a block; empty if only points were noted."""
    if result.rules.score.blocked_winner == "side-of-lowest-hand" and facts.pips:
        sides = result.game.table.sides
        return tuple(min(facts.pips[seat] for seat in side) for side in sides)
    return _by_side(result, facts) or ()


def _is_out(facts: RoundFacts) -> bool:
    return facts.out is not None or (facts.report is not None and facts.report.ended == "out")


def _by_side(result: GameResult, facts: RoundFacts) -> tuple[int, ...] | None:
    """The pips left in hand by side; None if points were noted instead, or nothing."""
    if facts.report is not None and facts.report.points is not None:
        return None
    if facts.pips:
        return by_side(result.game.table.sides, facts.pips)
    return None if facts.report is None else facts.report.pips


def _points(result: GameResult, found: RoundResult) -> list[Step]:
    """The points by the rules, without penalties."""
    rules, sides, facts = result.rules.score, result.game.table.sides, found.facts
    score, hands = score_settled(rules, sides, facts, found.before), _by_side(result, facts)
    if score is None or score.points is None:
        return []
    if hands is None:
        return [Step("points-noted", {"sides": sides, "points": score.points}, REPORTED)]
    if rules.points == "own-hand":
        return [
            Step("points-of-own-hand", {"players": seats, "points": points}, POINTS)
            for seats, points in zip(sides, score.points, strict=True)
        ]
    winning = [side for side, seats in enumerate(sides) if set(seats) <= set(score.winners)]
    if rules.points == "tiles":
        return [
            Step(
                "points-for-tiles",
                {
                    "players": sides[side],
                    "for_winning": rules.for_winning,
                    "per_tile": rules.per_tile,
                    "points": score.points[side],
                },
                POINTS,
            )
            for side in winning
        ]
    if facts.pips:
        hands = counted_hands(rules, sides, facts.pips)
    steps = [*_in_play(rules, sides, facts, found.before)]
    if _won_in_play(rules, facts):
        winning = []
    steps += _for_hands(rules, sides, hands, winning)
    if rules.block_bonus and not _is_out(facts):
        steps += [
            Step("block-bonus", {"players": sides[side], "points": rules.block_bonus}, POINTS)
            for side in winning
        ]
    if rules.points_per == "five":
        steps += [
            Step("points-per-five", {"players": seats, "points": points}, IN_PLAY)
            for seats, points in zip(sides, score.points, strict=True)
            if points
        ]
    return steps


def _in_play(rules: Score, sides: Sides, facts: RoundFacts, before: Before) -> Iterator[Step]:
    """The points in play of each side, and those that do not count."""
    if not facts.in_play:  # Nothing to count, or corrected, since it is not known.
        return
    counted = points_that_count(rules, hands_left(facts, before))
    for seats, points in zip(sides, by_side(sides, counted), strict=True):
        if points:
            yield Step("points-in-play", {"players": seats, "points": points}, IN_PLAY)
    for seat, (made, counts) in enumerate(zip(facts.in_play, counted, strict=False)):
        if made > counts:
            params = {"player": seat, "points": made - counts, "first": rules.to_get_in}
            yield Step("not-in-yet", params, IN_PLAY)


def _for_hands(
    rules: Score, sides: Sides, hands: tuple[int, ...], winning: list[int]
) -> Iterator[Step]:
    """The points of each side that won, by the pips of the hands."""
    counted = tuple(
        pips
        for side, pips in enumerate(hands)
        if rules.points == "all-hands" or side not in winning
    )
    times = {"none": 0, "to-all-hands": 1, "to-each-hand": len(counted)}[rules.difference]
    for side in winning:
        sum_of_hands = sum(counted) - times * hands[side]
        raised = sum_of_hands < 0 and rules.negative_points == "zero"
        found = 0 if raised else sum_of_hands
        points = nearest_five(found) if rules.rounding == "sum" else found
        params = {
            "players": sides[side],
            "pips": counted,
            "own": hands[side],
            "times": times,
            "found": found,
            "points": points,
            "scored": rules.points,
            "difference": rules.difference,
            "raised": raised,
        }
        yield Step("points", params, POINTS)


def _ruled_points(game: Game, decreed: RoundDecrees) -> list[Step]:
    """The points as corrected by an arbiter, and the points of penalties."""
    corrected = {"sides": game.table.sides, "points": decreed.points}
    return [
        *([] if decreed.points is None else [Step("points-corrected", corrected, REMEDIES)]),
        *(
            Step(
                "penalty-points",
                {
                    "player": penalty.seat,
                    "offence": penalty.offence,
                    "points_off": penalty.points_off,
                    "points_to_others": penalty.points_to_others,
                },
                f"{RULINGS}#penalties",
            )
            for penalty in decreed.penalties
            if penalty.points_off or penalty.points_to_others
        ),
    ]
