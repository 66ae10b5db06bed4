"""The lines of a round that are no moves."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from .draft import DraftRound
from .header_grammar import read_claims, read_json
from .lexer import Cursor
from .move_grammar import A_TILE, read_tile
from .player_names import names_player, read_leader, read_seat
from .vocabulary import ENDED, NOBODY, NONE, OF_A_ROUND, TILE, UNSEEN, listed

_DASHES = "\N{EN DASH}\N{EM DASH}"
_DASH_BEFORE_A_TILE = re.compile(rf"[-{_DASHES}]\s+(?=(?:{TILE.pattern}))")

Field: TypeAlias = Callable[[Cursor, Sequence[str]], object]
"""Reads what stands behind the colon; takes the players."""


def once(told: dict[str, int], name: str, cursor: Cursor, of: str = "") -> None:
    """Note the line on which something is told; NotationError where it was told before."""
    if name in told:
        shown = f"{name.split(maxsplit=1)[0].capitalize()}{of}"
        raise cursor.error(f"'{shown}' is told twice, first on line {told[name]}")
    told[name] = cursor.line or 0


def colon(cursor: Cursor) -> None:
    """Go past the colon that must stand here."""
    if not cursor.take(":"):
        raise cursor.expected("':'")


def past_mark(cursor: Cursor) -> bool:
    """Go past what stands between a name and tiles, if anything does: mostly a colon."""
    return cursor.take(":", "=") or cursor.match(_DASH_BEFORE_A_TILE) is not None


def read_field(cursor: Cursor, keyword: str, round: DraftRound, players: Sequence[str]) -> None:
    """The line of a round that begins with this word, which is read already."""
    if keyword == "hands" and names_player(cursor, players):
        keyword = "hand"
    by_seat = keyword == "hand" or (keyword == "left" and cursor.next != ":")
    name = OF_A_ROUND[keyword]
    if by_seat:
        read_tiles_of(cursor, keyword, round, players)
        return
    if any(other.startswith(f"{keyword.removesuffix('s')} ") for other in round.fields):
        raise cursor.error(f"'{keyword.capitalize()}:' tells again what lines before it tell")
    once(round.fields, keyword, cursor)
    colon(cursor)
    round.record[name] = _FIELDS[keyword](cursor, players)


def read_tiles_of(cursor: Cursor, keyword: str, round: DraftRound, players: Sequence[str]) -> None:
    """The tiles that one seat held, or showed at the end."""
    start = cursor.past_blanks()
    seat = read_seat(cursor, players)
    if not 0 <= seat < len(players):
        cursor.at = start
        raise cursor.expected("a seat of this game")
    for whole in (keyword, f"{keyword}s"):
        if whole in round.fields:
            raise cursor.error(f"line {round.fields[whole]} tells this of every seat")
    once(round.fields, f"{keyword} {seat}", cursor, of=f" {players[seat]}")
    past_mark(cursor)
    name = OF_A_ROUND[keyword]
    tiles = _tiles(cursor, unseen=True) if keyword == "hand" else _shown(cursor)
    hands = round.record.setdefault(name, [None] * len(players))
    hands[seat] = None if tiles == [UNSEEN] else tiles


def _shown(cursor: Cursor) -> list[str]:
    """What a seat showed: tiles; nothing, where an unseen one stands alone."""
    if cursor.take(UNSEEN):
        cursor.finish()
        return [UNSEEN]
    return _tiles(cursor, unseen=False)


def _tiles(cursor: Cursor, *, unseen: bool) -> list[str]:
    """The tiles up to the end of the line."""
    if cursor.take_word(NONE):
        cursor.finish()
        return []
    expected = f"{A_TILE} or {UNSEEN!r}" if unseen else A_TILE
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
        raise cursor.expected("a list in JSON; or a line such as 'Hand NAME: 6-4 5-5' for each")
    return read_json(cursor, list)


def _boneyard(cursor: Cursor, _: Sequence[str]) -> list[str]:
    return _tiles(cursor, unseen=False)


def _ended(cursor: Cursor, _: Sequence[str]) -> str | None:
    word = cursor.take_word(*ENDED)
    if word is None:
        raise cursor.expected(listed([f"'{word}'" for word in ENDED]))
    cursor.finish()
    return ENDED[word]


_FIELDS: dict[str, Field] = {
    "hands": _lists,
    "boneyard": _boneyard,
    "lead": read_leader,
    "left": _lists,
    "ended": _ended,
    "claims": read_claims,
}
"""By the word that begins the line."""
