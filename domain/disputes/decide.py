"""`decide_dispute`: what is said at the arbiter's desk, or why it is refused."""

from typing import NamedTuple, NoReturn, TypeAlias, assert_never
from uuid import UUID

from ..events import Event
from ..faults.act import DeskCode, DeskFault
from ..game.decide import Refused, moves_in, outcome
from ..game.state import Game, evolve_game
from ..words import no_such
from .events import DisputeAnswered, DisputeOpened, RulingAppealed, RulingMade
from .remedies import Remedy
from .remedy_faults import remedies_fault
from .state import CLOSED, Dispute, disputes_of


class OpenDispute(NamedTuple):
    """Dispute the game, a round of it, or a move of that round, as the record counts."""

    by: UUID
    claim: str
    round: int | None = None
    move: int | None = None


class AnswerDispute(NamedTuple):
    """Answer the claim, or the appeal."""

    dispute: int
    by: UUID
    answer: str


class RuleOnDispute(NamedTuple):
    """Order remedies."""

    dispute: int
    by: UUID
    remedies: tuple[Remedy, ...]
    reason: str = ""


class AppealRuling(NamedTuple):
    """Appeal against the ruling."""

    dispute: int
    by: UUID
    reason: str


DeskCommand: TypeAlias = OpenDispute | AnswerDispute | RuleOnDispute | AppealRuling


def decide_dispute(game: Game, command: DeskCommand) -> tuple[Event, ...]:
    """The events this command makes happen.

    Raises Refused, with a sentence for whoever stands at the desk. A ruling by which somebody has
    won the game brings the event that says so.
    """
    match command:
        case OpenDispute():
            return (_open(game, command),)
        case AnswerDispute():
            return (_answer(game, command),)
        case RuleOnDispute():
            return _rule(game, command)
        case AppealRuling():
            return (_appeal(game, command),)
        case _:
            assert_never(command)


def dispute_called(game: Game, number: int) -> Dispute:
    """The dispute of that number; raises Refused where there is none."""
    found = disputes_of(game.desk)
    if number not in range(1, len(found) + 1):
        _refuse("unknown-dispute", no_such("dispute", number, len(found), 1))
    return found[number - 1]


def _open(game: Game, command: OpenDispute) -> DisputeOpened:
    by, claim, round, move = command
    _say_something(claim, "a claim")
    if round is not None and round not in range(len(game.rounds)):
        _refuse("unknown-place", no_such("round", round, len(game.rounds)))
    if move is not None and round is None:
        _refuse("unknown-place", f"move {move} of which round? Say the round, too")
    if move is not None and round is not None and move not in range(moves_in(game.rounds[round])):
        moves = moves_in(game.rounds[round])
        _refuse("unknown-place", f"in round {round} {no_such('move', move, moves)}")
    number = len(disputes_of(game.desk)) + 1
    return DisputeOpened(dispute=number, by=by, claim=claim, round=round, move=move)


def _answer(game: Game, command: AnswerDispute) -> DisputeAnswered:
    number, by, answer = command
    _say_something(answer, "an answer")
    if dispute_called(game, number).status in CLOSED:
        _refuse("closed", f"dispute {number} has been ruled on: it is not answered any more")
    return DisputeAnswered(dispute=number, by=by, answer=answer)


def _rule(game: Game, command: RuleOnDispute) -> tuple[Event, ...]:
    number, by, remedies, reason = command
    status = dispute_called(game, number).status
    if status == "ruled":
        _refuse("closed", f"dispute {number} has been ruled on: only an appeal opens it again")
    if status == "final":
        _refuse("closed", f"dispute {number} has been ruled on again: that is final")
    ruling = RulingMade(dispute=number, by=by, remedies=remedies, reason=reason)
    after = evolve_game(game, ruling)
    fault = remedies_fault(game, after, remedies)
    if fault is not None:
        raise Refused(fault)
    undecided = not after.over and after.running is None
    return (ruling, *outcome(after)) if undecided else (ruling,)


def _appeal(game: Game, command: AppealRuling) -> RulingAppealed:
    number, by, reason = command
    _say_something(reason, "an appeal with its reason")
    status = dispute_called(game, number).status
    if status == "appealed":
        _refuse("closed", f"the ruling on dispute {number} is under appeal already")
    if status == "final":
        _refuse("closed", f"dispute {number} has been ruled on again: that is final")
    if status != "ruled":
        _refuse("not-ruled-on", f"dispute {number} has not been ruled on yet")
    return RulingAppealed(dispute=number, by=by, reason=reason)


def _say_something(text: str, what: str) -> None:
    if not text.strip():
        _refuse("nothing-said", f"{what} has to say something")


def _refuse(code: DeskCode, message: str) -> NoReturn:
    raise Refused(DeskFault(code, message))
