"""Bipartite matching of tiles to places of fixed size."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ..tiles import Tile

Allowed: TypeAlias = Mapping[Tile, int]
"""By tile, the places where it may be, as bits."""
Matched: TypeAlias = Mapping[Tile, int]
"""By tile, the index of its place."""


def match(allowed: Allowed, sizes: Sequence[int], near: Matched | None = None) -> Matched | None:
    """A matching that fills every place; None if there is none.

    Starts from ``near`` and changes as little of it as it can easily avoid.
    """
    if len(allowed) != sum(sizes):
        return None
    matching = _Matching(allowed, sizes)
    for tile, place in (near or {}).items():
        if allowed[tile] >> place & 1:
            matching.placed[place].append(tile)
    placed = {tile for tiles in matching.placed for tile in tiles}
    if not all(tile in placed or matching.find(tile, 0)[0] for tile in allowed):
        return None
    return {tile: place for place, tiles in enumerate(matching.placed) for tile in tiles}


class _Matching:
    """A partial matching, extended along augmenting paths (Kuhn's algorithm)."""

    def __init__(self, allowed: Allowed, sizes: Sequence[int]) -> None:
        self.allowed, self.sizes = allowed, sizes
        self.placed: list[list[Tile]] = [[] for _ in sizes]
        """By place, its tiles."""

    def find(self, tile: Tile, tried: int) -> tuple[bool, int]:
        """Place one more tile, moving others if needed. Skips the places in ``tried``.

        Returns whether it succeeded, and all places tried.
        """
        for place, size in enumerate(self.sizes):
            if not self.allowed[tile] & ~tried & 1 << place:
                continue
            tried |= 1 << place
            tiles = self.placed[place]
            if len(tiles) < size:
                tiles.append(tile)
                return True, tried
            for at, other in enumerate(tiles):
                found, tried = self.find(other, tried)
                if found:
                    tiles[at] = tile
                    return True, tried
        return False, tried


def fixed(matched: Matched, allowed: Allowed, sizes: Sequence[int]) -> Matched:
    """The tiles that have the same place in every matching."""
    return {
        tile: place
        for tile, place in matched.items()
        if match({**allowed, tile: allowed[tile] & ~(1 << place)}, sizes, matched) is None
    }


def all_matched(matched: Matched, allowed: Allowed, sizes: Sequence[int]) -> Iterator[Matched]:
    """Every matching, starting with the given one."""
    stack: list[tuple[Matched, Allowed]] = [(matched, allowed)]
    while stack:
        near, allowed = stack.pop()
        found = match(allowed, sizes, near)
        if found is None:
            continue
        tile = next((tile for tile, places in allowed.items() if places & places - 1), None)
        if tile is None:
            yield found
            continue
        here = 1 << found[tile]
        stack.append((found, {**allowed, tile: allowed[tile] & ~here}))
        stack.append((found, {**allowed, tile: here}))
