"""Faults as codes and parameters; `projections.messages` turns them into sentences.

A code never changes its meaning, and a parameter has the same meaning under every code: seats are
integers, tiles are names such as `6-4` (`?` if unseen), ends have their names.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

Param: TypeAlias = "bool | int | float | str | tuple[Param, ...] | Mapping[str, Param] | None"
"""A JSON value; its lists are tuples."""
Params: TypeAlias = Mapping[str, Param]
NO_PARAMS: Params = {}

Code: TypeAlias = Literal[
    "bad-seats", "game-over", "bad-deal", "wrong-hub", "bad-result", "wrong-result", "wrong-leader",
    "wrong-turn", "could-play", "tile-twice", "not-held", "not-in-the-set", "wrong-lead-tile",
    "no-such-end",
    "ambiguous-end", "other-end-first", "double-first", "does-not-fit", "train-closed",
    "train-served", "own-train-first", "out-on-double", "no-room", "wrong-half-open", "wrong-wild",
    "wrong-bend", "other-tile-after-draw", "wrong-claim", "nothing-to-claim", "claimed-already",
    "claimed-too-late", "did-not-knock", "no-knock-due", "not-in-these-rules", "nothing-to-draw",
    "drew-too-many", "drew-out-of-order", "round-over", "round-not-over", "wrong-ending",
    "wrong-tiles-left", "wrong-pips-left", "no-possible-deal", "false-claim", "unknown-shuffle",
    "seed-missing", "seed-too-short", "seed-not-committed", "seed-used-twice", "shuffled-otherwise",
]  # fmt: skip
"""What can be wrong with a record."""
RemarkCode: TypeAlias = Literal["too-many-points", "less-than-bonuses", "not-the-fewest"]
"""What is remarked about a record, and may be right."""
RefusalCode: TypeAlias = Literal[
    "game-is-over", "played-out", "no-round", "no-round-running", "round-void-by-ruling",
    "nothing-laid", "round-running", "round-before-running", "leader-needed", "may-not-lead",
    "nothing-done", "no-redeal", "deal-disputed", "only-reported", "turns-first",
    # Of disputes:
    "unknown-dispute", "unknown-round", "unknown-move", "move-without-round", "empty-text",
    "ruled-on", "ruled-on-finally", "answered-too-late", "under-appeal", "not-ruled-on",
    "ruled-on-by-party", "claim-withdrawn", "withdrawn-too-late", "withdrawn-by-another",
    "no-remedy", "void-game-and-more", "ruled-twice", "void-deal", "upheld-while-running",
    "charged-to-void-round", "round-without-end", "round-irregular", "round-with-unseen-tiles",
    "round-not-blocked", "assistant-without-blocker", "assistant-is-blocker", "pips-of-other-seats",
    "pips-known", "pips-differ", "fewer-pips-than-seen", "more-pips-than-possible",
    "no-points-to-correct", "points-of-other-sides", "no-points-to-penalize", "no-money-to-pay",
    "penalties-too-high", "void-round-paid", "unknown-seat",
]  # fmt: skip
"""Why a command is refused, if no record can contain the fault."""


class Fault(NamedTuple):
    """A breach of the rules of play, or of the form of a record."""

    code: Code
    params: Params = NO_PARAMS


class Remark(NamedTuple):
    """What the rules do not give, and players may have agreed on."""

    code: RemarkCode
    params: Params = NO_PARAMS


class Refusal(NamedTuple):
    """Why a command is not possible at this point of a game, or of a dispute."""

    code: RefusalCode
    params: Params = NO_PARAMS


def seat_fault(seat: int, seats: int) -> Refusal | None:
    """What is wrong with a seat that is named to a table of so many; None: there is one."""
    if seat in range(seats):
        return None
    return Refusal("unknown-seat", {"no_seat": seat, "last": seats - 1})


def frozen(value: Any) -> Param:
    """A JSON value with tuples for its lists."""
    match value:
        case list() | tuple():
            return tuple(map(frozen, value))
        case dict():
            return {str(name): frozen(param) for name, param in value.items()}
        case _:
            return value  # type: ignore[no-any-return]


class _ParamsOfAnEvent:
    """The pydantic schema of parameters: a JSON object."""

    @staticmethod
    def __get_pydantic_core_schema__(_: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(
            frozen, core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
        )


StoredParams: TypeAlias = Annotated[Params, _ParamsOfAnEvent]
"""Parameters as a field of an event."""
