"""Figures of sides as the record tells them: in the order of its teams, else by seat."""

from domain.events import Seat
from domain.game.state import Game


def teams_of(game: Game) -> tuple[tuple[Seat, ...], ...]:
    """The sides, in the order in which the record names its teams, where it names them rightly.

    Where there are no partners, every seat by itself, in order.
    """
    sides, teams = game.table.sides, game.opened.teams or ()
    rightly = sorted(map(sorted, teams)) == sorted(map(sorted, sides))
    return teams if rightly and game.table.play.partners else sides


def points_by_team(game: Game, points: tuple[int, ...] | None) -> list[int] | None:
    """Points of each side in the order of the record's teams, of each seat where there are none."""
    if points is None:
        return None
    return [points[game.table.side_of(team[0])] for team in teams_of(game)]
