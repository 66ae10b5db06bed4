"""The grammar of moves: player, act, end, time.

A time is complete, or a time of day that is completed: in a file from the time before it.
"""

import json
import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, TypeAlias

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from ...domain.events import KINDS, ActKind
from ...domain.tiles import tile_named
from .lexer import Cursor
from .player_names import names_player, read_seat, written_seat
from .vocabulary import (
    ACTS,
    BRANCH,
    ENDS,
    ENGLISH,
    NUMBER,
    TILE,
    TRAIN_IN_RECORD,
    TRAIN_NAMED,
    TRAIN_NUMBER,
    UNSEEN,
    Lexicon,
    branch_named,
    halves,
)

Json: TypeAlias = dict[str, Any]

_HALF = re.compile(r"(\d{1,2}|w)(?!\w)", re.IGNORECASE)
_TIME = re.compile(r'[^\s,|"]+')
_AFTER_AN_UNSEEN_TILE = {"@", ",", ";", "|"}


def read_move(cursor: Cursor) -> Json:
    """The move on the line, as in a record; ``seat`` only if it is named. Raises NotationError."""
    move: Json = {}
    if not starts_act(cursor):
        if not names_player(cursor):
            raise cursor.expected("expected-player-or-act", players=list(cursor.players))
        move["seat"] = read_seat(cursor)
    move |= read_act(cursor)
    cursor.finish("left", "right")
    return move


def read_moves(cursor: Cursor) -> list[Json]:
    """The moves on one line; a named player applies until another is named."""
    moves: list[Json] = []
    seat = read_seat(cursor)
    while not moves or cursor.take(","):
        if moves and not starts_act(cursor):
            seat = read_seat(cursor)
        moves.append({"seat": seat} | read_act(cursor))
    cursor.finish("left", "right", ",")
    return moves


def starts_act(cursor: Cursor) -> bool:
    """An act is next, not a player."""
    return cursor.word(*ACTS, "double") is not None or cursor.looks_like(TILE) is not None


def read_act(cursor: Cursor) -> Json:
    """A move of a record, without its seat."""
    if term := cursor.take_word(*ACTS):
        name, value = ACTS[term]
        act: Json = {name: value or _value_of(KINDS[name].KIND, cursor)}
    else:
        act = {"lay": read_tile(cursor, "expected-act")} | read_where(cursor)
    if cursor.take("@"):
        start = cursor.at
        text = cursor.quoted() if cursor.next == '"' else cursor.need(_TIME, "expected-time")[0]
        act["t"] = (cursor.whole or whole_time)(text)
        if act["t"] is None:
            raise cursor.expected("expected-time", at=start)
    return act


def _value_of(kind: ActKind, cursor: Cursor) -> str | int | bool:
    """What the act says, as in a record; without a tile after the word, nobody saw it."""
    if kind.says == "tile":
        if cursor.take(UNSEEN) or cursor.done or cursor.next in _AFTER_AN_UNSEEN_TILE:
            return UNSEEN
        return read_tile(cursor, "expected-tile-or-unseen")
    if kind.says is not None:
        return int(cursor.need(NUMBER, "expected-points")[0])
    if kind.value == "up":
        cursor.take_word("up")
    return kind.value


def read_where(cursor: Cursor) -> Json:
    """Where a tile lies, and how; without fields if nothing says it. Raises NotationError."""
    where: Json = {}
    if (end := _named_end(cursor)) is not None:
        where["at"] = end
    elif cursor.take_word("at"):
        where["at"] = _end(cursor)
    if cursor.take_word("flipped"):
        where["flipped"] = True
    if cursor.take_word("open"):
        where["open"] = int(cursor.need(NUMBER, "expected-half")[0])
    if cursor.take_word("wild"):
        where["wild"] = int(cursor.need(NUMBER, "expected-wild")[0])
    if cursor.take_word("bend"):
        where["bend"] = _side(cursor)
        if where["bend"] is None:
            raise cursor.expected("expected-one-of", words=["left", "right"])
    if cursor.take_word("unfit"):
        where["ruling"] = "does-not-fit"
    return where


def _end(cursor: Cursor) -> str | int:
    """Read the end after the word for it: by its name, or by the pips that it shows."""
    if cursor.next == '"':
        return cursor.quoted()
    if (named := _named_end(cursor)) is not None:
        return named
    return int(cursor.need(NUMBER, "expected-end")[0])


