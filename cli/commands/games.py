"""`domino games`: a list of games."""

from collections.abc import Iterable, Iterator
from datetime import date, tzinfo
from typing import get_args
from uuid import UUID

import click

from ledger.registry.players import all_names
from projections.days import day_of
from projections.messages import text
from projections.messages.states import abandonment_text, state_text
from projections.reports.game_filter import GameFilter
from projections.reports.games import ListedGame, listed_game_json, listed_games
from projections.reports.players import find_player
from projections.results.game_state import State

from ..club_file import club_here
from ..ledger_option import book_at, ledger_option
from ..options import (
    WholeNumber,
    days_typed,
    from_option,
    json_option,
    played_under_option,
    player_option,
    to_option,
)
from ..output import print_json, say_lines
from ..read_models import check_known_rules, current_models
from ..terminal.pager import paged
from ..terminal.printed_tables import print_fitting
from ..text.amendment import amendment_lines
from ..text.listed_games import scores_cell, sides_cell
from ..text.statistics import Table


@click.command()
@from_option
@to_option
@played_under_option
@player_option
@click.option("--state", type=click.Choice(get_args(State)), help="Only games in this state.")
@click.option("--limit", type=WholeNumber(1), metavar="N", help="At most N games.")
@ledger_option
@json_option
@paged
def games(
    *,
    first: date | None,
    last: date | None,
    rules: str | None,
    player: str | None,
    state: State | None,
    limit: int | None,
    ledger: str,
    as_json: bool,
) -> None:
    """List games, newest first: who played, who won, how they stand."""
    zone, span = club_here().zone, days_typed(first, last)
    with book_at(ledger) as book, current_models(book) as models, models.reading() as connection:
        check_known_rules(book, rules)
        only = None if player is None else find_player(book, connection, player)
        names = all_names(book)
        which = GameFilter(*span, rules, only, state)
        listed = listed_games(book, connection, which, limit=limit, newest_first=not as_json)
        if as_json:
            for game in listed:
                print_json(listed_game_json(game, names))
        else:
            _print(list(listed), names, zone)


def _print(listed: list[ListedGame], names: dict[UUID, str], zone: tzinfo | None) -> None:
    heads = (
        *(text("game"), text("started"), text("rules"), text("players"), text("state")),
        *(text("rounds"), text("surplus"), text("scores"), text("won by")),
    )
    print_fitting(Table(heads, [_cells(game, zone) for game in listed], _WORTH))
    say_lines(_remarks(listed, names, zone))


def _remarks(
    listed: Iterable[ListedGame], names: dict[UUID, str], zone: tzinfo | None
) -> Iterator[str]:
    """How games were left, then how games were amended."""
    for game in listed:
        if game.abandonment is not None:
            left = abandonment_text(game.abandonment, game.players)
            yield text("{game}: {remark}", game=game.overview.record, remark=left)
    for game in listed:
        for amendment in amendment_lines(game.amendments, names, zone):
            yield text("{game}: {remark}", game=game.overview.record, remark=amendment)


_WORTH = (9, 8, 2, 7, 6, 3, 1, 4, 5)
"""By column, in the order of the heads."""


def _cells(game: ListedGame, zone: tzinfo | None) -> tuple[object, ...]:
    overview = game.overview
    return (
        overview.record,
        day_of(overview.started_at, zone),
        overview.rules,
        sides_cell(game),
        state_text(overview.state),
        overview.rounds,
        overview.surplus,
        scores_cell(game),
        ", ".join(game.winners) or "-",
    )
