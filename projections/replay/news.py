"""The changes in a game after some events, as one observer may see them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...domain.events import ActUndone, DealUndone, Event, Seat, Shown
from ...domain.game.state import Game, standing_of
from ...domain.hidden.seat_view import SeatView, seat_view
from ...ledger.live.bot_table import bot_table_of
from ..results.game_result import RoundResult, count_round_of_its_game, owes_unknown_amounts
from ..results.sides import points_by_team
from .frames import Frame, frames


class News(NamedTuple):
    """The changes that some events made."""

    events: tuple[Event, ...]
    """Without those that an undo records again."""
    taken_back: tuple[Frame | Shown, ...]
    """The newest first: acts, deals, ends of rounds, and what had been shown."""
    steps: tuple[Frame, ...]
    """New steps of the current round, except its stop."""
    scores: list[int] | None
    """By team, after the end of a round in a game of several; else None."""
    paid: RoundResult | None
    """After the end of a settled round in a game for money: who blocked, and what each gets."""
    unsettled: bool
    """After the end of a round in a game for money: who won is known, but not what each gets."""


def news(before: Game, events: Sequence[Event], after: Game, viewer: Seat | None) -> News:
    """The changes that ``events`` made.

    Without a viewer as the table sees them that is written down: nothing is hidden but the tiles of
    a round that the program dealt, until it is over.
    """
    last, rules = after.dealt - 1, after.opened.rules
    undone = any(isinstance(event, ActUndone | DealUndone) for event in events)
    known = 0
    if not undone and before.current is not None and before.dealt == after.dealt:
        known = len(before.current.acts)  # The steps of so many acts are not new.
    steps = _steps(after, viewer, last, since=known)
    old = _steps(before, viewer, last, since=known)
    changed = steps[_unchanged(before, after, last, old, steps) :]
    new = tuple(step for step in changed if step.kind != "stop")
    ended = bool(new) and new[-1].kind == "end"
    result = None
    if ended and rules.payout is not None:
        result = count_round_of_its_game(after, last)
    goes_on = ended and not rules.score.one_round
    recorded = () if before.current is None or not undone else before.current.events
    return News(
        events=tuple(event for event in events if event not in recorded),
        taken_back=tuple(_taken_back(before, after, viewer)) if undone else (),
        steps=new,
        scores=points_by_team(after, standing_of(after).scores) if goes_on else None,
        paid=None if result is None or result.net is None else result,
        unsettled=result is not None and owes_unknown_amounts(rules, result),
    )


def current_step(game: Game, viewer: Seat | None) -> Frame | None:
    """The last step of the last round; None before the first deal."""
    return last_step(game, viewer, game.dealt - 1) if game.dealt else None


def last_step(game: Game, viewer: Seat | None, round: int) -> Frame:
    """The last step of this round, counted from 0."""
    acts = len(game.judged_round(round).round.acts)
    return _steps(game, viewer, round, since=acts + 1)[-1]


def newest_step(game: Game, viewer: Seat | None) -> Frame | None:
    """The last thing that happened in the last round; None before the first deal.

    Without a viewer as spectators see it.
    """
    if game.current is None:
        return None
    steps = frames(game, viewer, only=game.dealt - 1, since=len(game.current.acts))
    return steps[-2] if len(steps) > 1 and steps[-1].kind == "stop" else steps[-1]


def current_view(game: Game, viewer: Seat | None) -> SeatView | None:
    """The current round; None before the first deal."""
    if game.current is None:
        return None
    return seat_view(game.current, viewer, open=_is_open(game, viewer, game.dealt - 1))


def knows_hands(game: Game) -> bool:
    """The scribe of the game knows the hands of its current round."""
    return _is_open(game, None, game.dealt - 1)


def _is_open(game: Game, viewer: Seat | None, round: int) -> bool:
    """Without a viewer, hands that were typed are shown, and none that the program dealt."""
    by_program = game.shuffle_of(round) is not None or bot_table_of(game) is not None
    return viewer is None and not by_program


def _steps(game: Game, viewer: Seat | None, round: int, since: int = 0) -> tuple[Frame, ...]:
    open = _is_open(game, viewer, round)
    return frames(game, viewer, open=open, only=round, since=since)


def _unchanged(
    before: Game, after: Game, round: int, old: Sequence[Frame], new: Sequence[Frame]
) -> int:
    """The number of steps of a round that are the same in both games."""
    if not 0 <= round < min(before.dealt, after.dealt):
        return 0
    if before.judged_round(round).round.deal != after.judged_round(round).round.deal:
        return 0
    same = 0
    for one, other in zip(old, new, strict=False):
        if "stop" in {one.kind, other.kind} or any(
            getattr(one, field) != getattr(other, field)
            for field in ("kind", "act", "noted", "result")
        ):
            break
        same += 1
    return same


def _taken_back(before: Game, after: Game, viewer: Seat | None) -> Iterator[Frame | Shown]:
    """What the game before has and the game after has not, newest first."""
    for number in reversed(range(max(after.dealt - 1, 0), before.dealt)):
        old = _steps(before, viewer, number)
        new = _steps(after, viewer, number) if number < after.dealt else ()
        gone = old[_unchanged(before, after, number, old, new) :]
        shown = after.judged_round(number).round.events if new else ()
        for event in reversed(before.judged_round(number).round.events):
            if isinstance(event, Shown) and event not in shown:
                yield event
        ends_again = bool(new) and new[-1].kind == "end"
        for frame in reversed(gone):
            if frame.kind != "stop" and not (frame.kind == "end" and ends_again):
                yield frame
