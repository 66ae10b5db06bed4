"""Tables of games."""

from collections.abc import Iterable
from datetime import tzinfo

from ..days import day_of, local_time
from ..messages import all_of, mark, text
from ..messages.formats import day_text
from ..messages.rule_ids import rules_cell
from ..reports.games import ListedGame
from .table import Column, Table, table_of


def games_table(games: Iterable[ListedGame], zone: tzinfo | None) -> Table:
    """A row a game, with its day in this time zone (`day_of`)."""
    columns = (
        Column(mark("game"), 9, lambda game: game.overview.record),
        Column(mark("started"), 8, lambda game: day_text(day_of(game.overview.started_at, zone))),
        Column(mark("rules"), 2, lambda game: rules_cell(game.overview.rules)),
        Column(mark("players"), 7, _sides),
        Column(mark("state"), 6, lambda game: text(game.overview.state)),
        Column(mark("rounds"), 3, lambda game: game.overview.rounds),
        Column(mark("surplus"), 1, lambda game: game.overview.surplus),
        Column(mark("scores"), 4, _scores),
        Column(mark("won by"), 5, lambda game: ", ".join(game.winners) or "-"),
    )
    return table_of(columns, games)


def evening_table(games: Iterable[ListedGame], zone: tzinfo | None) -> Table:
    """A row a game of an evening, with the time when it began in this time zone."""
    columns = (
        Column(mark("game"), 8, lambda game: game.overview.record),
        Column(
            mark("began"), 3, lambda game: f"{local_time(game.overview.started_at, zone):%H:%M}"
        ),
        Column(mark("rules"), 2, lambda game: rules_cell(game.overview.rules)),
        Column(mark("players"), 7, _sides),
        Column(mark("state"), 4, lambda game: text(game.overview.state)),
        Column(mark("rounds"), 1, lambda game: game.overview.rounds),
        Column(mark("scores"), 5, _scores),
        Column(mark("won by"), 6, lambda game: ", ".join(game.winners) or "-"),
    )
    return table_of(columns, games)


def _sides(game: ListedGame) -> str:
    """Who plays together, and against whom: `Ana and Cid / Ben and Dora`."""
    sides = game.overview.sides
    return " / ".join(all_of(game.players[seat] for seat in side) for side in sides)


def _scores(game: ListedGame) -> str:
    """The scores in the order of the sides: `106 / 73`; `-` in games without points."""
    scores = game.overview.scores
    return "-" if scores is None else " / ".join(map(str, scores))
