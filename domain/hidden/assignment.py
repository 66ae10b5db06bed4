"""Bipartite matching of tiles to places of fixed size."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import TypeAlias

from ..tiles import Tile

Allowed: TypeAlias = Mapping[Tile, int]
"""By tile, the places where it may be, as bits."""
Matched: TypeAlias = Mapping[Tile, int]
"""By tile, the index of its place."""


def match(allowed: Allowed, sizes: Sequence[int], near: Matched | None = None) -> Matched | None:
    """A matching that fills every place, with few changes to ``near``; None if there is none."""
    if len(allowed) != sum(sizes):
        return None
    matching = _Matching(allowed, sizes)
    placed = {tile: place for tile, place in (near or {}).items() if allowed[tile] >> place & 1}
    for tile, place in placed.items():
        matching.put(tile, place)
    if not all(tile in placed or matching.find(tile, 0)[0] for tile in allowed):
        return None
    return {tile: place for place, tiles in enumerate(matching.placed) for tile in tiles}


class _Matching:
    """A partial matching, extended along augmenting paths (Kuhn's algorithm)."""

    def __init__(self, allowed: Allowed, sizes: Sequence[int]) -> None:
        self.allowed, self.sizes = allowed, sizes
        self.placed: list[list[Tile]] = [[] for _ in sizes]
        """By place, its tiles."""
        self.free = sum(1 << place for place, size in enumerate(sizes) if size)
        """The places with room left, as bits."""

    def put(self, tile: Tile, place: int) -> None:
        tiles = self.placed[place]
        tiles.append(tile)
        if len(tiles) == self.sizes[place]:
            self.free ^= 1 << place

    def find(self, tile: Tile, tried: int) -> tuple[bool, int]:
        """Place one more tile, moving others if needed. Skips the places in ``tried``.

        Returns whether it succeeded, and all places tried.
        """
        room = self.allowed[tile] & self.free
        if room:  # Tried first, because moving others may take many steps.
            self.put(tile, next(_places(room)))
            return True, tried
        for place in _places(self.allowed[tile]):
            if tried >> place & 1:
                continue
            tried |= 1 << place
            tiles = self.placed[place]
            for at, other in enumerate(tiles):
                found, tried = self.find(other, tried)
                if found:
                    tiles[at] = tile
                    return True, tried
        return False, tried


def _places(bits: int) -> Iterator[int]:
    """The places in this set, in ascending order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def possible(matched: Matched, allowed: Allowed) -> Allowed:
    """By tile, the places where it is in some matching, given one of the matchings."""
    moves: dict[int, int] = {}
    for tile, place in matched.items():
        moves[place] = moves.get(place, 1 << place) | allowed[tile]
    for middle, on in moves.items():  # Warshall's algorithm: `moves` will hold all chains.
        for place, reached in moves.items():
            if reached >> middle & 1:
                moves[place] = reached | on
    back = {
        place: sum(1 << other for other, reached in moves.items() if reached >> place & 1)
        for place in moves
    }
    return {tile: allowed[tile] & back[place] for tile, place in matched.items()}


def fixed(matched: Matched, allowed: Allowed) -> Matched:
    """The tiles that have the same place in every matching."""
    places = possible(matched, allowed)
    return {tile: place for tile, place in matched.items() if places[tile] == 1 << place}


def surely_more_than(limit: int, matched: Matched, allowed: Allowed) -> bool:
    """There are more matchings than this, without finding them: equal tiles can change places."""
    equal: dict[int, Counter[int]] = {}
    for tile, place in matched.items():
        equal.setdefault(allowed[tile], Counter())[place] += 1
    number = 1
    for in_places in equal.values():
        left = in_places.total()
        for tiles in in_places.values():
            number *= comb(left, tiles)
            left -= tiles
    return number > limit


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
