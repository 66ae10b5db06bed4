"""Words that the audit and the explanation share."""

from typing import NamedTuple

from domain.events import GameForfeited, Seat
from domain.game.state import Game
from domain.rules.rule_set import Reading


class Step(NamedTuple):
    """One sentence, and the place in the rule text that it follows from (None: a bare fact)."""

    text: str
    rule: str | None = None
    seat: Seat | None = None
    """Whose total it is; None: it concerns everyone."""


class Looks(NamedTuple):
    """How a reading looks at a round, which it says on its face (docs/rules/payout.md)."""

    at: str
    for_whom: str
    """Whom it calls the blocker."""


LOOKS: dict[Reading, Looks] = {
    "last-to-lay": Looks("at the table", "whoever laid the last tile"),
    "last-choice": Looks(
        "open hands",
        "whoever laid the last tile, if he could have laid so that the round went on",
    ),
    "knowing-lock": Looks(
        "his own view",
        "whoever locked both ends for good, as far as he could see, and could have laid otherwise",
    ),
    "point-of-no-return": Looks(
        "open hands", "whoever laid the tile after which the round was bound to block"
    ),
    "could-have-forced-open": Looks(
        "open hands",
        "whoever last could have made sure that a seat went out, and laid otherwise",
    ),
    "set-up": Looks(
        "open hands",
        "the seat on the right of whoever let the round block in the end, if both had a choice",
    ),
}


def several(number: int, thing: str) -> str:
    """A number of things: ``1 pip``, ``2 pips``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def what_voids(game: Game) -> str:
    """What became of a game that counts for nothing, so that it does not."""
    if game.decrees.void:
        return "is void by a ruling"
    return "was forfeited" if isinstance(game.abandoned, GameForfeited) else "was abandoned"
