"""An audit as a JSON object (docs/audit.md lists its keys)."""

from typing import Any

from domain.events import TileLaid
from domain.round.state import Round
from domain.tiles import NAMES
from ledger.records.validation import Unreadable

from ..as_json import as_json
from ..messages.errors import error_json
from ..messages.faults import fault_text
from ..messages.violations import needs_text
from ..replay.json_format import act_json
from ..results.abandonment import abandonment_of
from ..results.block_verdicts import ReadingAudit
from ..results.sides import points_by_team
from ..verification.signatures import signature_json
from .audit import Audit, RoundAudit
from .claimed_figures import listed
from .findings import findings_of

Json = dict[str, Any]


def audit_json(audit: Audit) -> Json:
    """The report on one game."""
    result, stands, names = audit.result, audit.standing, audit.given.names
    report: Json = {
        "game": audit.given.id,
        "rules": (audit.given.opened if result is None else result).rules.id,
        "clean": audit.clean,
        "findings": [each._asdict() for each in findings_of(audit)],
        "violations": [
            each._asdict() | {"message": fault_text(each.fault, names)} for each in audit.violations
        ],
        "unchecked": [
            each._asdict() | {"needs": needs_text(each, names)} for each in audit.unchecked
        ],
        "rounds": [_round(audit, each) for each in audit.rounds],
        "scores": None
        if result is None or stands is None
        else points_by_team(result.game, stands.scores),
        "winners": listed(audit.winners),
        "state": audit.state,
    }
    left = abandonment_of(audit.given.abandoned)
    if left is not None:
        report["left"] = as_json(left)
    if audit.differs:
        report["differs"] = list(audit.differs)
    if result is not None and result.surplus:
        report["surplus"] = list(result.surplus)
    remarks = [
        {"round": number, **remark._asdict(), "message": fault_text(remark, names)}
        for number, found in enumerate(audit.rounds)
        for remark in found.remarks
    ]
    if remarks:
        report["remarks"] = remarks
    if audit.not_checkable:
        report["not_checkable"] = list(audit.not_checkable)
    if audit.shuffles is not None:
        deals = [deal._asdict() for deal in audit.shuffles.deals]
        report["shuffles"] = {**audit.shuffles._asdict(), "deals": deals}
    if audit.rulings:
        report["rulings"] = as_json(audit.rulings)
    if audit.signatures:
        report["signatures"] = [signature_json(signed) for signed in audit.signatures]
    return report


def unreadable_json(game: str | None, error: Unreadable) -> Json:
    """The report on a game that cannot be read, so that every line has an object."""
    values = error_json(error)
    violation = {
        "round": None,
        "move": None,
        "code": "unreadable",
        "params": {"error": values["code"], **values["params"]},
        "message": values["message"],
    }
    return {
        "game": game,
        "rules": None,
        "clean": False,
        "findings": [],
        "violations": [violation],
        "unchecked": [],
        "rounds": [],
        "scores": None,
        "winners": None,
        "state": None,
    }


def _round(audit: Audit, found: RoundAudit) -> Json:
    result, figures = found.result, found.certain
    if result is None or figures is None or audit.result is None:
        return dict.fromkeys(("ended", "pips", "winners", "points", "net", "readings"))
    ended = result.facts.ended
    nothing = found.hidden or not any(pips is not None for pips in figures.pips)
    return {
        "ended": None if ended == "void" else ended,
        "pips": None if nothing else list(figures.pips),
        "winners": listed(figures.winners),
        "points": points_by_team(audit.result.game, figures.points),
        "net": listed(figures.net),
        "readings": _readings(found, result.round),
    }


def _readings(found: RoundAudit, round: Round) -> Json | None:
    """By reading; only an arbiter's if the round holds a violation."""
    readings: dict[str, ReadingAudit] = {}
    if found.readings is not None and not found.doubted:
        readings.update(found.readings.items())
    if found.ruled is not None:
        readings["ruled"] = found.ruled
    return {name: _reading(round, reading) for name, reading in readings.items()} or None


def _reading(round: Round, reading: ReadingAudit) -> Json:
    verdict = reading.verdict
    report: Json = {
        "status": verdict.status,
        "blocker": verdict.blocker,
        "assistant": verdict.assistant,
        "move": reading.move,
        "evidence": _evidence(round, reading),
        "net": listed(reading.net),
    }
    return report if verdict.bound is None else report | {"bound": verdict.bound}


def _evidence(round: Round, reading: ReadingAudit) -> Json | None:
    evidence = reading.verdict.evidence
    if evidence is None:
        return None
    laid = round.acts[evidence.act]
    assert isinstance(laid, TileLaid)
    instead, line = evidence.instead, evidence.line
    return {
        "turn": reading.move,
        "laid": NAMES[laid.tile],
        "at": laid.end,
        **({} if laid.open is None else {"open": laid.open}),
        "instead": None if instead is None else act_json(instead),
        "line": None if line is None else [{"seat": act.seat} | act_json(act) for act in line],
    }
