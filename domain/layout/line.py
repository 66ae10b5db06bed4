"""Lines: two ends, left and right; tiles that lie crosswise may open more.

See docs/rules/play.md: the [line of play](#layout), [crosswise](#crosswise) doubles, of which
spinners branch, and [forks](#forks), matadors that lie crosswise.
"""

from collections.abc import Iterable

from ..events import EndName, Placing
from ..rules.layouts import Crosswise
from ..rules.matching import Matching
from ..tiles import HALVES, NAMES, Pip, bit
from .ends import End, Ends, OneOf, outer_half, replaced

LEFT: EndName = "left"
RIGHT: EndName = "right"
SHORT_ENDS = 2
BRANCHES = (
    r"spinner-(?P<spinner>\d{1,2})-(?P=spinner)-[12]"
    r"|fork-(?P<low>\d{1,2})-(?P<high>\d{1,2})-(?:(?P=low)|(?P=high))"
)
"""A pattern of the names of branches of lines."""


def line_ends(left: Pip | OneOf, right: Pip | OneOf) -> Ends:
    """The ends of a line of play that shows these pips."""
    return End(LEFT, left), End(RIGHT, right)


def lead_ends(placing: Placing) -> Ends:
    """The ends of a lead; its lower half lies to the left, unless it is flipped."""
    low, high = HALVES[placing[0]]
    return line_ends(high, low) if placing[2] else line_ends(low, high)


def extended(matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends of a line of play after this tile was laid."""
    if not ends:
        return lead_ends(placing)
    left, right = ends
    if placing[1] == LEFT:
        return line_ends(outer_half(matching, left, placing), right.pip)
    return line_ends(left.pip, outer_half(matching, right, placing))


def forks_extended(matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile: left and right, then forks as they open. A lead lies in line."""
    tile, name, _, open, _, _ = placing
    if not ends:
        return tuple(end._replace(takes_across=True) for end in lead_ends(placing))
    if open is None and bit(tile) & matching.either_way:  # It names no half: it lies crosswise.
        opened = (
            End(f"fork-{NAMES[tile]}-{pip}", pip, takes_across=True)
            for pip in reversed(HALVES[tile])
        )
        return *replaced(ends, name, lambda _: ()), *opened
    return replaced(ends, name, lambda end: (end._replace(pip=outer_half(matching, end, placing)),))


def crosswise_extended(layout: Crosswise, matching: Matching, ends: Ends, placing: Placing) -> Ends:
    """The ends after this tile was laid: left and right, then branches as they open."""
    tile, name, *_ = placing
    low, high = HALVES[tile]
    first = not any(end.spinner or end.name not in {LEFT, RIGHT} for end in ends)
    spins = {"none": False, "first": first, "every": True}[layout.spinners]
    double = low == high
    spinner = double and spins
    if not ends:
        lead = lead_ends(placing)
        return tuple(end._replace(double=double, spinner=spinner) for end in lead)

    def grown(end: End) -> Ends:
        pip = outer_half(matching, end, placing)
        after = (End(end.name, pip, double=double, spinner=spinner),)
        more = _short_ends(end.pip, SHORT_ENDS - end.room + 2, end.room - 1) if end.bare else ()
        return after + more

    opens = [end for end in ends if end.name == name and end.spinner]
    opened = _short_ends(opens[0].pip, 1, SHORT_ENDS) if opens and not is_lone_double(ends) else ()
    return replaced(ends, name, grown) + opened


def _short_ends(double: Pip | OneOf, number: int, room: int) -> Ends:
    """The short end of a spinner with this number, 1 or 2; none if it has no room."""
    name = f"spinner-{double}-{double}-{number}"
    return (End(name, double, room=room, bare=True),) if room > 0 else ()


def is_lone_double(ends: Ends) -> bool:
    """A double alone is on the table: both of its sides are free."""
    return len(ends) == 2 and all(end.double for end in ends) and ends[0].pip == ends[1].pip


def counts(possible: Iterable[Ends]) -> frozenset[int]:
    """What the open ends count in play; each sum that it may be.

    A double with one free side counts with both halves. Bare short ends count nothing, and a lone
    double counts once.
    """
    found: set[int] = set()
    for ends in possible:
        sums = {0}
        for end in ends[:1] if is_lone_double(ends) else ends:
            if not end.bare:
                times = 2 if end.double else 1
                sums = {sum + times * pip for sum in sums for pip in end.pips}
        found |= sums
    return frozenset(found)


def multiple(counted: Iterable[int], of: int) -> int | None:
    """The count if it is a multiple of this number, else 0; None if it is not known."""
    found = {0 if each % of else each for each in counted}
    return found.pop() if len(found) == 1 else None


def possible_fives(possible: Iterable[Ends]) -> tuple[int, ...]:
    """What the open ends count if it is a multiple of five, else 0; each that it may be."""
    return tuple(sorted({0 if counted % 5 else counted for counted in counts(possible)}))
