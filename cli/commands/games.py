"""`domino games`: every game at a glance."""

from collections.abc import Iterator
from uuid import UUID

import click

from ledger.book import Book
from ledger.records.versions import Amendment, all_amendments
from ledger.registry.players import all_names, shown_name
from projections.messages.states import abandonment_text
from projections.reports.games import GameOverview, game_overviews
from projections.rulings.abandonment import Abandonment, abandonment_at, abandonment_json

from ..ledger_option import book_at, ledger_option
from ..output import json_option, plain, print_json, print_table, say
from ..read_models import caught_up
from ..version_option import amended, amended_json

_HEADS = ("game", "rules", "players", "state", "rounds", "surplus", "scores", "won by")


@click.command()
@ledger_option
@json_option
def games(ledger: str, as_json: bool) -> None:
    """List every game: who played, who won, and how it stands."""
    with book_at(ledger) as book, caught_up(book) as models, models.reading() as connection:
        names = all_names(book)
        told_again = all_amendments(book)
        overviews = game_overviews(connection)
        if as_json:
            for game in overviews:
                print_json(_figures(game, told_again.get(game.id, []), _left(book, game), names))
        else:
            listed = list(overviews)
            print_table(_HEADS, (_cells(game, names) for game in listed))
            for line in _remarks(book, listed, told_again, names):
                say(line)


def _left(book: Book, game: GameOverview) -> Abandonment | None:
    return None if game.left_at is None else abandonment_at(book, game.left_at)


def _remarks(
    book: Book,
    listed: list[GameOverview],
    told_again: dict[UUID, list[Amendment]],
    names: dict[UUID, str],
) -> Iterator[str]:
    """How games were left, and who amended which."""
    for game in listed:
        left = _left(book, game)
        if left is not None:
            players = tuple(shown_name(names, player) for player in game.players)
            yield plain(f"{game.record}: {abandonment_text(left, players)}")
    for amendments in told_again.values():
        for line in amended(amendments, names):
            yield f"{plain(amendments[0].record)}: {line}"


def _figures(
    game: GameOverview,
    amendments: list[Amendment],
    left: Abandonment | None,
    names: dict[UUID, str],
) -> dict[str, object]:
    figures = game._asdict()
    del figures["left_at"]
    return figures | {
        "id": str(game.id),
        "players": [shown_name(names, player) for player in game.players],
        "player_ids": [str(player) for player in game.players],
        "winners": [shown_name(names, player) for player in game.winners],
        "left": abandonment_json(left),
        "version": len(amendments) + 1,
        "amended": amended_json(amendments, names),
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
