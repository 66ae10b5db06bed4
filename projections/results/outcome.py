"""What came of a game, as one code."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, assert_never

from ...domain.events import GameAbandoned, GameForfeited
from .game_result import GameResult
from .hidden_tiles import awaits_ruling


class Outcome(NamedTuple):
    """The outcome of the game."""

    code: Literal[
        "ruled-void",
        "void-as-abandoned",
        "void-as-forfeited",
        "won",
        "won-when-abandoned",
        "won-by-forfeit",
        "abandoned",
        "waits-for-ruling",
        "waits-for-tiles",
        "over",
        "unfinished",
        "in-progress",
    ]
    winners: tuple[str, ...] = ()
    forfeited_by: str | None = None
    counts_as: int = 1
    """As how many games it counts."""


def outcome_of(result: GameResult, names: Sequence[str]) -> Outcome:
    """What came of the game under these rules; ``names`` by seat."""
    left = result.game.abandoned
    forfeited_by = names[left.seat] if isinstance(left, GameForfeited) else None
    if result.void:
        if result.game.decrees.void:
            return Outcome("ruled-void")
        return Outcome("void-as-forfeited" if forfeited_by else "void-as-abandoned")
    if result.winners:
        winners = tuple(names[seat] for seat in result.winners)
        if isinstance(left, GameAbandoned) and result.rules.score.abandoned == "leader-wins":
            return Outcome("won-when-abandoned", winners)
        code: Literal["won", "won-by-forfeit"] = "won-by-forfeit" if forfeited_by else "won"
        return Outcome(code, winners, forfeited_by, result.counts_as)
    state = result.state
    assert state != "void"
    assert state != "forfeited"  # Only a void game is.
    match state:
        case "disputable":
            return Outcome("waits-for-ruling" if awaits_ruling(result) else "waits-for-tiles")
        case "in progress":
            return Outcome("in-progress")
        case "abandoned" | "over" | "unfinished":
            return Outcome(state)
        case _:
            assert_never(state)
