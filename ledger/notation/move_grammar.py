"""The grammar of moves: player, act, end, time.

A time is complete, or a time of day that is completed: in a file from the time before it.
"""

import json
import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, TypeAlias

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from domain.events import KINDS, ActKind
from domain.tiles import tile_named

from .errors import Slip
from .lexer import Cursor
from .player_names import names_player, read_seat, written_seat
from .vocabulary import (
    ACTS,
    AT,
    BEND,
    BRANCH,
    DOUBLE,
    ENDS,
    ENGLISH,
    FLIPPED,
    OPEN,
    PUBLIC,
    SEAT,
    TILE,
    TRAIN,
    TRAIN_IN_RECORD,
    TRAIN_NAMED,
    TRAIN_NUMBER,
    UNFIT,
    UNSEEN,
    UP,
    WILD,
    Lexicon,
    branch_named,
    halves,
)

Json: TypeAlias = dict[str, Any]

A_TILE = Slip("expected-tile")
A_TILE_OR_UNSEEN = Slip("expected-tile-or-unseen")
AN_ACT = Slip("expected-act")
_NUMBER = re.compile(r"-?\d{1,40}(?!\w)")
_HALF = re.compile(r"(\d{1,2}|w)(?!\w)", re.IGNORECASE)
_TIME = re.compile(r'[^\s,|"]+')
_AFTER_AN_UNSEEN_TILE = {"@", ",", ";", "|"}
_AFTER_AN_ACT = Slip("expected-end-of-act")

