"""The grammar of printed tables: a column for each player, a row for each turn round the table.

Cells are separated by bars, tabs, commas, or only blanks. A heading may name the players. Hands can
be printed as a table, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .characters import usual_characters
from .draft import DraftRound, once
from .errors import NotationError, Slip
from .lexer import Cursor
from .move_grammar import Json, read_act, starts_act, whole_time
from .player_names import names_player, read_seat
from .vocabulary import (
    BARRED,
    BLANK_CELL,
    BRACKETED,
    COMMENT,
    IN_A_CELL,
    NUMBER_SIGN,
    NUMBERS,
    TILE,
)

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
    """The cells of the rest of a line, if it has separators."""
    text = cursor.text
    start = cursor.at if text[: cursor.at].strip() else 0
    marks = [each for each in _MARK.finditer(text, start, cursor.end) if len(each[0]) == 1]
    end = next((mark.start() for mark in marks if mark[0] == COMMENT), cursor.end)
    places = [(mark.start(), mark[0]) for mark in marks if mark.start() < end]
    for by in _SEPARATORS:
        between = [place for place, mark in places if mark in by]
        bounds = zip([start, *(place + 1 for place in between)], [*between, end], strict=True)
        cells = [cursor.copy(first, last) for first, last in bounds]
        if between and not (by == "\t" and any(map(_holds_several, cells))):
            return _without_edges(by, cells) if by == BAR else Parts(by, cells)
    return Parts("", [])


def _holds_several(cell: Cursor) -> bool:
    """The cell has several tiles: the tab only indents a row with blanks between its cells."""
    return len(TILE.findall(cell.text, cell.at, cell.end)) > 1


def _without_edges(by: str, cells: list[Cursor]) -> Parts:
    """The cells without optional bars at the edges of the row."""
    opened, closed = (not cell.next for cell in (cells[0], cells[-1]))
    inner = cells[opened : len(cells) - closed] or cells[:1]
    return Parts(by, inner, opened=opened, closed=closed)


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

    seats: tuple[int, ...]
    """By column."""
    spans: tuple[range, ...] = ()
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
        read_heading(Cursor(signed), players)
    except NotationError:
        return text
    return signed


def is_heading(cursor: Cursor, players: Sequence[str], least: int = 1) -> bool:
    """At least this many players follow, after an optional heading of row numbers."""
    here = cursor.copy(end=len(cursor.text))
    _above_numbers(here)
    for _ in range(least):
        if here.done or not names_player(here, players) or starts_act(here):
            return False
        try:
            read_seat(here, players)
        except NotationError:
            return True
        here.take(*_BETWEEN)
    return True


def read_heading(cursor: Cursor, players: Sequence[str]) -> Heading:
    """Read a heading: each player once, in order of play, starting with any."""
    parts = parts_of(cursor)
    numbered = _above_numbers(cursor)
    seats: list[int] = []
    spans = []
    while not cursor.done:
        start = cursor.past_blanks()
        seat = read_seat(cursor, players)
        if seat in seats or not 0 <= seat < len(players):
            raise cursor.expected(Slip("expected-each-player-once"), at=start)
        seats.append(seat)
        spans.append(span(cursor, start, cursor.at))
        cursor.take(*_BETWEEN)
    if len(seats) < len(players):
        raise cursor.expected(Slip("expected-each-player-once"))
    if any((seat - seats[0]) % len(seats) != place for place, seat in enumerate(seats)):
        cursor.at = 0
        raise cursor.error(Slip("columns-out-of-order", players=list(players)))
    return Heading(tuple(seats), tuple(spans), numbered, _is_opened(parts), _is_aligned(parts))


def _above_numbers(cursor: Cursor) -> bool:
    """Read the heading of the row numbers; returns whether the rows must have numbers.

    After `#` without bars they may have none: it may begin a remark.
    """
    parts = parts_of(cursor)
    cursor.take(BAR)
    signed = cursor.next == NUMBER_SIGN
    word = cursor.take_word(NUMBERS)
    empty = bool(parts.cells) and parts.cells[0].done
    if word or empty:
        cursor.take(*_BETWEEN)
    return empty or (word is not None and (not signed or parts.by == BAR))


def _is_opened(parts: Parts) -> bool:
    return parts.opened or parts.by != BAR


def _is_aligned(parts: Parts) -> bool:
    return parts.by == "\t" and any(cell.done for cell in parts.cells[1:])


# -- rows

_NUMBER = re.compile(r"(\d{1,4})[.):]?(?=[\s|,;]|$)")
FIRST_NUMBER = re.compile(r"(?:\d[.):]?|\d{2,4}[.):])(?=[\s|,;]|$)")
"""Two digits alone are a tile."""
_A_CELL = Slip("expected-cell")


class Cell(NamedTuple):
    """The acts of one player in one turn."""

    acts: list[Json]
    start: Cursor
    place: range
    """Its columns in print."""


class Columns:
    """A round printed as a table, read row by row."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._heading: Heading | None = None
        self._numbered: bool | None = None
        """Each row begins with its number; None before the first row."""
        self.number = 0
        """The number of the last row as printed, otherwise counted from 1."""
        self._short: Slip | None = None
        """The error of a short row if another row follows."""

    def row(self, cursor: Cursor, last: str | None) -> Iterator[Json]:
        """The moves of the next row; none for a heading or a rule."""
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
            cells = list(_separated(parts, self._players, last, self._expected))
        else:
            cells = list(_blank_separated(cursor, self._players, last, self._expected))
        self._heading = heading
        columns = columns_of(heading, cells)
        for column, cell in zip(columns, cells, strict=True):
            for act in cell.acts:
                yield {"seat": heading.seats[column]} | act
        if not columns or columns[-1] < len(heading.seats) - 1:
            self._short = Slip("short-row", row=self.number, row_line=cursor.line)

    @property
    def _expected(self) -> Slip:
        """What is expected at the beginning of a row."""
        if self._heading is None:
            return Slip("expected-heading-or-cell", players=list(self._players))
        return Slip("expected-cell-or-line")

    def _after_number(self, cursor: Cursor, heading: Heading) -> Parts:
        """The cells after the row number, if rows have numbers."""
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
        cells = parts.cells[bool(self._numbered and first.done) :]
        return parts._replace(cells=_trimmed(cells, len(heading.seats)))


