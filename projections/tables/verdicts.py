"""Verdicts on blocked rounds: found on demand, and stored."""

from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic
from typing import Any, TypeAlias
from uuid import UUID

from ...domain.block_verdicts import READINGS, SEARCH_VERSION, search_bound, verdict, verdicts
from ...domain.game.state import Game
from ...domain.rules.payout import Reading
from ...domain.scoring.settlement import Blame
from ...ledger.book import Book
from .connection import EVERYTHING, ROUNDS_A_GAME, Condition, Connection, Row, id_in

ROUNDS_AT_ONCE = 200
"""Rounds whose verdicts are found in one transaction."""
SECONDS_OF_SEARCH = 5.0
"""Results are written after this time: a server ends a transaction that is idle for long."""
_AT_MOST_NAMED = 10_000
"""The most rounds named in one query: for more, fetching all verdicts of the book is faster."""

GameIn: TypeAlias = Callable[[UUID], Game]
"""Where the game of an id is found, with all its events."""
Kept: TypeAlias = dict[Reading, dict[int, Blame]]
"""By reading, then by round id, who is answerable."""


def kept_verdicts(
    connection: Connection, readings: Collection[Reading], rounds: Collection[int]
) -> Kept:
    """The stored verdicts on these rounds under these readings; may include other rounds."""
    asked = (
        "SELECT reading, round_id, blocker, assistant FROM verdict "
        "WHERE search_version = :version AND reading IN (:readings)"
    )
    values: dict[str, Any] = {"version": SEARCH_VERSION, "readings": list(readings)}
    if len(rounds) <= _AT_MOST_NAMED:
        asked, values = f"{asked} AND round_id IN (:rounds)", {**values, "rounds": list(rounds)}
    kept: Kept = {reading: {} for reading in readings}
    for reading, round_id, blocker, assistant in connection.rows(asked, **values):
        kept[reading][round_id] = Blame(blocker, assistant)
    return kept


def find_missing(
    connection: Connection, game_in: GameIn, reading: Reading, rounds: Mapping[int, str]
) -> dict[int, Blame]:
    """By round id, who is answerable for these blocked rounds, which are given with their games.

    Missing verdicts are found, and stored in the caller's transaction.
    """
    known = kept_verdicts(connection, [reading], rounds)[reading]
    missing = [round_id for round_id in rounds if round_id not in known]
    if missing:
        asked = {round_id: (rounds[round_id], (reading,)) for round_id in missing}
        _find(connection, game_in, asked)
        known |= kept_verdicts(connection, [reading], missing)[reading]
    return known


def find_all(
    connection: Connection, book: Book, after: int, which: Condition = EVERYTHING
) -> tuple[int, int | None]:
    """Find the missing verdicts on the next blocked rounds, under every reading.

    ``which``: a condition on `game_fact`, called ``game``. Rounds that are void by a ruling, or
    whose blocker no reading may name, are left. Returns how many rounds were checked, and the last
    one; None if there is none after ``after``.
    """
    blocked = list(
        connection.rows(
            f"""
            SELECT whole.round_id, game.game
            FROM round_end AS whole JOIN game_fact AS game ON game.id = whole.game_id
            WHERE whole.round_id > :after AND whole.ended = 'blocked' AND whole.irregular IS NULL
            AND whole.round_id NOT IN (
                SELECT round_id FROM round_decree WHERE void IS NOT NULL OR blames IS NOT NULL
            )
            AND {which.text}
            ORDER BY whole.round_id LIMIT {ROUNDS_AT_ONCE}
            """,
            after=after,
            **which.values,
        )
    )
    if not blocked:
        return 0, None
    kept = kept_verdicts(connection, READINGS, [round_id for round_id, _ in blocked])
    asked = {
        round_id: (of_game, missing)
        for round_id, of_game in blocked
        if (missing := [reading for reading in READINGS if round_id not in kept[reading]])
    }
    _find(connection, lambda game: book.stream(game).game, asked)
    return len(blocked), blocked[-1][0]


_Asked: TypeAlias = Mapping[int, tuple[str, Sequence[Reading]]]
"""By round id, its game and the readings asked for."""


def _find(connection: Connection, game_in: GameIn, asked: _Asked) -> None:
    """Find these verdicts, which are not stored yet, and store them.

    The games are as they are now. If a round is no longer blocked, a later event is not taken in
    yet: there is no verdict to find.
    """
    games: dict[str, Game] = {}
    rows: list[Row] = []
    written = monotonic()
    for round_id, (game, readings) in asked.items():
        if game not in games:
            games = {game: game_in(id_in(game))}  # Rounds are grouped by game.
        number, rounds = round_id % ROUNDS_A_GAME, games[game].rounds
        round = rounds[number] if number < len(rounds) else None
        if round is None or round.ended != "blocked" or not round.regular:
            continue
        bound = search_bound(round.table, number)
        together = verdicts(round, bound) if len(readings) > 1 else {}  # They share one search.
        for reading in readings:
            found = together[reading] if together else verdict(round, reading, bound)
            act = None if found.evidence is None else found.evidence.act
            key = round_id, reading, SEARCH_VERSION
            rows.append((*key, found.status, found.blocker, found.assistant, act, found.bound))
        if monotonic() - written > SECONDS_OF_SEARCH:
            connection.insert("verdict", rows)
            rows, written = [], monotonic()
    connection.insert("verdict", rows)
