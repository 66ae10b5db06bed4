"""The lines typed at a live table (docs/live.md)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from ...domain.events import Seat
from ...domain.game.decide import Abandon, CallBlocked, Forfeit, Pause, Redeal, Resume, ShowTiles
from ...domain.tiles import NO_TILES, Tile, Tiles, bit, tile_named
from ..notation.characters import usual_characters
from ..notation.errors import NotationError
from ..notation.keyword_grammar import read_pips
from ..notation.lexer import Completed, Cursor
from ..notation.move_grammar import Json, read_move, read_tile, read_tiles, read_where
from ..notation.player_names import read_seat_of_game
from ..notation.result_grammar import Counting, begins_result, read_result
from ..notation.vocabulary import LEADS, TILE, halves, one_of

T = TypeVar("T")
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
    as_played: bool = False
    """Record the deal even if hands have too many tiles, or the wrong ones."""


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


Playing: TypeAlias = TypedDeal | Redeal | TypedMove | TypedResult | CallBlocked
"""What nobody does while play is paused."""
Order: TypeAlias = Playing | ShowTiles | TypedPips | Pause | Resume | Abandon | Forfeit
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
            raise Cursor(text).expected("expected-time-of-line")
        text = " " * stamp.end() + text[stamp.end() :]
    counting = counting or Counting(tuple((seat,) for seat in range(len(players))))
    if _lays_a_tile(text, players, undealt) and _is_result(Cursor(text, None, players), counting):
        raise Cursor(text).error("points-or-tile", line=" ".join(text.split()))
    cursor = Cursor(text, players=players, whole=whole)
    typed: Typed | None = _result(cursor.copy(), counting, bare=between_rounds)
    try:
        typed = typed or _typed(cursor)
    except NotationError as slip:
        typed = _said_as_result(Cursor(text, None, players), counting)
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
    here = Cursor(text, players=players).copy(at=stamp.end())
    if here.word("at", "flipped", "open"):
        return None
    try:
        read_where(here)
    except NotationError:
        return stamp
    return None if here.done or here.next == "@" else stamp


_A_NUMBER = re.compile(
    rf"(?:0|[1-9]\d{{0,8}})(?:\s+(?:{one_of('pips')}))?(?=\s*(?:[,;]\s*[^\W\d]|[,;]\s*\"|#|$))",
    re.IGNORECASE,
)
"""Pips, and no tiles: the last on the line, or before another player."""
_NUMBER_OF_ROUND = re.compile(r"\d{1,9}(?=\s*:)")
_HOW_OFTEN = re.compile(r"[1-9]\d{0,3}(?!\w)")
_ON_RECORD_AS_PLAYED = "!"
_SIDE_BY_SIDE = "/"


def _result(cursor: Cursor, counting: Counting, *, bare: bool) -> TypedResult | None:
    """The result on this line, if it is one: after `round`, or ``bare``."""
    as_played = cursor.take(_ON_RECORD_AS_PLAYED)
    if cursor.take_word("round"):
        cursor.match(_NUMBER_OF_ROUND)
        cursor.take(":")
    elif not (bare and begins_result(cursor, counting)):
        return None
    return TypedResult(read_result(cursor, counting), as_played)


def _said_as_result(cursor: Cursor, counting: Counting) -> TypedResult | None:
    """A line that is no move, if it says what a result says: points, pips, or how a round ended.

    Raises NotationError if a letter may be a side or a player.
    """
    if not _is_result(cursor.copy(), counting):
        return None
    try:
        result = _result(cursor, counting, bare=True)
    except NotationError as slip:
        if slip.code == "side-or-player":
            raise
        return None
    said = result is not None and result.reported.keys() & {"points", "pips", "ended"}
    return result if said else None


def _is_result(cursor: Cursor, counting: Counting) -> bool:
    """The line begins as a result, without the word for it."""
    cursor.take(_ON_RECORD_AS_PLAYED)
    return begins_result(cursor, counting)


def _lays_a_tile(text: str, players: Sequence[str], tiles: Tiles) -> bool:
    try:
        laid = read_move(Cursor(text, None, players)).get("lay")
    except NotationError:
        return False
    return laid is not None and bit(tile_named(laid)) & tiles > 0


def _typed(cursor: Cursor) -> Typed:
    as_played = cursor.take(_ON_RECORD_AS_PLAYED)
    if as_played and cursor.take_word("left"):
        return _left(cursor)._replace(as_played=True)
    if as_played and cursor.take_word("blocked"):
        return _alone(CallBlocked(as_played=True), cursor)
    if as_played and cursor.take_word("deal"):
        return replace(_deal(cursor), as_played=True)
    word = None if as_played else cursor.take_word(*_ORDERS, *_QUESTIONS)
    if word is None:
        return TypedMove(read_move(cursor), as_played)
    if word in _ORDERS:
        return _ORDERS[word](cursor)
    if word == "edit" and not cursor.take_word("last"):
        cursor.take_word("round")
        round = cursor.match(_HOW_OFTEN)
        if round is not None:
            return _alone(TypedEdit(int(round[0]) - 1), cursor)
    return _alone(_QUESTIONS[word], cursor)


def _alone(typed: T, cursor: Cursor) -> T:
    """What was typed, with nothing after it."""
    cursor.finish()
    return typed


def _deal(cursor: Cursor) -> TypedDeal:
    """Hands, boneyard, hub and lead, separated by slashes."""
    deal = TypedDeal()
    while not cursor.done:
        _part(cursor, deal)
        if not cursor.take(_SIDE_BY_SIDE):
            cursor.finish(_SIDE_BY_SIDE)
    return deal


def _part(cursor: Cursor, deal: TypedDeal) -> None:
    start = cursor.past_blanks()
    keyword = cursor.take_word(*LEADS, "boneyard", "hand", "hub")
    if keyword in {None, "hand"}:
        seat = read_seat_of_game(cursor)
        if seat in deal.hands:
            raise cursor.error("hand-given-twice", at=start, player=cursor.players[seat])
        cursor.need_mark(":")
        deal.hands[seat] = read_tiles(cursor, unseen=True, until=_SIDE_BY_SIDE)
        return
    cursor.take(":")
    if keyword == "hub":
        deal.hub = read_tile(cursor)
    elif keyword == "boneyard":
        deal.boneyard = read_tiles(cursor, until=_SIDE_BY_SIDE)
    else:
        deal.leader = read_seat_of_game(cursor)


def _undo(cursor: Cursor) -> TypedUndo:
    if cursor.done:
        return TypedUndo(1)
    times = cursor.match(_HOW_OFTEN)
    cursor.finish(code="expected-how-often")
    if times is None:
        raise cursor.expected("expected-how-often")
    return TypedUndo(int(times[0]))


def _left(cursor: Cursor) -> ShowTiles | TypedPips:
    """Tiles of one seat, or pips of seats: `ana 5, cy 12`."""
    seat = read_seat_of_game(cursor)
    cursor.take(":")
    if cursor.looks_like(_A_NUMBER):
        return _pips_left(cursor, seat)
    if cursor.take_word("none"):
        return ShowTiles(seat, ())
    tiles = [read_tile(cursor, "expected-tile-or-pips")]
    while not cursor.done:
        cursor.take(",")
        tiles.append(read_tile(cursor))
    return ShowTiles(seat, tuple(map(tile_named, tiles)))


def _pips_left(cursor: Cursor, seat: Seat) -> TypedPips:
    """Pips of players, of which the first was read."""
    pips: list[int | None] = [None] * len(cursor.players)
    tiles: dict[Seat, Tile] = {}
    while True:
        if pips[seat] is not None:
            raise cursor.error("hand-given-twice", player=cursor.players[seat])
        written, noted = cursor.looks_like(TILE), read_pips(cursor, bare=True)
        if noted is None:
            raise cursor.expected("expected-pips")
        (pips[seat],) = noted
        if written is not None and written.end() == cursor.at:
            tiles[seat] = tile_named(halves(written))
        if not cursor.take(",", ";"):
            cursor.finish(",")
            return TypedPips(tuple(pips), tiles, as_played=False)
        seat = read_seat_of_game(cursor)
        cursor.take(":")


def _reason(cursor: Cursor) -> str:
    return "" if cursor.done else cursor.rest()


_ORDERS: dict[str, Callable[[Cursor], Order | TypedUndo]] = {
    "deal": _deal,
    "redeal": lambda cursor: _alone(Redeal(), cursor),
    "undo": _undo,
    "blocked": lambda cursor: _alone(CallBlocked(), cursor),
    "left": _left,
    "pause": lambda _: Pause(),  # What follows, such as `lunch`, is a remark.
    "resume": lambda cursor: _alone(Resume(), cursor),
    "abandon": lambda cursor: Abandon(_reason(cursor)),
    "forfeit": lambda cursor: Forfeit(read_seat_of_game(cursor), _reason(cursor)),
}
_QUESTIONS: dict[str, Question] = {question: question for question in get_args(Question)}
