"""What a writer says came of a game, beside what the ledger finds. Never believed, only checked."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.faults.codes import Params, frozen
from domain.tiles import tile_named

Figures = Mapping[str, Any]
"""By the name of a claim, the figure."""


class Found(NamedTuple):
    """What the ledger finds."""

    figures: dict[str, Any]
    """What these rules do not know is left out. In a list by seat, None is what does not follow."""
    unknown: frozenset[str] = frozenset()
    """What does not follow, or not whole, as nobody saw all tiles."""


def false_claims(claims: Figures, found: Figures) -> Iterator[Params]:
    """The parameters of a `false-claim` for each claim that differs from what was found.

    A null claim claims nothing; one the ledger has no finding for is ignored.
    """
    for name, claimed in claims.items():
        if claimed is not None and name in found:
            yield from _differences(name, claimed, found[name])


def cannot_be_checked(claims: Figures, found: Found) -> Iterator[Params]:
    """Each claim that may be true or false, as that depends on unseen tiles."""
    for name, claimed in claims.items():
        false = any(false_claims({name: claimed}, found.figures))
        if claimed is not None and name in found.unknown and not false:
            yield {"claim": name}


def _differences(name: str, claimed: Any, found: Any) -> Iterator[Params]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for key in claimed:
            # Of a reading, null says something: nobody blocked, or nobody helped.
            if key in found and (claimed[key] is not None or not isinstance(found[key], list)):
                yield from _differences(f"{name}.{key}", claimed[key], found[key])
    elif not _agree(name, claimed, found):
        yield {"claim": name, "claimed": frozen(claimed), "found": frozen(found)}


def _agree(name: str, claimed: Any, found: Any) -> bool:
    claimed, found = _comparable(name, claimed), _comparable(name, found)
    if isinstance(claimed, list) and isinstance(found, list) and len(claimed) == len(found):
        pairs = zip(claimed, found, strict=True)
        return all(other is None or one == other for one, other in pairs)
    return bool(claimed == found)


def _comparable(name: str, figure: Any) -> Any:
    """Seats that won, and tiles left in a hand, are sets however they are listed."""
    try:
        if name == "winners":
            return sorted(figure)
        if name == "left_in_hand":
            return [None if hand is None else sorted(map(tile_named, hand)) for hand in figure]
    except (TypeError, ValueError):
        return figure
    return figure
