"""`domino abandon` and `domino forfeit`: games that were left."""

from ...ledger.disputes import Step, abandon_game, forfeit_game
from ...projections.results.consequences import consequences_between, consequences_json
from .. import options
from ..booked_game import BookedGame, booked_game, seat_called
from ..decisions import print_consequences, refusals
from ..declaring import argument, command
from ..output import print_json


@command()
def abandon(
    game: str = argument(),
    reason: str = options.reason,
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> None:
    """Abandon GAME: it will not go on. Its rules say whether its rounds count."""
    with ledger.open() as book:
        found = booked_game(book, game)
        with refusals(found):
            step = abandon_game(book, found.stream, reason)
    _print(found, step, as_json)
    ledger.say_done("{game} is abandoned", game=found.record)


@command()
def forfeit(
    game: str = argument(),
    seat: str = argument(metavar="SEAT|PLAYER"),
    reason: str = options.reason,
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> None:
    """Forfeit GAME for a seat. SEAT is its number, PLAYER the name of its player."""
    with ledger.open() as book:
        found = booked_game(book, game)
        number = seat_called(found, seat)
        with refusals(found):
            step = forfeit_game(book, found.stream, number, reason)
    _print(found, step, as_json)
    player = found.players[number]
    ledger.say_done("{game} is forfeited by {player}", game=found.record, player=player)


def _print(found: BookedGame, step: Step, as_json: bool) -> None:
    consequences = consequences_between(step.before, step.after)
    if as_json:
        print_json({"game": found.record} | consequences_json(consequences))
    else:
        print_consequences(found, consequences)
