"""A round printed as a table: a column a player, a turn round the table a row."""

import re
from collections.abc import Iterator, Sequence

from .cursor import Cursor
from .moves import A_TILE, Json, read_act, starts_act
from .people import read_seat
from .words import BLANK_CELL

_RULE = re.compile(r"\s*\|?[\s|:+-]*--[\s|:+-]*$")
_QUOTED_OR_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[|#]')
A_CELL = f"{A_TILE}, 'pass' or '.'"


class Columns:
    """Takes one row after the other."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._seats: list[int] = []
        """By column, whose it is."""
        self._short: Cursor | None = None
        """The end of a row with fewer cells, which must be the last."""

    def row(self, cursor: Cursor, last: str | None) -> Iterator[Json]:
        """The moves of the next row; of the first, if it names the players, none."""
        if _RULE.match(cursor.text):
            return
        if not self._seats:
            if not _is_cell(next(_cells(cursor))):
                self._heads(cursor)
                return
            self._seats = list(range(len(self._players)))
        if self._short is not None:
            raise self._short.expected(f"{A_CELL}: only the last row may have fewer cells")
        yield from self._moves(cursor, last)

    def _heads(self, cursor: Cursor) -> None:
        seats: list[int] = []
        for cell in _cells(cursor):
            start = cell.at
            seat = read_seat(cell, self._players)
            if seat in seats or not 0 <= seat < len(self._players):
                cell.at = start
                raise cell.expected("each player once")
            seats.append(seat)
            cursor.at = cell.at
        if len(seats) < len(self._players):
            raise cursor.expected("each player once")
        self._seats = seats

    def _moves(self, cursor: Cursor, last: str | None) -> Iterator[Json]:
        seats = iter(self._seats)
        for cell in _cells(cursor):
            seat = next(seats, None)
            if seat is None:
                raise cell.expected("no more cells than players")
            if not cell.done and not cell.take(BLANK_CELL):
                for act in _acts(cell, last):
                    last = act.get("t", last)
                    yield {"seat": seat} | act
            cursor.at = cell.at
        self._short = None if next(seats, None) is None else cursor


def _is_cell(cell: Cursor) -> bool:
    return cell.done or cell.next == BLANK_CELL or starts_act(cell)


def _acts(cell: Cursor, last: str | None) -> Iterator[Json]:
    while True:
        if not starts_act(cell):
            raise cell.expected(A_CELL)
        act = read_act(cell, last)
        last = act.get("t", last)
        yield act
        if not cell.take(","):
            return


def _cells(cursor: Cursor) -> Iterator[Cursor]:
    """Cells between bars, where there are bars; else one begins where the one before ends."""
    marks = [each for each in _QUOTED_OR_MARK.finditer(cursor.text) if each[0] in "|#"]
    end = next((mark.start() for mark in marks if mark[0] == "#"), len(cursor.text))
    bars = [mark.start() for mark in marks if mark[0] == "|" and mark.start() < end]
    if bars:
        yield from _between(cursor, bars, end)
        return
    while not cursor.done:
        yield cursor


def _between(cursor: Cursor, bars: list[int], end: int) -> Iterator[Cursor]:
    text = cursor.text
    end = len(text[:end].rstrip())
    starts = [bar + 1 for bar in bars]
    if text[: bars[0]].strip():
        starts.insert(0, 0)
    for start, stop in zip(starts, [*(start - 1 for start in starts[1:]), end], strict=True):
        if start < end:
            cell = Cursor(text, cursor.line, start, stop)
            yield cell
            cell.finish("the end of the cell")
