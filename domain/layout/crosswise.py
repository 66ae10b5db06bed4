"""A line whose doubles lie crosswise; it branches at spinners (docs/rules/play.md#crosswise)."""

from collections.abc import Iterable
from itertools import chain
from typing import assert_never

from ..events import EndName, Placing
from ..rules.matching import Matching
from ..rules.rule_set import Crosswise
from ..tiles import HALVES, Pip
from .ends import End, Ends, OneOf, outer_half
from .line import LEFT, RIGHT

NAMED = r"spinner-(?P<spinner>\d{1,2})-(?P=spinner)-[12]"
"""A pattern of the names of its branches."""

SHORT_ENDS = 2


def short_end(double: Pip | OneOf, number: int) -> EndName:
    """The name of a short end of a spinner, counted from 1."""
    return f"spinner-{double}-{double}-{number}"


def extended(layout: Crosswise, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: left and right, then branches as they open."""
    tile, name, flipped, *_ = placing
    low, high = HALVES[tile]
    double = low == high
    spinner = double and _may_spin(layout, ends)
    if not ends:
        left, right = (high, low) if flipped else (low, high)
        return End(LEFT, left, double=double, spinner=spinner), End(
            RIGHT, right, double=double, spinner=spinner
        )
    after: Ends = ()
    opened: Ends = ()
    for end in ends:
        if end.name != name:
            after += (end,)
            continue
        after += (
            End(end.name, outer_half(matching, end, placing), double=double, spinner=spinner),
        )
        if end.bare:
            after += _bare(end.pip, SHORT_ENDS - end.room + 2, end.room - 1)
        if end.spinner and not is_lone_double(ends):
            opened = _bare(end.pip, 1, SHORT_ENDS)
    return after + opened


def _may_spin(layout: Crosswise, ends: Ends) -> bool:
    """Whether a double that is laid now is a spinner."""
    match layout.spinners:
        case "none":
            return False
        case "first":
            return not any(end.spinner or end.name not in {LEFT, RIGHT} for end in ends)
        case "every":
            return True
        case _:
            assert_never(layout.spinners)


def _bare(double: Pip | OneOf, number: int, room: int) -> Ends:
    return (End(short_end(double, number), double, room=room, bare=True),) if room > 0 else ()


def is_lone_double(ends: Ends) -> bool:
    """A double alone is on the table: both of its sides are free."""
    return len(ends) == 2 and all(end.double for end in ends) and ends[0].pip == ends[1].pip


def counts(possible: Iterable[Ends]) -> frozenset[int]:
    """What the open ends count in play; each sum that it may be.

    A double with one free side counts with both halves. Bare short ends count nothing, and a lone
    double counts once.
    """
    return frozenset(chain.from_iterable(map(_counts, possible)))


def _counts(ends: Ends) -> set[int]:
    counted = ends[:1] if is_lone_double(ends) else ends
    found = {0}
    for end in counted:
        if not end.bare:
            times = 2 if end.double else 1
            found = {sum + times * pip for sum in found for pip in end.pips}
    return found


def possible_fives(possible: Iterable[Ends]) -> tuple[int, ...]:
    """What the open ends count if it is a multiple of five, else 0; each that it may be."""
    return tuple(sorted({0 if counted % 5 else counted for counted in counts(possible)}))


def fives(possible: Iterable[Ends]) -> int | None:
    """What the open ends count if it is a multiple of five, else 0; None if it is not known."""
    found = possible_fives(possible)
    return found[0] if len(found) == 1 else None
