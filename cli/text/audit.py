"""An audit as people read it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from domain.events import Seat
from domain.game.state import Game
from domain.readings import NOT_KNOWN, Evidence
from domain.round.state import Round
from domain.rules.rule_set import Reading
from ledger.records.import_ import describe, place_of
from ledger.transcript.game import Unchecked, Violation
from projections.accounting.money import NO_CURRENCY, money_figure
from projections.audit.audit import Audit, RoundAudit
from projections.explain.wording import LOOKS, placed, several, told, what_voids
from projections.messages.remedies import remedy_text, ruled_by_text
from projections.messages.states import abandonment_text
from projections.rulings.abandonment import abandonment_of
from projections.rulings.block_verdicts import ReadingAudit
from projections.rulings.disputes import Ruling
from projections.rulings.game_ruling import GameRuling, RoundRuling
from projections.rulings.hidden_tiles import Following, awaits_ruling
from projections.rulings.sides import points_by_team, teams_of

from ..output import plain

PlaceOf: TypeAlias = Callable[[Violation | Unchecked], str]


def audit_text(audit: Audit, place_of: PlaceOf | None = None) -> str:
    """The whole report on one game, several lines of text; ``place_of`` places what is wrong."""
    return "\n".join(map(plain, _lines(audit, place_of)))


def _lines(audit: Audit, place_of: PlaceOf | None) -> Iterator[str]:
    record, ruling = audit.record, audit.ruling
    rules = record.rules if isinstance(record.rules, str) else record.rules.id
    yield f"{record.id}  {rules}  {_verdict(audit)}"
    yield "  players: " + ", ".join(f"{seat} {name}" for seat, name in enumerate(record.players))
    for violation in audit.violations:
        yield f"  ! {_place(violation, place_of)}{describe(violation)}"
    for unchecked in audit.unchecked:
        yield f"  ? {_place(unchecked, place_of)}{described(unchecked)}"
    left = abandonment_of(record.left_by())
    if left is not None:
        yield f"  {abandonment_text(left, record.players)}"
    if ruling is not None:
        for ruled in audit.rulings:
            yield from (f"  {line}" for line in _ordered(ruled, ruling.game, record.players))
        yield from (f"  {line}" for line in _ruled(audit, ruling, _Report(record.players, ruling)))


def _place(found: Violation | Unchecked, place_of: PlaceOf | None) -> str:
    return "" if place_of is None else f"{place_of(found)}: "


def _verdict(audit: Audit) -> str:
    violations, unchecked = len(audit.violations), len(audit.unchecked)
    if not unchecked:
        return several(violations, "violation") if violations else "clean"
    found = several(violations, "violation") if violations else "nothing wrong is proven"
    return f"{found}, {several(unchecked, 'question')} open"


def described(unchecked: Unchecked) -> str:
    """What nobody can check as one line of text."""
    return f"{place_of(unchecked)}: {unchecked.code}? That depends on {unchecked.needs}"


def _ordered(ruled: Ruling, game: Game, names: Sequence[str]) -> Iterator[str]:
    """What an arbiter ordered, and when."""
    yield ruled_by_text(ruled)
    yield from (f"  {remedy_text(remedy, game, names)}" for remedy in ruled.remedies)


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
        yield f"round {place}: {'; '.join(self._result(found, found.ruling))}"
        shown: dict[Evidence, Reading] = {}
        if found.ruled is not None:
            net = "" if found.ruled.net is None else f"; net {self._net(found.ruled.net)}"
            yield f"  * ruled (by an arbiter, the one that counts): {self._blame(found.ruled)}{net}"
        for name, reading in (found.readings or {}).items():
            yield f"  {self._verdict(name, reading, ruled=found.ruled is not None)}"
            evidence = reading.verdict.evidence
            if evidence is None:
                continue
            if evidence in shown:
                yield f"      move {reading.move}: as under {shown[evidence]}"
                continue
            shown[evidence] = name
            lines = self._evidence(found.ruling.round, evidence, reading)
            yield from (f"      {line}" for line in lines)

    def _result(self, audited: RoundAudit, found: RoundRuling) -> Iterator[str]:
        facts, follow = found.facts, audited.following
        assert follow is not None
        yield "not over" if facts.ended is None else facts.ended
        yield "hidden tiles are shown with --open" if audited.hidden else _pips(follow)
        if follow.winners is not None:
            yield f"won by {self.seats(follow.winners)}"
            points = points_by_team(self.ruling.game, follow.points)
            if points is not None:
                yield f"points {_figures(points)}"
        if facts.voided:
            yield "void by a ruling"
        if facts.waiting:
            yield self._unsettled(found)
        if follow.net is not None:
            yield f"net {self._net(follow.net)}"
        if found.number in self.ruling.surplus:
            yield "surplus, the game was won before it"

    def _unsettled(self, found: RoundRuling) -> str:
        ruling = self.ruling
        if not ruling.waits_for(found):
            became = what_voids(ruling.game) if ruling.void else "was left"
            return f"counts for nothing, as the game {became}"
        return f"not settled until {'more is known' if found.facts.regular else 'it is ruled on'}"

    def _verdict(self, name: Reading, reading: ReadingAudit, *, ruled: bool) -> str:
        counting = self.ruling.rules.reading
        counts = counting == name and not ruled
        mark, said = ("*", ", the one that counts") if counts else (" ", "")
        net = "" if counting is None or reading.net is None else f"; net {self._net(reading.net)}"
        return f"{mark} {name} ({LOOKS[name].at}{said}): {self._blame(reading)}{net}"

    def _blame(self, reading: ReadingAudit) -> str:
        verdict = reading.verdict
        if verdict == NOT_KNOWN:
            return "undetermined, it depends on tiles that nobody saw"
        if verdict.status == "undetermined":
            return f"undetermined after {verdict.bound} positions, nobody is fined on it"
        if verdict.blocker is None:
            return "nobody blocked it"
        blocked = f"{self._seat(verdict.blocker)} blocked it"
        if verdict.assistant is None:
            return blocked
        return f"{blocked}, assisted by {self._seat(verdict.assistant)}"

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
        stands, state = audit.standing, audit.state
        scores = points_by_team(self.ruling.game, None if stands is None else stands.scores)
        figures = "" if scores is None else f"; scores {_figures(scores)}"
        if self.ruling.void:
            return f"game: {state}, nothing in it counts{figures}"
        won = "" if audit.winners is None else f"won by {self.seats(audit.winners)}"
        if state == "disputable":
            by_ruling = awaits_ruling(self.ruling) or not audit.readable
            until = "it is ruled on" if by_ruling else "more is known"
            so_far = f"; {won}" if won else ""
            return f"game: disputable, not settled until {until}{so_far}{figures}"
        if won:
            return f"game: {won}{figures}"
        return f"game: {state}{figures}" + ("" if scores is None else f"; {self._leader(scores)}")

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


def _pips(follow: Following) -> str:
    return f"pips {' '.join('?' if pips is None else str(pips) for pips in follow.pips)}"


def _figures(values: Sequence[int]) -> str:
    return " ".join(map(str, values))
