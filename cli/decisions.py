"""Decisions of people about games: refusals in words, and what follows from a decision."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from ..domain.game.decide import Refused
from ..domain.game.state import Game
from ..projections.messages import shortened, text
from ..projections.messages.acts import seating_of
from ..projections.messages.faults import fault_text
from ..projections.messages.money import money_row
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
    heads = ("", text("without"), text("with it"))
    print_table(heads, consequence_rows(consequences, game.players, game.stream.game))


def consequence_rows(
    consequences: Consequences, names: Sequence[str], game: Game
) -> list[tuple[str, str, str]]:
    """State, winners, scores and money: label, without, and with it; ``names`` by seat."""
    seating, currency = seating_of(game, names), game.opened.stake.currency
    without, with_it = (
        (
            text(each.state),
            "-" if each.winners is None else seating.all_of(each.winners),
            "-" if each.scores is None else seating.by_team(each.scores),
            "-" if each.net is None else money_row(each.net, names, currency),
        )
        for each in consequences
    )
    labels = (text("state"), text("won by"), text("scores"), text("net"))
    return list(zip(labels, without, with_it, strict=True))
