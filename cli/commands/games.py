"""`domino games`: every game at a glance."""

from uuid import UUID

import click

from ledger.players import all_names, shown_name
from projections.reports.games import GameOverview, game_overviews

from ..book import book_at, ledger_option
from ..models import caught_up
from ..output import json_option, print_json, print_table

_HEADS = ("game", "rules", "players", "state", "rounds", "surplus", "scores", "won by")


@click.command()
@ledger_option
@json_option
def games(ledger: str, as_json: bool) -> None:
    """List every game: who played, who won, and how it stands."""
    with book_at(ledger) as book, caught_up(book) as models, models.reading() as connection:
        names = all_names(book)
        overviews = game_overviews(connection)
        if as_json:
            for game in overviews:
                print_json(_figures(game, names))
        else:
            print_table(_HEADS, (_cells(game, names) for game in overviews))


def _figures(game: GameOverview, names: dict[UUID, str]) -> dict[str, object]:
    return game._asdict() | {
        "id": str(game.id),
        "players": [shown_name(names, player) for player in game.players],
        "player_ids": [str(player) for player in game.players],
        "winners": [shown_name(names, player) for player in game.winners],
    }


def _cells(game: GameOverview, names: dict[UUID, str]) -> tuple[object, ...]:
    return (
        game.record,
        game.rules,
        " ".join(shown_name(names, player) for player in game.players),
        game.state,
        game.rounds,
        game.surplus,
        "-" if game.scores is None else " ".join(map(str, game.scores)),
        " ".join(shown_name(names, player) for player in game.winners) or "-",
    )
