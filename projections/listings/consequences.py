"""What a ruling or another event changes of a game."""

from collections.abc import Sequence

from ...domain.game.state import Game
from ..messages import text
from ..messages.acts import seating_of
from ..messages.money import money_row
from ..results.consequences import Consequences
from .table import Table


def consequences_table(consequences: Consequences, names: Sequence[str], game: Game) -> Table:
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
    rows = list(zip(labels, without, with_it, strict=True))
    return Table(("", text("without"), text("with it")), rows)
