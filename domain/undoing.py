"""What is taken back, and which of the events told stand then.

What was taken back is in the stream, and counts no more.
"""

from collections.abc import Callable, Iterable
from itertools import takewhile
from types import UnionType
from typing import TypeVar

from .desk_events import DisputeOpened, RulingMade
from .events import ActUndone, DealUndone, Event, RoundDealt, RoundEvent, is_inferred
from .faults import Fault
from .game import Game
from .remedies import VoidGame
from .round import Act

Told = TypeVar("Told")


def taking_back(game: Game) -> tuple[ActUndone | DealUndone, ...] | Fault:
    """The events that take back the last act, or the deal; or why nothing can be taken back."""
    round = game.current
    if round is None:
        return Fault("round-over", "nothing has been done that could be taken back")
    if not round.acts:
        named = _named(game, len(game.before))
        return (DealUndone(),) if named is None else named
    if game.running is None:
        how = round.ended or "void by a ruling"
        return Fault("round-over", f"the round is over ({how}): amend the game")
    *before, _ = round.acts
    stepped_over = takewhile(is_inferred, reversed(before))
    return (ActUndone(), *(ActUndone() for _ in stepped_over))


def _named(game: Game, number: int) -> Fault | None:
    """Why the deal of a round stays: it was spoken of at the arbiter's desk by its number."""
    for said in game.desk:
        match said:
            case DisputeOpened(round=named):
                rounds = {named}
            case RulingMade(remedies=remedies):
                rounds = {each.round for each in remedies if not isinstance(each, VoidGame)}
            case _:
                continue
        if number in rounds:
            message = f"dispute {said.dispute} is about round {number}: amend the game"
            return Fault("round-over", message)
    return None


def not_taken_back(told: Iterable[Told], event_of: Callable[[Told], Event]) -> list[Told]:
    """All that was told, in order, without what was undone and what it brought about.

    The same as `evolve_game` makes of a game, for events that come with something else, such as
    times.
    """
    kept: list[Told] = []
    for each in told:
        event = event_of(each)
        if isinstance(event, ActUndone):
            _take_back(kept, Act, event_of)
        elif isinstance(event, DealUndone):
            _take_back(kept, RoundDealt, event_of)
        else:
            kept.append(each)
    return kept


def _take_back(
    kept: list[Told], kind: type[RoundDealt] | UnionType, event_of: Callable[[Told], Event]
) -> None:
    """Take out the last of a kind and all of the round after it; what is no such event stays."""
    aside: list[Told] = []
    while not isinstance(event := event_of(last := kept.pop()), kind):
        if not isinstance(event, RoundEvent):
            aside.append(last)
    kept += reversed(aside)
