"""`domino games`: a list of all games."""

from collections.abc import Iterable, Iterator
from uuid import UUID

import click

from ledger.registry.players import all_names
from projections.messages import text
from projections.messages.states import abandonment_text, state_text
from projections.reports.games import ListedGame, listed_game_json, listed_games

from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, print_table, say_lines
from ..read_models import current_models
from ..text.amendment import amendment_lines


@click.command()
@ledger_option
@json_option
def games(ledger: str, as_json: bool) -> None:
    """List every game: who played, who won, and how it stands."""
    with book_at(ledger) as book, current_models(book) as models, models.reading() as connection:
        names = all_names(book)
        listed = listed_games(book, connection)
        if as_json:
            for game in listed:
                print_json(listed_game_json(game, names))
        else:
            _print(list(listed), names)


def _print(listed: list[ListedGame], names: dict[UUID, str]) -> None:
    heads = (
        *(text("game"), text("rules"), text("players"), text("state")),
        *(text("rounds"), text("surplus"), text("scores"), text("won by")),
    )
    print_table(heads, map(_cells, listed))
    say_lines(_remarks(listed, names))


def _remarks(listed: Iterable[ListedGame], names: dict[UUID, str]) -> Iterator[str]:
    """How games were left, then how games were amended."""
    for game in listed:
        if game.abandonment is not None:
            left = abandonment_text(game.abandonment, game.players)
            yield text("{game}: {remark}", game=game.overview.record, remark=left)
    for game in listed:
        for amendment in amendment_lines(game.amendments, names):
            yield text("{game}: {remark}", game=game.overview.record, remark=amendment)


def _cells(game: ListedGame) -> tuple[object, ...]:
    overview = game.overview
    return (
        overview.record,
        overview.rules,
        " ".join(game.players),
        state_text(overview.state),
        overview.rounds,
        overview.surplus,
        "-" if overview.scores is None else " ".join(map(str, overview.scores)),
        " ".join(game.winners) or "-",
    )
