"""The grammar of printed tables: a column for each player, a row for each turn round the table.

Cells are separated by bars, tabs, commas, or only blanks. A heading may name the players. Hands can
be printed as a table, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .characters import usual_characters
from .errors import NotationError
from .lexer import Cursor
from .move_grammar import Json, read_act, starts_act
from .player_names import names_player, read_seat, read_seat_of_game
from .vocabulary import BARRED, BLANK_CELL, BRACKETED, COMMENT, IN_A_CELL, NUMBER_SIGN, TILE

_A_BARRED_TILE = rf"(?<![\w:/.-])(?<!\d\|){BARRED}(?![\w:/.-]|\|\d)"
_MARK = re.compile(rf'"(?:[^"\\]|\\.)*"|{BRACKETED}|{_A_BARRED_TILE}|[|\t,;{COMMENT}]')
"""Separators of cells; and longer texts that contain such a mark but do not separate."""
_RULE = re.compile(r"\s*(?:[|+][\s|:+-]*--|-[\s:-]*[|+][\s|:+-]*-|[-=]{3})[\s|:+=-]*$")
_SEPARATORS = ("|", "\t", ",;")
"""In order of precedence: the first kind found in a row separates its cells."""
BAR = "|"


class Parts(NamedTuple):
    """The cells of a row."""

    by: str
    """The separators; empty if there are none."""
    cells: list[Cursor]
    """Each from its beginning to its end; empty if there are no separators."""
    opened: bool = False
    """A bar before the first cell."""
    closed: bool = False
    """A bar after the last cell."""


def is_rule(text: str) -> bool:
    """The line only draws a rule between rows."""
    return _RULE.match(text) is not None


def parts_of(cursor: Cursor) -> Parts:
    """The cells of the rest of a line, if it has separators, without bars at its edges."""
    text = cursor.text
    start = cursor.at if text[: cursor.at].strip() else 0
    marks = [each for each in _MARK.finditer(text, start, cursor.end) if len(each[0]) == 1]
    end = next((mark.start() for mark in marks if mark[0] == COMMENT), cursor.end)
    for by in _SEPARATORS:
        between = [mark.start() for mark in marks if mark.start() < end and mark[0] in by]
        bounds = zip([start, *(place + 1 for place in between)], [*between, end], strict=True)
        cells = [cursor.copy(first, last) for first, last in bounds]
        tiles = (len(TILE.findall(cell.text, cell.at, cell.end)) for cell in cells)
        if not between or (by == "\t" and max(tiles) > 1):
            continue  # A tab between several tiles only indents a row with blanks.
        opened, closed = (by == BAR and not cell.next for cell in (cells[0], cells[-1]))
        return Parts(by, cells[opened : len(cells) - closed] or cells[:1], opened, closed)
    return Parts("", [])


def span(cursor: Cursor, start: int, end: int) -> range:
    """The columns of these characters in print, with tab stops at every eighth column."""
    return range(*(len(cursor.text[:place].expandtabs()) for place in (start, end)))


# -- the heading

_BETWEEN = ("|", ",", ";")
_MARKED = re.compile(rf"(\s*\|?\s*){COMMENT}(?=[\s|,;])(?=\s*[|,;]|.*(?:\t|\s\s|\|))")
"""Separated like columns; in a remark such as `# Ana, Ben` there is one blank between words."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The row above a table that names the players."""

    seats: Sequence[int]
    """By column."""
    spans: Sequence[range] = ()
    """By column, the place of the name on its line; empty without heading."""
    numbered: bool = False
    """The first column contains row numbers."""
    opened: bool = True
    """A bar at the beginning of a row is its edge, not the end of an empty cell."""
    aligned: bool = False
    """Tabs only align the columns: there are several between two names."""

    def column_under(self, cell: range) -> int | None:
        """The column whose name is above a part of the cell; None unless there is exactly one."""
        above = [
            column
            for column, name in enumerate(self.spans)
            if name.start < cell.stop and cell.start < name.stop
        ]
        return above[0] if len(above) == 1 else None


def with_number_sign(text: str, players: Sequence[str]) -> str:
    """The text, with `#` replaced if it heads the column of row numbers instead of a comment."""
    found = _MARKED.match(usual_characters(text))
    if found is None:
        return text
    signed = f"{text[: found.end(1)]}{NUMBER_SIGN}{text[found.end(1) + 1 :]}"
    try:
        read_heading(Cursor(signed, players=players))
    except NotationError:
        return text
    return signed


