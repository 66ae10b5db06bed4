"""What commands that begin a game share: the game before, and the names of the players."""

from collections.abc import Sequence

import click

from ledger.book import Book
from ledger.errors import NotNow
from ledger.registry.players import perhaps_meant
from projections.messages import shortened, text

from .booked_game import BookedGame, booked_game
from .output import plain, say
from .people import LONGEST_NAME
from .terminal.line_input import at_terminal

after_option = click.option(
    "--after", metavar="GAME", help="The game before, whose result decides who leads this one."
)


def game_before(book: Book, name: str) -> BookedGame:
    """The game of this name, which another one follows; raises NotNow if it is not over."""
    game = booked_game(book, name)
    before = game.stream.game
    if not (before.over or (before.played_out and before.running is None)):
        raise NotNow("game-before-not-over", record=game.record)
    return game


def names_meant(book: Book, names: Sequence[str]) -> list[str]:
    """The names of the players of a new game.

    At a terminal, asks about each name that may be a slip. Otherwise prints a remark, and the names
    stay.
    """
    meant = perhaps_meant(book, names)
    return [_meant(name, meant[name]) if name in meant else name for name in names]


def _meant(name: str, known: str) -> str:
    shown = {"name": shortened(name, LONGEST_NAME), "known": shortened(known, LONGEST_NAME)}
    if not at_terminal():
        say(text("{name} is new to the book. Did you mean {known}?", **shown))
        return name
    question = text("{name} is not in the book. Did you mean {known}?", **shown)
    return known if click.confirm(plain(question), err=True) else name
