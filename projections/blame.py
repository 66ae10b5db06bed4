"""Who blocked a round under each reading, placed in the record, and what would be paid."""

from typing import NamedTuple

from domain.events import TurnPassed
from domain.readings import Verdict, verdicts
from domain.round import Act
from domain.rules import Reading

from .rulings import GameRuling, RoundRuling, net_under


class ReadingAudit(NamedTuple):
    """Who blocked under one reading, and what would be paid if it counted."""

    verdict: Verdict
    move: int | None
    """The lay-down that blocked, among the moves of the record."""
    net: tuple[int, ...] | None


Readings = dict[Reading, ReadingAudit]


def readings_of(ruling: GameRuling, found: RoundRuling) -> Readings | None:
    """By reading, the verdict on a round; None where it is irregular, or did not block."""
    score = found.score
    if not found.facts.regular or found.facts.ended != "blocked":
        return None
    moves = moves_of_acts(found.round.acts)
    return {
        reading: ReadingAudit(
            verdict,
            None if verdict.evidence is None else moves[verdict.evidence.act],
            None
            if score is None
            else net_under(ruling.game, ruling.rules, found.facts, score, verdict),
        )
        for reading, verdict in verdicts(found.round).items()
    }


def moves_of_acts(acts: tuple[Act, ...]) -> list[int | None]:
    """By act, its index among the moves of a record, which leaves inferred passes out."""
    moves: list[int | None] = []
    move = 0
    for act in acts:
        inferred = isinstance(act, TurnPassed) and act.inferred
        moves.append(None if inferred else move)
        move += not inferred
    return moves