def is_heading(cursor: Cursor, least: int = 1) -> bool:
    """At least this many players follow, after an optional heading of row numbers."""
    here = cursor.copy(end=len(cursor.text))
    _above_numbers(here)
    for _ in range(least):
        if here.done or not names_player(here) or starts_act(here):
            return False
        try:
            read_seat(here)
        except NotationError:
            return True
        here.take(*_BETWEEN)
    return True


def read_heading(cursor: Cursor) -> Heading:
    """Read a heading: each player once, in order of play, starting with any."""
    parts = parts_of(cursor)
    numbered = _above_numbers(cursor)
    seats: list[int] = []
    spans = []
    while not cursor.done:
        start = cursor.past_blanks()
        seat = read_seat_of_game(cursor, "expected-each-player-once")
        if seat in seats:
            raise cursor.expected("expected-each-player-once", at=start)
        seats.append(seat)
        spans.append(span(cursor, start, cursor.at))
        cursor.take(*_BETWEEN)
    if len(seats) < len(cursor.players):
        raise cursor.expected("expected-each-player-once")
    if any((seat - seats[0]) % len(seats) != place for place, seat in enumerate(seats)):
        raise cursor.error("columns-out-of-order", at=0, players=list(cursor.players))
    aligned = parts.by == "\t" and any(cell.done for cell in parts.cells[1:])
    return Heading(seats, spans, numbered, parts.opened or parts.by != BAR, aligned)


def _above_numbers(cursor: Cursor) -> bool:
    """Read the heading of row numbers; whether rows must have them: after `#` they may not."""
    parts = parts_of(cursor)
    cursor.take(BAR)
    signed = cursor.next == NUMBER_SIGN
    word = cursor.take_word("number")
    empty = bool(parts.cells) and parts.cells[0].done
    if word or empty:
        cursor.take(*_BETWEEN)
    return empty or (word is not None and (not signed or parts.by == BAR))


# -- rows

_NUMBER = re.compile(r"(\d{1,4})[.):]?(?=[\s|,;]|$)")
FIRST_NUMBER = re.compile(r"(?:\d[.):]?|\d{2,4}[.):])(?=[\s|,;]|$)")
"""Two digits alone are a tile."""


class Cell(NamedTuple):
    """The acts of one player in one turn."""

    acts: list[Json]
    start: Cursor
    place: range = range(0)
    """Its columns in print, where only blanks separate cells."""


class Columns:
    """A round printed as a table, read row by row."""

    def __init__(self) -> None:
        self._heading: Heading | None = None
        self._numbered: bool | None = None
        """Each row begins with its number; None before the first row."""
        self.number = 0
        """The number of the last row as printed, otherwise counted from 1."""
        self._short_on: int | None = None
        """The line of a short row, which no other row may follow."""

    def row(self, cursor: Cursor) -> Iterator[Json]:
        """The moves of the next row; none for a heading or a rule."""
        if is_rule(cursor.text):
            return
        if self._heading is None and is_heading(cursor):
            self._heading = read_heading(cursor)
            return
        expected = "expected-cell-or-line" if self._heading else "expected-heading-or-cell"
        if self._short_on is not None:
            if cursor.next == BAR or is_cell(cursor) or cursor.looks_like(_NUMBER):
                raise cursor.error("short-row", row=self.number, row_line=self._short_on)
            raise cursor.expected(expected)
        heading = self._heading or Heading(range(len(cursor.players)))
        parts = self._after_number(cursor, heading)
        cells = [*(_separated(parts, expected) if parts.by else _blank_separated(cursor, expected))]
        self._heading = heading
        columns = columns_of(heading, cells)
        for column, cell in zip(columns, cells, strict=True):
            for act in cell.acts:
                yield {"seat": heading.seats[column]} | act
        if not columns or columns[-1] < len(heading.seats) - 1:
            self._short_on = cursor.line

    def _after_number(self, cursor: Cursor, heading: Heading) -> Parts:
        """The cells after the row number, if rows have numbers, without surplus empty ones."""
        parts, wanted = _under(heading, parts_of(cursor), numbered=self._numbered), heading.seats
        first = parts.cells[0] if parts.by else cursor
        due = None if self._numbered is None else self.number + 1
        if self._numbered is None:
            many = len(parts.cells) > len(wanted) and first.looks_like(_NUMBER)
            self._numbered = heading.numbered or bool(many or first.looks_like(FIRST_NUMBER))
        if not self._numbered or (parts.by and first.done):
            self.number = due or 1
        else:
            self.number = _read_number(first, due)
        cells = parts.cells[bool(self._numbered and first.done) :]
        while len(cells) > len(wanted) and cells[-1].done:
            cells.pop()
        return parts._replace(cells=cells)


