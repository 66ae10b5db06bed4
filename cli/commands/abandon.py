"""`domino abandon` and `domino forfeit`: games that were left."""

import click

from ledger.disputes import Step, abandon_game, forfeit_game
from projections.messages import text
from projections.results.consequences import consequences_between, consequences_json

from ..booked_game import BookedGame, booked_game, seat_called
from ..decisions import print_consequences, reason_option, refusals
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, say, unless_dry


@click.command()
@click.argument("game")
@reason_option
@dry_run_option
@ledger_option
@json_option
def abandon(*, game: str, reason: str, dry_run: bool, ledger: str, as_json: bool) -> None:
    """Abandon GAME: it will not go on. Its rules say whether its rounds count."""
    with book_at(ledger, dry_run=dry_run) as book:
        found = booked_game(book, game)
        with refusals(found):
            step = abandon_game(book, found.stream, reason)
    _print(found, step, as_json=as_json)
    done = text("{game} is abandoned", game=found.record)
    say(unless_dry(done, dry_run=dry_run))


@click.command()
@click.argument("game")
@click.argument("seat", metavar="SEAT|PLAYER")
@reason_option
@dry_run_option
@ledger_option
@json_option
def forfeit(
    *, game: str, seat: str, reason: str, dry_run: bool, ledger: str, as_json: bool
) -> None:
    """Forfeit GAME for a seat. SEAT is its number, PLAYER the name of its player."""
    with book_at(ledger, dry_run=dry_run) as book:
        found = booked_game(book, game)
        number = seat_called(found, seat)
        with refusals(found):
            step = forfeit_game(book, found.stream, number, reason)
    _print(found, step, as_json=as_json)
    done = text("{game} is forfeited by {player}", game=found.record, player=found.players[number])
    say(unless_dry(done, dry_run=dry_run))


def _print(found: BookedGame, step: Step, *, as_json: bool) -> None:
    consequences = consequences_between(step.before, step.after)
    if as_json:
        print_json({"game": found.record} | consequences_json(consequences))
    else:
        print_consequences(found, consequences)
