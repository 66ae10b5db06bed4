"""The row above a table that names the players, and whose each cell below it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import NotationError
from .lexer import Cursor
from .move_grammar import starts_act
from .player_names import names_player, read_seat
from .table_cells import BAR, Parts, parts_of, span
from .vocabulary import COMMENT, NUMBER_SIGN, NUMBERS

_BETWEEN = ("|", ",", ";")
_MARKED = re.compile(rf"(\s*\|?\s*){COMMENT}(?=[\s|,;])(?=\s*[|,;]|.*(?:\t|\s\s|\|))")
"""Parted as columns are: in a remark such as `# Ana, Ben` one blank stands between words."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Whose the columns are."""

    seats: tuple[int, ...]
    """By column."""
    spans: tuple[range, ...] = ()
    """By column, where the name stands on its line; empty where nothing stands above the rows."""
    numbered: bool = False
    """Before the players' columns is one of numbers."""
    opened: bool = True
    """A bar before a row is its edge, and no empty cell stands before it."""
    aligned: bool = False
    """Tabs only put the columns below each other: there are several between two names."""

    def column_under(self, cell: range) -> int | None:
        """The one column whose name stands above any of this; None where there is not just one."""
        above = [
            column
            for column, name in enumerate(self.spans)
            if name.start < cell.stop and cell.start < name.stop
        ]
        return above[0] if len(above) == 1 else None


def with_number_sign(text: str, players: Sequence[str]) -> str:
    """A heading of numbers and players that begins with `#`, which else begins a comment."""
    found = _MARKED.match(text)
    if found is None:
        return text
    signed = _MARKED.sub(rf"\g<1>{NUMBER_SIGN}", text, count=1)
    try:
        read_heading(Cursor(signed), players)
    except NotationError:
        return text
    return signed


def is_heading(cursor: Cursor, players: Sequence[str], least: int = 1) -> bool:
    """Whether this many players at least are named here, behind what stands above numbers."""
    here = Cursor(cursor.text, cursor.line, cursor.at)
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
    """Each player once, in the order of play, whoever is first."""
    parts = parts_of(cursor)
    numbered = _above_numbers(cursor)
    seats: list[int] = []
    spans = []
    while not cursor.done:
        start = cursor.past_blanks()
        seat = read_seat(cursor, players)
        if seat in seats or not 0 <= seat < len(players):
            cursor.at = start
            raise cursor.expected("each player once")
        seats.append(seat)
        spans.append(span(cursor, start, cursor.at))
        cursor.take(*_BETWEEN)
    if len(seats) < len(players):
        raise cursor.expected("each player once")
    if any((seat - seats[0]) % len(seats) != place for place, seat in enumerate(seats)):
        cursor.at = 0
        raise cursor.error(
            f"the columns must stand in the order of play, which 'Players:' tells: "
            f"{', '.join(players)}"
        )
    return Heading(tuple(seats), tuple(spans), numbered, _is_opened(parts), _is_aligned(parts))


def _above_numbers(cursor: Cursor) -> bool:
    """Go past what stands above the numbers of the rows; whether there must be numbers below.

    After `#` without bars there need not be: it may have begun a remark.
    """
    parts = parts_of(cursor)
    cursor.take(BAR)
    word = cursor.take_word(*NUMBERS)
    empty = bool(parts.cells) and parts.cells[0].done
    if word or empty:
        cursor.take(*_BETWEEN)
    return empty or (word is not None and (word != NUMBER_SIGN or parts.by == BAR))


def _is_opened(parts: Parts) -> bool:
    return parts.opened or parts.by != BAR


def _is_aligned(parts: Parts) -> bool:
    return parts.by == "\t" and any(cell.done for cell in parts.cells[1:])
