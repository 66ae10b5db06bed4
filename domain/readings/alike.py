"""Open ends between which the rest of a round does not differ, as one.

A search for a seat that goes out need not know on which double a toe grows, nor the pip of an end
at which nothing fits any more: positions that differ in this alone get equal fronts here.
"""

from functools import lru_cache

from ..events import EndName, TileLaid
from ..layout.ends import End, Ends, nameless
from ..layout.front import Front, with_ends
from ..round.state import Act, Round, union
from ..rules.matching import Matching
from ..rules.rule_set import Feet
from ..seats import Seat
from ..tiles import WILD, Pip, Tiles, bit, tile_set, tile_with

Pips = int
"""A set of pips, with one bit a pip."""

_FRONTS = 1 << 12


def merges(round: Round) -> bool:
    """Play goes on in the same way from positions that are alike: no points are counted in play."""
    return bool(round.front.ends) and not round.table.calls and round.start.goal is None


def simplified(round: Round) -> Front:
    """The front as the rest of play sees it, if the round `merges`; its names may be others."""
    left = _left(round)
    dead = dead_pips(round.table.matching, round.table.play.highest_pip, left)
    return _simplified(round.front, dead, wild_left=bool(left & round.table.matching.wild))


def _left(round: Round) -> Tiles:
    return union(round.hands) | tile_set(round.boneyard)


@lru_cache(maxsize=_FRONTS)
def dead_pips(matching: Matching, highest: Pip, left: Tiles) -> Pips:
    """The pips that, with these tiles left, no half may touch, or wild halves alone."""
    dead = 0
    for pip in range(highest + 1):
        only_wild = matching.wild & ~bit(tile_with(pip, WILD))
        if not left & matching.fits[pip] & ~only_wild:
            dead |= 1 << pip
    return dead


@lru_cache(maxsize=_FRONTS)
def _simplified(front: Front, dead: Pips, *, wild_left: bool) -> Front:
    any_dead = (dead & -dead).bit_length() - 1
    ends = tuple(
        end._replace(pip=any_dead) if dead >> end.pip & 1 and end.spot is None else end
        for end in front.ends
    )
    if isinstance(front.layout, Feet):
        ends = _feet(ends, 0 if wild_left else dead)
    return with_ends(front, ends)


def _feet(ends: Ends, closed: Pips) -> Ends:
    """The toes in one order, without those that nothing fits, unless they must be served first."""
    in_order = nameless(ends)
    kept = [end for end in in_order if end.first or not closed >> end.pip & 1]
    return tuple(
        end._replace(name=f"toe-{number}-1", owner=None)
        for number, end in enumerate(kept or in_order[:1])
    )


@lru_cache(maxsize=_FRONTS)
def _again(front: Front, seat: Seat) -> frozenset[EndName]:
    """The ends open to this seat that equal an earlier one but for the name."""
    seen: set[End] = set()
    again: list[EndName] = []
    for end in front.open_to[seat]:
        plain = end._replace(name="")
        if plain in seen:
            again.append(end.name)
        seen.add(plain)
    return frozenset(again)


def differing(round: Round, acts: tuple[Act, ...]) -> list[Act]:
    """Of these acts of the seat in turn, one of those after which play is alike.

    The front of the round is `simplified`.
    """
    again, matching = _again(round.front, round.seat), round.table.matching
    acts_ = [act for act in acts if not (isinstance(act, TileLaid) and act.end in again)]
    if not matching.wild:
        return acts_
    dead = dead_pips(matching, round.table.play.highest_pip, _left(round))
    but_one = dead & (dead - 1)
    return [act for act in acts_ if not (isinstance(act, TileLaid) and _declares(act, but_one))]


def _declares(lay: TileLaid, pips: Pips) -> bool:
    """The tile has a wild half, which stands for one of these pips."""
    return lay.wild is not None and bool(pips >> lay.wild & 1)
