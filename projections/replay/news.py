"""What changed in a game between two moments, as one observer may know it."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.events import ActUndone, DealUndone, Event, Seat
from domain.game.state import Game, standing_of
from domain.hidden.seat_view import SeatView, seat_view

from ..rulings.sides import points_by_team
from .frames import Frame, frames


class News(NamedTuple):
    """What these events brought about."""

    events: tuple[Event, ...]
    taken_back: tuple[Frame, ...]
    """The newest first."""
    steps: tuple[Frame, ...]
    """New steps of the current round."""
    scores: list[int] | None
    """By team, after a round that ended in a game for points; else None."""


def news(before: Game, events: Sequence[Event], after: Game, viewer: Seat | None) -> News:
    """What ``events`` changed; without a viewer nothing is hidden."""
    last = len(after.rounds) - 1
    steps = _steps(after, viewer, last)
    new = steps[_unchanged(_steps(before, viewer, last), steps) :]
    undone = sum(isinstance(event, ActUndone | DealUndone) for event in events)
    return News(
        events=tuple(events),
        taken_back=_last_acts(before, viewer, undone),
        steps=new,
        scores=_scores(after) if new and new[-1].kind == "end" else None,
    )


def current_step(game: Game, viewer: Seat | None) -> Frame | None:
    """The last step of the last round; None before the first deal."""
    steps = _steps(game, viewer, len(game.rounds) - 1)
    return steps[-1] if steps else None


def current_view(game: Game, viewer: Seat | None) -> SeatView | None:
    """The current round; None before the first deal."""
    if game.current is None:
        return None
    return seat_view(game.current, viewer, open=viewer is None)


def _steps(game: Game, viewer: Seat | None, round: int) -> tuple[Frame, ...]:
    return frames(game, viewer, open=viewer is None, only=round)


def _unchanged(before: Sequence[Frame], steps: Sequence[Frame]) -> int:
    """How many steps of a round are as they were before."""
    known = [frame for frame in before if frame.kind != "stop"]
    if steps and known and steps[-1].result != known[-1].result:
        known = [frame for frame in known if frame.kind != "end"]
    return len(known)


def _last_acts(game: Game, viewer: Seat | None, number: int) -> tuple[Frame, ...]:
    """So many acts and deals from the end of the game."""
    steps = _steps(game, viewer, len(game.rounds) - 1) if number else ()
    acts = [frame for frame in steps if frame.act is not None or frame.kind == "deal"]
    return tuple(reversed(acts))[:number]


def _scores(game: Game) -> list[int] | None:
    if game.opened.rules.score.target is None:
        return None
    return points_by_team(game, standing_of(game).scores)
