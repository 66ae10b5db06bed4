"""Sentences about violations and open questions, with their places."""

from collections.abc import Mapping
from typing import Any

from ...ledger.transcript.game import Unchecked, Violation
from ..places import Address, number_of
from . import all_of, mark_plural, plural, text
from .faults import Names, fault_text, player


def violation_text(violation: Violation, names: Names = (), game: str | None = None) -> str:
    """The violation as one line: place, perhaps with the record's id ``game``; code, sentence."""
    return text(
        "{place}: {code}: {sentence}",
        place=place_text(violation, game),
        code=violation.code,
        sentence=fault_text(violation.fault, names),
    )


def unchecked_text(unchecked: Unchecked, names: Names = (), game: str | None = None) -> str:
    """The open question as one line: place, code, and what would settle it."""
    return text(
        "{place}: {code}? That depends on {needs}",
        place=place_text(unchecked, game),
        code=unchecked.code,
        needs=needs_text(unchecked, names),
    )


def needs_text(unchecked: Unchecked, names: Names = ()) -> str:
    """What would settle it: ``the unseen tile of ann and the 2 unseen tiles of bob``."""
    params: Mapping[str, Any] = unchecked.params
    if "holders" in params:
        unseen = mark_plural("the unseen tile of {player}", "the {number} unseen tiles of {player}")
        hands = zip(params["holders"], params["counts"], strict=True)
        return all_of(plural(*unseen, number, player=player(seat, names)) for seat, number in hands)
    if "claim" in params:
        return text("the unseen tiles, for {claim}", claim=params["claim"])
    rounds = all_of(map(number_of, params["rounds"]))
    return text("the unseen tiles left in hand in round {rounds}", rounds=rounds)


def place_text(found: Violation | Unchecked, game: str | None = None) -> str:
    """Its place: the address ``noche-2/2.12``, or ``round 2, move 12`` without the game's id."""
    if found.round is None:
        return text("game") if game is None else game
    # The place of a round that did not end as said is behind its last move.
    move = None if found.code == "round-not-over" else found.move
    if game is not None:
        return str(Address(game, found.round, move))
    if move is None:
        return text("round {round}", round=found.round)
    return text("round {round}, move {move}", round=found.round, move=move)
