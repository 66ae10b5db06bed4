"""The consequences of a ruling or another event: results without it and with it."""

from collections.abc import Iterable
from typing import NamedTuple

from ...domain.disputes.events import RulingMade
from ...domain.game.state import Game, fold
from ...ledger.store.stream import Stream
from ..as_json import Json
from .disputes import DisputeHistory
from .game_result import count_game, net_of_game
from .game_state import State
from .sides import points_by_team


class Result(NamedTuple):
    """The result of a game so far."""

    state: State
    winners: tuple[int, ...] | None
    """Seats; None until a side has won."""
    scores: list[int] | None
    """By side, in the order of the record's teams; None under rules without points."""
    net: tuple[int, ...] | None
    """By seat, in minor units; None if nothing counts, or the rules have no payout."""


class Consequences(NamedTuple):
    """The result of one game without a ruling or another event, and with it."""

    without: Result
    with_it: Result


def result_of(game: Game) -> Result:
    """The result under the rules in force."""
    result = count_game(game)
    scores = points_by_team(game, result.standing.scores)
    return Result(result.state, result.winners, scores, net_of_game(result))


def consequences_between(before: Stream, after: Stream) -> Consequences:
    """The consequences of the events between two states of a stream."""
    return Consequences(result_of(before.game), result_of(after.game))


def consequences_of(stream: Stream, dispute: int) -> Consequences:
    """The consequences of all rulings on a dispute."""
    others = (
        entry.event
        for entry in stream.entries
        if not (isinstance(entry.event, RulingMade) and entry.event.dispute == dispute)
    )
    return Consequences(result_of(fold(others)), result_of(stream.game))


def by_dispute(
    stream: Stream, disputes: Iterable[DisputeHistory]
) -> tuple[Consequences | None, ...]:
    """What the rulings on each of these disputes changed; None where none is in force."""
    return tuple(
        consequences_of(stream, each.dispute) if any(step.in_force for step in each.steps) else None
        for each in disputes
    )


def consequences_json(consequences: Consequences) -> Json:
    """Both results, for programs."""
    return {"without": consequences.without._asdict(), "with": consequences.with_it._asdict()}
