"""Decisions of people about games, as commands take them: their options and their effect."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.game.decide import Refused
from ledger.records.texts import LONGEST_REASON, check_text
from ledger.records.validation import Unreadable
from ledger.signing.keys import read_private_key
from projections.messages import shortened, text
from projections.messages.errors import error_text
from projections.messages.faults import fault_text
from projections.results.consequences import Consequences

from .booked_game import BookedGame
from .output import print_table
from .text.consequences import consequence_rows


def storable(_: click.Context, __: click.Parameter, value: str) -> str:
    """Callback for text that will be stored: UTF-8 of limited length."""
    try:
        check_text(value, LONGEST_REASON)
    except Unreadable as error:
        raise click.BadParameter(error_text(error)) from None
    return value


def _not_empty(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not value.strip():
        raise click.BadParameter(text("the reason is empty"), param_hint="--reason")
    return storable(context, parameter, value)


def required_reason(help: str) -> Callable[[Any], Any]:
    """The option of a reason that must be given, and not be empty."""
    return click.option("--reason", required=True, metavar="TEXT", callback=_not_empty, help=help)


new_option = click.option("--new", is_flag=True, help="Add the person if the book has none.")
key_option = click.option(
    "--key",
    metavar="FILE",
    callback=lambda _, __, file: None if file is None else read_private_key(Path(file)),
    help="Sign with the private key in FILE (see domino key).",
)
reason_option = click.option(
    "--reason", default="", metavar="TEXT", callback=storable, help="The reason."
)


@contextmanager
def refusals(game: BookedGame) -> Iterator[None]:
    """Turn Refused into a sentence that names the game."""
    try:
        yield
    except Refused as refused:
        reason = fault_text(refused.fault, [shortened(name) for name in game.players])
        sentence = text("{game}: {reason}", game=shortened(game.record), reason=reason)
        raise click.ClickException(sentence) from None


def print_consequences(game: BookedGame, consequences: Consequences) -> None:
    """Print the result of the game without and with a ruling or another event."""
    heads = ("", text("without"), text("with it"))
    print_table(heads, consequence_rows(consequences, game.players, game.stream.game))
