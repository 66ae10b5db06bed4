"""The state of a game: one code for all reports (docs/command.md#domino-games)."""

from typing import Any, Literal, NamedTuple, TypeAlias

State: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "disputable", "over", "unfinished", "in progress"
]


class Conditions(NamedTuple):
    """Conditions in order: the first that holds is the state; without any, in progress."""

    void: bool
    """An arbiter made the game void."""
    abandoned: bool
    """The game was abandoned."""
    forfeited: bool
    """A seat forfeited the game, and the rules make such a game void."""
    disputable: bool
    """The game waits for a ruling or for unseen tiles."""
    over: bool
    """A side has won, or the game ended without a winner."""
    unfinished: bool
    """No further round is dealt."""


_STATES: tuple[State, ...] = (
    *("void", "abandoned", "forfeited", "disputable", "over", "unfinished"),
)


def state_of(conditions: Conditions) -> State:
    """The state that follows from these conditions."""
    holding = (state for state, holds in zip(_STATES, conditions, strict=True) if holds)
    return next(holding, "in progress")


def counts_as_played(closed: Any, waits: Any, void: Any) -> Any:
    """Whether a game counts as played: over on record, not waiting, and not void.

    Takes booleans, or numpy columns of booleans.
    """
    return closed > (waits | void)
