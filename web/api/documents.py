"""The shapes of documents about a game: records, steps of a replay, explanations, audits.

Imported when the API is described for the first time, since nothing else needs them.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import create_model

from ...domain.block_verdicts import Verdict
from ...domain.events import Ended, EndName, Seat
from ...domain.faults.codes import Code, RemarkCode
from ...domain.rules.counting import Difference
from ...domain.rules.payout import Reading
from ...domain.scoring.bonuses import Bonus
from ...domain.tiles import Pip
from ...ledger.records.format import Move, Record
from ...projections.audit.shuffles import ShuffleSummary
from ...projections.explain.round import Explanation
from ...projections.messages.sentences import Sentence
from ...projections.places import Address
from ...projections.replay.frames import Frame, ReasonCode, Result
from ...projections.results.abandonment import Abandonment
from ...projections.results.disputes import Ruling
from ...projections.results.game_state import State
from ...projections.results.hidden_tiles import CertainFigures
from ...projections.results.signatures import SignedEntry
from .objects import LEFT_OUT, nested, object_of, object_with
from .shapes import Json, Replay, Shape, StoredEvent


class Proof(Shape):
    """A proof of a game (docs/proof-format.md)."""

    format: Literal["domino-ledger/proof/1"]
    names: list[str]
    """The players in seat order."""
    events: list[StoredEvent]
    proof: str
    """Why the last one is in the log."""
    key: str
    """That of the log, which made the signature."""
    signature: str


class Irregularity(Shape):
    """What was against the rules at a step."""

    code: Code
    params: Json
    message: str


class Violation(Irregularity):
    """What was against the rules, and where."""

    round: int | None
    move: int | None


class Unchecked(Shape):
    """What may be a violation: that depends on tiles that nobody saw."""

    round: int | None
    move: int | None
    code: Code
    params: Json
    needs: str


class Remark(Shape):
    """What the rules do not give of a noted result, and may be right."""

    code: RemarkCode
    params: Json


class PlacedRemark(Remark):
    """A remark, and on which round."""

    round: int
    message: str


class NotedEnding(Shape):
    """How a round ended of which only the result is known."""

    ended: Literal["out", "blocked"] | None
    out: Seat | None
    remarks: list[Remark]


class ReasonParams(Shape):
    """Why a seat had to pass."""

    pips: list[Pip] = LEFT_OUT
    """At the open ends."""
    limit: int = LEFT_OUT
    """The tiles that stay in the boneyard, or the most that are drawn in a turn."""


_Tiles = list[str] | None
_Figures = list[int] | None
_Sentences: Any = list[nested(Sentence)]  # type: ignore[misc]
_MOVE: dict[str, Any] = {
    name: (field.annotation, field)
    for name, field in Move.model_fields.items()
    if name not in {"seat", "t"}
}
_PossibleAct: Any = object_with(
    *("PossibleAct", "A move of a record, without its seat; a hidden tile is null."), **_MOVE
)
_Act: Any = object_with(
    *("SeenAct", "A move of a record; `inferred`: a pass that the record leaves out."),
    **_MOVE,
    seat=Seat,
    inferred=(bool, LEFT_OUT),
)
_Bonuses: Any = list[  # type: ignore[misc]
    object_of(
        *("CountedBonus", Bonus, "A bonus among the points, with what is known of it."),
        more=dict.fromkeys(("seat", "points", "factor", "move"), (int, LEFT_OUT)),
    )
]
_Result: Any = object_of(
    *("StepResult", Result, "The result of a round."),
    more={"noted": (NotedEnding, LEFT_OUT), "bonuses": (_Bonuses, LEFT_OUT)},
    without=("regular", "stopped", "waits", "report", "remarks", "again", "counts_as"),
)
_Step: Any = object_of(
    *("Step", Frame, "A step of a replay, and the position after it (docs/replay.md)."),
    more={
        "act": _Act | None,
        "could": list[_PossibleAct] | None,
        "reason": str | None,
        "reason_code": ReasonCode | None,
        "reason_params": ReasonParams | None,
        "scored": (int, LEFT_OUT),
        "noted": list[Irregularity],
        "viewer": Seat | None,
        "open": bool,
        "hub": (str, LEFT_OUT),
        "line": list[str],
        "branches": (dict[str, list[str]], LEFT_OUT),
        "ends": dict[EndName, Pip | list[Pip]],
        "hands": list[_Tiles],
        "tiles": list[int],
        "missing": list[list[Pip | Literal["W"]]],
        "aside": (list[_Tiles], LEFT_OUT),
        "aside_tiles": (list[int], LEFT_OUT),
        "boneyard": _Tiles,
        "boneyard_tiles": int,
        "turn": Seat | None,
        "moves": list[_PossibleAct] | None,
        "result": _Result | None,
    },
    without=("view", "voided", "begins"),
)
_Evidence: Any = object_with(
    "Evidence",
    "The lay that blocked a round, and what would have kept it open.",
    turn=int | None,
    laid=str,
    at=EndName | None,
    open=(Pip, LEFT_OUT),
    instead=_PossibleAct | None,
    line=list[_Act] | None,
)
_Verdict: Any = object_of(
    *("Verdict", Verdict, "Who blocked a round by one reading."),
    more={
        "move": int | None,
        "evidence": _Evidence | None,
        "net": _Figures,
        "bound": (int, LEFT_OUT),
    },
)
_Round: Any = object_of(
    *("AuditedRound", CertainFigures, "What a round comes to, as far as it is certain."),
    of={"ended": Ended | None, "pips": list[int | None] | None},
    more={
        "bonuses": (_Bonuses, LEFT_OUT),
        "readings": dict[Literal[Reading, "ruled"], _Verdict] | None,
    },
)
_Audit: Any = object_with(
    "Audit",
    "What is wrong with a game, and what it comes to (docs/audit.md).",
    game=str,
    rules=str,
    clean=bool | None,
    findings=_Sentences,
    violations=list[Violation],
    unchecked=list[Unchecked],
    rounds=list[_Round],
    scores=_Figures,
    winners=list[Seat] | None,
    state=State | None,
    left=(nested(Abandonment), LEFT_OUT),
    differs=(list[Difference], LEFT_OUT),
    surplus=(list[int], LEFT_OUT),
    counts_as=(int, LEFT_OUT),
    remarks=(list[PlacedRemark], LEFT_OUT),
    not_checkable=(list[int], LEFT_OUT),
    shuffles=(nested(ShuffleSummary), LEFT_OUT),
    rulings=(list[nested(Ruling)], LEFT_OUT),  # type: ignore[misc]
    signatures=(list[nested(SignedEntry)], LEFT_OUT),  # type: ignore[misc]
)
DOCUMENTS: Mapping[str, Any] = {
    "api.game.record": Record,
    "api.game.replay": create_model("Replay", __base__=Replay, steps=list[_Step]),
    "api.game.position": create_model("Position", __base__=_Step, game=str),
    "api.game.explain": object_of(
        *("Explanation", Explanation, "Why a round has its result."),
        more={"findings": _Sentences, "steps": _Sentences},
        without=("names",),
    ),
    "api.game.explain-move": object_of(
        *("ActExplanation", Address, "Why an act was legal, or against the rules."),
        more={"act": _Act, "message": str, "steps": _Sentences},
    ),
    "api.game.audit": _Audit,
    "api.game.proof": Proof,
}
"""By name of the route."""
