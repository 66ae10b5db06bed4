"""Moves in a text: who, what, where, when."""

import json
import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from domain.tiles import tile_named

from .lexer import Cursor
from .player_names import all_of, names_player, read_seat
from .times import whole_time
from .vocabulary import AT, DRAWS, ENDS, FLIPPED, LOSSES, PASSES, TILE, UNSEEN, halves

Json: TypeAlias = dict[str, Any]

A_TILE = "a tile such as '6-4'"
AN_ACT = f"{A_TILE} or 'pass'"
A_TIME = "a time such as '20:15' (after a whole one) or '2026-01-31T20:15:00Z'"
_NUMBER = re.compile(r"-?\d{1,40}(?!\w)")
_TIME = re.compile(r'[^\s,|"]+')
_AFTER_AN_ACT = "'left', 'right', a comma or the end of the line"


def read_move(text: str, players: Sequence[str], last: str | None = None) -> Json:
    """One move typed on a line of its own, as in a record; without ``seat`` where none is named.

    ``last`` is the time that a mere time of day goes on from. Raises NotationError, which says the
    column, and what was expected there.
    """
    cursor = Cursor(text)
    if starts_act(cursor) or not names_player(cursor, players):
        move = read_act(cursor, last, f"{all_of(players)}, {AN_ACT}")
    else:
        move = {"seat": read_seat(cursor, players)} | read_act(cursor, last)
    cursor.finish(_AFTER_AN_ACT)
    return move


def read_moves(cursor: Cursor, players: Sequence[str], last: str | None) -> list[Json]:
    """The moves on one line; who is not named again goes on."""
    seat = read_seat(cursor, players)
    moves: list[Json] = [{"seat": seat} | read_act(cursor, last)]
    while cursor.take(","):
        if not starts_act(cursor):
            seat = read_seat(cursor, players)
        moves.append({"seat": seat} | read_act(cursor, moves[-1].get("t", last)))
    cursor.finish(_AFTER_AN_ACT)
    return moves


def starts_act(cursor: Cursor) -> bool:
    """No player is named here: an act stands here at once."""
    return cursor.word() in {*PASSES, *DRAWS, *LOSSES} or cursor.looks_like(TILE) is not None


def read_act(cursor: Cursor, last: str | None, expected: str = AN_ACT) -> Json:
    """What was done, where, and when: a move of a record without its seat."""
    if cursor.take_word(*PASSES):
        act: Json = {"pass": True}
    elif cause := cursor.take_word(*LOSSES):
        act = {"lost": LOSSES[cause]}
    elif cursor.take_word(*DRAWS):
        drawn = UNSEEN if cursor.take(UNSEEN) else read_tile(cursor, f"{A_TILE} or '?'")
        act = {"draw": drawn}
    else:
        act = {"lay": read_tile(cursor, expected)} | _where(cursor)
    if cursor.take("@"):
        act["t"] = _time(cursor, last)
    return act


def _where(cursor: Cursor) -> Json:
    where: Json = {}
    if end := cursor.take_word(*ENDS):
        where["at"] = ENDS[end]
    elif cursor.take("<", ">"):
        where["at"] = ENDS[cursor.text[cursor.at - 1]]
    elif cursor.take_word(AT):
        where["at"] = _end(cursor)
    if cursor.take_word(FLIPPED):
        where["flipped"] = True
    return where


def _end(cursor: Cursor) -> str | int:
    if cursor.next == '"':
        return cursor.quoted()
    if end := cursor.take_word(*ENDS):
        return ENDS[end]
    if found := cursor.match(_NUMBER):
        return int(found[0])
    raise cursor.expected("'left', 'right' or the pips that the end shows")


def _time(cursor: Cursor, last: str | None) -> str:
    start = cursor.at
    if cursor.next == '"':
        text = cursor.quoted()
    else:
        found = cursor.match(_TIME)
        text = found[0] if found else ""
    whole = whole_time(text, last)
    if whole is None:
        cursor.at = start
        raise cursor.expected(A_TIME)
    return whole


def read_tile(cursor: Cursor, expected: str = A_TILE) -> str:
    """The tile that stands here, with a hyphen."""
    start = cursor.at
    found = cursor.match(TILE)
    if found is not None:
        tile = halves(found)
        try:
            tile_named(tile)
        except ValueError:
            cursor.at = start
        else:
            return tile
    raise cursor.expected(expected)


def written_text_of_end(at: str | int) -> str:
    """An end as a move names it."""
    if isinstance(at, int):
        return f"{AT} {at}"
    return at if at in ENDS.values() else f"{AT} {json.dumps(at, ensure_ascii=False)}"
