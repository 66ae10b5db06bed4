"""What may be taken back at a table: the last act, or a deal with which nothing was done yet."""

from itertools import takewhile

from ..disputes.events import DisputeOpened, RulingMade
from ..disputes.remedies import VoidGame
from ..events import ActUndone, DealUndone, is_inferred
from ..faults.act import Fault
from .state import Game


def taking_back(game: Game) -> tuple[ActUndone | DealUndone, ...] | Fault:
    """The events that take back the last act, or the deal; or why nothing can be taken back."""
    round = game.current
    if round is None:
        return Fault("round-over", "nothing has been done that could be taken back")
    if not round.acts:
        named = _named(game, len(game.before))
        return (DealUndone(),) if named is None else named
    if game.running is None:
        how = round.ended or "void by a ruling"
        return Fault("round-over", f"the round is over ({how}): amend the game")
    *before, _ = round.acts
    stepped_over = takewhile(is_inferred, reversed(before))
    return (ActUndone(), *(ActUndone() for _ in stepped_over))


def _named(game: Game, number: int) -> Fault | None:
    """Why the deal of a round stays: it was spoken of at the arbiter's desk by its number."""
    for said in game.desk:
        match said:
            case DisputeOpened(round=named):
                rounds = {named}
            case RulingMade(remedies=remedies):
                rounds = {each.round for each in remedies if not isinstance(each, VoidGame)}
            case _:
                continue
        if number in rounds:
            message = f"dispute {said.dispute} is about round {number}: amend the game"
            return Fault("round-over", message)
    return None
