"""The lines typed at a live table (docs/live.md)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, get_args

from domain.events import Seat
from domain.game.decide import Abandon, CallBlocked, Forfeit, Pause, Resume, ShowTiles
from domain.tiles import NO_TILES, Tile, Tiles, bit, tile_named

from ..notation.characters import usual_characters
from ..notation.errors import NotationError, Slip
from ..notation.lexer import Cursor
from ..notation.move_grammar import (
    A_TILE,
    A_TILE_OR_UNSEEN,
    Completed,
    Json,
    move_here,
    read_move,
    read_tile,
    read_where,
)
from ..notation.player_names import read_seat, read_text
from ..notation.result_grammar import Counting, begins_result, read_result
from ..notation.round_grammar import read_pips
from ..notation.vocabulary import (
    AT,
    FLIPPED,
    HUB,
    LEADS,
    LEFT,
    NONE,
    OPEN,
    PIPS,
    ROUND,
    TILE,
    UNSEEN,
    halves,
    one_of,
)

Question: TypeAlias = Literal["show", "rounds", "moves", "help", "edit", "quit"]
"""Lines that do not change the game. After `edit` the next line replaces the last one."""


@dataclass(slots=True)
class TypedDeal:
    """A deal; parts may be missing."""

    hands: dict[Seat, list[str]] = field(default_factory=dict)
    """Names of tiles, `UNSEEN` among them."""
    boneyard: list[str] | None = None
    leader: Seat | None = None
    """The seat that acts first."""
    hub: str | None = None


class TypedMove(NamedTuple):
    """A move as in a record; without ``seat`` it is the move of the seat in turn."""

    move: Json
    as_played: bool
    """Record the move even if it is illegal."""


class TypedResult(NamedTuple):
    """The result of a round, as in a record: nothing else of it is known."""

    reported: Json
    as_played: bool
    """Record the result even if the pips left prove it wrong."""


class TypedPips(NamedTuple):
    """Pips left in hand, as numbers."""

    pips: tuple[int | None, ...]
    """By seat; None: not typed."""
    tiles: dict[Seat, Tile]
    """Those of the numbers that could be a tile, too."""
    as_played: bool
    """Note them even if the tiles prove them wrong."""


class TypedUndo(NamedTuple):
    """Take back the last thing done, ``times`` times."""

    times: int


class TypedEdit(NamedTuple):
    """The next line replaces the result of this round, counted from 0."""

    round: int


Order: TypeAlias = (
    TypedDeal
    | TypedMove
    | TypedResult
    | CallBlocked
    | ShowTiles
    | TypedPips
    | Pause
    | Resume
    | Abandon
    | Forfeit
)
Typed: TypeAlias = Order | TypedUndo | TypedEdit | Question


class TypedLine(NamedTuple):
    """The parsed line, with the typed time as RFC 3339."""

    typed: Typed
    time: str | None


def read_line(
    text: str,
    players: Sequence[str],
    whole: Completed,
    *,
    counting: Counting | None = None,
    between_rounds: bool = False,
    undealt: Tiles = NO_TILES,
) -> TypedLine | None:
    """Parse a line; None if it is blank or a comment.

    ``whole`` completes a time. ``counting``: how points are written down; None: each player is a
    side. ``between_rounds``: `Ana 35` is a result and no move. ``undealt``: the set, if no round
    was dealt yet; `Ana 64` may then be one of its tiles. Raises NotationError.
    """
    if "\0" in text:
        raise NotationError(None, text.index("\0") + 1, "nul")
    if Cursor(text).done:
        return None
    time = None
    stamp = _stamp(text, players)
    if stamp is not None:
        time = whole(stamp[1])
        if time is None:
            raise Cursor(text).expected(Slip("expected-time-of-line"))
        text = " " * stamp.end() + text[stamp.end() :]
    counting = counting or Counting(tuple((seat,) for seat in range(len(players))))
    if _lays_a_tile(text, players, undealt) and _is_result(text, players, counting):
        raise Cursor(text).error(Slip("points-or-tile", line=" ".join(text.split())))
    cursor = Cursor(text)
    typed: Typed | None = _result(cursor.copy(), players, counting, bare=between_rounds)
    try:
        typed = typed or _typed(cursor, players, whole)
    except NotationError as slip:
        typed = _said_as_result(text, players, counting)
        if typed is None:
            raise slip from None
    if isinstance(typed, TypedMove) and "t" in typed.move:
        time = typed.move["t"]
    return TypedLine(typed, time)


def as_played(text: str, players: Sequence[str]) -> str:
    """The line of an act, to be recorded even if it is illegal."""
    stamp = _stamp(text, players)
    at = 0 if stamp is None else stamp.end()
    return f"{text[:at]}{_ON_RECORD_AS_PLAYED} {text[at:]}"


_TIME = re.compile(r"\s*(\d\d:\d\d(?::\d\d(?:\.\d+)?)?|\d{4}-\d\d-\d\dT\S+)\s+(?=[^\s#])")


def _stamp(text: str, players: Sequence[str]) -> re.Match[str] | None:
    """The time before a line; before the place of a tile, what looks like a time is a tile."""
    stamp = _TIME.match(usual_characters(text))
    if stamp is None:
        return None
    here = Cursor(text, at=stamp.end())
    if here.word(AT, FLIPPED, OPEN):
        return None
    try:
        read_where(here, players)
    except NotationError:
        return stamp
    return None if here.done or here.next == "@" else stamp


_A_NUMBER = re.compile(
    rf"(?:0|[1-9]\d{{0,8}})(?:\s+(?:{one_of(PIPS)}))?(?=\s*(?:[,;]\s*[^\W\d]|[,;]\s*\"|#|$))",
    re.IGNORECASE,
)
"""Pips, and no tiles: the last on the line, or before another player."""
_NUMBER_OF_ROUND = re.compile(r"\d{1,9}(?=\s*:)")
_HOW_OFTEN = re.compile(r"[1-9]\d{0,3}(?!\w)")
_ON_RECORD_AS_PLAYED = "!"
_SIDE_BY_SIDE = "/"


def _result(
    cursor: Cursor, players: Sequence[str], counting: Counting, *, bare: bool
) -> TypedResult | None:
    """The result on this line, if it is one: after `round`, or ``bare``."""
    as_played = cursor.take(_ON_RECORD_AS_PLAYED)
    if cursor.take_word(ROUND):
        cursor.match(_NUMBER_OF_ROUND)
        cursor.take(":")
    elif not (bare and begins_result(cursor, players, counting)):
        return None
    return TypedResult(read_result(cursor, players, counting), as_played)


def _said_as_result(text: str, players: Sequence[str], counting: Counting) -> TypedResult | None:
    """A line that is no move, if it says what a result says: points, pips, or how a round ended.

    Raises NotationError if a letter may be a side or a player.
    """
    if not _is_result(text, players, counting):
        return None
    try:
        result = _result(Cursor(text), players, counting, bare=True)
    except NotationError as slip:
        if slip.code == "side-or-player":
            raise
        return None
    said = result is not None and result.reported.keys() & {"points", "pips", "ended"}
    return result if said else None


def _is_result(text: str, players: Sequence[str], counting: Counting) -> bool:
    """The line begins as a result, without the word for it."""
    cursor = Cursor(text)
    cursor.take(_ON_RECORD_AS_PLAYED)
    return begins_result(cursor, players, counting)


def _lays_a_tile(text: str, players: Sequence[str], tiles: Tiles) -> bool:
    try:
        laid = read_move(text, players).get("lay")
    except NotationError:
        return False
    return laid is not None and bit(tile_named(laid)) & tiles > 0


def _typed(cursor: Cursor, players: Sequence[str], whole: Completed) -> Typed:
    as_played = cursor.take(_ON_RECORD_AS_PLAYED)
    if as_played and cursor.take_word(LEFT):
        return _left(cursor, players)._replace(as_played=True)
    if as_played and cursor.take_word("blocked"):
        return _blocked(cursor, players)._replace(as_played=True)
    word = None if as_played else cursor.take_word(*_ORDERS, *_QUESTIONS)
    if word in _ORDERS:
        return _ORDERS[word](cursor, players)
    if word is not None:
        if word == "edit" and not cursor.take_word("last"):
            cursor.take_word(ROUND)
            round = cursor.match(_HOW_OFTEN)
            if round is not None:
                cursor.finish()
                return TypedEdit(int(round[0]) - 1)
        cursor.finish()
        return _QUESTIONS[word]
    return TypedMove(move_here(cursor, players, whole), as_played)


def _deal(cursor: Cursor, players: Sequence[str]) -> TypedDeal:
    """Hands, boneyard, hub and lead, separated by slashes."""
    deal = TypedDeal()
    while not cursor.done:
        _part(cursor, players, deal)
        if not cursor.take(_SIDE_BY_SIDE):
            cursor.finish(Slip("expected-slash-or-end"))
    return deal


def _part(cursor: Cursor, players: Sequence[str], deal: TypedDeal) -> None:
    start = cursor.past_blanks()
    keyword = cursor.take_word(*LEADS, "boneyard", "hand", HUB)
    if keyword in LEADS:
        cursor.take(":")
        deal.leader = _seat(cursor, players)
    elif keyword == HUB:
        cursor.take(":")
        deal.hub = read_tile(cursor)
    elif keyword == "boneyard":
        cursor.take(":")
        deal.boneyard = _tiles(cursor, unseen=False)
    else:
        seat = _seat(cursor, players)
        if seat in deal.hands:
            cursor.at = start
            raise cursor.error(Slip("hand-given-twice", player=players[seat]))
        if not cursor.take(":"):
            raise cursor.expected(Slip("expected-colon"))
        deal.hands[seat] = _tiles(cursor, unseen=True)


def _seat(cursor: Cursor, players: Sequence[str]) -> Seat:
    start = cursor.past_blanks()
    seat = read_seat(cursor, players)
    if not 0 <= seat < len(players):
        cursor.at = start
        raise cursor.expected(Slip("expected-seat"))
    return seat


def _tiles(cursor: Cursor, *, unseen: bool) -> list[str]:
    if cursor.take_word(NONE):
        return []
    expected = A_TILE_OR_UNSEEN if unseen else A_TILE
    tiles: list[str] = []
    while not (tiles and (cursor.done or cursor.next == _SIDE_BY_SIDE)):
        seen = not (unseen and cursor.take(UNSEEN))
        tiles.append(read_tile(cursor, expected) if seen else UNSEEN)
        cursor.take(",")
    return tiles


def _undo(cursor: Cursor, _: Sequence[str]) -> TypedUndo:
    if cursor.done:
        return TypedUndo(1)
    times = cursor.match(_HOW_OFTEN)
    cursor.finish(Slip("expected-how-often"))
    if times is None:
        raise cursor.expected(Slip("expected-how-often"))
    return TypedUndo(int(times[0]))


def _pause(_: Cursor, __: Sequence[str]) -> Pause:
    """What follows, such as `lunch`, is a remark."""
    return Pause()


def _resume(cursor: Cursor, _: Sequence[str]) -> Resume:
    cursor.finish()
    return Resume()


def _blocked(cursor: Cursor, _: Sequence[str]) -> CallBlocked:
    cursor.finish()
    return CallBlocked()


def _left(cursor: Cursor, players: Sequence[str]) -> ShowTiles | TypedPips:
    seat = _seat(cursor, players)
    cursor.take(":")
    if cursor.looks_like(_A_NUMBER):
        return _pips_left(cursor, players, seat)
    if cursor.take_word(NONE):
        return ShowTiles(seat, ())
    tiles = [read_tile(cursor, Slip("expected-tile-or-pips"))]
    while not cursor.done:
        cursor.take(",")
        tiles.append(read_tile(cursor))
    return ShowTiles(seat, tuple(map(tile_named, tiles)))


def _pips_left(cursor: Cursor, players: Sequence[str], first: Seat) -> TypedPips:
    """Pips of players, of which the first was read: `5, cy 12`."""
    pips: list[int | None] = [None] * len(players)
    tiles: dict[Seat, Tile] = {}
    seat = first
    while True:
        if pips[seat] is not None:
            raise cursor.error(Slip("hand-given-twice", player=players[seat]))
        written, noted = cursor.looks_like(TILE), read_pips(cursor, bare=True)
        if noted is None:
            raise cursor.expected(Slip("expected-pips"))
        (pips[seat],) = noted
        if written is not None and written.end() == cursor.at:
            tiles[seat] = tile_named(halves(written))
        if not cursor.take(",", ";"):
            cursor.finish(Slip("expected-comma-or-end"))
            return TypedPips(tuple(pips), tiles, as_played=False)
        seat = _seat(cursor, players)
        cursor.take(":")


def _abandon(cursor: Cursor, _: Sequence[str]) -> Abandon:
    return Abandon("" if cursor.done else read_text(cursor))


def _forfeit(cursor: Cursor, players: Sequence[str]) -> Forfeit:
    seat = _seat(cursor, players)
    return Forfeit(seat, "" if cursor.done else read_text(cursor))


_ORDERS: dict[str, Callable[[Cursor, Sequence[str]], Order | TypedUndo]] = {
    "deal": _deal,
    "undo": _undo,
    "blocked": _blocked,
    "left": _left,
    "pause": _pause,
    "resume": _resume,
    "abandon": _abandon,
    "forfeit": _forfeit,
}
_QUESTIONS: dict[str, Question] = {question: question for question in get_args(Question)}
