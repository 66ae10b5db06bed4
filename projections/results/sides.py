"""Sides in the order of the record: its teams, or its seats."""

from collections.abc import Sequence

from ...domain.events import Seat
from ...domain.game.state import Game
from ...domain.seats import Sides, by_team, teams_or_sides


def teams_of(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The sides, in the order of the record's teams if these match the sides.

    Without partners, each seat is a side.
    """
    return teams_or_sides(game.table.sides, game.opened.teams)


def points_by_team(game: Game, points: tuple[int, ...] | None) -> list[int] | None:
    """Points of each side in the order of the record's teams, or of each seat without teams."""
    if points is None:
        return None
    return [points[side] for side in by_team(game.table.sides, game.opened.teams)]


def noted_for(sides: Sides, pips: Sequence[int]) -> Sides:
    """The seats that each figure of noted pips stands for: those of a side, or one seat."""
    if len(pips) == len(sides):
        return sides
    return tuple((seat,) for seat in range(sum(map(len, sides))))
