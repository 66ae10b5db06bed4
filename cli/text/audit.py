"""An audit in plain text."""

from collections.abc import Callable, Iterator, Sequence
from datetime import tzinfo
from typing import TypeAlias, assert_never

from ...domain.block_verdicts import Evidence
from ...domain.facts import RoundFacts
from ...domain.rules.payout import Reading
from ...domain.scoring.standing import best_score
from ...ledger.transcript.game import Unchecked, Violation
from ...projections.audit.audit import Audit, RoundAudit
from ...projections.audit.findings import findings_of
from ...projections.messages import by_name, mark, mark_plural, plural, sides_text, text
from ...projections.messages.acts import seating_of
from ...projections.messages.faults import fault_text
from ...projections.messages.money import money_row
from ...projections.messages.readings import blame_text, evidence_lines, view_text
from ...projections.messages.remedies import remedy_text, ruled_by_text
from ...projections.messages.rule_ids import rules_cell
from ...projections.messages.rule_names import differences_text
from ...projections.messages.shuffles import shuffle_lines
from ...projections.messages.signatures import signed_entry_text
from ...projections.messages.states import abandonment_text, ending_text, report_text
from ...projections.messages.violations import unchecked_text, violation_text
from ...projections.results.abandonment import abandonment_of
from ...projections.results.block_verdicts import ReadingAudit
from ...projections.results.game_result import GameResult, RoundResult, owes_unknown_amounts
from ...projections.results.hidden_tiles import awaits_ruling
from ...projections.results.sides import noted_for, points_by_team

PlaceOf: TypeAlias = Callable[[Violation | Unchecked], str]


def audit_lines(
    audit: Audit, place_of: PlaceOf | None = None, zone: tzinfo | None = None
) -> Iterator[str]:
    """The report on one game, with days of this zone; ``place_of`` names places in its file."""
    given, names, result = audit.given, audit.given.names, audit.result

    def place(found: Violation | Unchecked) -> str:
        return "" if place_of is None else f"{place_of(found)}: "

    yield f"{given.id}  {rules_cell(given.opened.rules.id)}  {_findings(audit)}"
    yield "  " + text("players: {players}", players=", ".join(names))
    yield from (f"  {found.message}" for found in findings_of(audit))
    for violation in audit.violations:
        sentence = violation_text(violation, names, given.id)
        yield f"  ! {place(violation)}{sentence}"
    for unchecked in audit.unchecked:
        question = unchecked_text(unchecked, names, given.id)
        yield f"  ? {place(unchecked)}{question}"
    left = abandonment_of(given.abandoned)
    if left is not None:
        yield f"  {abandonment_text(left, names)}"
    if audit.shuffles is not None:
        yield from (f"  {line}" for line in shuffle_lines(audit.shuffles, names))
    if result is not None:
        for ruled in audit.rulings:
            yield f"  {ruled_by_text(ruled, zone)}"
            for remedy in ruled.remedies:
                yield f"    {remedy_text(remedy, result.game, names)}"
        for signed in audit.signatures:
            yield f"  {signed_entry_text(signed)}"
        yield from (f"  {line}" for line in _Report(names, result).lines(audit))


def _findings(audit: Audit) -> str:
    violations, unchecked = len(audit.violations), len(audit.unchecked)
    found = plural("{number} violation", "{number} violations", violations)
    if not violations:
        found = text("clean") if audit.clean else text("nothing wrong is proven")
    if unchecked:
        open_ = plural("{number} question open", "{number} questions open", unchecked)
        found = text("{violations}, {questions}", violations=found, questions=open_)
    if audit.not_checkable:
        forms = mark_plural("{number} round not checkable", "{number} rounds not checkable")
        rounds = plural(*forms, len(audit.not_checkable))
        found = text("{findings}, {rounds}", findings=found, rounds=rounds)
    return found


