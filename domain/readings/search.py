"""Does a round surely end with a seat out?

One search answers for both readings that look ahead: some seats help, all others are against it.
A helper needs one act that keeps the answer yes; of the others every act must. With all helping
it asks whether some line of play ends with a seat out; with one, whether that seat can force it.
"""

from collections.abc import Callable, Collection
from itertools import count

from ..events import Seat, drew
from ..round import Act
from ..tiles import HALVES, NO_TILES, PIPS, SHOWING, Tile, Tiles, bit, tiles_of
from .positions import (
    Ends,
    Owners,
    Position,
    ends_of,
    forced,
    lay_leaving,
    playable,
)
from .positions import after as after_act


class BoundReached(Exception):
    """More positions than allowed would have to be searched."""


class Counter:
    """Positions searched so far for one verdict, however many searches it takes."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.next = count(1).__next__


Step = tuple[Tiles, Ends]
"""A tile, as a set of one, and the ends that laying it leaves."""

Answers = Callable[[Tiles, Ends, Seat, int], bool]
"""From the tiles in all hands, the ends, the seat in turn and the tiles it drew in this turn."""

_FITS: tuple[Tiles, ...] = tuple(SHOWING[low] | SHOWING[high] for low, high in HALVES)
"""By the ends, the tiles that fit."""


class _Steps(dict[Tiles, tuple[Step, ...]]):
    """By the tiles that a seat could lay at these ends, what it could do.

    Against an opponent the tile that joins both ends is looked at first: with every tile in a
    hand nothing else can block. A helper looks at it last.
    """

    MOST = 1 << 11

    def __init__(self, ends: Ends, *, joining_first: bool) -> None:
        super().__init__()
        self.ends, self.joining_first = ends, joining_first

    def __missing__(self, tiles: Tiles) -> tuple[Step, ...]:
        if len(self) >= self.MOST:
            self.clear()
        order = sorted(tiles_of(tiles), key=self._turn)
        self[tiles] = steps = tuple(step for tile in order for step in self._steps(tile))
        return steps

    def _turn(self, tile: Tile) -> bool:
        return (tile != self.ends) is self.joining_first

    def _steps(self, tile: Tile) -> list[Step]:
        low, high = HALVES[self.ends]
        left = {_ends(PIPS[tile] - low, high)} if low in HALVES[tile] else set()
        right = {_ends(low, PIPS[tile] - high)} if high in HALVES[tile] else set()
        return [(bit(tile), ends) for ends in sorted(left | right)]


def _ends(one: int, other: int) -> Ends:
    low, high = sorted((one, other))
    return high * (high + 1) // 2 + low


_STEPS = tuple(
    tuple(_Steps(ends, joining_first=not helping) for ends in range(len(HALVES)))
    for helping in (False, True)
)
"""By whether the seat helps, then by the ends."""


class Search:
    """Answers whether the round surely ends with a seat out, and remembers its answers.

    Raises BoundReached when more positions than the counter allows would have to be searched.
    """

    def __init__(self, seats: int, helpers: Collection[Seat], counter: Counter) -> None:
        self.helps = tuple(seat in helpers for seat in range(seats))
        self.counter = counter
        self._answers: dict[Owners, Answers] = {}

    def goes_out(self, position: Position) -> bool:
        """The helpers can see to it that a seat goes out, from a position where none is."""
        owners, rest, front, seat, drawn = position
        return self.answers(owners)(rest, ends_of(front), seat, drawn)

    def line(self, position: Position) -> tuple[Act, ...]:
        """One line of play, from a position where a seat surely goes out, until it is out.

        It searches nothing again: every answer it needs was given before.
        """
        line: list[Act] = []
        while True:
            act = self._next_act(position)
            line.append(act)
            seat, position = position.seat, after_act(position, act)
            if not position.rest & position.owners.held[seat]:
                return tuple(line)

    def _next_act(self, position: Position) -> Act:
        owners, rest, front, seat, _ = position
        fitting = playable(position)
        if not fitting:
            return forced(position)
        held, answers, following = owners.held[seat], self.answers(owners), owners.table.next_seat
        for tile, ends in _STEPS[self.helps[seat]][ends_of(front)][fitting]:
            left = rest ^ tile
            if not held & left or answers(left, ends, following[seat], 0):
                return lay_leaving(position, tile, ends)
        return drew(seat, owners.drawable[0])

    def answers(self, owners: Owners) -> Answers:
        """The answers while no tile is drawn."""
        answers = self._answers.get(owners)
        if answers is None:
            make = _while_drawing if owners.drawable else _nothing_to_draw
            answers = self._answers[owners] = make(self, owners)
        return answers


def _nothing_to_draw(search: Search, owners: Owners) -> Answers:
    """The search of nearly all positions, and spelt out for that reason."""
    held, next_seat, helps = owners.held, owners.table.next_seat, search.helps
    searched, bound = search.counter.next, search.counter.bound
    memory: dict[int, bool] = {}
    fits, steps = _FITS, _STEPS

    def goes_out(rest: Tiles, ends: Ends, seat: Seat, _: int = 0) -> bool:
        playable = rest & fits[ends]
        if not playable:
            return False
        hand = held[seat]
        fitting = hand & playable
        while not fitting:
            seat = next_seat[seat]
            hand = held[seat]
            fitting = hand & playable
        hand &= rest
        if not hand & (hand - 1):
            return True
        key = rest << 16 | ends << 8 | seat
        known = memory.get(key)
        if known is not None:
            return known
        if searched() > bound:
            raise BoundReached
        helping, following = helps[seat], next_seat[seat]
        answer = not helping
        for tile, ends_after in steps[helping][ends][fitting]:
            if goes_out(rest ^ tile, ends_after, following) is helping:
                answer = helping
                break
        memory[key] = answer
        return answer

    return goes_out


def _while_drawing(search: Search, owners: Owners) -> Answers:
    held, table = owners.held, owners.table
    memory: dict[tuple[Tiles, Ends, Seat, int], bool] = {}
    drawn_tile = bit(owners.drawable[0])

    def draw(rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        answers = search.answers(owners.after_draw(seat))
        return answers(rest | drawn_tile, ends, seat, drawn + 1)

    def options(rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        helping, hand = search.helps[seat], held[seat] & rest
        for tile, ends_after in _STEPS[helping][ends][hand & _FITS[ends]]:
            out = hand == tile
            if (out or goes_out(rest ^ tile, ends_after, table.next_seat[seat], 0)) is helping:
                return helping
        if table.may_draw_when_able and drawn < table.draws_a_turn:
            return draw(rest, ends, seat, drawn)
        return not helping

    def goes_out(rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        while held[seat] & rest & _FITS[ends] == NO_TILES:
            if drawn < table.draws_a_turn:
                return draw(rest, ends, seat, drawn)
            seat, drawn = table.next_seat[seat], 0
        key = rest, ends, seat, drawn
        known = memory.get(key)
        if known is None:
            if search.counter.next() > search.counter.bound:
                raise BoundReached
            known = memory[key] = options(rest, ends, seat, drawn)
        return known

    return goes_out