def _read_number(cursor: Cursor, due: int | None) -> int:
    """Read the row number, which must be one more than the last."""
    start = cursor.past_blanks()
    found = cursor.match(_NUMBER)
    if found is None:
        raise cursor.expected("expected-row-number", number=due or 1)
    number = int(found[1])
    if due is not None and number != due:
        raise cursor.error("row-out-of-order", at=start, due=due, number=number)
    return number


def is_cell(cursor: Cursor) -> bool:
    """A cell that is not empty is next."""
    return cursor.next == BLANK_CELL or starts_act(cursor) or cursor.word(*IN_A_CELL) is not None


def _under(heading: Heading, parts: Parts, *, numbered: bool | None) -> Parts:
    """The cells as the heading implies.

    If the heading has several tabs between names, tabs count as blanks. If it has no leading bar, a
    leading bar of a row ends an empty cell.
    """
    if parts.by == "\t" and heading.aligned:
        return Parts("", [])
    if parts.by != BAR or heading.opened or not parts.opened:
        return parts
    columns = len(heading.seats) + bool(numbered or heading.numbered)
    first = parts.cells[0]
    if parts.closed:
        if len(parts.cells) != columns:
            raise first.error("bar-begins-row")
        return parts
    before = first.copy(first.at - 1, first.at - 1)
    return parts._replace(cells=[before, *parts.cells])


def columns_of(heading: Heading, cells: list[Cell]) -> Sequence[int]:
    """The column of each cell: in order, or by the names above if cells are missing."""
    wanted = len(heading.seats)
    if len(cells) > wanted:
        raise cells[wanted].start.expected("expected-no-more-cells")
    in_turn = range(len(cells))
    if len(cells) in {0, wanted}:
        return in_turn
    under = [heading.column_under(cell.place) for cell in cells]
    clear = [column for column in under if column is not None]
    if len(clear) == len(cells) and clear == sorted(set(clear)):
        return clear
    if under[0]:
        raise cells[0].start.error("unclear-columns")
    return in_turn


def _separated(parts: Parts, expected: str) -> Iterator[Cell]:
    """Cells with separators; their positions in print do not matter."""
    for cell in parts.cells:
        start = cell.copy()
        acts = [] if cell.done else _acts(cell, expected, several=parts.by == BAR)
        cell.finish(code="expected-end-of-cell")
        yield Cell(acts, start)
        expected = "expected-cell"


def _blank_separated(cursor: Cursor, expected: str) -> Iterator[Cell]:
    """Cells separated only by blanks."""
    while not cursor.done:
        at = cursor.past_blanks()
        acts = _acts(cursor, expected)
        end = len(cursor.text[: cursor.at].rstrip())
        yield Cell(acts, cursor.copy(at, len(cursor.text)), span(cursor, at, end))
        expected = "expected-cell"


def _acts(cell: Cursor, expected: str, *, several: bool = False) -> list[Json]:
    if cell.take(BLANK_CELL):
        return []
    acts: list[Json] = []
    while not acts or (several and cell.take(",")):
        if cell.take_word(*IN_A_CELL):
            acts.append({"pass": True})
        elif starts_act(cell):
            acts.append(read_act(cell))
        else:
            raise cell.expected(expected, players=list(cell.players))
    return acts


class HandColumns:
    """Hands printed as a table, a column for each player, below a line `Hands`."""

    def __init__(self) -> None:
        self.hands: list[list[str]] | None = None
        """By seat; None before the heading."""
        self._columns = Columns()

    def takes(self, cursor: Cursor, *, heads: bool) -> bool:
        """The line is a row of hands: from the names up to the next line that ``heads`` a table."""
        if self.hands is None and not heads:
            players = list(cursor.players)
            raise cursor.expected("expected-heading-or-hand", players=players, first=players[0])
        return heads == (self.hands is None)

    def row(self, cursor: Cursor) -> None:
        """Read the tiles of a row; the first row is the heading."""
        self.hands = self.hands or [[] for _ in cursor.players]
        start = cursor.past_blanks()
        for act in self._columns.row(cursor):
            tile = act.get("lay", "")
            if act.keys() != {"seat", "lay"} or any(tile in hand for hand in self.hands):
                raise cursor.expected("expected-undealt-tiles", at=start)
            self.hands[act["seat"]].append(tile)
