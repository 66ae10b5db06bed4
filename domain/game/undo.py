"""Undo: the events that take back what was last done, and the events that remain in force."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from types import UnionType
from typing import TypeVar

from ..disputes.events import DisputeOpened, RulingMade, VoidGame
from ..events import (
    Act,
    ActUndone,
    Closing,
    DealUndone,
    Event,
    GameWon,
    IrregularityNoted,
    RoundBegun,
    RoundEvent,
    Shown,
    is_inferred,
)
from ..faults.codes import Refusal
from ..hidden.doubts import proven_end
from ..hidden.inference import steps_of
from ..round.legal import ending
from ..round.state import Round
from .state import Game

Item = TypeVar("Item")


def events_that_undo(game: Game) -> tuple[Event, ...] | Refusal:
    """The events that take back what was last done in the round; or why this is refused.

    That is an act with the passes it stepped over and the end it led to, tiles that were shown,
    pips that were typed, a block that was called, a deal without acts, or a reported round. Tiles
    shown, pips typed and a called block follow the last act: it is undone with them and recorded
    again.
    """
    round = game.current
    if round is None:
        return Refusal("nothing-done")
    if round.ended is not None or not round.acts:
        disputed = _dispute_of_deal(game, game.dealt - 1)
        if disputed is not None:
            return disputed
    if not round.acts:
        return (DealUndone(),)
    if round.ended is None and game.running is None:
        return Refusal("round-void-by-ruling")
    again = recorded_again(round)
    if again:
        return (ActUndone(), *again)
    *before, _ = round.acts
    inferred = takewhile(is_inferred, reversed(before))
    return (ActUndone(), *(ActUndone() for _ in inferred))


def recorded_again(round: Round) -> tuple[RoundEvent, ...]:
    """The last act and what follows it, up to the tiles or pips shown last, or the call of a block.

    Empty if the last act itself is what was last done.
    """
    events = round.events
    last = max(number for number, event in enumerate(events) if isinstance(event, Act))
    shown = [number for number, event in enumerate(events) if isinstance(event, Shown)]
    if shown:
        return events[last : shown[-1]]
    if not isinstance(events[-1], Closing):
        return ()
    if is_inferred(events[last]):
        return ()  # The call of the block ended the turn.
    noted = events[-2]
    if isinstance(noted, IrregularityNoted) and noted.recorded is not None:
        return events[last:-2]
    *_, closing = steps_of(round)
    follows = ending(closing.before) is not None or proven_end(closing.before) is not None
    return () if follows else events[last:-1]  # Or somebody had to call the end.


def _dispute_of_deal(game: Game, number: int) -> Refusal | None:
    """The refusal if a dispute or ruling refers to the round: its deal cannot be undone."""
    for event in game.desk:
        rounds: set[int | None] = set()
        if isinstance(event, DisputeOpened):
            rounds = {event.round}
        elif isinstance(event, RulingMade):
            rounds = {each.round for each in event.remedies if not isinstance(each, VoidGame)}
        if number in rounds:
            return Refusal("deal-disputed", {"dispute": event.dispute, "round": number})
    return None


def without_undone(items: Iterable[Item], event_of: Callable[[Item], Event]) -> list[Item]:
    """The items, in order, without the undone events and their consequences: also a game won.

    The counterpart of `evolve_game` for events with extra data, such as times.
    """
    kept: list[Item] = []
    for item in items:
        event = event_of(item)
        if isinstance(event, ActUndone):
            _remove_last(kept, Act, event_of)
        elif isinstance(event, DealUndone):
            _remove_last(kept, RoundBegun, event_of)
        else:
            kept.append(item)
    return kept


def _remove_last(kept: list[Item], kind: UnionType, event_of: Callable[[Item], Event]) -> None:
    """Remove the last event of this kind and all that followed from it; keep all others."""
    others: list[Item] = []
    while not isinstance(event := event_of(last := kept.pop()), kind):
        if not isinstance(event, RoundEvent | GameWon):
            others.append(last)
    kept += reversed(others)
