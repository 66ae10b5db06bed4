"""The report of a season: its league table, month by month, and between each two players."""

from collections import Counter
from collections.abc import Mapping
from datetime import tzinfo
from typing import NamedTuple
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..as_json import Json, as_json
from ..days import day_of
from ..tables.connection import Connection, id_in
from .game_filter import GameFilter
from .league import League, Reason, rank_json, ranked, uncounted_games
from .players import player_json
from .profiles import share_won


class Month(NamedTuple):
    """The games of one month that count as played."""

    month: str
    """Such as `2026-11`: that of the day on which they began."""
    games: int
    rounds: int
    """Rounds that count."""
    won: Mapping[UUID, int]
    """Games won, by player."""
    won_so_far: Mapping[UUID, int]
    """Since the season began."""


class Pair(NamedTuple):
    """The games in which two players sat on different sides."""

    player: UUID
    opponent: UUID
    games: int
    won: int
    """By the player, and not by the opponent."""
    lost: int
    """By the player, and won by the opponent."""


class Season(NamedTuple):
    """The games of some days, under one rule set or under all."""

    league: League
    months: list[Month]
    """In order of time; months without games are left out."""
    pairs: list[Pair]
    """Each once, first the player who won more; most games first, then by names."""
    uncounted: dict[Reason, list[str]]
    """By reason, the records of the games that do not count."""


def season(
    connection: Connection,
    found: League,
    which: GameFilter,
    names: Mapping[UUID, str],
    zone: tzinfo | None = None,
) -> Season:
    """The season of this league table, whose games these are; ``zone``: of its days."""
    which = which._replace(rules=found.rules)
    return Season(
        found,
        _months(connection, which, zone),
        _pairs(connection, which, names),
        uncounted_games(connection, which),
    )


def _months(connection: Connection, which: GameFilter, zone: tzinfo | None) -> list[Month]:
    condition, values = which.condition
    rows = connection.rows(
        f"""
        SELECT game.id, game.opened_at, game.rounds, game.counts_as, seat.player_id, seat.won
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE game.finished IS NOT NULL AND {condition}
        ORDER BY game.opened_at, game.id, seat.seat
        """,
        **values,
    )
    rounds: dict[str, dict[int, int]] = {}
    won: dict[str, Counter[UUID]] = {}
    for id, opened_at, of_game, games, player, has_won in rows:
        month = day_of(opened_at, zone).isoformat()[:7]
        rounds.setdefault(month, {})[id] = of_game
        won.setdefault(month, Counter())[id_in(player)] += games * (has_won is not None)
    so_far = Counter[UUID]()
    months = []
    for month, of_month in rounds.items():
        so_far = so_far + won[month]
        months.append(Month(month, len(of_month), sum(of_month.values()), +won[month], so_far))
    return months


def _pairs(connection: Connection, which: GameFilter, names: Mapping[UUID, str]) -> list[Pair]:
    met: dict[tuple[UUID, UUID], Counter[str]] = {}
    condition, values = which.condition
    rows = connection.rows(
        f"""
        SELECT seat.player_id, other.player_id, seat.won, other.won, game.counts_as
        FROM game_seat AS seat
        JOIN game_fact AS game ON game.id = seat.game_id
        JOIN game_seat AS other ON other.game_id = seat.game_id AND other.side <> seat.side
        WHERE game.finished IS NOT NULL AND {condition}
        """,
        **values,
    )
    for player, opponent, own, theirs, games in rows:
        figures = met.setdefault((id_in(player), id_in(opponent)), Counter())
        won, lost = bool(own and not theirs), bool(theirs and not own)
        figures.update(games=games, won=games * won, lost=games * lost)

    def order(pair: Pair) -> tuple[int, str, str]:
        return -pair.games, shown_name(names, pair.player), shown_name(names, pair.opponent)

    every = (Pair(*two, of["games"], of["won"], of["lost"]) for two, of in met.items())
    first = (  # The player won more than the opponent, or as much and is first by name.
        pair
        for pair in every
        for one, other in [[(shown_name(names, each), str(each)) for each in pair[:2]]]
        if (pair.lost, one) < (pair.won, other)
    )
    return sorted(first, key=order)


# -- as JSON


def season_json(found: Season, names: Mapping[UUID, str], min_games: int = 1) -> Json:
    """The season for programs (docs/sheet.md)."""
    return {
        "rules": found.league.rules,
        "games": found.league.games,
        "places": [
            rank_json(rank, found.league.rules) for rank in ranked(found.league, names, min_games)
        ],
        "months": [
            month._asdict()
            | {name: _by_player(getattr(month, name), names) for name in ("won", "won_so_far")}
            for month in found.months
        ],
        "pairs": [
            as_json(pair)
            | {
                "name": shown_name(names, pair.player),
                "opponent_name": shown_name(names, pair.opponent),
                "won_percentage": share_won(pair.won, pair.lost),
            }
            for pair in found.pairs
        ],
        "uncounted": dict(found.uncounted),
    }


def _by_player(won: Mapping[UUID, int], names: Mapping[UUID, str]) -> list[Json]:
    """Most games first, then by name."""
    each = [player_json(player, names) | {"won": games} for player, games in won.items()]
    return sorted(each, key=lambda of: (-of["won"], of["name"]))
