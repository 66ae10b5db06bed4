"""What a writer says came of a game, beside what the ledger finds. Never believed, only checked."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.events import TileLaid
from domain.legal import legal_moves
from domain.round import Round, evolve, new_round
from domain.tiles import NAMES, names_of, tile_named

Figures = Mapping[str, Any]
"""By the name of a claim, the figure; None is no claim, or nothing found."""


def false_claims(claims: Figures | None, found: Figures) -> Iterator[str]:
    """A sentence for each claim that differs from what was found.

    A null claim claims nothing; one the ledger has no finding for is not looked at.
    """
    for name, claimed in (claims or {}).items():
        if claimed is not None and found.get(name) is not None:
            yield from _differences(name, claimed, found[name])


def _differences(name: str, claimed: Any, found: Any) -> Iterator[str]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for key in claimed.keys() & found.keys():
            yield from _differences(f"{name}.{key}", claimed[key], found[key])
    elif _comparable(name, claimed) != _comparable(name, found):
        said, finds = json.dumps(claimed), json.dumps(found)
        yield f"{name}: the record claims {said}, the ledger finds {finds}"


def _comparable(name: str, figure: Any) -> Any:
    """Seats that won, and tiles left in a hand, are sets however they are listed."""
    try:
        if name == "winners":
            return sorted(figure)
        if name == "left_in_hand":
            return [sorted(NAMES[tile_named(tile)] for tile in hand) for hand in figure]
    except (TypeError, ValueError):
        return figure
    return figure


def left_in_hand(round: Round) -> list[list[str]]:
    """By seat, the names of the tiles left."""
    return [names_of(hand) for hand in round.hands]


def choices(round: Round) -> list[int]:
    """The number of legal placings at each lay-down; an end is told by the pips it shows."""
    counts = []
    before = new_round(round.table, round.deal, round.start.lead)
    for event in round.events:
        if isinstance(event, TileLaid):
            pips = {end.name: end.pip for end in before.front.ends}
            lays = (move for move in legal_moves(before) if isinstance(move, TileLaid))
            counts.append(len({(lay.tile, pips.get(lay.end or "")) for lay in lays}))
        before = evolve(before, event)
    return counts
