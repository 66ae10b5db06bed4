"""Sentences about violations and open questions, with their places."""

from ledger.transcript.game import Unchecked, Violation

from . import text
from .doubts import needs_text
from .faults import Names, fault_text


def violation_text(violation: Violation, names: Names = ()) -> str:
    """The violation as one line: place, code, sentence; ``names``: the players, where known."""
    return text(
        "{place}: {code}: {sentence}",
        place=place_text(violation),
        code=violation.code,
        sentence=fault_text(violation.fault, names),
    )


def unchecked_text(unchecked: Unchecked, names: Names = ()) -> str:
    """The open question as one line: place, code, and what would settle it."""
    return text(
        "{place}: {code}? That depends on {needs}",
        place=place_text(unchecked),
        code=unchecked.code,
        needs=needs_text(unchecked, names),
    )


def place_text(found: Violation | Unchecked) -> str:
    """Its place in the record."""
    if found.round is None:
        return text("game")
    if found.move is None:
        return text("round {round}", round=found.round)
    return text("round {round}, move {move}", round=found.round, move=found.move)
