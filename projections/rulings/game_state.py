"""The state of a game: one code for all reports (docs/command.md#domino-games)."""

from typing import Literal, NamedTuple, TypeAlias

State: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "disputable", "over", "unfinished", "in progress"
]


class Conditions(NamedTuple):
    """Conditions of a game; the first that holds is its state. If none holds it is in progress."""

    void: bool
    """An arbiter made it void."""
    abandoned: bool
    """It was broken off."""
    forfeited: bool
    """A seat gave it up, and under the rules that count such a game is void."""
    disputable: bool
    """It waits for a ruling, or for tiles that nobody saw."""
    over: bool
    """Somebody has won, or it ended and nobody did."""
    unfinished: bool
    """No further round is dealt."""


_STATES: tuple[State, ...] = (
    *("void", "abandoned", "forfeited", "disputable", "over", "unfinished"),
)


def state_of(conditions: Conditions) -> State:
    """The state that follows from these conditions."""
    holding = (state for state, holds in zip(_STATES, conditions, strict=True) if holds)
    return next(holding, "in progress")
