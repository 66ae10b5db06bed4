"""Tiles to places: which tile can lie where, when every place holds just so many."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ..tiles import Tile

Allowed: TypeAlias = Mapping[Tile, int]
"""By tile, the places where it may lie, as bits."""
Matched: TypeAlias = Mapping[Tile, int]
"""By tile, the number of its place."""


def match(allowed: Allowed, sizes: Sequence[int], near: Matched | None = None) -> Matched | None:
    """A place for every tile so that every place is full; None where there is none.

    It differs from ``near`` only where it must, or little more.
    """
    if len(allowed) != sum(sizes):
        return None
    matching = _Matching(allowed, sizes)
    for tile, place in (near or {}).items():
        if allowed[tile] >> place & 1:
            matching.lying[place].append(tile)
    there = {tile for tiles in matching.lying for tile in tiles}
    if not all(tile in there or matching.find(tile, 0)[0] for tile in allowed):
        return None
    return {tile: place for place, tiles in enumerate(matching.lying) for tile in tiles}


class _Matching:
    """A matching in the making, by Kuhn's augmenting paths."""

    def __init__(self, allowed: Allowed, sizes: Sequence[int]) -> None:
        self.allowed, self.sizes = allowed, sizes
        self.lying: list[list[Tile]] = [[] for _ in sizes]

    def find(self, tile: Tile, tried: int) -> tuple[bool, int]:
        """Find a place for one more tile, others moving on; ``tried`` are places not to look at."""
        for place, size in enumerate(self.sizes):
            if not self.allowed[tile] & ~tried & 1 << place:
                continue
            tried |= 1 << place
            lying = self.lying[place]
            if len(lying) < size:
                lying.append(tile)
                return True, tried
            for at, other in enumerate(lying):
                found, tried = self.find(other, tried)
                if found:
                    lying[at] = tile
                    return True, tried
        return False, tried


def fixed(matched: Matched, allowed: Allowed, sizes: Sequence[int]) -> Matched:
    """The tiles that lie in the same place in every matching."""
    return {
        tile: place
        for tile, place in matched.items()
        if match({**allowed, tile: allowed[tile] & ~(1 << place)}, sizes, matched) is None
    }


def all_matched(matched: Matched, allowed: Allowed, sizes: Sequence[int]) -> Iterator[Matched]:
    """Every matching, beginning with the one given."""
    waiting: list[tuple[Matched, Allowed]] = [(matched, allowed)]
    while waiting:
        near, allowed = waiting.pop()
        found = match(allowed, sizes, near)
        if found is None:
            continue
        tile = next((tile for tile, places in allowed.items() if places & places - 1), None)
        if tile is None:
            yield found
            continue
        here = 1 << found[tile]
        waiting.append((found, {**allowed, tile: allowed[tile] & ~here}))
        waiting.append((found, {**allowed, tile: here}))
