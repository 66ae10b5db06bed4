"""The search of `line_search` for any rules of play: slower, since it plays legal moves.

It does not matter on which double a toe grows, or which pip an end has at which nothing fits any
more: positions that differ only in this have equal fronts here.
"""

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..events import EndName, TileLaid
from ..layout.ends import End, Ends, nameless, one_of
from ..layout.front import Front, with_each
from ..round.in_play import made_in_play
from ..round.legal import in_mid_turn
from ..round.state import Act, Round, union
from ..rules.layouts import Feet
from ..rules.matching import Matching
from ..seats import Seat
from ..tiles import WILD, Pip, Tiles, bit, tile_set, tile_with
from .positions import moves_in
from .search import BoundReached, Budget, Search

Pips = int
"""A set of pips, with one bit a pip."""

_FRONTS = 1 << 8


class GeneralSearch(Search):
    """Answers for rounds on any layout."""

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        super().__init__(helps, budget)
        self._answers: dict[Hashable, bool] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        """By open end without its name, a number in place of it."""

    def __exit__(self, *_: object) -> None:
        self._answers.clear()
        self._numbers.clear()

    def goes_out(self, round: Round) -> bool:
        return self._goes_out(replace(round, front=simplified(round)))

    def _goes_out(self, round: Round) -> bool:
        """As `goes_out`, of a round whose front is simplified already."""
        passed: list[Hashable] = []
        while True:
            if round.ended is not None:
                answer = round.ended == "out"
                break
            key = self._key(round)
            known = self._answers.get(key)
            if known is not None:
                answer = known
                break
            passed.append(key)
            moves = moves_in(round)
            if len(moves) > 1 and merges(round):
                moves = differing(round, moves)
            if len(moves) > 1:
                helping = self.helps[round.seat]
                answers = (self._goes_out(self._after(round, move)) for move in moves)
                answer = any(answers) if helping else all(answers)
                break
            round = self._after(round, moves[0])
        for key in passed:
            self._answers[key] = answer
        return answer

    def _key(self, round: Round) -> Hashable:
        """Equal for positions from which play goes on in the same way. Made of integers alone."""
        numbers = self._numbers
        ends = tuple([numbers.setdefault(e, len(numbers)) for e in nameless(round.front.possible)])
        points = made_in_play(round) if round.start.goal is not None else ()
        drawn = round.drawn, len(round.boneyard)
        return round.hands, ends, round.seat, drawn, in_mid_turn(round), points

    def _after(self, round: Round, act: Act) -> Round:
        if next(self.budget, None) is None:
            raise BoundReached
        after = self.after(round, act)
        after.front = simplified(after)  # Nobody shares it yet.
        return after

    def keeps_open(self, round: Round) -> Act:
        """By the answers so far: names of ends differ, so acts had another order in the search."""
        moves = moves_in(round)
        found = (move for move in moves if self._is_known_to_go_out(self.after(round, move)))
        return next(found, moves[0])

    def _is_known_to_go_out(self, round: Round) -> bool:
        if round.ended is not None:
            return round.ended == "out"
        return self._answers.get(self._key(replace(round, front=simplified(round))), False)


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
        (end.first, end.bare, (any_dead,) if _is_dead(end, dead) else end.pips, end.room)
        for end in ends
    )
    kept = [toe for toe in toes if toe[0] or toe[2] != (any_dead,)] if drops else toes
    return tuple([_toe(number, *toe) for number, toe in enumerate(kept or toes[:1])])


@lru_cache(maxsize=_FRONTS)
def _toe(number: int, first: int, bare: bool, pips: tuple[Pip, ...], room: int) -> End:
    return End(f"toe-{number}-1", one_of(pips), room=room, first=first, bare=bare)


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
    """Of these acts, one of those after which play is alike; the front is `simplified`."""
    again, matching = _again(round.front, round.seat), round.table.matching
    dead = dead_pips(matching, round.table.play.highest_pip, _left(round)) if matching.wild else 0
    but_one = dead & (dead - 1)
    if not (again or but_one):
        return acts
    return tuple(
        act
        for act in acts
        if not (
            isinstance(act, TileLaid)
            and (act.end in again or (act.wild is not None and but_one >> act.wild & 1))
        )
    )
