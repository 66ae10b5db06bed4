"""Decisions of people about games: refusals in words, and what follows from a decision."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from ..domain.game.decide import Refused
from ..projections.listings.consequences import consequences_table
from ..projections.messages import shortened, text
from ..projections.messages.faults import fault_text
from ..projections.results.consequences import Consequences
from .booked_game import BookedGame
from .output import print_table


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
    shown = consequences_table(consequences, game.players, game.stream.game)
    print_table(shown.heads, shown.rows)
