"""An audit as people read it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from domain.events import Seat
from domain.readings import Evidence
from domain.round import Round
from domain.rules import Reading
from ledger.importing import describe
from ledger.transcript import Violation
from projections.audit import Audit, RoundAudit
from projections.blame import ReadingAudit
from projections.money import NO_CURRENCY, money_figure
from projections.rulings import GameRuling, RoundRuling
from projections.teams import points_by_team, teams_of
from projections.wording import LOOKS, placed, told

from .output import plain

LineOf: TypeAlias = Callable[[Violation], int]


def audit_text(audit: Audit, line_of: LineOf | None = None) -> str:
    """The whole report on one game, several lines of text; ``line_of`` places what is wrong."""
    return "\n".join(map(plain, _lines(audit, line_of)))


def _lines(audit: Audit, line_of: LineOf | None) -> Iterator[str]:
    record, ruling = audit.record, audit.ruling
    rules = record.rules if isinstance(record.rules, str) else record.rules.id
    number = len(audit.violations)
    verdict = "clean" if not number else f"{number} violation" + "s" * (number > 1)
    yield f"{record.id}  {rules}  {verdict}"
    yield "  players: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(record.players))
    for violation in audit.violations:
        where = "" if line_of is None else f"line {line_of(violation)}: "
        yield f"  ! {where}{describe(violation)}"
    if ruling is not None:
        yield from (f"  {line}" for line in _ruled(audit, ruling, _Report(record.players, ruling)))


def _ruled(audit: Audit, ruling: GameRuling, report: "_Report") -> Iterator[str]:
    if ruling.game.table.play.partners:
        yield "sides: " + " against ".join(report.seats(team) for team in teams_of(ruling.game))
    if ruling.rules.id != ruling.game.opened.rules.id:
        yield f"score and payout by {ruling.rules.id}"
    for place, found in enumerate(audit.rounds):
        yield from report.round(place, found)
    yield report.standing(audit)


class _Report:
    """What is said of a game that could be ruled on."""

    def __init__(self, names: Sequence[str], ruling: GameRuling) -> None:
        self.names, self.ruling = names, ruling

    def round(self, place: int, found: RoundAudit) -> Iterator[str]:
        if found.ruling is None:
            yield f"round {place}: not dealt to the seats there are; nothing can be said of it"
            return
        yield f"round {place}: {'; '.join(self._result(found.ruling, hidden=found.hidden))}"
        shown: dict[Evidence, Reading] = {}
        for name, reading in (found.readings or {}).items():
            yield f"  {self._verdict(name, reading)}"
            evidence = reading.verdict.evidence
            if evidence is None:
                continue
            if evidence in shown:
                yield f"      move {reading.move}: as under {shown[evidence]}"
                continue
            shown[evidence] = name
            lines = self._evidence(found.ruling.round, evidence, reading)
            yield from (f"      {line}" for line in lines)

    def _result(self, found: RoundRuling, *, hidden: bool) -> Iterator[str]:
        facts, score = found.facts, found.score
        yield "not over" if facts.ended is None else facts.ended
        yield "hidden tiles are shown with --open" if hidden else f"pips {_figures(facts.pips)}"
        if score is not None:
            yield f"won by {self.seats(score.winners)}"
            points = points_by_team(self.ruling.game, score.points)
            if points is not None:
                yield f"points {_figures(points)}"
        elif not facts.regular:
            yield "not settled until it is ruled on"
        if found.net is not None:
            yield f"net {self._net(found.net)}"
        if found.number in self.ruling.surplus:
            yield "surplus, the game was won before it"

    def _verdict(self, name: Reading, reading: ReadingAudit) -> str:
        payout = self.ruling.rules.payout
        counting = None if payout is None else payout.reading
        mark, said = ("*", ", the one that counts") if counting == name else (" ", "")
        net = "" if counting is None or reading.net is None else f"; net {self._net(reading.net)}"
        return f"{mark} {name} ({LOOKS[name].at}{said}): {self._blame(reading)}{net}"

    def _blame(self, reading: ReadingAudit) -> str:
        verdict = reading.verdict
        if verdict.status == "undetermined":
            return f"undetermined after {verdict.bound} positions, nobody is fined on it"
        if verdict.blocker is None:
            return "nobody blocked it"
        helper = (
            "" if verdict.assistant is None else f", assisted by {self._seat(verdict.assistant)}"
        )
        return f"{self._seat(verdict.blocker)} blocked it{helper}"

    def _evidence(self, round: Round, evidence: Evidence, reading: ReadingAudit) -> Iterator[str]:
        act, instead, line = round.acts[evidence.act], evidence.instead, evidence.line
        laid = f"move {reading.move}: {self._seat(act.seat)} {told(act)}"
        if instead is None:
            yield laid
            return
        kept = f"{laid}; {placed(instead)} would have kept the round open"
        if line is None:
            yield f"{kept} for the moment"
        elif line:
            yield kept
            then = ", ".join(f"{act.seat} {told(act)}" for act in line)
            yield f"for example: {then}, and is out"
        else:
            yield f"{laid}; {placed(instead)} would have put him out at once"

    def standing(self, audit: Audit) -> str:
        scores = points_by_team(self.ruling.game, self.ruling.standing.scores)
        figures = "" if scores is None else f"; scores {_figures(scores)}"
        if audit.winners is not None:
            return f"game: won by {self.seats(audit.winners)}{figures}"
        if not (self.ruling.complete and audit.readable):
            return f"game: not settled until it is ruled on{figures}"
        return f"game: unfinished{figures}" + (
            "" if scores is None else f"; {self._leader(scores)}"
        )

    def _leader(self, scores: list[int]) -> str:
        best = max(scores)
        if min(scores) == best:
            return "nobody in the lead"
        teams = teams_of(self.ruling.game)
        leading = [
            seat for side, seats in enumerate(teams) for seat in seats if scores[side] == best
        ]
        return f"{self.seats(leading)} in the lead"

    def _net(self, net: Sequence[int]) -> str:
        currency = self.ruling.game.opened.stake.currency
        figures = " ".join(money_figure(amount, currency) for amount in net)
        return figures if currency == NO_CURRENCY else f"{currency} {figures}"

    def seats(self, seats: Sequence[Seat]) -> str:
        """These seats, each with its player."""
        return " and ".join(map(self._seat, seats)) or "nobody"

    def _seat(self, seat: Seat) -> str:
        return f"seat {seat} ({self.names[seat]})"


def _figures(values: Sequence[int]) -> str:
    return " ".join(map(str, values))
