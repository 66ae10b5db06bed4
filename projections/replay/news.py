"""The changes in a game after some events, as one observer may see them."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.events import ActUndone, DealUndone, Event, Seat
from domain.game.state import Game, standing_of
from domain.hidden.seat_view import SeatView, seat_view

from ..rulings.sides import points_by_team
from .frames import Frame, frames


class News(NamedTuple):
    """The changes that some events made."""

    events: tuple[Event, ...]
    taken_back: tuple[Frame, ...]
    """The newest first."""
    steps: tuple[Frame, ...]
    """New steps of the current round, except its stop."""
    scores: list[int] | None
    """By team, after the end of a round in a game for points; else None."""


def news(before: Game, events: Sequence[Event], after: Game, viewer: Seat | None) -> News:
    """The changes that ``events`` made; without a viewer nothing is hidden."""
    last = after.dealt - 1
    steps = _steps(after, viewer, last)
    since = _unchanged(_steps(before, viewer, last), steps)
    new = tuple(step for step in steps[since:] if step.kind != "stop")
    undone = sum(isinstance(event, ActUndone | DealUndone) for event in events)
    ended = bool(new) and new[-1].kind == "end"
    has_target = after.opened.rules.score.target is not None
    return News(
        events=tuple(events),
        taken_back=_last_acts(before, viewer, undone),
        steps=new,
        scores=points_by_team(after, standing_of(after).scores) if ended and has_target else None,
    )


def current_step(game: Game, viewer: Seat | None) -> Frame | None:
    """The last step of the last round; None before the first deal."""
    steps = _steps(game, viewer, game.dealt - 1)
    return steps[-1] if steps else None


def current_view(game: Game, viewer: Seat | None) -> SeatView | None:
    """The current round; None before the first deal."""
    if game.current is None:
        return None
    return seat_view(game.current, viewer, open=viewer is None)


def _steps(game: Game, viewer: Seat | None, round: int) -> tuple[Frame, ...]:
    return frames(game, viewer, open=viewer is None, only=round)


def _unchanged(before: Sequence[Frame], steps: Sequence[Frame]) -> int:
    """The number of steps of a round that did not change."""
    known = [frame for frame in before if frame.kind != "stop"]
    if steps and known and steps[-1].result != known[-1].result:
        known = [frame for frame in known if frame.kind != "end"]
    return len(known)


def _last_acts(game: Game, viewer: Seat | None, number: int) -> tuple[Frame, ...]:
    """The last acts and deals of the game, newest first."""
    steps = _steps(game, viewer, game.dealt - 1) if number else ()
    acts = [frame for frame in steps if frame.act is not None or frame.kind == "deal"]
    return tuple(reversed(acts))[:number]
