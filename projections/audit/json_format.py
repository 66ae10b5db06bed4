"""An audit as a JSON object (docs/audit.md lists its keys)."""

from ...domain.block_verdicts import Evidence
from ...domain.events import TileLaid
from ...domain.round.state import Round
from ...domain.tiles import NAMES
from ...ledger.records.unreadable import Unreadable
from ..as_json import Json, as_json
from ..messages.bonuses import bonuses_json
from ..messages.errors import error_json
from ..messages.faults import fault_text
from ..messages.violations import needs_text
from ..replay.json_format import act_json
from ..results.abandonment import abandonment_of
from ..results.block_verdicts import ReadingAudit
from ..results.sides import points_by_team
from .audit import Audit, RoundAudit
from .findings import findings_of


def audit_json(audit: Audit) -> Json:
    result, stands, names = audit.result, audit.standing, audit.given.names
    scores = None if stands is None else stands.scores
    report: Json = {
        "game": audit.given.id,
        "rules": (audit.given.opened if result is None else result).rules.id,
        "clean": audit.clean,
        "findings": findings_of(audit),
        "violations": [
            each._asdict() | {"message": fault_text(each.fault, names)} for each in audit.violations
        ],
        "unchecked": [
            each._asdict() | {"needs": needs_text(each, names)} for each in audit.unchecked
        ],
        "rounds": [_round(audit, each) for each in audit.rounds],
        "scores": None if result is None else points_by_team(result.game, scores),
        "winners": audit.winners,
        "state": audit.state,
    }
    only_if_any: Json = {
        "left": abandonment_of(audit.given.abandoned),
        "differs": audit.differs,
        "surplus": None if result is None else result.surplus,
        "counts_as": None if result is None or result.counts_as == 1 else result.counts_as,
        "remarks": [
            {"round": number, **remark._asdict(), "message": fault_text(remark, names)}
            for number, found in enumerate(audit.rounds)
            for remark in found.remarks
        ],
        "not_checkable": audit.not_checkable,
        "shuffles": audit.shuffles,
        "rulings": audit.rulings,
        "signatures": audit.signatures,
    }
    report |= {name: value for name, value in only_if_any.items() if value}
    found: Json = as_json(report)
    return found


def unreadable_json(game: str | None, error: Unreadable) -> Json:
    """The report on a game that cannot be read, so that every line has an object."""
    values = error_json(error)
    params = {"error": values["code"], **values["params"]}
    violation = {"round": None, "move": None, "code": "unreadable", "params": params}
    violation["message"] = values["message"]
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
    nothing = found.hidden or not any(pips is not None for pips in figures.pips)
    readings: dict[str, ReadingAudit] = {}  # If the round holds a violation, only an arbiter's.
    if found.readings is not None and not found.doubted:
        readings.update(found.readings.items())
    if found.ruled is not None:
        readings["ruled"] = found.ruled
    bonuses = audit.result.bonuses_of(result)
    return {
        "ended": None if result.facts.ended == "void" else result.facts.ended,
        "pips": None if nothing else figures.pips,
        "winners": figures.winners,
        "points": points_by_team(audit.result.game, figures.points),
        **({"bonuses": bonuses_json(bonuses)} if bonuses else {}),
        "net": figures.net,
        "readings": {name: _reading(result.round, each) for name, each in readings.items()} or None,
    }


def _reading(round: Round, reading: ReadingAudit) -> Json:
    verdict = reading.verdict
    return {
        "status": verdict.status,
        "blocker": verdict.blocker,
        "assistant": verdict.assistant,
        "move": reading.move,
        "evidence": verdict.evidence and _evidence(round, reading.move, verdict.evidence),
        "net": reading.net,
        **({} if verdict.bound is None else {"bound": verdict.bound}),
    }


def _evidence(round: Round, move: int | None, evidence: Evidence) -> Json:
    laid = round.acts[evidence.act]
    assert isinstance(laid, TileLaid)
    instead, line = evidence.instead, evidence.line
    return {
        "turn": move,
        "laid": NAMES[laid.tile],
        "at": laid.end,
        **({} if laid.open is None else {"open": laid.open}),
        "instead": None if instead is None else act_json(instead),
        "line": None if line is None else [{"seat": act.seat} | act_json(act) for act in line],
    }
