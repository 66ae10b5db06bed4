"""How people name a game of the book: by an id, a beginning of one, or `last`."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID

from ..errors import Tampered, UnknownGame
from ..suggestions import KnownNames
from .base import Store
from .event_reader import opening_in
from .ids import NO_GAMES_HEX, game_id

LAST = "last"
"""Names the game last opened, if no game has this name."""
MOST_CANDIDATES = 10
"""The most candidates that an error names."""

_DIGITS = "0123456789abcdef"
_LONGEST_ID = 32


class _Named(NamedTuple):
    """A game with what it can be called."""

    id: UUID
    record: str
    """The record's id."""


def find_game(store: Store, name: str) -> UUID:
    """The game with this record id or game id, the last one, or the only one that begins so.

    A beginning of a record's id is compared without regard to capitals, and does not end inside a
    number: `game-1` is no beginning of `game-12`. Raises UnknownGame; where the text is part of
    other names, its ``candidates`` are up to `MOST_CANDIDATES` record ids, the newest first, out of
    ``number``; else ``meant`` is the name that was perhaps meant, or None.
    """
    by_record = game_id(name)
    if store.query(_OPENED, [by_record.hex]):
        return by_record
    start = "".join(digit for digit in name if digit in _DIGITS)
    if start != name.replace("-", "") or len(start) > _LONGEST_ID:
        start = ""
    if len(start) == _LONGEST_ID and start not in NO_GAMES_HEX and store.query(_OPENED, [start]):
        return UUID(start)
    if name == LAST:
        for (newest,) in store.query(_NEWEST, NO_GAMES_HEX):
            return UUID(newest)
    if not name or name.isspace():
        raise UnknownGame("unknown-game", name=name)
    wanted = name.casefold()
    with store.scan(_OPENINGS, NO_GAMES_HEX) as rows:
        named = list(_readable(rows))
    close = [game for game in named if wanted in game.record.casefold()]
    begun = [game for game in close if _begins(game.record.casefold(), wanted)]
    if start:
        first, last = start.ljust(_LONGEST_ID, "0"), start.ljust(_LONGEST_ID, "f")
        by_id = _readable(store.query(_BY_ID, [first, last, *NO_GAMES_HEX]))
        begun += [game for game in by_id if game not in begun]
    if len(begun) == 1:
        return begun[0].id
    if begun:
        raise UnknownGame("ambiguous-game", name=name, number=len(begun), candidates=_newest(begun))
    if close:
        raise UnknownGame("similar-games", name=name, number=len(close), candidates=_newest(close))
    meant = KnownNames(game.record for game in named).closest(name)
    raise UnknownGame("unknown-game", name=name, meant=meant)


_OPENED = "SELECT 1 FROM stored_events WHERE originator_version = 1 AND originator_id = ?"


def _begins(record: str, start: str) -> bool:
    inside_a_number = start[-1:].isdecimal() and record[len(start) : len(start) + 1].isdecimal()
    return record.startswith(start) and not inside_a_number


def _newest(games: list[_Named]) -> list[str]:
    return [game.record for game in games[:MOST_CANDIDATES]]


_NEWEST = """
    SELECT {game} FROM stored_events
    WHERE originator_version = 1 AND originator_id NOT IN (?, ?, ?)
    ORDER BY {position} DESC LIMIT 1
"""
# Finds the games by their heads, which are few beside the events: SQLite goes through the tables of
# a CROSS JOIN in their order.
_OPENINGS = """
    SELECT {game}, topic, state
    FROM (SELECT DISTINCT originator_id AS id FROM stream_head
      WHERE originator_id NOT IN (?, ?, ?)) AS stream
    CROSS JOIN stored_events
    WHERE originator_id = id AND originator_version = 1 ORDER BY stored_events.{position} DESC
"""
_BY_ID = (
    "SELECT {game}, topic, state FROM stored_events "
    "WHERE originator_version = 1 AND originator_id BETWEEN ? AND ? "
    "AND originator_id NOT IN (?, ?, ?)"
)


def _readable(rows: Iterable[tuple[str, str, bytes]]) -> Iterator[_Named]:
    """Games with a readable opening. The others raise their error where they are read."""
    for id, topic, state in rows:
        with suppress(Tampered):
            yield _Named(UUID(id), opening_in(topic, state).record)
