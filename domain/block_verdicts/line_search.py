"""The search that decides whether a round on a line surely ends with a seat out.

An and-or search for both readings that look ahead. Some seats help, all others oppose. The answer
is yes if a helping seat has one act that leads to yes, or if all acts of an opposing seat do. With
all seats helping the question is whether some line of play ends with a seat out; with one seat
helping, whether that seat can force it.
"""

from collections.abc import Callable
from typing import Any, Self

from ..events import Seat, TileLaid, laid
from ..round.state import Act
from ..tiles import HALVES, PIPS, SUITS, Tiles, bit, tiles_of
from .budget import BoundReached, Budget
from .positions import (
    JOINING,
    Ends,
    Owners,
    Position,
    ends_of,
    forced,
    hand,
    leading_to,
)

Step = tuple[Tiles, Ends]
"""A tile, as a set of one, and the ends after it was laid."""

Answers = Callable[[Tiles, Ends, Seat, int], bool]
"""From the tiles in all hands, the ends, the seat in turn, and the tiles drawn in this turn."""

_FITS: tuple[Tiles, ...] = tuple(SUITS[low] | SUITS[high] for low, high in HALVES)
"""By ends, the tiles that fit."""


class Steps(dict[Tiles, tuple[Step, ...]]):
    """By the tiles a seat can lay at these ends, its steps in search order.

    For an opponent the tile that joins both ends comes first: with every tile in a hand, no other
    tile can block. For a helper it comes last.
    """

    MOST = 1 << 11

    def __init__(self, ends: Ends, *, joining_first: bool) -> None:
        super().__init__()
        low, high = HALVES[ends]
        self.joining = bit(ends)
        self.joining_first = joining_first
        self.join = tuple((self.joining, JOINING[pip, pip]) for pip in sorted({low, high}))
        self.others = {
            1 << tile: (1 << tile, JOINING[PIPS[tile] - laid_on, high + low - laid_on])
            for laid_on in (low, high)
            for tile in tiles_of(SUITS[laid_on] & ~self.joining)
        }

    def __missing__(self, tiles: Tiles) -> tuple[Step, ...]:
        if len(self) >= self.MOST:
            self.clear()
        others, steps = tiles & ~self.joining, []
        while others:
            tile = others & -others
            steps.append(self.others[tile])
            others ^= tile
        if tiles & self.joining:
            steps[:0] = self.join
        self[tiles] = found = tuple(steps if self.joining_first else reversed(steps))
        return found


class _ByEnds(dict[Ends, Steps]):
    def __init__(self, *, joining_first: bool) -> None:
        super().__init__()
        self.joining_first = joining_first

    def __missing__(self, ends: Ends) -> Steps:
        self[ends] = steps = Steps(ends, joining_first=self.joining_first)
        return steps


_STEPS = _ByEnds(joining_first=True), _ByEnds(joining_first=False)
"""By whether the seat helps, then by ends."""


class LineSearch:
    """Answers whether the round surely ends with a seat out. Caches its answers until it is closed.

    Raises BoundReached if the budget is exceeded.
    """

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        self.helps = helps
        """By seat."""
        self.budget = budget
        self.memories: list[dict[Any, bool]] = []
        """The cached answers."""
        self._answers: dict[Owners, Answers] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Forget all answers: they refer to each other, so they would wait for the collector."""
        for memory in self.memories:
            memory.clear()
        self._answers.clear()

    def goes_out(self, position: Position) -> bool:
        """Whether the helpers can force a seat to go out, from a position where none is out."""
        owners, rest, front, seat, drawn = position
        return self.answers(owners)(rest, ends_of(front), seat, drawn)

    def line(self, position: Position) -> tuple[Act, ...]:
        """One line of play, from a position where a seat surely goes out, until it is out.

        Uses only cached answers.
        """
        line: list[Act] = []
        while True:
            act = self.keeps_open(position)
            line.append(act)
            if isinstance(act, TileLaid) and hand(position, act.seat) == bit(act.tile):
                return tuple(line)
            position = position.after(act)

    def keeps_open(self, position: Position) -> Act:
        """An act after which a seat is out or still surely goes out."""
        owners, rest, front, seat, _ = position
        answers, following = self.answers(owners), owners.table.next_seat[seat]
        tiles = owners.held[seat] & rest
        for tile, ends in _STEPS[self.helps[seat]][ends_of(front)][tiles & front.playable[seat]]:
            if tile == tiles or answers(rest ^ tile, ends, following, 0):
                return laid(seat, *leading_to(front, tile, ends))
        return forced(position)

    def answers(self, owners: Owners) -> Answers:
        """The answers for as long as no tile is drawn."""
        answers = self._answers.get(owners)
        if answers is None:
            make = _WithDrawing if owners.drawable else _without_drawing
            answers = self._answers[owners] = make(self, owners)
        return answers


def _without_drawing(search: LineSearch, owners: Owners) -> Answers:
    """The search for positions without drawing. Inlined for speed: almost all positions."""
    held, next_seat, helps = owners.held, owners.table.next_seat, search.helps
    fits, steps, budget = _FITS, _STEPS, search.budget
    memory: dict[int, bool] = {}
    search.memories.append(memory)

    def goes_out(rest: Tiles, ends: Ends, seat: Seat, _: int = 0) -> bool:
        playable = rest & fits[ends]
        if not playable:
            return False
        fitting = held[seat] & playable
        while not fitting:
            seat = next_seat[seat]
            fitting = held[seat] & playable
        tiles = held[seat] & rest
        if not tiles & (tiles - 1):
            return True
        key = rest << 16 | ends << 8 | seat
        known = memory.get(key)
        if known is not None:
            return known
        if next(budget, None) is None:
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


class _WithDrawing:
    """The search while tiles may still be drawn."""

    def __init__(self, search: LineSearch, owners: Owners) -> None:
        self.search, self.owners, self.table = search, owners, owners.table
        self.memory: dict[tuple[Tiles, Ends, Seat, int], bool] = {}
        search.memories.append(self.memory)

    def __call__(self, rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        owners, table, fits = self.owners, self.table, _FITS[ends]
        while owners.drawable and not owners.held[seat] & rest & fits:
            if drawn < table.draws_a_turn:
                rest |= bit(owners.drawable[0])
                owners, drawn = owners.after_draw(seat), drawn + 1
            else:
                seat, drawn = table.next_seat[seat], 0
        if owners is not self.owners:
            return self.search.answers(owners)(rest, ends, seat, drawn)
        key = rest, ends, seat, drawn
        if key not in self.memory:
            if next(self.search.budget, None) is None:
                raise BoundReached
            self.memory[key] = self._answer(*key)
        return self.memory[key]

    def _answer(self, rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        helping, following = self.search.helps[seat], self.table.next_seat[seat]
        tiles = self.owners.held[seat] & rest
        for tile, ends_after in _STEPS[helping][ends][tiles & _FITS[ends]]:
            out = tile == tiles
            if (out or self(rest ^ tile, ends_after, following, 0)) is helping:
                return helping
        if self.table.may_draw_when_able and drawn < self.table.draws_a_turn:
            drawn_tile = bit(self.owners.drawable[0])
            answers = self.search.answers(self.owners.after_draw(seat))
            return answers(rest | drawn_tile, ends, seat, drawn + 1)
        return not helping
