"""`decide_dispute`: the events of a command in a dispute, or the reason for refusal."""

from typing import NamedTuple, NoReturn, TypeAlias, assert_never
from uuid import UUID

from ..events import Event
from ..faults.codes import Param, Refusal, RefusalCode
from ..game.decide import Refused, outcome
from ..game.state import Game, evolve_game
from ..hidden.doubts import moves_in
from .events import (
    CLOSED,
    Dispute,
    DisputeAnswered,
    DisputeOpened,
    DisputeWithdrawn,
    Remedy,
    Role,
    RulingAppealed,
    RulingMade,
    Status,
    Withdrawn,
    disputes_of,
)
from .remedy_faults import remedy_faults


class OpenDispute(NamedTuple):
    """Dispute the game, one of its rounds, or a move of that round, counted as in the record."""

    by: UUID
    claim: str
    round: int | None = None
    move: int | None = None


class AnswerDispute(NamedTuple):
    """Answer the claim or the appeal."""

    dispute: int
    by: UUID
    answer: str


class RuleOnDispute(NamedTuple):
    """Order remedies."""

    dispute: int
    by: UUID
    remedies: tuple[Remedy, ...]
    reason: str = ""
    table_rules: bool = False
    """There is no arbiter, so a player of the game may rule."""


class AppealRuling(NamedTuple):
    """Appeal against the ruling."""

    dispute: int
    by: UUID
    reason: str


class WithdrawDispute(NamedTuple):
    """Withdraw one's claim before a ruling, or one's appeal."""

    dispute: int
    by: UUID
    reason: str = ""


DisputeCommand: TypeAlias = (
    OpenDispute | AnswerDispute | RuleOnDispute | AppealRuling | WithdrawDispute
)


def decide_dispute(game: Game, command: DisputeCommand) -> tuple[Event, ...]:
    """The events of this command, and `GameWon` if a ruling decides the game; raises Refused."""
    match command:
        case OpenDispute():
            return (_open(game, command),)
        case AnswerDispute():
            return (_answer(game, command),)
        case RuleOnDispute():
            return _rule(game, command)
        case AppealRuling():
            return (_appeal(game, command),)
        case WithdrawDispute():
            return (_withdraw(game, command),)
        case _:
            assert_never(command)


def find_dispute(game: Game, number: int) -> Dispute:
    """The dispute with this number, from 1; raises Refused if there is none."""
    disputes = disputes_of(game.desk)
    if number not in range(1, len(disputes) + 1):
        _refuse("unknown-dispute", dispute=number, disputes=len(disputes))
    return disputes[number - 1]


def _open(game: Game, command: OpenDispute) -> DisputeOpened:
    by, claim, round, move = command
    _check_text("claim", claim)
    if round is not None and round not in range(game.dealt):
        _refuse("unknown-round", round=round, rounds=game.dealt)
    if move is not None:
        if round is None:
            _refuse("move-without-round", move=move)
        moves = moves_in(game.rounds[round])
        if move not in range(moves):
            _refuse("unknown-move", round=round, move=move, moves=moves)
    return DisputeOpened(dispute=game.disputes + 1, by=by, claim=claim, round=round, move=move)


def _check_text(what: str, text: str) -> None:
    if not text.strip():
        _refuse("empty-text", what=what)


def _status(game: Game, number: int) -> Status:
    """The status of this dispute, which was not withdrawn."""
    status = find_dispute(game, number).status
    if status == "withdrawn":
        _refuse("claim-withdrawn", dispute=number)
    return status


def _answer(game: Game, command: AnswerDispute) -> DisputeAnswered:
    number, by, answer = command
    _check_text("answer", answer)
    if _status(game, number) in CLOSED:
        _refuse("answered-too-late", dispute=number)
    return DisputeAnswered(dispute=number, by=by, answer=answer)


def _rule(game: Game, command: RuleOnDispute) -> tuple[Event, ...]:
    number, by, remedies, reason, table_rules = command
    status = _status(game, number)
    if status == "ruled":
        _refuse("ruled-on", dispute=number)
    if status == "final":
        _refuse("ruled-on-finally", dispute=number)
    role: Role = "arbiter"
    if by in game.opened.players:
        if not table_rules:
            _refuse("ruled-on-by-party", seat=game.opened.players.index(by))
        role = "table"
    ruling = RulingMade(dispute=number, by=by, remedies=remedies, reason=reason, role=role)
    after = evolve_game(game, ruling)
    fault = next(remedy_faults(game, after, remedies), None)
    if fault is not None:
        raise Refused(fault)
    undecided = not after.over and after.running is None
    return (ruling, *outcome(after)) if undecided else (ruling,)


def _appeal(game: Game, command: AppealRuling) -> RulingAppealed:
    number, by, reason = command
    _check_text("appeal", reason)
    status = _status(game, number)
    if status == "appealed":
        _refuse("under-appeal", dispute=number)
    if status == "final":
        _refuse("ruled-on-finally", dispute=number)
    if status != "ruled":
        _refuse("not-ruled-on", dispute=number)
    return RulingAppealed(dispute=number, by=by, reason=reason)


def _withdraw(game: Game, command: WithdrawDispute) -> DisputeWithdrawn:
    number, by, reason = command
    status, dispute = _status(game, number), find_dispute(game, number)
    if status in CLOSED:
        _refuse("withdrawn-too-late", dispute=number)
    what: Withdrawn = "appeal" if status == "appealed" else "claim"
    said = dispute.appeals[-1] if what == "appeal" else dispute.opened
    if by != said.by:
        _refuse("withdrawn-by-another", dispute=number, what=what)
    return DisputeWithdrawn(dispute=number, by=by, what=what, reason=reason)


def _refuse(code: RefusalCode, **params: Param) -> NoReturn:
    raise Refused(Refusal(code, params))
