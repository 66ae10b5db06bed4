"""Which end a tile of a printed table was laid at, where it fits at two: every reading is tried.

All readings go on side by side, move by move. Those that a move makes illegal are dropped while
another is left, and those after which the same lies open are one, so there are never many.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

from domain.round.state import Round
from domain.tiles import NAMES, bit

from ..records.format import Move
from .placement import step

Choices: TypeAlias = tuple[tuple[int, str], ...]
"""By move, the end it is taken to be laid at; only where there is a choice."""

MARKS = {"left": "<", "right": ">"}
MOST_ALIKE = 8
"""Readings remembered that come to the same."""


class Fault(NamedTuple):
    """What is wrong with a move."""

    move: int
    message: str


class Branch(NamedTuple):
    """One reading, as far as it has come."""

    round: Round
    choices: Choices = ()
    faults: tuple[Fault, ...] = ()
    alike: tuple[Choices, ...] = ()
    """Other readings after which the same lies open."""


class Reading(NamedTuple):
    """What is taken to have been played, and what else might have been."""

    choices: Choices
    others: tuple[Branch, ...]
    """Those that were dropped, and those that can be played to the end as well; of what is wrong
    with them only what is not wrong with the reading taken."""
    legal: bool = True
    """Whether nothing is wrong with the reading taken."""


class Ending(NamedTuple):
    """How a round can have ended, by what is told behind its table."""

    ways: tuple[str | None, ...]
    otherwise: str
    """What is wrong with a reading that ends in another way."""


FOLLOWED = Ending(("out", "blocked"), "the round is then not over, though another follows")


def ending_told(ended: str | None) -> Ending:
    """What `Ended:` says of a round."""
    return Ending((ended,), f"the round is then not {ended or 'unfinished'}")


def choose(dealt: Round, moves: Sequence[Move], ending: Ending | None = None) -> Reading:
    """The reading that goes furthest without a fault, and has this ``ending``, if one can."""
    branches = [Branch(dealt)]
    dropped: list[Branch] = []
    for number, move in enumerate(moves):
        grown = [each for branch in branches for each in _grow(branch, number, move)]
        fewest = min(len(branch.faults) for branch in grown)
        dropped += [branch for branch in grown if len(branch.faults) > fewest]
        branches = merged([branch for branch in grown if len(branch.faults) == fewest])
    if ending is not None:
        branches, otherwise = _with_ending(branches, ending, len(moves) - 1)
        dropped += otherwise
    chosen, *others = [
        branch._replace(choices=choices)
        for branch in branches
        for choices in (branch.choices, *branch.alike)
    ]
    return Reading(
        chosen.choices,
        tuple(_beside(chosen, branch) for branch in (*dropped, *others)),
        not chosen.faults,
    )


def _with_ending(
    branches: list[Branch], ending: Ending, last: int
) -> tuple[list[Branch], list[Branch]]:
    """The branches that end so, and the others; none is dropped where all end otherwise."""
    agreeing = [branch for branch in branches if branch.round.ended in ending.ways]
    if not agreeing:
        return branches, []
    fault = Fault(last, ending.otherwise)
    others = [branch for branch in branches if branch.round.ended not in ending.ways]
    return agreeing, [branch._replace(faults=(*branch.faults, fault)) for branch in others]


def _beside(chosen: Branch, other: Branch) -> Branch:
    """The other reading, without the faults that the chosen one has as well."""
    return other._replace(faults=tuple(each for each in other.faults if each not in chosen.faults))


def _grow(branch: Branch, number: int, move: Move) -> Iterator[Branch]:
    round, choices, faults, alike = branch
    plain = step(round, move)
    ends: list[str | None] = [None]
    if any(code == "ambiguous-end" for code, _ in plain.faults):
        fits = round.front.fits
        ends = [end.name for end in round.front.ends if fits[end.pip] & bit(move.lay or 0)]
    for end in ends:
        done = plain if end is None else step(round, move.model_copy(update={"at": end}))
        found = tuple(Fault(number, message) for _, message in done.faults)
        more: Choices = () if end is None else ((number, end),)
        yield Branch(
            done.after, choices + more, faults + found, tuple(each + more for each in alike)
        )


def merged(branches: list[Branch]) -> list[Branch]:
    """One branch for all after which the same lies open to the same seat."""
    merged: dict[object, Branch] = {}
    for branch in branches:
        round = branch.round
        key = tuple(sorted(end.pip for end in round.front.ends)), round.seat, round.drawn
        first = merged.setdefault(key, branch)
        if first is not branch:
            alike = (*first.alike, branch.choices, *branch.alike)
            merged[key] = first._replace(alike=alike[:MOST_ALIKE])
    return list(merged.values())


def notes(
    reading: Reading, moves: Sequence[Move], lines: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """By line, each place with a choice, and what would follow from the end not taken."""
    instead = _instead(reading)
    for place, (number, end) in enumerate(reading.choices):
        tile = _name(moves[number])
        for other, branch in instead.get(place, {}).items():
            follows = _what_follows(branch, lines, reading.legal)
            if not branch.faults:
                follows += f" ({tile}{MARKS[other]})"
            read = f"{tile} fits at both ends and is read at {end}"
            yield lines[number], f"{read}; at {other}, {follows}"


def _what_follows(branch: Branch, lines: Sequence[int], legal: bool) -> str:
    """What comes of the reading not taken; ``legal``: nothing is wrong with the one taken."""
    if branch.faults:
        fault = branch.faults[0]
        return f"line {lines[fault.move]} is wrong: {fault.message}"
    begun = "all is legal, too" if legal else "no more is wrong"
    round = branch.round
    if round.ended == "out":
        return f"{begun}, and nothing else follows"
    shown = " and ".join(str(end.pip) for end in round.front.ends)
    return f"{begun}, and the round is {round.ended or 'not over'}, with {shown} at the ends"


def _instead(reading: Reading) -> dict[int, dict[str, Branch]]:
    """By the place of a choice, and by the end not taken, the reading that goes furthest."""
    furthest: dict[int, dict[str, Branch]] = {}
    for branch in sorted(reading.others, key=_reach):
        pairs = zip(reading.choices, branch.choices, strict=False)
        differing = (at for at, (one, other) in enumerate(pairs) if one != other)
        place = next(differing, None)
        if place is not None:
            furthest.setdefault(place, {})[branch.choices[place][1]] = branch
    return furthest


def _reach(branch: Branch) -> float:
    return branch.faults[0].move if branch.faults else inf


def _name(move: Move) -> str:
    return NAMES[move.lay or 0]
