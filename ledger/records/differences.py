"""What differs between a record and the book; `projections.messages.differences` says it."""

from typing import Literal, NamedTuple, TypeAlias

from ...domain.faults.codes import NO_PARAMS, Params

DifferenceCode: TypeAlias = Literal[
    "teams", "opening-field", "leader", "number-of-hands", "hand", "boneyard", "hub", "shuffle",
    "result", "other-event", "other-tile", "only-in-book", "only-in-record",
]  # fmt: skip


class Difference(NamedTuple):
    """A fact in which a record and the book differ."""

    round: int | None
    """None: about the game."""
    move: int | None
    code: DifferenceCode
    params: Params = NO_PARAMS
