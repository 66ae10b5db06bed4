"""A dispute as people read it."""

from collections.abc import Iterator, Sequence

from domain.game.state import Game
from projections.messages.disputes import dispute_text, step_text
from projections.messages.remedies import remedy_text
from projections.messages.times import moment
from projections.rulings.disputes import DisputeHistory

from ..output import plain


def history_text(history: DisputeHistory, game: Game, names: Sequence[str]) -> str:
    """Every step, several lines."""
    return "\n".join(map(plain, _lines(history, game, names)))


def _lines(history: DisputeHistory, game: Game, names: Sequence[str]) -> Iterator[str]:
    yield dispute_text(history)
    for step in history.steps:
        yield f"  {moment(step.at)}  {step_text(step)}"
        for remedy in step.remedies:
            yield f"      {remedy_text(remedy, game, names)}"
