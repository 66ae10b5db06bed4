"""Which halves may touch (docs/rules/play.md#matching), as tables."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias, assert_never

from ..tiles import HALVES, NO_TILES, SUITS, WILD, Pip, Tiles, set_up_to, tile_set, wild_tiles

MatchRule: TypeAlias = Literal["equal", "sum"]
"""Halves may touch if their pips are equal, or add up to one more than the highest pip.

Under ``sum`` a *matador*, 0-0 or a tile whose own halves add up to that, may be laid anywhere.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A match rule for one set. Interned by `matching_for`, so compared by identity."""

    fits: tuple[Tiles, ...]
    """By pip, the tiles that may lie on an end that shows it."""
    outward: tuple[tuple[Pip, ...], ...]
    """By tile and by the pip that the end shows, the half that then faces outward; the lower one of
    a tile that does not fit, where nothing depends on it."""
    touching: tuple[Pip | None, ...]
    """By pip that an end shows, the pip of a half that touches it; None: there is none."""
    either_way: Tiles
    """The tiles that may lie either way round; the lay says which half stays open."""
    wild: Tiles = NO_TILES
    """The tiles with a wild half; the lay says which pip it stands for."""
    stands_for: tuple[Pip, ...] = ()
    """The pips that a wild half may stand for."""

    @property
    def fixes_way(self) -> bool:
        """No lay says how its tile lies."""
        return not (self.either_way or self.wild)


def _outward(touching: tuple[Pip | None, ...]) -> tuple[tuple[Pip, ...], ...]:
    return tuple(
        tuple(sum(halves) - pip if pip in halves else halves[0] for pip in touching)
        for tile, halves in enumerate(HALVES)
    )


_PIPS = tuple(range(WILD))
_ANY_HALF = set_up_to(WILD - 1)
"""What fits an end that shows `WILD`: every tile."""
_EQUAL = Matching(
    fits=(*SUITS[:WILD], _ANY_HALF),
    outward=_outward((*_PIPS, None)),
    touching=(*_PIPS, None),
    either_way=NO_TILES,
)


@lru_cache(maxsize=WILD)
def _with_wild(highest: Pip) -> Matching:
    wild = wild_tiles(highest)
    fits = tuple(fits | wild for fits in _EQUAL.fits)
    return replace(_EQUAL, fits=fits, wild=wild, stands_for=_PIPS[: highest + 1])


@lru_cache(maxsize=WILD)
def _sum(highest: Pip) -> Matching:
    total = highest + 1
    touching = tuple(total - pip if 0 < pip < total else None for pip in (*_PIPS, WILD))
    own_sum = [tile for tile, halves in enumerate(HALVES) if sum(halves) == total]
    matadors = tile_set(own_sum) | 1
    return Matching(
        fits=tuple((0 if pip is None else SUITS[pip]) | matadors for pip in touching),
        outward=_outward(touching),
        touching=touching,
        either_way=tile_set(tile for tile in own_sum if HALVES[tile][0] != HALVES[tile][1]),
    )


def matching_for(rule: MatchRule, highest: Pip, *, wild: bool = False) -> Matching:
    """The tables of this rule for the set with this highest double."""
    match rule:
        case "equal":
            return _with_wild(highest) if wild else _EQUAL
        case "sum":
            return _sum(highest)
        case _:
            assert_never(rule)
