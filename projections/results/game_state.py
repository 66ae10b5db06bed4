"""The state of a game: one code for all reports (docs/command.md#domino-games)."""

from typing import Any, Literal, TypeAlias

State: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "disputable", "over", "unfinished", "in progress"
]


def state_of(
    *, void: bool, abandoned: bool, forfeited: bool, disputable: bool, over: bool, unfinished: bool
) -> State:
    """The first of these conditions that holds; without any, in progress.

    ``void``: by an arbiter. ``forfeited``: and the rules make such a game void. ``disputable``: it
    waits for a ruling or for unseen tiles. ``over``: a side has won, or it ended without a winner.
    ``unfinished``: no further round is dealt.
    """
    holding: dict[State, bool] = {
        "void": void,
        "abandoned": abandoned,
        "forfeited": forfeited,
        "disputable": disputable,
        "over": over,
        "unfinished": unfinished,
    }
    return next((state for state, holds in holding.items() if holds), "in progress")


def counts_as_played(closed: Any, waits: Any, void: Any) -> Any:
    """Whether a game counts as played: over on record, not waiting, and not void.

    Takes booleans, or numpy columns of booleans.
    """
    return closed > (waits | void)
