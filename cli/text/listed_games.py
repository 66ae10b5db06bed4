"""Cells of a table of games."""

from projections.messages import all_of
from projections.reports.games import ListedGame


def sides_cell(game: ListedGame) -> str:
    """Who plays together, and against whom: `Ana and Cid / Ben and Dora`."""
    sides = game.overview.sides
    return " / ".join(all_of(game.players[seat] for seat in side) for side in sides)


def scores_cell(game: ListedGame) -> str:
    """The scores in the order of `sides_cell`: `106 / 73`; `-` in games without points."""
    scores = game.overview.scores
    return "-" if scores is None else " / ".join(map(str, scores))