_WHOLE_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(\D.*)")
_TIME_OF_DAY = re.compile(r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?")
_TIMES: TypeAdapter[object] = TypeAdapter(AwareDatetime)


Completed: TypeAlias = Callable[[str], str | None]
"""Completes a time of day; None if the text is not a time."""


def read_move(text: str, players: Sequence[str], whole: Completed | None = None) -> Json:
    """One typed move, as in a record; without ``seat`` if no player is named.

    ``whole`` completes a time; without it times have date and offset. Raises NotationError, and
    what ``whole`` raises.
    """
    whole = whole or partial(whole_time, last=None)
    cursor = Cursor(text)
    return move_here(cursor, players, whole)


def move_here(cursor: Cursor, players: Sequence[str], whole: Completed) -> Json:
    """The move at the cursor, as `read_move` reads it."""
    if starts_act(cursor) or not names_player(cursor, players):
        move = read_act(
            cursor, players, whole, Slip("expected-player-or-act", players=list(players))
        )
    else:
        move = {"seat": read_seat(cursor, players)} | read_act(cursor, players, whole)
    cursor.finish(Slip("expected-end-of-move"))
    return move


def read_moves(cursor: Cursor, players: Sequence[str], last: str | None) -> list[Json]:
    """The moves on one line; a named player applies until another is named."""
    seat = read_seat(cursor, players)
    moves: list[Json] = [{"seat": seat} | read_act(cursor, players, partial(whole_time, last=last))]
    while cursor.take(","):
        if not starts_act(cursor):
            seat = read_seat(cursor, players)
        last = moves[-1].get("t", last)
        moves.append({"seat": seat} | read_act(cursor, players, partial(whole_time, last=last)))
    cursor.finish(_AFTER_AN_ACT)
    return moves


def starts_act(cursor: Cursor) -> bool:
    """An act is next, not a player."""
    return cursor.word(*ACTS, DOUBLE) is not None or cursor.looks_like(TILE) is not None


def read_act(
    cursor: Cursor, players: Sequence[str], whole: Completed, expected: Slip = AN_ACT
) -> Json:
    """A move of a record, without its seat; ``whole`` completes its time."""
    if term := cursor.take_word(*ACTS):
        name, value = ACTS[term]
        act: Json = {name: value or _value_of(KINDS[name].KIND, cursor)}
    else:
        act = {"lay": read_tile(cursor, expected)} | read_where(cursor, players)
    if cursor.take("@"):
        act["t"] = _time(cursor, whole)
    return act


def _value_of(kind: ActKind, cursor: Cursor) -> str | int | bool:
    """What the act says, as in a record."""
    if kind.says == "tile":
        return _tile_or_unseen(cursor)
    if kind.says == "points":
        return _number(cursor, Slip("expected-points"))
    if kind.value == UP:
        cursor.take_word(UP)
    return kind.value


def _tile_or_unseen(cursor: Cursor) -> str:
    """The tile after a word; without one, nobody saw it."""
    unseen = cursor.take(UNSEEN) or cursor.done or cursor.next in _AFTER_AN_UNSEEN_TILE
    return UNSEEN if unseen else read_tile(cursor, A_TILE_OR_UNSEEN)


def read_where(cursor: Cursor, players: Sequence[str]) -> Json:
    """Where a tile lies, and how; without fields if nothing says it. Raises NotationError."""
    where: Json = {}
    if (end := _named_end(cursor, players)) is not None:
        where["at"] = end
    elif cursor.take_word(AT):
        where["at"] = _end(cursor, players)
    if cursor.take_word(FLIPPED):
        where["flipped"] = True
    if cursor.take_word(OPEN):
        where["open"] = _number(cursor, Slip("expected-half"))
    if cursor.take_word(WILD):
        where["wild"] = _number(cursor, Slip("expected-wild"))
    if cursor.take_word(BEND):
        where["bend"] = _side(cursor)
        if where["bend"] is None:
            raise cursor.expected(Slip("expected-bend"))
    if cursor.take_word(UNFIT):
        where["ruling"] = "does-not-fit"
    return where


def _number(cursor: Cursor, expected: Slip) -> int:
    found = cursor.match(_NUMBER)
    if found is None:
        raise cursor.expected(expected)
    return int(found[0])


def _named_end(cursor: Cursor, players: Sequence[str]) -> str | None:
    """Read the name of an end; None if none is next."""
    side = _side(cursor)
    if side is not None:
        return side
    return _branch(cursor, players)


def _branch(cursor: Cursor, players: Sequence[str]) -> str | None:
    """Read the name of an end that is no end of a line; None if none is next."""
    if cursor.take_word(PUBLIC):
        return PUBLIC
    if cursor.match(TRAIN_NAMED):
        return PUBLIC if cursor.take_word(PUBLIC) else _train(cursor, players)
    branch = cursor.match(BRANCH)
    return None if branch is None else branch_named(branch)


def _train(cursor: Cursor, players: Sequence[str]) -> str:
    """Read whose train it is, by name or by number, and its side; returns its name in a record."""
    start = cursor.past_blanks()
    if number := cursor.match(TRAIN_NUMBER):
        seat, side = int(number[1]) - 1, number[2]
    elif cursor.done or cursor.next in {",", "@"}:
        seat, side = -1, None
    else:
        seat, side = read_seat(cursor, players), None
    if not 0 <= seat < len(players):
        raise cursor.expected(Slip("expected-train", players=list(players)), at=start)
    side = side.lower() if side else _side(cursor)
    return f"train-{seat}" if side is None else f"train-{seat}-{side}"


def _side(cursor: Cursor) -> str | None:
    """Read left or right; None if neither is next."""
    term = cursor.take_word(*ENDS)
    return None if term is None else ENDS[term]


def _end(cursor: Cursor, players: Sequence[str]) -> str | int:
    if cursor.next == '"':
        return cursor.quoted()
    if end := cursor.take_word(*ENDS):
        return ENDS[end]
    if (branch := _branch(cursor, players)) is not None:
        return branch
    if found := cursor.match(_NUMBER):
        return int(found[0])
    raise cursor.expected(Slip("expected-end"))


def _time(cursor: Cursor, whole: Completed) -> str:
    start = cursor.at
    if cursor.next == '"':
        text = cursor.quoted()
    else:
        found = cursor.match(_TIME)
        text = found[0] if found else ""
    time = whole(text)
    if time is None:
        raise cursor.expected(Slip("expected-time"), at=start)
    return time


def read_tile(cursor: Cursor, expected: Slip = A_TILE) -> str:
    """Read a tile; returns its name with a hyphen."""
    start = cursor.at
    double = cursor.take_word(DOUBLE)
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


def written_side(side: str, words: Lexicon) -> str:
    """Left or right as a word."""
    return next(words[term] for term, end in ENDS.items() if end == side)


def written_text_of_end(at: str | int, players: Sequence[str], words: Lexicon = ENGLISH) -> str:
    """An end as it is written in a move."""
    if isinstance(at, int):
        return f"{words[AT]} {at}"
    if at in ENDS.values():
        return written_side(at, words)
    if at == PUBLIC:
        return words[PUBLIC]
    train = TRAIN_IN_RECORD.fullmatch(at)
    if train is not None and int(train[1]) < len(players):
        seat, side = int(train[1]), "" if train[2] is None else f" {written_side(train[2], words)}"
        whose = written_seat(seat, players, words)
        by_number = whose == f"{words[SEAT]} {seat}"
        return f"{words[TRAIN]} {seat + 1 if by_number else whose}{side}"
    branch = BRANCH.fullmatch(at)
    named = branch and branch_named(branch) == at
    return at if named else f"{words[AT]} {json.dumps(at, ensure_ascii=False)}"


def is_time(text: str) -> bool:
    """The text is a time with UTC offset, as in records."""
    try:
        _TIMES.validate_python(text)
    except ValidationError:
        return False
    return True


def whole_time(text: str, last: str | None) -> str | None:
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
