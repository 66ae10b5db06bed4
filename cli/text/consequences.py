"""The consequences of a ruling or another event, in rows."""

from collections.abc import Sequence

from domain.game.state import Game
from projections.accounting.money import money_row
from projections.messages import text
from projections.messages.acts import seating_of
from projections.messages.states import state_text
from projections.results.consequences import Consequences, Result


def consequence_rows(
    consequences: Consequences, names: Sequence[str], game: Game
) -> list[tuple[str, str, str]]:
    """What, without, and with it: of the state, the winners, scores and money.

    ``names`` by seat.
    """
    without, with_it = consequences
    seating = seating_of(game, names)

    def winners(result: Result) -> str:
        return "-" if result.winners is None else seating.all_of(result.winners)

    def scores(result: Result) -> str:
        return "-" if result.scores is None else seating.by_team(result.scores)

    def net(result: Result) -> str:
        if result.net is None:
            return "-"
        return money_row(result.net, names, game.opened.stake.currency)

    return [
        (text("state"), state_text(without.state), state_text(with_it.state)),
        (text("won by"), winners(without), winners(with_it)),
        (text("scores"), scores(without), scores(with_it)),
        (text("net"), net(without), net(with_it)),
    ]
