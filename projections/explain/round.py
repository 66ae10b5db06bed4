"""The explanation of a round: its facts, who won, the points, and the money."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from domain.events import IrregularityNoted, RoundReported, Seat
from domain.game.noted_result import remarks_on
from domain.hidden.inference import hindsight
from domain.round.facts import RoundFacts, noted_pips, pips_by_tiles, pips_known
from domain.rules.rule_set import Score
from domain.scoring.score import (
    RoundScore,
    by_side,
    counted_hands,
    hands_left,
    nearest_five,
    points_that_count,
    score_settled,
)
from domain.seats import Sides
from domain.tiles import SEEN, names_of

from ..messages.explanations import TEMPLATES
from ..messages.faults import Names
from ..messages.reports import report_text
from ..messages.sentences import Sentence, Speaker
from ..results.game_result import GameResult, RoundResult
from ..results.sides import noted_for
from .money import on_money
from .rule_text import COUNTS, IN_PLAY, PENALTIES, POINTS, REMEDIES, REPORTED, WHO_WINS


def explain(result: GameResult, found: RoundResult, names: Names) -> list[Sentence]:
    """Each figure of the round with the rule it comes from; ``names`` by seat."""
    return list(_Explained(Speaker(names, TEMPLATES), result, found).sentences())


class _Explained(NamedTuple):
    """A round to explain."""

    say: Speaker
    result: GameResult
    found: RoundResult

    def sentences(self) -> Iterator[Sentence]:
        """Facts, the rulings on them, who won, points and money."""
        decreed, score = self.found.decreed, self.found.score
        yield self._ended()
        if self.found.facts.ended is not None:
            yield from self._facts()
        if decreed.replay:
            yield self.say("ruled-replay", REMEDIES)
        elif decreed.void:
            yield self.say("ruled-void", REMEDIES)
        elif decreed.stands:
            yield self.say("ruled-valid", REMEDIES)
        if score is None or self.found not in self.result.counted:
            yield self._why_nothing()
            return
        yield self._winner(score)
        if not decreed.points:
            yield from self._points()
        if score.points is not None:
            yield from self._ruled_points()
        yield from on_money(self.say, self.result, self.found, score)

    # -- Facts

    def _ended(self) -> Sentence:
        facts = self.found.facts
        match facts.ended:
            case "void":
                return self.say("deal-void")
            case "blocked":
                return self.say("round-blocked", player=facts.out)
            case "out":
                return self.say("round-out", player=facts.out)
            case "target":
                return self.say("target-reached", player=facts.last_to_lay)
            case None:
                return self.say("round-not-over")
            case "reported":
                assert facts.report is not None
                how, out = facts.report.ended, facts.report.out
                message = report_text(how, out, self.say.names)
                return Sentence("round-reported", message, {"how": how, "player": out})
            case _:
                assert_never(facts.ended)

    def _facts(self) -> Iterator[Sentence]:
        round, rules = self.found.round, self.result.game.opened.rules
        yield from self._hands() if round.report is None else self._reported_pips(round.report)
        yield from self._counted_pips()
        for event in round.events:
            if isinstance(event, IrregularityNoted):
                yield self.say("irregular", **_irregularity(event))
        for remark in remarks_on(rules.score, round):
            params = dict(remark.params)
            yield self.say("remarked", REPORTED, remark=remark.code, params=params)

    def _reported_pips(self, report: RoundReported) -> Iterator[Sentence]:
        if report.pips is not None:
            sides = noted_for(self.found.round.table.sides, report.pips)
            yield self.say("pips-noted", sides=sides, pips=report.pips)

    def _hands(self) -> Iterator[Sentence]:
        """The tiles left, and the pips of hands that nobody saw, as they were written down."""
        round = self.found.round
        seen = hindsight(round)
        for seat, (hand, aside) in enumerate(zip(seen.hands, seen.set_aside, strict=True)):
            known = max(hand, aside) <= SEEN
            yield self.say(
                "hand",
                player=seat,
                tiles=tuple(names_of(hand)),
                aside=tuple(names_of(aside)) or None,
                pips=round.table.pips_left(hand | aside) if known else None,
            )
        pips = zip(pips_by_tiles(round), noted_pips(round), strict=True)
        noted = {
            seat: own for seat, (held, own) in enumerate(pips) if held is None and own is not None
        }
        if noted:
            yield self._pips("pips-left-noted", noted)

    def _counted_pips(self) -> Iterator[Sentence]:
        """The pips that an arbiter counted in hands with unseen tiles."""
        known, counted = pips_known(self.found.round), self.found.decreed.pips
        if counted is not None and None in known:
            by_seat = {seat: counted[seat] for seat, pips in enumerate(known) if pips is None}
            yield self._pips("pips-counted", by_seat, REMEDIES)

    def _pips(self, code: str, by_seat: Mapping[Seat, int], rule: str | None = None) -> Sentence:
        sides, pips = tuple((seat,) for seat in by_seat), tuple(by_seat.values())
        return self.say(code, rule, sides=sides, pips=pips)

    def _why_nothing(self) -> Sentence:
        result, facts = self.result, self.found.facts
        params: dict[str, Any] = {}
        if facts.voided:
            code = "voided"
        elif result.void:
            code, params = "game-void", {"state": result.state}
        elif not facts.regular:
            code = "awaits-ruling"
        elif facts.waiting:
            code = "awaits-tiles" if result.waits_for(self.found) else "tiles-unknown"
        elif self.found.score is not None and result.game.noted:
            code = "seats-disputed"
            params = {"irregularities": tuple(map(_irregularity, result.game.noted))}
        elif self.found.score is not None:
            code = "surplus"
        elif facts.report is not None:
            code = "nothing-noted"
        else:
            code = "deal-counts-nothing" if facts.ended == "void" else "nothing-owed-yet"
        return self.say(code, COUNTS, **params)

    # -- Score

    def _winner(self, score: RoundScore) -> Sentence:
        rules, facts = self.result.rules.score, self.found.facts
        report, by_hands = facts.report, _by_side(self.result, facts)
        if report is not None and (report.ended is None or by_hands is None):
            return self.say("winner-noted", REPORTED, players=score.winners)
        if not score.winners:
            nobody = rules.blocked_winner == "nobody" and not _is_out(facts)
            return self.say("nobody-wins-a-block" if nobody else "round-tied", WHO_WINS)
        return self.say(
            "round-won",
            WHO_WINS,
            players=score.winners,
            by=_won_by(rules, facts, _compared(self.result, facts)),
            partners=self.result.game.table.play.partners,
        )

    def _points(self) -> Iterator[Sentence]:
        """The points by the rules, without penalties."""
        result, found, facts = self.result, self.found, self.found.facts
        rules, sides = result.rules.score, result.game.table.sides
        score, hands = score_settled(rules, sides, facts, found.before), _by_side(result, facts)
        if score is None or score.points is None:
            return
        if hands is None:
            yield self.say("points-noted", REPORTED, sides=sides, points=score.points)
            return
        if rules.points == "own-hand":
            yield from self._each("points-of-own-hand", POINTS, sides, score.points)
            return
        winning = [side for side, seats in enumerate(sides) if set(seats) <= set(score.winners)]
        if rules.points == "tiles":
            for side in winning:
                yield self.say(
                    "points-for-tiles",
                    POINTS,
                    players=sides[side],
                    for_winning=rules.for_winning,
                    per_tile=rules.per_tile,
                    points=score.points[side],
                )
            return
        if facts.pips:
            hands = counted_hands(rules, sides, facts.pips)
        yield from self._in_play(sides)
        if _won_in_play(rules, facts):
            winning = []
        yield from self._for_hands(sides, hands, winning)
        if rules.block_bonus and not _is_out(facts):
            winners = [sides[side] for side in winning]
            yield from self._each(
                "block-bonus", POINTS, winners, [rules.block_bonus] * len(winners)
            )
        if rules.points_per == "five":
            yield from self._each("points-per-five", IN_PLAY, sides, score.points, but=0)

    def _each(
        self,
        code: str,
        rule: str,
        sides: Iterable[Sequence[Seat]],
        points: Iterable[int],
        but: int | None = None,
    ) -> Iterator[Sentence]:
        """A sentence on the points of each side, except those with points of ``but``."""
        for seats, own in zip(sides, points, strict=True):
            if own != but:
                yield self.say(code, rule, players=seats, points=own)

    def _in_play(self, sides: Sides) -> Iterator[Sentence]:
        """The points in play of each side, and those that do not count."""
        rules, facts = self.result.rules.score, self.found.facts
        if not facts.in_play:  # Nothing to count, or corrected, since it is not known.
            return
        counted = points_that_count(rules, hands_left(facts, self.found.before))
        yield from self._each("points-in-play", IN_PLAY, sides, by_side(sides, counted), but=0)
        for seat, (made, counts) in enumerate(zip(facts.in_play, counted, strict=False)):
            if made > counts:
                lost, first = made - counts, rules.to_get_in
                yield self.say("not-in-yet", IN_PLAY, player=seat, points=lost, first=first)

    def _for_hands(
        self, sides: Sides, hands: tuple[int, ...], winning: list[int]
    ) -> Iterator[Sentence]:
        """The points of each side that won, by the pips of the hands."""
        rules = self.result.rules.score
        counted = tuple(
            pips
            for side, pips in enumerate(hands)
            if rules.points == "all-hands" or side not in winning
        )
        times = {"none": 0, "to-all-hands": 1, "to-each-hand": len(counted)}[rules.difference]
        for side in winning:
            sum_of_hands = sum(counted) - times * hands[side]
            raised = sum_of_hands < 0 and rules.negative_points == "zero"
            exact = 0 if raised else sum_of_hands
            points = nearest_five(exact) if rules.rounding == "sum" else exact
            yield self.say(
                "points",
                POINTS,
                players=sides[side],
                sum=_sum(counted, times, hands[side]),
                exact=None if exact == points else exact,
                points=points,
                scored=rules.points,
                difference=rules.difference,
                raised=raised,
            )

    def _ruled_points(self) -> Iterator[Sentence]:
        """The points as corrected by an arbiter, and the points of penalties."""
        decreed = self.found.decreed
        if decreed.points is not None:
            sides = self.result.game.table.sides
            yield self.say("points-corrected", REMEDIES, sides=sides, points=decreed.points)
        for penalty in decreed.penalties:
            if penalty.points_off or penalty.points_to_others:
                yield self.say(
                    "penalty-points",
                    PENALTIES,
                    player=penalty.seat,
                    offence=penalty.offence,
                    points_off=penalty.points_off,
                    points_to_others=penalty.points_to_others,
                )


def _irregularity(note: IrregularityNoted) -> dict[str, Any]:
    return {"irregularity": note.code, "params": dict(note.params)}


def _sum(pips: Sequence[int], times: int, own: int) -> str | None:
    """The sum of the hands that count, less the own one: ``3 + 5 - 2 x 1``; None of one term."""
    terms = " + ".join(map(str, pips)) or "0"
    if times == 0:
        return terms if len(pips) > 1 else None
    return f"{terms} - {own}" if times == 1 else f"{terms} - {times} x {own}"


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
