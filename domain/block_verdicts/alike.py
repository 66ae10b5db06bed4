"""Open ends between which the rest of a round does not differ, as one.

A search for a seat that goes out need not know on which double a toe grows, nor the pip of an end
at which nothing fits any more: positions that differ in this alone get equal fronts here.
"""

from functools import lru_cache

from ..events import EndName, TileLaid
from ..layout.ends import End, Ends, OneOf
from ..layout.front import Front, with_each
from ..round.state import Act, Round, union
from ..rules.matching import Matching
from ..rules.rule_set import Feet
from ..seats import Seat
from ..tiles import WILD, Pip, Tiles, bit, tile_set, tile_with

Pips = int
"""A set of pips, with one bit a pip."""

_FRONTS = 1 << 8


def merges(round: Round) -> bool:
    """Play goes on in the same way from positions that are alike: no points are counted in play."""
    return bool(round.front.ends) and not round.table.calls and round.start.goal is None


def simplified(round: Round) -> Front:
    """The front as the rest of play sees it; its names may be others."""
    if not merges(round):
        return round.front
    left = _left(round)
    dead = dead_pips(round.table.matching, round.table.play.highest_pip, left)
    return _simplified(round.front, dead, wild_left=bool(left & round.table.matching.wild))


def _left(round: Round) -> Tiles:
    return union(round.hands) | tile_set(round.boneyard)


@lru_cache(maxsize=_FRONTS)
def dead_pips(matching: Matching, highest: Pip, left: Tiles) -> Pips:
    """The pips that, with these tiles left, no half may touch, or wild halves alone."""
    alive = [bool(left & touching) for touching in _touching(matching, highest)]
    return sum(1 << pip for pip, is_alive in enumerate(alive) if not is_alive)


@lru_cache(maxsize=1 << 6)
def _touching(matching: Matching, highest: Pip) -> tuple[Tiles, ...]:
    """By pip, the tiles that may touch it with a half that is not wild."""
    return tuple(
        matching.fits[pip] & ~(matching.wild & ~bit(tile_with(pip, WILD)))
        for pip in range(highest + 1)
    )


@lru_cache(maxsize=_FRONTS)
def _simplified(front: Front, dead: Pips, *, wild_left: bool) -> Front:
    any_dead = (dead & -dead).bit_length() - 1
    if isinstance(front.layout, Feet):
        return with_each(front, lambda ends: _feet(ends, dead, any_dead, drops=not wild_left))
    return with_each(
        front,
        lambda ends: tuple(
            end._replace(pip=any_dead) if _is_dead(end, dead) and end.spot is None else end
            for end in ends
        ),
    )


def _is_dead(end: End, dead: Pips) -> bool:
    return all(dead >> pip & 1 for pip in end.pips)


def _feet(ends: Ends, dead: Pips, any_dead: Pip, *, drops: bool) -> Ends:
    """The toes in one order. ``drops``: without dead ones, unless they must be served first."""
    toes = sorted(
        (end.first, end.bare, any_dead if _is_dead(end, dead) else end.pip, end.room)
        for end in ends
    )
    kept = [toe for toe in toes if toe[0] or toe[2] != any_dead] if drops else toes
    return tuple([_toe(number, *toe) for number, toe in enumerate(kept or toes[:1])])


@lru_cache(maxsize=_FRONTS)
def _toe(number: int, first: int, bare: bool, pip: Pip | OneOf, room: int) -> End:
    return End(f"toe-{number}-1", pip, room=room, first=first, bare=bare)


@lru_cache(maxsize=_FRONTS)
def _again(front: Front, seat: Seat) -> frozenset[EndName]:
    """The ends open to this seat that equal an earlier one but for the name."""
    seen: set[tuple[object, ...]] = set()
    again: list[EndName] = []
    for name, *rest in front.open_to[seat]:
        plain = tuple(rest)
        if plain in seen:
            again.append(name)
        seen.add(plain)
    return frozenset(again)


def differing(round: Round, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Of these acts of the seat in turn, one of those after which play is alike.

    The front of the round is `simplified`.
    """
    again, matching = _again(round.front, round.seat), round.table.matching
    dead = dead_pips(matching, round.table.play.highest_pip, _left(round)) if matching.wild else 0
    but_one = dead & (dead - 1)
    if not (again or but_one):
        return acts
    return tuple(
        act
        for act in acts
        if not (isinstance(act, TileLaid) and (act.end in again or _declares(act, but_one)))
    )


def _declares(lay: TileLaid, pips: Pips) -> bool:
    """The tile has a wild half, which stands for one of these pips."""
    return lay.wild is not None and bool(pips >> lay.wild & 1)
