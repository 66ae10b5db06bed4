"""What a writer says came of a game, beside what the ledger finds. Never believed, only checked."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.tiles import tile_named

Figures = Mapping[str, Any]
"""By the name of a claim, the figure."""

_LONGEST = 400


def false_claims(claims: Figures, found: Figures) -> Iterator[str]:
    """A sentence for each claim that differs from what was found.

    A null claim claims nothing; one the ledger has no finding for is not looked at.
    """
    for name, claimed in claims.items():
        if claimed is not None and name in found:
            yield from _differences(name, claimed, found[name])


def _differences(name: str, claimed: Any, found: Any) -> Iterator[str]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for key in claimed:
            # Of a reading, null says something: nobody blocked, or nobody helped.
            if key in found and (claimed[key] is not None or not isinstance(found[key], list)):
                yield from _differences(f"{name}.{key}", claimed[key], found[key])
    elif _comparable(name, claimed) != _comparable(name, found):
        yield f"{name}: the record claims {_told(claimed)}, the ledger finds {_told(found)}"


def _comparable(name: str, figure: Any) -> Any:
    """Seats that won, and tiles left in a hand, are sets however they are listed."""
    try:
        if name == "winners":
            return sorted(figure)
        if name == "left_in_hand":
            return [sorted(map(tile_named, hand)) for hand in figure]
    except (TypeError, ValueError):
        return figure
    return figure


def _told(figure: Any) -> str:
    text = "none" if figure is None else json.dumps(figure)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
