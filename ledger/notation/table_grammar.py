"""A round printed as a table: a column a player, a turn round the table a row."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .lexer import Cursor
from .move_grammar import A_TILE, Json, read_act, starts_act
from .table_cells import BAR, Parts, is_rule, parts_of, span
from .table_heading import Heading, is_heading, read_heading
from .vocabulary import BLANK_CELL, IN_A_CELL

_NUMBER = re.compile(r"(\d{1,4})[.):]?(?=[\s|,;]|$)")
FIRST_NUMBER = re.compile(r"(?:\d[.):]?|\d{2,4}[.):])(?=[\s|,;]|$)")
"""Two digits alone would be a tile."""
A_CELL = f"{A_TILE}, 'pass' or '.'"
A_DOT = "put '.' in each cell where nothing was done"
OR_ELSE = "a line such as 'Ended: out', or '#' before a remark"


class Cell(NamedTuple):
    """What one player did in his turn."""

    acts: list[Json]
    start: Cursor
    place: range
    """Where it stands on its line."""


class Columns:
    """Takes one row after the other."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._heading: Heading | None = None
        self._numbered: bool | None = None
        """Each row begins with its number; None before the first row."""
        self.number = 0
        """Of the last row, as it is printed; counted from 1 where none is."""
        self._short: str | None = None
        """What is wrong where a row with fewer cells was not the last."""

    def row(self, cursor: Cursor, last: str | None) -> Iterator[Json]:
        """The moves of the next row; of the first, if it names the players, none."""
        if is_rule(cursor.text):
            return
        if self._heading is None and is_heading(cursor, self._players):
            self._heading = read_heading(cursor, self._players)
            return
        if self._short is not None:
            raise cursor.error(self._short) if _begins(cursor) else cursor.expected(self._expected)
        heading = self._heading or Heading(tuple(range(len(self._players))))
        parts = self._after_number(cursor, heading)
        if parts.by:
            cells = list(_parted(parts, last, self._expected))
        else:
            cells = list(_one_by_one(cursor, last, self._expected))
        self._heading = heading
        columns = columns_of(heading, cells)
        for column, cell in zip(columns, cells, strict=True):
            for act in cell.acts:
                yield {"seat": heading.seats[column]} | act
        if not columns or columns[-1] < len(heading.seats) - 1:
            row = f"row {self.number}, on line {cursor.line},"
            told = f"{row} has fewer cells than players: {A_DOT}"
            self._short = f"{told} (only the last row may end early)"

    @property
    def _expected(self) -> str:
        """What a row begins with."""
        if self._heading is None:
            return f"the players ({', '.join(self._players)}), or {A_CELL}"
        return f"{A_CELL}, or {OR_ELSE}"

    def _after_number(self, cursor: Cursor, heading: Heading) -> Parts:
        """The cells behind the number of the row, if rows have any."""
        parts = _under(heading, parts_of(cursor), numbered=self._numbered)
        first = parts.cells[0] if parts.by else cursor
        due = None if self._numbered is None else self.number + 1
        if self._numbered is None:
            many = len(parts.cells) > len(heading.seats) and first.looks_like(_NUMBER)
            self._numbered = heading.numbered or bool(many or first.looks_like(FIRST_NUMBER))
        if not self._numbered or (parts.by and first.done):
            self.number = due or 1
        else:
            self.number = _read_number(first, due)
        behind = parts.cells[bool(self._numbered and first.done) :]
        return parts._replace(cells=_trimmed(behind, len(heading.seats)))


def _read_number(cursor: Cursor, due: int | None) -> int:
    """The number of a row: one more than the last."""
    start = cursor.past_blanks()
    found = cursor.match(_NUMBER)
    if found is None:
        raise cursor.expected(f"the number of the row, {due or 1}")
    number = int(found[1])
    if due is not None and number != due:
        cursor.at = start
        raise cursor.error(
            f"expected row {due}, not row {number}: none may be missing or be told twice"
        )
    return number


def _trimmed(cells: list[Cursor], wanted: int) -> list[Cursor]:
    """No more than are wanted, where those too many are empty."""
    while len(cells) > wanted and cells[-1].done:
        cells = cells[:-1]
    return cells


def is_cell(cursor: Cursor) -> bool:
    """A cell with something in it stands here."""
    return cursor.next == BLANK_CELL or starts_act(cursor) or cursor.word() in IN_A_CELL


def _begins(cursor: Cursor) -> bool:
    """A row begins here."""
    return cursor.next == BAR or is_cell(cursor) or cursor.looks_like(_NUMBER) is not None


def _under(heading: Heading, parts: Parts, *, numbered: bool | None) -> Parts:
    """The cells as the heading shows them.

    Where several tabs stand between names, tabs are blanks. Where no bar begins the heading, one
    that begins a row has an empty cell before it.
    """
    if parts.by == "\t" and heading.aligned:
        return Parts("", [])
    if parts.by != BAR or heading.opened or not parts.opened:
        return parts
    columns = len(heading.seats) + bool(numbered or heading.numbered)
    first = parts.cells[0]
    if parts.closed:
        if len(parts.cells) != columns:
            raise first.error(f"the row begins with a bar, and the heading does not: {A_DOT}")
        return parts
    before = Cursor(first.text, first.line, first.at - 1, first.at - 1)
    return parts._replace(cells=[before, *parts.cells])


def columns_of(heading: Heading, cells: list[Cell]) -> list[int]:
    """Whose each cell is: each in turn; where some are missing, whose name stands above it."""
    wanted = len(heading.seats)
    if len(cells) > wanted:
        raise cells[wanted].start.expected("no more cells than players")
    in_turn = list(range(len(cells)))
    if len(cells) == wanted or not cells:
        return in_turn
    under = [heading.column_under(cell.place) for cell in cells]
    clear = [column for column in under if column is not None]
    if len(clear) == len(cells) and clear == sorted(set(clear)):
        return clear
    if under[0]:
        raise cells[0].start.error(f"it is not clear whose cells these are: {A_DOT}")
    return in_turn


def _parted(parts: Parts, last: str | None, expected: str) -> Iterator[Cell]:
    """Cells with marks between them; they stand in their columns."""
    for cell in parts.cells:
        start = Cursor(cell.text, cell.line, cell.at, cell.end)
        acts = [] if cell.done else _acts(cell, last, expected, several=parts.by == BAR)
        expected = A_CELL
        cell.finish("the end of the cell")
        last = next((act["t"] for act in reversed(acts) if "t" in act), last)
        yield Cell(acts, start, range(0))


def _one_by_one(cursor: Cursor, last: str | None, expected: str) -> Iterator[Cell]:
    """Cells with nothing but blanks between them."""
    while not cursor.done:
        at = cursor.past_blanks()
        acts = _acts(cursor, last, expected)
        last = next((act["t"] for act in acts if "t" in act), last)
        end = len(cursor.text[: cursor.at].rstrip())
        yield Cell(acts, Cursor(cursor.text, cursor.line, at), span(cursor, at, end))
        expected = A_CELL


def _acts(cell: Cursor, last: str | None, expected: str, *, several: bool = False) -> list[Json]:
    if cell.take(BLANK_CELL):
        return []
    acts: list[Json] = []
    while not acts or (several and cell.take(",")):
        if cell.take_word(*IN_A_CELL):
            acts.append({"pass": True})
        elif starts_act(cell):
            acts.append(read_act(cell, last))
        else:
            raise cell.expected(expected)
        last = acts[-1].get("t", last)
    return acts
