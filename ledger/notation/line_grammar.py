"""Lines of a round that begin with no keyword, and are no moves."""

from collections.abc import Sequence

from .draft import DraftRound
from .errors import NotationError
from .lexer import Cursor
from .move_grammar import AN_ACT, read_tile, starts_act
from .player_names import all_of, names_player, read_seat
from .round_grammar import once, past_mark, read_tiles_of
from .table_cells import BAR, parts_of
from .table_grammar import FIRST_NUMBER, is_cell
from .vocabulary import ENDED, LEADS

_MANY = 3
"""Tiles behind a name that are a hand, whatever follows."""


def read_deal(cursor: Cursor, round: DraftRound, players: Sequence[str]) -> bool:
    """A hand, or who leads, if that stands here: only before the first move."""
    here = _copy(cursor)
    seat = _named(here, players)
    if seat is None:
        return False
    if here.take_word(*LEADS) and here.done:
        once(round.fields, "lead", cursor)
        round.record["leader"] = seat
        return True
    if _is_hand(_plain(cursor), players):
        read_tiles_of(_plain(cursor), "hand", round, players)
        return True
    if not (here.done or starts_act(here) or here.next.isdigit()):
        raise here.expected(f"{AN_ACT}, or ':' and the tiles dealt to {players[seat]}")
    return False


def read_ending(cursor: Cursor, keyword: str, round: DraftRound) -> bool:
    """How the round ended, if nothing but that stands here."""
    if keyword not in ENDED or cursor.text[cursor.at : cursor.end].split("#")[0].split()[1:]:
        return False
    once(round.fields, "ended", cursor)
    round.record["ended"] = ENDED[keyword]
    return True


def is_title(cursor: Cursor) -> bool:
    """Nothing stands behind the keyword: the hands follow below it."""
    here = _copy(cursor)
    here.take(":")
    return here.done


def refuse_remark(cursor: Cursor, players: Sequence[str]) -> None:
    """Raises NotationError where neither a player nor an act stands before the first move."""
    if players and not starts_act(cursor) and not names_player(cursor, players):
        such = f"a line such as 'Hand {players[0]}: 6-4 5-5' or 'Table'"
        raise cursor.expected(f"{all_of(players)}, or {such} ('#' begins a remark)")


def tells_of_player(cursor: Cursor, players: Sequence[str]) -> bool:
    """A player is named here, as in no line on the whole game."""
    return _named(_copy(cursor), players) is not None


def refuse_tiles(cursor: Cursor, players: Sequence[str]) -> None:
    """Raises NotationError where a name and a colon stand behind moves: that may be either."""
    here = _copy(cursor)
    seat = _named(here, players)
    if seat is not None and here.next == ":":
        name = players[seat]
        raise here.error(
            f"expected 'Left {name}:' for tiles left at the end, 'Hand {name}:' for tiles dealt, "
            f"or no colon for a move"
        )


def begins_rows(cursor: Cursor, players: Sequence[str]) -> bool:
    """Cells stand here, more than one, without a player's name."""
    if not starts_act(cursor) and names_player(cursor, players):
        return False
    parts = parts_of(cursor)
    if parts.by == BAR:
        return True
    here = _copy(cursor)
    if parts.by:
        return all(cell.done or is_cell(cell) or cell.match(FIRST_NUMBER) for cell in parts.cells)
    numbered = here.match(FIRST_NUMBER) is not None
    words = here.text[here.past_blanks() : here.end].split()
    return len(words) + numbered > 1 and all(is_cell(Cursor(word)) for word in words[:2])


def _copy(cursor: Cursor) -> Cursor:
    return Cursor(cursor.text, cursor.line, cursor.at, cursor.end)


def _named(cursor: Cursor, players: Sequence[str]) -> int | None:
    """The seat of the player named here, perhaps behind a bar; None where none is."""
    cursor.take(BAR)
    if starts_act(cursor) or not names_player(cursor, players):
        return None
    try:
        seat = read_seat(cursor, players)
    except NotationError:
        return None
    return seat if 0 <= seat < len(players) else None


def _plain(cursor: Cursor) -> Cursor:
    """The same line with blanks instead of what stands between its cells."""
    parts = parts_of(cursor)
    if parts.by != BAR:
        return _copy(cursor)
    text = " " * len(cursor.text)
    for cell in parts.cells:
        text = text[: cell.at] + cell.text[cell.at : cell.end] + text[cell.end :]
    return Cursor(text, cursor.line)


def _is_hand(cursor: Cursor, players: Sequence[str]) -> bool:
    """Behind the name stands a colon, or nothing but tiles."""
    name = players[read_seat(cursor, players)]
    told = past_mark(cursor)
    start = cursor.past_blanks()
    tiles = _tiles(cursor)
    if told and tiles == 1 and cursor.done:
        cursor.at = start
        raise cursor.error(f"expected 'Hand {name}:' for a hand, or no colon for a move")
    return told or tiles >= _MANY or (tiles > 1 and cursor.done)


def _tiles(cursor: Cursor) -> int:
    """Go past the tiles that stand here; how many."""
    count = 0
    while not cursor.done:
        try:
            read_tile(cursor)
        except NotationError:
            break
        cursor.take(",", ";")
        count += 1
    return count
