"""Undo: which events take back the last act or deal, and which events stand after it."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from types import UnionType
from typing import TypeVar

from ..disputes.events import DisputeOpened, RulingMade
from ..disputes.remedies import VoidGame
from ..events import ActUndone, DealUndone, Event, RoundDealt, RoundEvent, is_inferred
from ..faults.codes import Refusal
from ..round.state import Act
from .state import Game

Item = TypeVar("Item")


def events_that_undo(game: Game) -> tuple[ActUndone | DealUndone, ...] | Refusal:
    """The events that take back the last act, or a deal without acts; or why that is refused."""
    round = game.current
    if round is None:
        return Refusal("nothing-done")
    if not round.acts:
        return _dispute_of_deal(game, len(game.before)) or (DealUndone(),)
    if game.running is None:
        return Refusal("round-is-over", {"ended": round.ended} if round.ended else {})
    *before, _ = round.acts
    stepped_over = takewhile(is_inferred, reversed(before))
    return (ActUndone(), *(ActUndone() for _ in stepped_over))


def _dispute_of_deal(game: Game, number: int) -> Refusal | None:
    """A dispute or ruling that names the round by its number: its deal stays."""
    for said in game.desk:
        match said:
            case DisputeOpened(round=named):
                rounds = {named}
            case RulingMade(remedies=remedies):
                rounds = {each.round for each in remedies if not isinstance(each, VoidGame)}
            case _:
                continue
        if number in rounds:
            return Refusal("deal-disputed", {"dispute": said.dispute, "round": number})
    return None


def without_undone(items: Iterable[Item], event_of: Callable[[Item], Event]) -> list[Item]:
    """The items, in order, without those whose events were undone and what followed from them.

    What `evolve_game` does to a game, for events that come with something else, such as times.
    """
    kept: list[Item] = []
    for item in items:
        event = event_of(item)
        if isinstance(event, ActUndone):
            _remove_last(kept, Act, event_of)
        elif isinstance(event, DealUndone):
            _remove_last(kept, RoundDealt, event_of)
        else:
            kept.append(item)
    return kept


def _remove_last(
    kept: list[Item], kind: type[RoundDealt] | UnionType, event_of: Callable[[Item], Event]
) -> None:
    """Remove the last event of a kind and all events of rounds after it; others stay."""
    aside: list[Item] = []
    while not isinstance(event := event_of(last := kept.pop()), kind):
        if not isinstance(event, RoundEvent):
            aside.append(last)
    kept += reversed(aside)
