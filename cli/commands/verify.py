"""`domino verify`: checks that the book holds what was recorded."""

import click

from projections.messages import plural, text
from projections.verification.chains import verify_book, verify_game

from ..booked_game import game_called
from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, print_lines


@click.command()
@click.argument("game", required=False)
@click.option("--all", "whole", is_flag=True, help="Check all games, in the order of the log.")
@json_option
@ledger_option
def verify(*, game: str | None, whole: bool, as_json: bool, ledger: str) -> None:
    """Check that no event of GAME, or of the book, was changed or lost.

    The first event that is not what was recorded is named (exit 4).
    """
    if (game is None) != whole:
        raise click.UsageError(text("name a game, or --all"))
    with book_at(ledger) as book:
        covered = verify_book(book) if game is None else verify_game(book, game_called(book, game))
    if as_json:
        print_json(covered._asdict())
        return
    print_lines(
        [
            plural(
                "{number} event matches its hash",
                "{number} events match their hashes",
                covered.events,
            ),
            plural(
                "{number} game ends where its head says",
                "{number} games end where their heads say",
                covered.games,
            ),
        ]
    )