class _Report:
    """The rounds and the standing of a game that could be ruled on."""

    def __init__(self, names: Sequence[str], result: GameResult) -> None:
        self.names, self.result = names, result
        self.seating = seating_of(result.game, names)

    def lines(self, audit: Audit) -> Iterator[str]:
        """The sides, the rules, every round, and the standing."""
        result = self.result
        if result.game.table.play.partners:
            sides = sides_text(map(self.seating.all_of, self.seating.teams))
            yield text("sides: {sides}", sides=sides)
        if audit.differs:
            yield text(
                "score and payout by {rules}, though they are for games that differ in {what}",
                rules=rules_cell(result.rules.id),
                what=differences_text(audit.differs),
            )
        elif result.rules.id != result.game.opened.rules.id:
            yield text("score and payout by {rules}", rules=rules_cell(result.rules.id))
        for number, found in enumerate(audit.rounds):
            yield from self.round(number, found)
        yield self.standing(audit)

    def round(self, number: int, found: RoundAudit) -> Iterator[str]:
        """The result of a round; if it blocked, the verdict under each reading."""
        if found.result is None:
            unjudged = mark("round {round}: the hands do not match the seats; it cannot be judged")
            if found.reported:
                unjudged = mark(
                    "round {round}: the result does not fit the game; it cannot be judged"
                )
            yield text(unjudged, round=number)
            return
        facts = "; ".join(self._result(found, found.result))
        yield text("round {round}: {facts}", round=number, facts=facts)
        for remark in found.remarks:
            yield "  " + text("remark: {remark}", remark=fault_text(remark, self.names))
        if found.ruled is not None:
            ruled = mark("ruled (by an arbiter, the one that counts): {blame}")
            yield "  * " + text(ruled, blame=self._blame(found.ruled))
        shown: dict[Evidence, Reading] = {}
        for name, reading in (found.readings or {}).items():
            yield f"  {self._verdict(name, reading, ruled=found.ruled is not None)}"
            evidence = reading.verdict.evidence
            if evidence is None:
                continue
            if evidence in shown:
                as_under = mark("move {move}: as under {reading}")
                yield "      " + text(as_under, move=reading.move, reading=shown[evidence])
                continue
            shown[evidence] = name
            lines = evidence_lines(found.result.round.acts, evidence, reading.move, self.names)
            yield from (f"      {line}" for line in lines)

    def _result(self, audited: RoundAudit, found: RoundResult) -> Iterator[str]:
        facts, figures = found.facts, audited.certain
        assert figures is not None
        if facts.ended is None:
            yield text("not over")
        elif facts.report is None:
            yield ending_text(facts.ended)
        else:
            known = report_text(facts.report.ended, facts.report.out, self.names)
            yield text("not checkable, {known}", known=known)
        if audited.hidden:
            yield text("hidden tiles are shown with --open")
        else:
            yield from self._pips(facts, figures.pips)
        if figures.winners is not None:
            yield text("won by {players}", players=self.seating.all_of(figures.winners))
            points = points_by_team(self.result.game, figures.points)
            if points is not None:
                yield text("points {points}", points=self.seating.by_team(points))
        if facts.voided:
            yield text("void by a ruling")
        if facts.waiting:
            yield self._unsettled(found)
        if figures.net is not None:
            yield text("net {net}", net=self._net(figures.net))
        elif owes_unknown_amounts(self.result.rules, found):
            yield text("money not settled")
        if self.result.is_surplus(found):
            yield text("surplus, the game was won before it")

    def _unsettled(self, found: RoundResult) -> str:
        result = self.result
        if result.waits_for(found):
            if found.facts.regular:
                return text("not settled until more is known")
            return text("not settled until it is ruled on")
        if not result.void:
            return text("counts for nothing, as the game was left")
        match result.state:
            case "abandoned":
                return text("counts for nothing, as the game was abandoned")
            case "forfeited":
                return text("counts for nothing, as the game was forfeited")
            case "void" | "disputable" | "over" | "unfinished" | "in progress":
                return text("counts for nothing, as the game is void by a ruling")
            case _:
                assert_never(result.state)

    def _blame(self, reading: ReadingAudit) -> str:
        """Who blocked, and the money under it."""
        blame = blame_text(reading.verdict, self.names)
        if reading.net is None:
            return blame
        return text("{blame}; net {net}", blame=blame, net=self._net(reading.net))

    def _verdict(self, name: Reading, reading: ReadingAudit, *, ruled: bool) -> str:
        """One line, marked with a star if it counts."""
        counting = self.result.rules.reading
        blame = self._blame(reading if counting is not None else reading._replace(net=None))
        star, line = "  ", mark("{reading} ({view}): {blame}")
        if counting == name and not ruled:
            star, line = "* ", mark("{reading} ({view}, the one that counts): {blame}")
        return star + text(line, reading=name, view=view_text(name), blame=blame)

    def standing(self, audit: Audit) -> str:
        """How the game stands; scores in the order of the teams."""
        stands = audit.standing
        scores = points_by_team(self.result.game, None if stands is None else stands.scores)
        facts = [self._outcome(audit)]
        if audit.state == "disputable" and not self.result.void and audit.winners is not None:
            facts.append(text("won by {players}", players=self.seating.all_of(audit.winners)))
        if scores is not None:
            facts.append(text("scores {scores}", scores=self.seating.by_team(scores)))
            if audit.winners is None and audit.state != "disputable" and not self.result.void:
                best = best_score(self.result.rules.score, scores)
                ahead = [
                    seat
                    for seats, score in zip(self.seating.teams, scores, strict=True)
                    for seat in seats
                    if score == best
                ]
                leader = text("{players} in the lead", players=self.seating.all_of(ahead))
                alike = scores.count(best) == len(scores)
                facts.append(text("nobody in the lead") if alike else leader)
        return text("game: {facts}", facts="; ".join(facts))

    def _outcome(self, audit: Audit) -> str:
        assert audit.state is not None
        if self.result.void:
            return text("{state}, nothing in it counts", state=text(audit.state))
        if audit.state == "disputable":
            if awaits_ruling(self.result) or not audit.readable:
                return text("disputable, not settled until it is ruled on")
            return text("disputable, not settled until more is known")
        if audit.winners is not None:
            return text("won by {players}", players=self.seating.all_of(audit.winners))
        return text(audit.state)

    def _net(self, net: Sequence[int]) -> str:
        return money_row(net, self.names, self.result.game.opened.stake.currency)

    def _pips(self, facts: RoundFacts, by_seat: Sequence[int | None]) -> Iterator[str]:
        """The pips left in hand; of a noted result perhaps by side, or nothing."""
        known, holders = by_seat, self.names
        if facts.report is not None and None in by_seat:
            known = facts.report.pips or ()
            seats = noted_for(self.result.game.table.sides, known)
            holders = [*map(self.seating.all_of, seats)]
        if known:
            yield text("pips {pips}", pips=by_name(holders, known))
