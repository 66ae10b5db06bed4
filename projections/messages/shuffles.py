"""Sentences about shuffles that can be checked."""

from collections.abc import Iterator, Sequence

from ..audit.shuffles import ShuffledDeal, ShuffleSummary
from . import all_of, plural, text
from .faults import player


def shuffle_lines(shuffles: ShuffleSummary, names: Sequence[str]) -> Iterator[str]:
    """The evidence for what an audit says of the shuffles; ``names``: the players in seat order."""
    if shuffles.in_play:
        yield text("the seeds of the last deal are revealed when its round is over")
    if shuffles.aborted:
        yield plural(
            "{number} shuffle was committed to and came to no end",
            "{number} shuffles were committed to and came to no end",
            shuffles.aborted,
        )
    if shuffles.reproducible:
        return
    if 0 < len(shuffles.by_program) < len(names):
        players = all_of(player(seat, names) for seat in shuffles.by_program)
        yield text("the program chose the seeds of {players}", players=players)
    yield from map(_deal, shuffles.deals)
    if any(deal.fixed is None for deal in shuffles.deals):
        yield text(
            "that no seed was exchanged is shown by what players noted of a shuffle before, or by "
            "a checkpoint of then: --checkpoint FILE"
        )


def _deal(deal: ShuffledDeal) -> str:
    if deal.fixed is None:
        return text("round {round}: shuffle {shuffle}", round=deal.round, shuffle=deal.shuffle)
    return text(
        "round {round}: shuffle {shuffle}, committed to in the checkpoint of {size} events: "
        "players who had it before they revealed a seed know that none was exchanged",
        round=deal.round,
        shuffle=deal.shuffle,
        size=deal.fixed,
    )
