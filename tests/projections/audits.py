"""Audits of records as Python values, and the exact schema of their JSON."""

from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict

from domino_ledger.domain.faults.codes import Code
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.projections.audit.audit import Audit, audit
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.results.game_state import State
from tests.ledger.games import Json, read


def audited(record: Json, rules: RuleSet | None = None) -> Audit:
    return audit(read(record), rules)


def report(record: Json, rules: RuleSet | None = None) -> Json:
    return audit_json(audited(record, rules))


def codes(record: Json) -> list[str]:
    return [violation.code for violation in audited(record).violations]


class _Exact(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Violated(_Exact):
    round: int | None
    move: int | None
    code: Code
    params: dict[str, Any]
    message: str


class NotChecked(_Exact):
    round: int | None
    move: int | None
    code: Code
    params: dict[str, Any]
    needs: str


class Placing(_Exact):
    lay: str
    at: Literal["left", "right"]


class Shown(_Exact):
    turn: int
    laid: str
    at: Literal["left", "right"]
    instead: Placing | None
    line: list[dict[str, Any]] | None


class Read(_Exact):
    status: Literal["found", "nobody", "undetermined"]
    blocker: int | None
    assistant: int | None
    move: int | None
    evidence: Shown | None
    net: list[int] | None
    bound: int | None = None
    """Of a search that was given up."""


class Round(_Exact):
    ended: Literal["out", "blocked"] | None
    pips: list[int | None] | None
    winners: list[int] | None
    points: list[int] | None
    net: list[int] | None
    readings: dict[Reading, Read] | None


class Found(_Exact):
    code: str
    round: int | None
    params: dict[str, Any]
    rule: str | None
    message: str
    seat: None


class Report(_Exact):
    game: str
    rules: str
    clean: bool | None
    findings: list[Found]
    violations: list[Violated]
    unchecked: list[NotChecked]
    rounds: list[Round]
    scores: list[int] | None
    winners: list[int] | None
    state: State | None


READINGS = set(get_args(Reading))
