"""Who sits at a table: seats, and the sides they play for."""

from typing import Final, TypeAlias

Seat: TypeAlias = int
"""0, 1, 2 ... clockwise."""

UNDECIDED: Final[frozenset[Seat]] = frozenset()
"""The rules or the facts do not say which seats: any of them."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each side; a seat without a partner is a side of one."""


def teams_or_sides(sides: Sides, teams: Sides | None) -> Sides:
    """The sides, in the order of a record's teams if there are partners and these match them."""
    right = sorted(map(sorted, teams or ())) == sorted(map(sorted, sides))
    return teams if teams is not None and right and len(sides[0]) > 1 else sides


def by_team(sides: Sides, teams: Sides | None) -> list[int]:
    """The index of each side, in the order of a record's teams if these match the sides."""
    of_seat = sides_by_seat(sides)
    return [of_seat[team[0]] for team in teams_or_sides(sides, teams)]


def sides_by_seat(sides: Sides) -> list[int]:
    """By seat, the index of its side."""
    return [
        side
        for _, side in sorted((seat, side) for side, seats in enumerate(sides) for seat in seats)
    ]
