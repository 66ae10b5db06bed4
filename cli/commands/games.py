"""`domino games`: every game at a glance."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import click

from ledger.registry.players import all_names
from projections.messages import text
from projections.messages.states import abandonment_text, state_text
from projections.reports.games import ListedGame, listed_games
from projections.rulings.abandonment import abandonment_json

from ..ledger_option import book_at, ledger_option
from ..output import json_option, plain, print_json, print_table, say
from ..read_models import caught_up
from ..version_option import amended, amended_json


@click.command()
@ledger_option
@json_option
def games(ledger: str, as_json: bool) -> None:
    """List every game: who played, who won, and how it stands."""
    with book_at(ledger) as book, caught_up(book) as models, models.reading() as connection:
        names = all_names(book)
        listed = listed_games(book, connection)
        if as_json:
            for game in listed:
                print_json(_json(game, names))
        else:
            _print(list(listed), names)


def _print(listed: list[ListedGame], names: dict[UUID, str]) -> None:
    heads = (
        *(text("game"), text("rules"), text("players"), text("state")),
        *(text("rounds"), text("surplus"), text("scores"), text("won by")),
    )
    print_table(heads, map(_cells, listed))
    for remark in _remarks(listed, names):
        say(plain(remark))


def _remarks(listed: Iterable[ListedGame], names: dict[UUID, str]) -> Iterator[str]:
    """How games were left, and who amended which."""
    for game in listed:
        if game.abandonment is not None:
            left = abandonment_text(game.abandonment, game.players)
            yield text("{game}: {remark}", game=game.overview.record, remark=left)
    for game in listed:
        for amendment in amended(game.amendments, names):
            yield text("{game}: {remark}", game=game.overview.record, remark=amendment)


def _json(game: ListedGame, names: dict[UUID, str]) -> Mapping[str, Any]:
    overview = game.overview
    figures = overview._asdict()
    del figures["left_at"]
    return figures | {
        "id": str(overview.id),
        "players": game.players,
        "player_ids": [str(player) for player in overview.players],
        "winners": game.winners,
        "left": abandonment_json(game.abandonment),
        "version": len(game.amendments) + 1,
        "amended": amended_json(game.amendments, names),
    }


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
