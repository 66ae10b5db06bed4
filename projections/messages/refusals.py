"""The sentence for what is refused at a live table."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ...domain.events import Seat
from ...domain.faults.codes import Fault, Refusal
from ...domain.game.decide import Refused
from ...domain.game.state import Game
from ...domain.hidden.seen_event import seen_params
from ..replay.news import knows_hands
from . import text
from .errors import error_text
from .faults import fault_text

Hearer: TypeAlias = Seat | Literal["everybody"] | None
"""Who hears a reason: a seat, everybody, or the scribe (None), who may have seen the hands."""


def refusal_text(error: Exception, game: Game, names: Sequence[str], hearer: Hearer) -> str:
    """The reason for a refusal, as who hears it may know it."""
    if not isinstance(error, Refused):
        return error_text(error)
    fault = refusal_as_seen(error, game, hearer)
    if fault.code == "ambiguous-end" and "open_ends" not in fault.params:
        return text("{tile} fits at both ends: add l or r", **fault.params)
    return fault_text(fault, names)


def refusal_as_seen(error: Refused, game: Game, hearer: Hearer) -> Fault | Refusal:
    """What is wrong, without what is hidden; the arguments as for `refusal_text`."""
    fault = error.fault
    knows = hearer is None and knows_hands(game)
    if fault.code == "turns-first" and not knows:  # It follows from hands.
        fault = Fault("wrong-turn", {**fault.params})
    if isinstance(fault, Fault) and not isinstance(hearer, int) and not knows:
        fault = Fault(fault.code, seen_params(fault.params))
    return fault
