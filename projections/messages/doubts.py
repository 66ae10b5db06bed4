"""Phrases for what would settle an open question about unseen tiles."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.transcript.game import Unchecked

from . import all_of, plural, text
from .faults import Names, player


def needs_text(unchecked: Unchecked, names: Names = ()) -> str:
    """What would settle it: ``the unseen tile of ann and the 2 unseen tiles of bob``."""
    params: Mapping[str, Any] = unchecked.params
    if "holders" in params:
        return _hands(params["holders"], params["counts"], names)
    if "claim" in params:
        return text("the unseen tiles, for {claim}", claim=params["claim"])
    rounds = all_of(params["rounds"])
    return text("the unseen tiles left in hand in round {rounds}", rounds=rounds)


def _hands(holders: Any, counts: Any, names: Sequence[str]) -> str:
    return all_of(
        plural(
            "the unseen tile of {player}",
            "the {number} unseen tiles of {player}",
            number,
            player=player(seat, names),
        )
        for seat, number in zip(holders, counts, strict=True)
    )
