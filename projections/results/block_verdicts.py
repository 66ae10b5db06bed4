"""Verdicts on a block: who blocked under each reading, at which move, and the payout."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from ...domain.block_verdicts import Verdict, search_bound, verdicts
from ...domain.events import TileLaid, is_inferred
from ...domain.round.state import Act, Round, as_dealt, evolve
from ...domain.rules.payout import Reading
from ...domain.scoring.settlement import NOBODY, Blame
from ...domain.tiles import NAMES
from .game_result import GameResult, RoundResult, net_under


class ReadingAudit(NamedTuple):
    """A verdict under one reading, and the payout if that reading counted."""

    verdict: Verdict
    move: int | None
    """The move of the record that blocked."""
    net: tuple[int, ...] | None


Readings = dict[Reading, ReadingAudit]


def readings_of(result: GameResult, found: RoundResult) -> Readings | None:
    """By reading, the verdict on a regular blocked round that counts; None for others."""
    if not found.round.regular or found.facts.voided or found.facts.ended != "blocked":
        return None
    names_one = result.rules.reading is not None
    moves = moves_of_acts(found.round.acts)
    bound = search_bound(found.round.table, found.number)
    return {
        reading: ReadingAudit(
            verdict,
            None if verdict.evidence is None else moves[verdict.evidence.act],
            net_under(
                result.game,
                result.rules,
                found,
                Blame(verdict.blocker, verdict.assistant) if names_one else NOBODY,
            ),
        )
        for reading, verdict in verdicts(found.round, bound).items()
    }


def ruled_on(found: RoundResult) -> ReadingAudit | None:
    """The blocker that an arbiter named, if the round counts."""
    named = found.decreed.blame
    if named is None or found.score is None or not found.facts.blocked:
        return None
    status: Literal["found", "nobody"] = "nobody" if named.blocker is None else "found"
    verdict = Verdict(status, named.blocker, named.assistant, None, None)
    return ReadingAudit(verdict, None, found.net)


def moves_of_acts(acts: tuple[Act, ...]) -> list[int | None]:
    """By act, its index among the moves of a record; None for inferred passes."""
    moves: list[int | None] = []
    move = 0
    for act in acts:
        inferred = is_inferred(act)
        moves.append(None if inferred else move)
        move += not inferred
    return moves


def before_acts(round: Round) -> Iterator[Round]:
    """The position before each act."""
    position = as_dealt(round)
    for event in round.events:
        if isinstance(event, Act):
            yield position
        position = evolve(position, event)


def placed_json(laid: TileLaid) -> dict[str, Any]:
    """The tile, its end, and the half said to stay open; the lead has no end."""
    half = {} if laid.open is None else {"open": laid.open}
    return {"tile": NAMES[laid.tile], "end": laid.end, **half}
