"""What later lay-downs tell of tiles that were misplaced."""

from functools import reduce

from ..events import EndName, RoundEvent, TileLaid, TurnEnded, Way, laid
from ..layout.ends import allowing, outer_half
from ..layout.front import Front, meanings
from ..tiles import Pip
from .state import Round, as_dealt, evolve


def as_told(round: Round) -> Round:
    """The round with each misplaced tile as it lay, where the next tile at its end tells that.

    A tile that fits is trusted. The lay-down of the misplaced tile then says what it left out, such
    as the half that stays open.
    """
    if round.regular:
        return round
    told = _Told()
    events = [told.event(event, before) for event, before in round.backwards()]
    return reduce(_again, reversed(events), as_dealt(round)) if told.anything else round


def _again(round: Round, event: RoundEvent) -> Round:
    """The round after the event, but for a turn end that let points go which were never made."""
    unasked = isinstance(event, TurnEnded) and event.inferred and event.seat != round.seat
    return round if unasked else evolve(round, event)


class _Told:
    """Goes through the events of a round, last first."""

    def __init__(self) -> None:
        self.anything = False
        self._showed: dict[EndName, set[Pip]] = {}
        """By end, the pips that it may have shown to the next tile laid there."""

    def event(self, event: RoundEvent, before: Front) -> RoundEvent:
        """The event, or what it was."""
        if not isinstance(event, TileLaid) or not before.ends:
            return event
        end = next((end for end in before.ends if end.name == event.end), None)
        if end is None:
            self._showed.clear()  # It may lie at any end.
            return event
        showed = self._showed.get(end.name)
        meant = [
            (each.pip, placing)
            for ends, placing in meanings(before, event.placing)
            for each in ends
            if each.name == end.name
            and (showed is None or outer_half(before.matching, each, placing) in showed)
        ]
        fits = allowing(before.matching, end, event.placing)
        self._showed.pop(end.name, None)
        if fits:
            self._showed[end.name] = {pip for pip, _ in meant if isinstance(pip, int)}
        placings = {placing for _, placing in meant}
        if len(placings) != 1 or placings == {event.placing}:
            return event
        self.anything = True
        ((tile, name, flipped, open, wild, bend),) = placings
        return laid(event.seat, tile, name, flipped, Way(open, wild, bend))
