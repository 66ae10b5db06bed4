"""How far a search for a verdict may go."""

from collections.abc import Iterator


class BoundReached(Exception):
    """The search exceeded its budget of positions."""


Budget = Iterator[int]
"""Yields once for each position that one verdict may search, across all its searches."""


def budget(bound: int) -> Budget:
    return iter(range(bound))
