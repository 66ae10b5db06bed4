"""The search of `line_search` for any layout: slower, since it walks positions one by one."""

from collections.abc import Iterator
from typing import Self

from ..events import Seat, TileLaid, drew
from ..round.state import Act
from ..tiles import bit
from .budget import BoundReached, Budget
from .positions import Position, after, forced, hand, is_blocked, playable


class GeneralSearch:
    """Answers whether the round surely ends with a seat out. Caches its answers until it is closed.

    Raises BoundReached if the budget is exceeded.
    """

    def __init__(self, helps: tuple[bool, ...], budget: Budget) -> None:
        self.helps = helps
        """By seat."""
        self.budget = budget
        self._answers: dict[Position, bool] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.clear()

    def goes_out(self, position: Position) -> bool:
        """The helpers can force that a seat goes out, from a position where none is."""
        while not playable(position):
            if is_blocked(position):
                return False
            position = after(position, forced(position))
        if position not in self._answers:
            if next(self.budget, None) is None:
                raise BoundReached
            helping = self.helps[position.seat]
            found = any(self._leads_out(position, act) is helping for act in _acts(position))
            self._answers[position] = helping if found else not helping
        return self._answers[position]

    def line(self, position: Position) -> tuple[Act, ...]:
        """One line of play, from a position where a seat surely goes out, until it is out."""
        line: list[Act] = []
        while True:
            act = self.keeps_open(position)
            line.append(act)
            if _is_out(position, act):
                return tuple(line)
            position = after(position, act)

    def keeps_open(self, position: Position) -> Act:
        """An act after which a seat is out or still surely goes out."""
        acts = _acts(position) if playable(position) else iter(())
        found = (act for act in acts if self._leads_out(position, act))
        return next(found, None) or forced(position)

    def _leads_out(self, position: Position, act: Act) -> bool:
        return _is_out(position, act) or self.goes_out(after(position, act))


def _acts(position: Position) -> Iterator[Act]:
    """What a seat that can lay may do."""
    owners, _, front, seat, drawn = position
    held = hand(position, seat)
    for fits, lays in front.lays[seat]:
        yield from lays[held & fits]
    table = owners.table
    if table.may_draw_when_able and owners.drawable and drawn < table.draws_a_turn:
        yield drew(seat, owners.drawable[0])


def _is_out(position: Position, act: Act) -> bool:
    seat: Seat = act.seat
    return isinstance(act, TileLaid) and hand(position, seat) == bit(act.tile)
