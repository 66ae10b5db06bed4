"""`domino abandon` and `domino forfeit`: games that will not go on."""

import click

from domain.game.decide import Abandon, Forfeit, decide
from projections.rulings.consequences import Follows, follows_json, stands

from ..dispute_desk import AtTheDesk, at_the_desk, print_follows, refusals, seat_called, told
from ..ledger_option import book_at, ledger_option
from ..output import IS, NOTHING_WRITTEN, dry_run_option, json_option, print_json, say

_reason_option = click.option("--reason", default="", metavar="TEXT", callback=told, help="Why.")


@click.command()
@click.argument("game")
@_reason_option
@dry_run_option
@ledger_option
@json_option
def abandon(*, game: str, reason: str, dry_run: bool, ledger: str, as_json: bool) -> None:
    """Break GAME off: it will not go on. Its rules say whether its rounds count."""
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        after = _leave(desk, Abandon(reason))
    _print(desk, after, as_json=as_json)
    say(f"{desk.record} {IS[dry_run]} abandoned{NOTHING_WRITTEN[dry_run]}")


@click.command()
@click.argument("game")
@click.argument("seat", metavar="SEAT|PLAYER")
@_reason_option
@dry_run_option
@ledger_option
@json_option
def forfeit(
    *, game: str, seat: str, reason: str, dry_run: bool, ledger: str, as_json: bool
) -> None:
    """Record that a SEAT, by its number or its player's name, gave GAME up."""
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        number = seat_called(desk, seat)
        after = _leave(desk, Forfeit(number, reason))
    _print(desk, after, as_json=as_json)
    forfeited = f"{desk.record} {IS[dry_run]} forfeited by seat {number} ({desk.players[number]})"
    say(f"{forfeited}{NOTHING_WRITTEN[dry_run]}")


def _leave(desk: AtTheDesk, command: Abandon | Forfeit) -> AtTheDesk:
    with refusals(desk.stream):
        events = decide(desk.stream.game, command)
    return desk.append(events)


def _print(before: AtTheDesk, after: AtTheDesk, *, as_json: bool) -> None:
    follows = Follows(stands(before.stream.game), stands(after.stream.game))
    if as_json:
        print_json({"game": after.record} | follows_json(follows))
    else:
        print_follows(after, follows)
