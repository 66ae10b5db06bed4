"""A round printed as a table: a column a player, a turn round the table a row."""

import re
from collections.abc import Iterator, Sequence

from .cursor import Cursor
from .moves import A_TILE, Json, read_act, starts_act
from .people import read_seat
from .words import BLANK_CELL, NUMBERS

_RULE = re.compile(r"\s*\|?[\s|:+-]*--[\s|:+-]*$")
_QUOTED_OR_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[|#]')
_NUMBER = re.compile(r"\d{1,4}[.):]?(?=[\s|]|$)")
_A_FIRST_NUMBER = re.compile(r"(?:\d[.):]?|\d{2,4}[.):])(?=\s)")
"""Two digits alone would be a tile."""
A_CELL = f"{A_TILE}, 'pass' or '.'"


class Columns:
    """Takes one row after the other."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._seats: list[int] = []
        """By column, whose it is."""
        self._numbered = False
        """Each row begins with its number."""
        self.rows = 0
        """Rows of moves so far."""
        self._short: Cursor | None = None
        """The end of a row with fewer cells, which must be the last."""

    def row(self, cursor: Cursor, last: str | None) -> Iterator[Json]:
        """The moves of the next row; of the first, if it names the players, none."""
        if _RULE.match(cursor.text):
            return
        if not self.rows:
            self._numbered |= self._is_numbered(cursor)
        if not self._seats:
            if not self._holds_moves(cursor):
                self._heads(cursor)
                return
            self._seats = list(range(len(self._players)))
        self.rows += 1
        if self._short is not None:
            raise self._short.expected(f"{A_CELL}: only the last row may have fewer cells")
        yield from self._moves(cursor, last)

    def _is_numbered(self, cursor: Cursor) -> bool:
        """The line begins with the number of a row, or with what stands above such numbers."""
        between = _between_bars(cursor)
        if between:
            number = between[0]
            says_so = number.done or number.looks_like(_NUMBER) or number.word() in NUMBERS
            return len(between) > len(self._players) and bool(says_so)
        is_player = cursor.word() in map(str.casefold, self._players)
        says_so = cursor.looks_like(_A_FIRST_NUMBER) or cursor.word() in NUMBERS
        return bool(says_so) and not is_player

    def _holds_moves(self, cursor: Cursor) -> bool:
        """The line is a row of moves, and not of the players' names."""
        between = _between_bars(cursor)
        if between:
            return _is_cell(between[self._numbered])
        first = Cursor(cursor.text, cursor.line, cursor.at)
        if self._numbered and first.match(_NUMBER) is None:
            return False
        return _is_cell(first)

    def _heads(self, cursor: Cursor) -> None:
        seats: list[int] = []
        for cell in self._of_players(cursor):
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
        for cell in self._of_players(cursor):
            seat = next(seats, None)
            if seat is None:
                raise cell.expected("no more cells than players")
            if not cell.done and not cell.take(BLANK_CELL):
                for act in _acts(cell, last):
                    last = act.get("t", last)
                    yield {"seat": seat} | act
            cursor.at = cell.at
        self._short = None if next(seats, None) is None else cursor

    def _of_players(self, cursor: Cursor) -> Iterator[Cursor]:
        """The cells of a row without its number."""
        cells = _cells(cursor)
        if self._numbered:
            first = next(cells)
            if first.match(_NUMBER) is None:
                first.take_word(*NUMBERS)
        return cells


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
    between = _between_bars(cursor)
    for cell in between:
        yield cell
        cell.finish("the end of the cell")
    while not between and not cursor.done:
        yield cursor


def _between_bars(cursor: Cursor) -> list[Cursor]:
    """Each cell, from its beginning to its end; none where there are no bars."""
    text = cursor.text
    marks = [each for each in _QUOTED_OR_MARK.finditer(text) if each[0] in "|#"]
    end = next((mark.start() for mark in marks if mark[0] == "#"), len(text))
    bars = [mark.start() for mark in marks if mark[0] == "|" and mark.start() < end]
    starts = [bar + 1 for bar in bars]
    if bars and text[: bars[0]].strip():
        starts.insert(0, 0)
    ends = [*(start - 1 for start in starts[1:]), len(text[:end].rstrip())]
    return [
        Cursor(text, cursor.line, start, stop)
        for start, stop in zip(starts, ends, strict=bool(bars))
        if start < ends[-1]
    ]
