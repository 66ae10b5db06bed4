"""How misplaced tiles lay, as far as later tiles show it."""

from functools import reduce

from ..events import EndName, RoundEvent, TileLaid, TurnEnded, Way, laid
from ..layout.ends import Ends, OneOf
from ..layout.front import Front, meanings
from ..tiles import Pip
from .state import Round, as_dealt, evolve


def as_told(round: Round) -> Round:
    """The round with each misplaced tile as it lay, where later tiles tell that.

    A tile that fits is trusted. The lay of the misplaced tile then says what it left out: the
    half that stays open, or the end.
    """
    if round.regular:
        return round
    told = _Told(round.front)
    events = [told.event(event, before) for event, before in round.backwards()]
    return reduce(_again, reversed(events), as_dealt(round)) if told.anything else round


def _again(round: Round, event: RoundEvent) -> Round:
    """The round after the event, but for a turn end that let points go which were never made."""
    unasked = isinstance(event, TurnEnded) and event.inferred and event.seat != round.seat
    return round if unasked else evolve(round, event)


class _Told:
    """Goes through the events of a round, last first."""

    def __init__(self, last: Front) -> None:
        self.anything = False
        self._after = {_shown(ends) for ends in last.possible}
        """What the ends after the event may have shown, by all that follows."""

    def event(self, event: RoundEvent, before: Front) -> RoundEvent:
        """The event, or what it was."""
        if not isinstance(event, TileLaid) or not before.ends:
            return event
        meant = [
            meaning
            for meaning in meanings(before, event.placing, event.seat)
            if _shown(meaning.after(before, event.seat)) in self._after
        ]
        self._after = {_shown(meaning.possible) for meaning in meant}
        placings = {meaning.placing for meaning in meant}
        if len(placings) != 1 or placings == {event.placing}:
            return event
        self.anything = True
        ((tile, name, flipped, open, wild, bend),) = placings
        return laid(event.seat, tile, name, flipped, Way(open, wild, bend))


def _shown(ends: Ends) -> frozenset[tuple[EndName, Pip | OneOf]]:
    """What does not change until the next tile is laid."""
    return frozenset((end.name, end.pip) for end in ends)
