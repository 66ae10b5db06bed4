"""Where in a game an event stands that is not what was recorded, and what was found unchanged.

Errors of the store name a stream and a version. Those who have to look at it know a game, its
rounds and its moves.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import ActUndone, DealUndone, GameAmended, RoundDealt, RoundReported
from ...domain.round.state import Act
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.store.event_reader import opening_in
from ...ledger.store.ids import NO_GAMES_HEX, game_id
from .chains import unchanged_games

Kind: TypeAlias = Literal["opening", "deal", "move", "after-move", "before-deal"]

_ACTS = frozenset(act.TOPIC for act in Act.__args__)
_INFERRED = b'"inferred":true'


class _At(NamedTuple):
    """A place in a game; ``round`` and ``move`` are indices."""

    kind: Kind
    round: int | None
    move: int | None


def named(book: Book, error: Tampered) -> Tampered:
    """The error with the game, round and move in place of the stream, and what is unchanged.

    All other games are checked, if this user may see all events. The error itself if it is not
    about a game.
    """
    try:
        game = UUID(error.params.get("game", ""))
    except ValueError:
        return error
    if game.hex in NO_GAMES_HEX:
        return error
    rows, _ = book.recorder.select_rows(game)
    more: dict[str, Any] = {}
    event = error.params.get("event")
    if event is not None:
        at = _at(rows, event)
        more |= at._asdict()
        if at.round:
            more["unchanged_rounds"] = at.round
    if book.recorder.sees_all:
        sound, others = unchanged_games(book, game)
        if others:
            more["unchanged_games"] = sound, others
    return Tampered(error.code, **error.params, **more, record=_record(rows, game))


def _record(rows: Sequence[tuple[int, Any, Any]], game: UUID) -> str:
    """The record's id if the first event still says it, otherwise the id of the game."""
    _, topic, state = rows[0] if rows else (0, "", b"")
    try:
        record = opening_in(topic, state).record if isinstance(state, bytes) else ""
    except Tampered:
        return str(game)
    return record if game_id(record) == game else str(game)


def _at(rows: Sequence[tuple[int, Any, Any]], event: int) -> _At:
    """The place of an event, from the kinds of those up to it."""
    rounds: list[list[bool]] = []
    """By round, for each act whether it is a move of the record."""
    last = None
    for version, topic, state in rows:
        if version > event:
            break
        if topic == GameAmended.TOPIC:
            rounds.clear()
        elif topic in {RoundDealt.TOPIC, RoundReported.TOPIC}:
            rounds.append([])
        elif topic == DealUndone.TOPIC:
            del rounds[-1:]  # Nothing may be left to take: any of these rows may be forged.
        elif topic == ActUndone.TOPIC and rounds:
            del rounds[-1][-1:]
        elif topic in _ACTS and rounds:
            rounds[-1].append(not (isinstance(state, bytes) and _INFERRED in state))
        last = topic if version == event else None
    if event == 1:
        return _At("opening", None, None)
    if not rounds:
        return _At("before-deal", None, None)
    round, moves = len(rounds) - 1, sum(rounds[-1])
    if last in _ACTS and rounds[-1][-1]:
        return _At("move", round, moves - 1)
    return _At("after-move", round, moves - 1) if moves else _At("deal", round, None)
