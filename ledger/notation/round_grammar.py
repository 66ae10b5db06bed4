"""The grammar of the lines of a round that are not moves."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from .draft import DraftRound, once
from .errors import NotationError, Slip
from .header_grammar import read_json
from .lexer import Cursor
from .move_grammar import A_TILE, A_TILE_OR_UNSEEN, read_tile, starts_act
from .player_names import names_player, read_leader, read_seat
from .table_grammar import BAR, FIRST_NUMBER, is_cell, parts_of
from .vocabulary import ENDED, LEADS, NOBODY, NONE, OF_A_ROUND, PIPS, TILE, UNSEEN, one_of

_DASH_BEFORE_A_TILE = re.compile(rf"-\s+(?=(?:{TILE.pattern}))")

Field: TypeAlias = Callable[[Cursor, Sequence[str]], object]
"""Reads the value after the colon; takes the players."""


def colon(cursor: Cursor) -> None:
    """Read a colon; raises NotationError if there is none."""
    if not cursor.take(":"):
        raise cursor.expected(Slip("expected-colon"))


def past_mark(cursor: Cursor) -> bool:
    """Read the mark between a name and tiles, usually a colon; False if there is none."""
    return cursor.take(":", "=") or cursor.match(_DASH_BEFORE_A_TILE) is not None


def read_field(cursor: Cursor, keyword: str, round: DraftRound, players: Sequence[str]) -> None:
    """Read the line of this keyword, which was already read."""
    if keyword == "hands" and names_player(cursor, players):
        keyword = "hand"
    by_seat = keyword == "hand" or (keyword == "left" and cursor.next != ":")
    name = OF_A_ROUND[keyword]
    if by_seat:
        read_tiles_of(cursor, keyword, round, players)
        return
    if any(other.startswith(f"{keyword.removesuffix('s')} ") for other in round.fields):
        raise cursor.error(Slip("given-line-by-line", field=keyword.capitalize()))
    once(round.fields, keyword, cursor)
    colon(cursor)
    round.record[name] = _FIELDS[keyword](cursor, players)


def read_tiles_of(cursor: Cursor, keyword: str, round: DraftRound, players: Sequence[str]) -> None:
    """Read the tiles that one seat was dealt, or showed at the end."""
    start = cursor.past_blanks()
    seat = read_seat(cursor, players)
    if not 0 <= seat < len(players):
        raise cursor.expected(Slip("expected-seat"), at=start)
    for whole in (keyword, f"{keyword}s"):
        if whole in round.fields:
            raise cursor.error(Slip("given-for-all-seats", first=round.fields[whole]))
    here = cursor.copy()
    past_mark(here)
    if keyword == "left" and (pips := read_pips(here)):
        once(round.fields, f"{PIPS} {seat}", cursor, of=f" {players[seat]}")
        here.finish()
        (noted,) = pips
        round.record.setdefault("pips", [None] * len(players))[seat] = noted
        return
    once(round.fields, f"{keyword} {seat}", cursor, of=f" {players[seat]}")
    past_mark(cursor)
    name = OF_A_ROUND[keyword]
    tiles = _tiles(cursor, unseen=True) if keyword == "hand" else _shown(cursor)
    hands = round.record.setdefault(name, [None] * len(players))
    hands[seat] = None if tiles == [UNSEEN] else tiles


def read_pips(cursor: Cursor, *, bare: bool = False) -> tuple[int | None] | None:
    """Read the pips left in hand; None if tiles are next. `? pips` says that they are not known.

    Two digits alone are a tile, unless ``bare`` says that they are pips.
    """
    found = cursor.looks_like(_PIPS)
    if found is None or not (bare or found["said"] or len(found["pips"]) == 1):
        return None
    if found["pips"] == UNSEEN and (bare or not found["said"]):
        return None
    cursor.at = found.end()
    return (None if found["pips"] == UNSEEN else int(found["pips"]),)


_PIPS = re.compile(
    rf"(?P<pips>0|[1-9]\d{{0,8}}|\?)(?:\s+(?P<said>{one_of(PIPS)}))?(?=\s*(?:[,;#]|$))",
    re.IGNORECASE,
)


def _shown(cursor: Cursor) -> list[str]:
    """Read the tiles shown; a single `?` means that the hand was not shown."""
    if cursor.take(UNSEEN):
        cursor.finish()
        return [UNSEEN]
    return _tiles(cursor, unseen=False)


def _tiles(cursor: Cursor, *, unseen: bool) -> list[str]:
    """Read the tiles up to the end of the line."""
    if cursor.take_word(NONE):
        cursor.finish()
        return []
    expected = A_TILE_OR_UNSEEN if unseen else A_TILE
    tiles: list[str] = []
    while not tiles or not cursor.done:
        seen = not (unseen and cursor.take(UNSEEN))
        tiles.append(read_tile(cursor, expected) if seen else UNSEEN)
        cursor.take(",", ";")
    return tiles


def _lists(cursor: Cursor, _: Sequence[str]) -> object:
    if cursor.take_word(NOBODY):
        cursor.finish()
        return None
    if cursor.next != "[":
        raise cursor.expected(Slip("expected-list-or-hands"))
    return read_json(cursor, list)


def _hub(cursor: Cursor, _: Sequence[str]) -> str:
    tile = read_tile(cursor)
    cursor.finish()
    return tile


def _ended(cursor: Cursor, _: Sequence[str]) -> str | None:
    word = cursor.take_word(*ENDED)
    if word is None:
        raise cursor.expected(Slip("expected-ending", words=list(ENDED)))
    cursor.finish()
    return ENDED[word]


_FIELDS: dict[str, Field] = {
    "hands": _lists,
    "boneyard": lambda cursor, _: _tiles(cursor, unseen=False),
    "lead": read_leader,
    "begins": read_leader,
    "hub": _hub,
    "shuffle": lambda cursor, _: read_json(cursor, dict),
    "left": _lists,
    "ended": _ended,
    "claims": lambda cursor, _: read_json(cursor, dict),
}
"""By the keyword of the line; shuffles and claims are JSON, as in a record."""


# -- lines without keyword

_MANY_TILES = 3
"""This many tiles after a name are a hand, with or without a colon."""


def read_deal(cursor: Cursor, round: DraftRound, players: Sequence[str]) -> bool:
    """Read a hand or the leader, before the first move; False if the line is neither."""
    here = cursor.copy()
    seat = _named_seat(here, players)
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
        raise here.expected(Slip("expected-act-or-hand", player=players[seat]))
    return False


def read_ending(cursor: Cursor, round: DraftRound) -> bool:
    """Read how the round ended; False if the line contains anything else."""
    here = cursor.copy()
    ending = here.take_word(*ENDED)
    if ending is None or not here.done:
        return False
    once(round.fields, "ended", cursor)
    round.record["ended"] = ENDED[ending]
    return True


def is_title(cursor: Cursor) -> bool:
    """The keyword stands alone: the hands follow below."""
    here = cursor.copy()
    here.take(":")
    return here.done


def refuse_remark(cursor: Cursor, players: Sequence[str]) -> None:
    """Raises NotationError if a line before the first move has neither player nor act."""
    if players and not starts_act(cursor) and not names_player(cursor, players):
        raise cursor.expected(
            Slip("expected-player-or-line", players=list(players), first=players[0])
        )


def begins_with_player(cursor: Cursor, players: Sequence[str]) -> bool:
    """A player is next, as in no header line."""
    return _named_seat(cursor.copy(), players) is not None


def refuse_tiles(cursor: Cursor, players: Sequence[str]) -> None:
    """Raises NotationError for a name and a colon after moves, which is ambiguous."""
    here = cursor.copy()
    seat = _named_seat(here, players)
    if seat is not None and here.next == ":":
        raise here.error(Slip("left-hand-or-move", player=players[seat]))


def begins_rows(cursor: Cursor, players: Sequence[str]) -> bool:
    """The line has several cells and no player name."""
    if not starts_act(cursor) and names_player(cursor, players):
        return False
    parts = parts_of(cursor)
    if parts.by == BAR:
        return True
    here = cursor.copy()
    if parts.by:
        return all(cell.done or is_cell(cell) or cell.match(FIRST_NUMBER) for cell in parts.cells)
    numbered = here.match(FIRST_NUMBER) is not None
    words = here.text[here.past_blanks() : here.end].split()
    return len(words) + numbered > 1 and all(is_cell(Cursor(word)) for word in words[:2])


def _named_seat(cursor: Cursor, players: Sequence[str]) -> int | None:
    """Read a player, perhaps after a bar; None if none is next."""
    cursor.take(BAR)
    if starts_act(cursor) or not names_player(cursor, players):
        return None
    try:
        seat = read_seat(cursor, players)
    except NotationError:
        return None
    return seat if 0 <= seat < len(players) else None


def _plain(cursor: Cursor) -> Cursor:
    """The line with the marks between its cells replaced by blanks."""
    parts = parts_of(cursor)
    if parts.by != BAR:
        return cursor.copy()
    text = " " * len(cursor.text)
    for cell in parts.cells:
        text = text[: cell.at] + cell.typed[cell.at : cell.end] + text[cell.end :]
    return Cursor(text, cursor.line)


def _is_hand(cursor: Cursor, players: Sequence[str]) -> bool:
    """The line is a name and a hand: with a mark between them, or with enough tiles."""
    name = players[read_seat(cursor, players)]
    marked = past_mark(cursor)
    start = cursor.past_blanks()
    tiles = _count_tiles(cursor)
    if marked and tiles == 1 and cursor.done:
        raise cursor.error(Slip("hand-or-move", player=name), at=start)
    return marked or tiles >= _MANY_TILES or (tiles > 1 and cursor.done)


def _count_tiles(cursor: Cursor) -> int:
    """Read tiles; returns their number."""
    count = 0
    while not cursor.done:
        try:
            read_tile(cursor)
        except NotationError:
            break
        cursor.take(",", ";")
        count += 1
    return count