def _read_number(cursor: Cursor, due: int | None) -> int:
    """Read the row number, which must be one more than the last."""
    start = cursor.past_blanks()
    found = cursor.match(_NUMBER)
    if found is None:
        raise cursor.expected(Slip("expected-row-number", number=due or 1))
    number = int(found[1])
    if due is not None and number != due:
        raise cursor.error(Slip("row-out-of-order", due=due, number=number), at=start)
    return number


def _trimmed(cells: list[Cursor], wanted: int) -> list[Cursor]:
    """The cells without surplus empty cells at the end."""
    while len(cells) > wanted and cells[-1].done:
        cells = cells[:-1]
    return cells


def is_cell(cursor: Cursor) -> bool:
    """A cell that is not empty is next."""
    return cursor.next == BLANK_CELL or starts_act(cursor) or cursor.word(*IN_A_CELL) is not None


def _begins(cursor: Cursor) -> bool:
    """A row is next."""
    return cursor.next == BAR or is_cell(cursor) or cursor.looks_like(_NUMBER) is not None


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
            raise first.error(Slip("bar-begins-row"))
        return parts
    before = first.copy(first.at - 1, first.at - 1)
    return parts._replace(cells=[before, *parts.cells])


def columns_of(heading: Heading, cells: list[Cell]) -> list[int]:
    """The column of each cell: in order, or by the names above if cells are missing."""
    wanted = len(heading.seats)
    if len(cells) > wanted:
        raise cells[wanted].start.expected(Slip("expected-no-more-cells"))
    in_turn = list(range(len(cells)))
    if len(cells) == wanted or not cells:
        return in_turn
    under = [heading.column_under(cell.place) for cell in cells]
    clear = [column for column in under if column is not None]
    if len(clear) == len(cells) and clear == sorted(set(clear)):
        return clear
    if under[0]:
        raise cells[0].start.error(Slip("unclear-columns"))
    return in_turn


def _separated(
    parts: Parts, players: Sequence[str], last: str | None, expected: Slip
) -> Iterator[Cell]:
    """Cells with separators; their positions in print do not matter."""
    for cell in parts.cells:
        start = cell.copy()
        acts = [] if cell.done else _acts(cell, players, last, expected, several=parts.by == BAR)
        expected = _A_CELL
        cell.finish(Slip("expected-end-of-cell"))
        last = next((act["t"] for act in reversed(acts) if "t" in act), last)
        yield Cell(acts, start, range(0))


def _blank_separated(
    cursor: Cursor, players: Sequence[str], last: str | None, expected: Slip
) -> Iterator[Cell]:
    """Cells separated only by blanks."""
    while not cursor.done:
        at = cursor.past_blanks()
        acts = _acts(cursor, players, last, expected)
        last = next((act["t"] for act in acts if "t" in act), last)
        end = len(cursor.text[: cursor.at].rstrip())
        yield Cell(acts, cursor.copy(at, len(cursor.text)), span(cursor, at, end))
        expected = _A_CELL


def _acts(
    cell: Cursor,
    players: Sequence[str],
    last: str | None,
    expected: Slip,
    *,
    several: bool = False,
) -> list[Json]:
    if cell.take(BLANK_CELL):
        return []
    acts: list[Json] = []
    while not acts or (several and cell.take(",")):
        if cell.take_word(*IN_A_CELL):
            acts.append({"pass": True})
        elif starts_act(cell):
            acts.append(read_act(cell, players, partial(whole_time, last=last)))
        else:
            raise cell.expected(expected)
        last = acts[-1].get("t", last)
    return acts


class HandColumns:
    """Hands printed as a table, a column for each player, below a line `Hands`."""

    def __init__(self, round: DraftRound, players: Sequence[str]) -> None:
        self._round = round
        self._players = players
        self._columns: Columns | None = None

    def takes(self, cursor: Cursor, *, heads: bool) -> bool:
        """The line is a row of hands: from the names up to the next line that ``heads`` a table."""
        if self._columns is None and not heads:
            first = self._players[0]
            raise cursor.expected(
                Slip("expected-heading-or-hand", players=list(self._players), first=first)
            )
        return heads == (self._columns is None)

    def row(self, cursor: Cursor) -> None:
        """Read the tiles of a row; the first row is the heading."""
        if self._columns is None:
            for seat, name in enumerate(self._players):
                once(self._round.fields, f"hand {seat}", cursor, of=f" {name}")
            self._round.record["hands"] = [[] for _ in self._players]
            self._columns = Columns(self._players)
        start = cursor.past_blanks()
        hands = self._round.record["hands"]
        for act in self._columns.row(cursor, None):
            tile = act.get("lay")
            if act.keys() != {"seat", "lay"} or any(tile in hand for hand in hands):
                raise cursor.expected(Slip("expected-undealt-tiles"), at=start)
            hands[act["seat"]].append(tile)
