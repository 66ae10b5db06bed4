"""A night: the games of one evening, with standings, money and open disputes."""

from collections.abc import Mapping
from datetime import date, tzinfo
from typing import Any, NamedTuple
from uuid import UUID

from ...ledger.book import Book
from ...ledger.disputes import disputed_games
from ...ledger.registry.players import people_names
from ..as_json import as_json
from ..days import day_of, span_of
from ..results.disputes import DisputeHistory, disputes_in, history_json
from ..tables.connection import Connection, id_in
from .game_filter import GameFilter
from .games import ListedGame, listed_game_json, listed_games
from .league import League, leagues, rank_json, ranked
from .payouts import Due, dues_by_player

_NOT_OVER = {"in progress", "disputable"}


class Night(NamedTuple):
    """One evening."""

    evening: date
    zone: tzinfo | None
    """Of its times; None: the machine's."""
    games: tuple[ListedGame, ...]
    """In the order in which they began; all of them, or some."""
    standings: tuple[League, ...]
    """By rule set, in the order of the ids; of the games that count as played."""
    dues: tuple[Due, ...]
    """Money booked for these games, by player and currency."""
    open_disputes: tuple[DisputeHistory, ...]
    """Disputes about these games that wait for a ruling, in the order of the games."""

    @property
    def not_over(self) -> list[ListedGame]:
        """The games that are being played, or wait for a ruling or for unseen tiles."""
        return [game for game in self.games if game.overview.state in _NOT_OVER]


def last_evening(connection: Connection, zone: tzinfo | None = None) -> date | None:
    """The last evening with games; None if there are no games."""
    began = connection.value("SELECT max(opened_at) FROM game_fact")
    return None if began is None else day_of(began, zone)


def games_of(evening: date, zone: tzinfo | None = None) -> GameFilter:
    """The games that began on this evening."""
    return GameFilter(*span_of(evening, evening, zone))


def night(
    book: Book,
    connection: Connection,
    evening: date,
    zone: tzinfo | None = None,
    *,
    limit: int | None = None,
    skip: int = 0,
) -> Night:
    """This evening in a time zone, else in that of the machine.

    ``limit``: only so many of its latest games, without the ``skip`` latest of all; everything
    else is of all of its games.
    """
    which = games_of(evening, zone)
    games = listed_games(book, connection, which, limit=limit, skip=skip, newest_first=True)
    return Night(
        evening,
        zone,
        tuple(games)[::-1],
        tuple(leagues(connection, which)),
        tuple(dues_by_player(connection, people_names(book), which)),
        tuple(
            history
            for game in _disputed(book, connection, which)
            for history in disputes_in(book, game)
            if not history.closed
        ),
    )


def _disputed(book: Book, connection: Connection, which: GameFilter) -> list[UUID]:
    """Those of these games that have disputes, in the order in which they began."""
    condition, values = which.condition
    games = connection.column(
        f"""
        SELECT game.game FROM game_fact AS game
        WHERE {condition} AND game.game IN (:disputed) ORDER BY game.opened_at, game.id
        """,
        disputed=[game.hex for game in disputed_games(book)],
        **values,
    )
    return list(map(id_in, games))


def night_json(found: Night, names: Mapping[UUID, str]) -> dict[str, Any]:
    """The evening for programs (docs/command.md)."""
    return {
        "evening": found.evening.isoformat(),
        "games": [listed_game_json(game, names) for game in found.games],
        "standings": [
            rank_json(rank, league.rules)
            for league in found.standings
            for rank in ranked(league, names)
        ],
        "payouts": [
            {name: value for name, value in as_json(due).items() if name != "game"}
            for due in found.dues
        ],
        "disputes": [history_json(history) for history in found.open_disputes],
        "not_over": [game.overview.record for game in found.not_over],
    }