def _named_end(cursor: Cursor) -> str | None:
    """Read the name of an end; None if none is next."""
    if (side := _side(cursor)) is not None:
        return side
    if cursor.take_word("public"):
        return "public"
    if cursor.match(TRAIN_NAMED):
        return "public" if cursor.take_word("public") else _train(cursor)
    branch = cursor.match(BRANCH)
    return None if branch is None else branch_named(branch)


def _train(cursor: Cursor) -> str:
    """Read whose train it is, by name or by number, and its side; returns its name in a record."""
    start = cursor.past_blanks()
    seat, side = -1, None
    if number := cursor.match(TRAIN_NUMBER):
        seat, side = int(number[1]) - 1, number[2]
    elif not (cursor.done or cursor.next in {",", "@"}):
        seat = read_seat(cursor)
    if not 0 <= seat < len(cursor.players):
        raise cursor.expected("expected-train", at=start, players=list(cursor.players))
    side = side.lower() if side else _side(cursor)
    return f"train-{seat}" if side is None else f"train-{seat}-{side}"


def _side(cursor: Cursor) -> str | None:
    """Read left or right; None if neither is next."""
    term = cursor.take_word(*ENDS)
    return None if term is None else ENDS[term]


def read_tile(cursor: Cursor, expected: str = "expected-tile") -> str:
    """Read a tile; returns its name with a hyphen."""
    start = cursor.at
    double = cursor.take_word("double")
    found = cursor.match(_HALF if double else TILE)
    if found is not None:
        tile = f"{found[1]}-{found[1]}".upper() if double else halves(found)
        try:
            tile_named(tile)
        except ValueError:
            pass
        else:
            return tile
    raise cursor.expected(expected, at=start)


def read_tiles(cursor: Cursor, *, unseen: bool = False, until: str = "") -> list[str]:
    """Read tiles up to the end of the line or the mark ``until``; some may be ``unseen``."""
    if cursor.take_word("none"):
        return []
    expected = "expected-tile-or-unseen" if unseen else "expected-tile"
    tiles: list[str] = []
    while not tiles or not (cursor.done or cursor.next == until):
        seen = not (unseen and cursor.take(UNSEEN))
        tiles.append(read_tile(cursor, expected) if seen else UNSEEN)
        cursor.take(",", ";")
    return tiles


# -- writing


def written_side(side: str, words: Lexicon) -> str:
    """Left or right as a word."""
    return next(words[term] for term, end in ENDS.items() if end == side)


def written_text_of_end(at: str | int, players: Sequence[str], words: Lexicon = ENGLISH) -> str:
    """An end as it is written in a move."""
    if isinstance(at, int):
        return f"{words['at']} {at}"
    if at in ENDS.values():
        return written_side(at, words)
    if at == "public":
        return words["public"]
    train = TRAIN_IN_RECORD.fullmatch(at)
    if train is not None and int(train[1]) < len(players):
        seat, side = int(train[1]), "" if train[2] is None else f" {written_side(train[2], words)}"
        whose = written_seat(seat, players, words)
        by_number = whose == f"{words['seat']} {seat}"
        return f"{words['train']} {seat + 1 if by_number else whose}{side}"
    branch = BRANCH.fullmatch(at)
    named = branch and branch_named(branch) == at
    return at if named else f"{words['at']} {json.dumps(at, ensure_ascii=False)}"


# -- times

_WHOLE_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(\D.*)")
_TIME_OF_DAY = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?")
_TIMES: TypeAdapter[object] = TypeAdapter(AwareDatetime)


def is_time(text: str) -> bool:
    """The text is a time with UTC offset, as in records."""
    try:
        _TIMES.validate_python(text)
    except ValidationError:
        return False
    return True


def whole_time(text: str, last: str | None = None) -> str | None:
    """The complete time; None if the text is not a time.

    A time of day takes date and offset from ``last``; if it is earlier, it is on the next day. A
    file means the same in every place, so no time zone is asked: where clocks change, the first
    time after it is complete.
    """
    if not _TIME_OF_DAY.fullmatch(text):
        return text if is_time(text) else None
    before = _WHOLE_TIME.fullmatch(last or "")
    if before is None:
        return None
    day, time, offset = before.groups()
    now = text if text.count(":") > 1 else f"{text}:00"
    if now < time:
        try:
            day = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        except (OverflowError, ValueError):
            return None
    whole = f"{day}T{now}{offset}"
    return whole if is_time(whole) else None


def written_time(whole: str, last: str | None) -> str:
    """The inverse of `whole_time`: only the time of day if that is enough."""
    parts = _WHOLE_TIME.fullmatch(whole)
    short = whole if parts is None else parts[2].removesuffix(":00")
    return short if whole_time(short, last) == whole else whole
