"""The steps of a dispute: the events of each, or the reason for refusal.

``dispute`` is the number of a dispute in its game, from 1; ``by`` is the id of a person. Each step
raises Refused if it is not allowed.
"""

from typing import NoReturn
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


def find_dispute(game: Game, number: int) -> Dispute:
    """The dispute with this number, from 1; raises Refused if there is none."""
    disputes = disputes_of(game.desk)
    if number not in range(1, len(disputes) + 1):
        _refuse("unknown-dispute", dispute=number, disputes=len(disputes))
    return disputes[number - 1]


def open_dispute(
    game: Game, by: UUID, claim: str, round: int | None = None, move: int | None = None
) -> tuple[Event, ...]:
    """Dispute the game, one of its rounds, or a move of that round, counted as in the record."""
    _check_text("claim", claim)
    if round is not None and round not in range(game.dealt):
        _refuse("unknown-round", round=round, rounds=game.dealt)
    if move is not None:
        if round is None:
            _refuse("move-without-round", move=move)
        moves = moves_in(game.rounds[round])
        if move not in range(moves):
            _refuse("unknown-move", round=round, move=move, moves=moves)
    number = game.disputes + 1
    return (DisputeOpened(dispute=number, by=by, claim=claim, round=round, move=move),)


def answer_dispute(game: Game, dispute: int, by: UUID, answer: str) -> tuple[Event, ...]:
    """Answer the claim or the appeal."""
    _check_text("answer", answer)
    if _status(game, dispute) in CLOSED:
        _refuse("answered-too-late", dispute=dispute)
    return (DisputeAnswered(dispute=dispute, by=by, answer=answer),)


def rule_on_dispute(
    game: Game,
    dispute: int,
    by: UUID,
    remedies: tuple[Remedy, ...],
    reason: str = "",
    *,
    table_rules: bool = False,
) -> tuple[Event, ...]:
    """Order remedies; a ruling that decides the game is followed by `GameWon`.

    ``table_rules``: there is no arbiter, so a player of the game may rule.
    """
    status = _status(game, dispute)
    if status == "ruled":
        _refuse("ruled-on", dispute=dispute)
    if status == "final":
        _refuse("ruled-on-finally", dispute=dispute)
    role: Role = "arbiter"
    if by in game.opened.players:
        if not table_rules:
            _refuse("ruled-on-by-party", seat=game.opened.players.index(by))
        role = "table"
    ruling = RulingMade(dispute=dispute, by=by, remedies=remedies, reason=reason, role=role)
    after = evolve_game(game, ruling)
    fault = next(remedy_faults(game, after, remedies), None)
    if fault is not None:
        raise Refused(fault)
    undecided = not after.over and after.running is None
    return (ruling, *outcome(after)) if undecided else (ruling,)


def appeal_ruling(game: Game, dispute: int, by: UUID, reason: str) -> tuple[Event, ...]:
    """Appeal against the ruling."""
    _check_text("appeal", reason)
    status = _status(game, dispute)
    if status == "appealed":
        _refuse("under-appeal", dispute=dispute)
    if status == "final":
        _refuse("ruled-on-finally", dispute=dispute)
    if status != "ruled":
        _refuse("not-ruled-on", dispute=dispute)
    return (RulingAppealed(dispute=dispute, by=by, reason=reason),)


def withdraw_dispute(game: Game, dispute: int, by: UUID, reason: str = "") -> tuple[Event, ...]:
    """Withdraw one's claim before a ruling, or one's appeal."""
    status, found = _status(game, dispute), find_dispute(game, dispute)
    if status in CLOSED:
        _refuse("withdrawn-too-late", dispute=dispute)
    what: Withdrawn = "appeal" if status == "appealed" else "claim"
    said = found.appeals[-1] if what == "appeal" else found.opened
    if by != said.by:
        _refuse("withdrawn-by-another", dispute=dispute, what=what)
    return (DisputeWithdrawn(dispute=dispute, by=by, what=what, reason=reason),)


def _check_text(what: str, text: str) -> None:
    if not text.strip():
        _refuse("empty-text", what=what)


def _status(game: Game, number: int) -> Status:
    """The status of this dispute, which was not withdrawn."""
    status = find_dispute(game, number).status
    if status == "withdrawn":
        _refuse("claim-withdrawn", dispute=number)
    return status


def _refuse(code: RefusalCode, **params: Param) -> NoReturn:
    raise Refused(Refusal(code, params))
