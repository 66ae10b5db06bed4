"""The quick search: rounds on a line of equal halves, where a position is a few integers.

The order of the boneyard is not needed: a round blocks only when no more tiles may be drawn, so the
tiles actually drawn, in order, are all that could be drawn.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ..events import EndName, Seat, TileDrawn, drew, laid, passed
from ..layout.ends import fitting
from ..layout.front import Front, after_lay
from ..lazily import Lazily
from ..round.legal import may_draw
from ..round.state import Act, Round, evolve
from ..rules.table import Table
from ..tiles import HALVES, PIPS, SUITS, Tile, Tiles, bit, members, tiles_of
from .search import BoundReached, Budget, Search

Ends = int
"""The two open ends in any order, as the number of the tile that joins them."""

JOINING: dict[tuple[int, int], Ends] = {
    pair: tile for tile, (low, high) in enumerate(HALVES) for pair in ((low, high), (high, low))
}
Step = tuple[Tiles, Ends]
"""A tile, as a set of one, and the ends after it was laid."""
Answers = Callable[[Tiles, Ends, Seat, int], bool]
"""From the tiles in all hands, the ends, the seat in turn, and the tiles drawn in this turn."""


@lru_cache(maxsize=1 << 12)
def ends_of(front: Front) -> Ends:
    (left,), (right,) = (end.pips for end in front.ends)
    return JOINING[left, right]


@lru_cache(maxsize=1 << 14)
def leading_to(front: Front, tile: Tiles, ends: Ends) -> tuple[Tile, EndName]:
    """The tile of this set, and where to lay it to get these ends."""
    (number,) = tiles_of(tile)
    taking = (end.name for end in front.ends if tile & fitting(front.matching, end))
    return next(
        (number, name)
        for name in taking
        if ends_of(after_lay(front, laid(0, number, name))) == ends
    )


class Owners(NamedTuple):
    """The owner of each tile, as long as none is drawn."""

    held: tuple[Tiles, ...]
    """By seat, the tiles it has held so far, including those laid."""
    drawable: tuple[Tile, ...]
    """The tiles that may still be drawn, next tile first."""

    def after_draw(self, seat: Seat) -> "Owners":
        """The owners after this seat drew the next tile."""
        held = list(self.held)
        held[seat] |= bit(self.drawable[0])
        return Owners(tuple(held), self.drawable[1:])


def owners_in(round: Round) -> Owners:
    """The owners at this moment."""
    table = round.start.table
    if not (table.draws_a_turn or table.draws_for_lead):
        return Owners(round.start.hands, ())
    held, past = list(round.start.hands), round.past
    draws = len(round.deal.boneyard or ()) - len(round.boneyard)
    while draws and past is not None:  # Asked of many positions: a generator is slower.
        event, _, past = past
        if isinstance(event, TileDrawn):
            held[event.seat] |= 1 << event.tile
            draws -= 1
    left = len(round.boneyard) - table.reserve if table.draws_a_turn else 0
    return Owners(tuple(held), round.boneyard[:left])


_FITS: tuple[Tiles, ...] = tuple(SUITS[low] | SUITS[high] for low, high in HALVES)
"""By ends, the tiles that fit."""


MOST_STEPS = 1 << 11
"""The most sets of tiles of which the steps at the same ends are kept."""


def steps_at(helps: bool, ends: Ends) -> Lazily[Tiles, tuple[Step, ...]]:
    """By the tiles a seat can lay at these ends, its steps in search order.

    For an opponent the tile that joins both ends comes first: with every tile in a hand, no other
    tile can block. For a helper it comes last.
    """
    joining, (low, high) = bit(ends), HALVES[ends]
    join = [(joining, JOINING[pip, pip]) for pip in sorted({low, high})]
    others = {
        1 << tile: (1 << tile, JOINING[PIPS[tile] - laid_on, high + low - laid_on])
        for laid_on in (low, high)
        for tile in tiles_of(SUITS[laid_on] & ~joining)
    }

    def make(tiles: Tiles) -> tuple[Step, ...]:
        steps = join if tiles & joining else []
        steps = steps + [others[bit(tile)] for tile in members(tiles & ~joining)]
        return tuple(reversed(steps) if helps else steps)

    return Lazily(make, most=MOST_STEPS)


_STEPS: tuple[Lazily[Ends, Lazily[Tiles, tuple[Step, ...]]], ...] = (
    Lazily(steps_at, (False,)),
    Lazily(steps_at, (True,)),
)
"""By whether the seat helps, then by ends."""


class LineSearch(Search):
    """Answers for rounds that `is_quick` allows."""

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        super().__init__(helps, budget)
        self.memories: list[dict[Any, bool]] = []
        """The cached answers."""
        self._answers: dict[Owners, Answers] = {}

    def __exit__(self, *_: object) -> None:
        """Answers refer to each other, so they would wait for the collector."""
        for memory in self.memories:
            memory.clear()
        self._answers.clear()

    def goes_out(self, round: Round) -> bool:
        answers = self.answers(round.start.table, owners_in(round))
        return answers(sum(round.hands), ends_of(round.front), round.seat, round.drawn)

    def after(self, round: Round, act: Act) -> Round:
        return evolve(round, act)  # Faster, and whether the round is over is not asked.

    def keeps_open(self, round: Round) -> Act:
        table, seat, front = round.start.table, round.seat, round.front
        answers, following = self.answers(table, owners_in(round)), table.next_seat[seat]
        tiles, rest = round.hands[seat], sum(round.hands)
        for tile, ends in _STEPS[self.helps[seat]][ends_of(front)][tiles & front.playable[seat]]:
            if tile == tiles or answers(rest ^ tile, ends, following, 0):
                return laid(seat, *leading_to(front, tile, ends))
        return drew(seat, round.boneyard[0]) if may_draw(round) else passed(seat)

    def answers(self, table: Table, owners: Owners) -> Answers:
        """The answers as long as no tile is drawn."""
        answers = self._answers.get(owners)
        if answers is None:
            make = _WithDrawing if owners.drawable else _without_drawing
            answers = self._answers[owners] = make(self, table, owners)
        return answers


def _without_drawing(search: LineSearch, table: Table, owners: Owners) -> Answers:
    """The search for positions without drawing. Inlined for speed: almost all positions."""
    held, next_seat, helps = owners.held, table.next_seat, search.helps
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

    def __init__(self, search: LineSearch, table: Table, owners: Owners) -> None:
        self.search, self.held, self.table = search, owners.held, table
        self.next_tile = bit(owners.drawable[0])
        self.after_draw: Lazily[Seat, Answers] = Lazily(_after_draw, (search, table, owners))
        """By the seat that draws the next tile."""
        self.memory: dict[tuple[Tiles, Ends, Seat, int], bool] = {}
        search.memories.append(self.memory)

    def __call__(self, rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        held, table, fits = self.held, self.table, _FITS[ends]
        while not held[seat] & rest & fits:
            if drawn < table.draws_a_turn:
                return self.after_draw[seat](rest | self.next_tile, ends, seat, drawn + 1)
            seat, drawn = table.next_seat[seat], 0
        key = rest, ends, seat, drawn
        known = self.memory.get(key)
        if known is None:
            if next(self.search.budget, None) is None:
                raise BoundReached
            known = self.memory[key] = self._answer(*key)
        return known

    def _answer(self, rest: Tiles, ends: Ends, seat: Seat, drawn: int) -> bool:
        helping, following = self.search.helps[seat], self.table.next_seat[seat]
        tiles = self.held[seat] & rest
        for tile, ends_after in _STEPS[helping][ends][tiles & _FITS[ends]]:
            out = tile == tiles
            if (out or self(rest ^ tile, ends_after, following, 0)) is helping:
                return helping
        if self.table.may_draw_when_able and drawn < self.table.draws_a_turn:
            return self.after_draw[seat](rest | self.next_tile, ends, seat, drawn + 1)
        return not helping


def _after_draw(search: LineSearch, table: Table, owners: Owners, seat: Seat) -> Answers:
    return search.answers(table, owners.after_draw(seat))
