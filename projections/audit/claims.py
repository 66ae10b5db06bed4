"""Claims in a record about its results, compared with the figures found."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.faults.codes import Params, frozen
from domain.tiles import tile_named

Figures = Mapping[str, Any]
"""By the name of a claim, the figure."""


class Found(NamedTuple):
    """The figures that the ledger finds."""

    figures: dict[str, Any]
    """Without those that the rules do not have. None in a list by seat: uncertain."""
    unknown: frozenset[str] = frozenset()
    """Figures that depend on unseen tiles, wholly or partly."""


def false_claims(claims: Figures, found: Figures) -> Iterator[Params]:
    """The parameters of a `false-claim` for each claim that differs from the figure found.

    A null claim claims nothing. A claim without a figure is ignored.
    """
    for name, claimed in claims.items():
        if claimed is not None and name in found:
            yield from _differences(name, claimed, found[name])


def cannot_be_checked(claims: Figures, found: Found) -> Iterator[Params]:
    """Each claim that cannot be checked, because it depends on unseen tiles."""
    for name, claimed in claims.items():
        false = any(false_claims({name: claimed}, found.figures))
        if claimed is not None and name in found.unknown and not false:
            yield {"claim": name}


def _differences(name: str, claimed: Any, found: Any) -> Iterator[Params]:
    if isinstance(claimed, dict) and isinstance(found, dict):
        for key in claimed:
            # In a reading, null means that nobody blocked or assisted.
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
    """Sort winners and tiles left in hands: their order does not matter."""
    try:
        if name == "winners":
            return sorted(figure)
        if name == "left_in_hand":
            return [None if hand is None else sorted(map(tile_named, hand)) for hand in figure]
    except (TypeError, ValueError):
        return figure
    return figure
