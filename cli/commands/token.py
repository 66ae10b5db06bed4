"""`domino token`: who may use `domino serve`."""

import click

from ...projections.messages import text
from ...projections.messages.times import moment
from ...web.tokens import ROLES, Role, Token
from .. import options
from ..booked_game import booked_game, seat_called
from ..declaring import argument, command, option, usage_error
from ..output import print_data, print_json, print_jsons, print_table, say
from ..token_files import tokens, tokens_to_write


@click.group()
def token() -> None:
    """Make, list and revoke the tokens of `domino serve`."""


@command(token)
def make(
    role: Role = argument(type=click.Choice(ROLES)),
    note: str = option("Whose it is.", default="", metavar="TEXT", callback=options.storable),
    game: str | None = option("Of a player: the game.", metavar="GAME"),
    seat: str | None = option("Of a player: the seat, or the name of its player.", metavar="SEAT"),
    file: str | None = tokens,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Make a token for a viewer, scribe, player, arbiter or admin, and print it.

    It is printed once, and kept as a hash. A scribe records their own games, a player sits at one
    SEAT of one GAME and sees no more than that seat.
    """
    if (role == "player") != (game is not None and seat is not None):
        raise usage_error("a player has --game and --seat, and nobody else does")
    found = tokens_to_write(ledger.url, file)
    id, number = None, None
    if game is not None and seat is not None:
        with ledger.open() as book:
            booked = booked_game(book, game)
            id, number = booked.stream.id, seat_called(booked, seat)
    made, kept = found.make(role, note, game=id, seat=number)
    if as_json:
        print_json({"token": made, **_json(kept)})
    else:
        print_data([made])
    link = text("shown once; in a browser: {address}", address=f"http://HOST:PORT/enter#{made}")
    say(link)


@command(token, paged=True)
def list_(
    file: str | None = tokens,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """List the tokens that are in force."""
    found = tokens_to_write(ledger.url, file).all()
    if as_json:
        print_jsons(map(_json, found))
        return
    heads = text("id"), text("role"), text("note"), text("game"), text("seat"), text("made")
    print_table(heads, map(_row, found))


@command(token)
def revoke(
    id: str = argument(), file: str | None = tokens, ledger: options.Ledger = options.ledger
) -> None:
    """Revoke the token ID. A server that runs refuses it from then on."""
    revoked = tokens_to_write(ledger.url, file).revoke(id)
    say(text("the token {id} is revoked", id=revoked.id))


def _json(token: Token) -> dict[str, object]:
    shown = token.model_dump(mode="json", exclude={"hash"})
    return {"id": token.id, **shown}


def _row(token: Token) -> tuple[object, ...]:
    game = "" if token.game is None else token.game
    seat = "" if token.seat is None else token.seat
    return token.id, token.role, token.note, game, seat, moment(token.made_at)
