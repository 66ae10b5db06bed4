"""The cells of a row: between bars, tabs or commas; or else one begins where the last one ends."""

import re
from typing import NamedTuple

from .lexer import Cursor
from .vocabulary import BARRED, BRACKETED, COMMENT, TILE

_A_BARRED_TILE = rf"(?<![\w:/.-])(?<!\d\|){BARRED}(?![\w:/.-]|\|\d)"
_MARK = re.compile(rf'"(?:[^"\\]|\\.)*"|{BRACKETED}|{_A_BARRED_TILE}|[|\t,;{COMMENT}]')
"""What parts cells; and what does not, although it has such a mark in it."""
_RULE = re.compile(r"\s*(?:[|+][\s|:+-]*--|-[\s:-]*[|+][\s|:+-]*-|[-=]{3})[\s|:+=-]*$")
_PARTING = ("|", "\t", ",;")
"""The first kind that stands in a row parts it."""
BAR = "|"


class Parts(NamedTuple):
    """The cells of a row."""

    by: str
    """The marks between them; empty where there are none."""
    cells: list[Cursor]
    """Each from its beginning to its end; empty where there are no marks between them."""
    opened: bool = False
    """A bar stands before the first one."""
    closed: bool = False
    """A bar stands behind the last one."""


def is_rule(text: str) -> bool:
    """Nothing but a line drawn between rows."""
    return _RULE.match(text) is not None


def parts_of(cursor: Cursor) -> Parts:
    """The cells of the rest of a line, where marks part them."""
    text = cursor.text
    start = cursor.at if text[: cursor.at].strip() else 0
    marks = [each for each in _MARK.finditer(text, start, cursor.end) if len(each[0]) == 1]
    end = next((mark.start() for mark in marks if mark[0] == COMMENT), cursor.end)
    places = [(mark.start(), mark[0]) for mark in marks if mark.start() < end]
    for by in _PARTING:
        between = [place for place, mark in places if mark in by]
        bounds = zip([start, *(place + 1 for place in between)], [*between, end], strict=True)
        cells = [Cursor(text, cursor.line, first, last) for first, last in bounds]
        if between and not (by == "\t" and any(map(_holds_several, cells))):
            return _without_edges(by, cells) if by == BAR else Parts(by, cells)
    return Parts("", [])


def _holds_several(cell: Cursor) -> bool:
    """A tab stood only before or behind a row with blanks between its cells."""
    return len(TILE.findall(cell.text, cell.at, cell.end)) > 1


def _without_edges(by: str, cells: list[Cursor]) -> Parts:
    """Bars may stand before the first cell and behind the last one, too."""
    opened, closed = (not cell.next for cell in (cells[0], cells[-1]))
    inner = cells[opened : len(cells) - closed] or cells[:1]
    return Parts(by, inner, opened=opened, closed=closed)


def span(cursor: Cursor, start: int, end: int) -> range:
    """Where these characters stand on a page, with tabs at every eighth place."""
    return range(*(len(cursor.text[:place].expandtabs()) for place in (start, end)))
