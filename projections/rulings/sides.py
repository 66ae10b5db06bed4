"""Sides in the order of the record: its teams, or its seats."""

from domain.events import Seat
from domain.game.state import Game


def teams_of(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The sides, in the order of the record's teams if these match the sides.

    Without partners, each seat is a side.
    """
    sides, teams = game.table.sides, game.opened.teams or ()
    right = sorted(map(sorted, teams)) == sorted(map(sorted, sides))
    return teams if right and game.table.play.partners else sides


def points_by_team(game: Game, points: tuple[int, ...] | None) -> list[int] | None:
    """Points of each side in the order of the record's teams, or of each seat without teams."""
    if points is None:
        return None
    return [points[game.table.side_of(team[0])] for team in teams_of(game)]
