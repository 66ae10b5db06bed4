"""Sentences about rounds of which only the result is known."""

from collections.abc import Sequence
from typing import Literal, assert_never

from domain.seats import Seat

from . import text


def report_text(
    ended: Literal["out", "blocked"] | None, out: Seat | None, names: Sequence[str]
) -> str:
    """Says that only the result of a round is known, and how it ended; ``names`` by seat."""
    if out is not None:
        return text("only the result is known: {player} is out", player=names[out])
    match ended:
        case "out":
            return text("only the result is known: somebody is out")
        case "blocked":
            return text("only the result is known: blocked")
        case None:
            return text("only the result is known")
        case _:
            assert_never(ended)
