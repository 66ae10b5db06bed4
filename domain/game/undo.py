"""Undo: the events that undo the last act or deal, and the events that remain in force."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from types import UnionType
from typing import TypeVar, assert_never

from ..disputes.events import DisputeAnswered, DisputeOpened, RulingAppealed, RulingMade
from ..disputes.remedies import VoidGame
from ..events import ActUndone, DealUndone, Event, RoundDealt, RoundEvent, is_inferred
from ..faults.codes import Refusal
from ..round.state import Act
from .state import Game

Item = TypeVar("Item")


def events_that_undo(game: Game) -> tuple[ActUndone | DealUndone, ...] | Refusal:
    """The events that undo the last act, or a deal without acts; or why this is refused."""
    round = game.current
    if round is None:
        return Refusal("nothing-done")
    if not round.acts:
        return _dispute_of_deal(game, game.dealt - 1) or (DealUndone(),)
    if game.running is None:
        return Refusal("round-is-over", {"ended": round.ended} if round.ended else {})
    *before, _ = round.acts
    inferred = takewhile(is_inferred, reversed(before))
    return (ActUndone(), *(ActUndone() for _ in inferred))


def _dispute_of_deal(game: Game, number: int) -> Refusal | None:
    """The refusal if a dispute or ruling refers to the round: its deal cannot be undone."""
    for event in game.desk:
        match event:
            case DisputeOpened(round=disputed):
                rounds = {disputed}
            case RulingMade(remedies=remedies):
                rounds = {each.round for each in remedies if not isinstance(each, VoidGame)}
            case DisputeAnswered() | RulingAppealed():
                continue
            case _:
                assert_never(event)
        if number in rounds:
            return Refusal("deal-disputed", {"dispute": event.dispute, "round": number})
    return None


def without_undone(items: Iterable[Item], event_of: Callable[[Item], Event]) -> list[Item]:
    """The items, in order, without the undone events and their consequences.

    The counterpart of `evolve_game` for events with extra data, such as times.
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
    """Remove the last event of this kind and all round events after it; keep all others."""
    others: list[Item] = []
    while not isinstance(event := event_of(last := kept.pop()), kind):
        if not isinstance(event, RoundEvent):
            others.append(last)
    kept += reversed(others)
