"""The report of a season: its league table, month by month, and between each two players."""

from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date, tzinfo
from typing import NamedTuple
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..as_json import Json, as_json
from ..days import day_of, span_of
from ..tables.connection import Connection, id_in
from .game_filter import GameFilter
from .league import (
    PLAYED,
    SEATS_OF_GAMES,
    League,
    Reason,
    games_where,
    rank_json,
    ranked,
    uncounted_games,
)
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
    months, so_far = list[Month](), Counter[UUID]()
    rest: GameFilter | None = which
    while rest is not None and (began := _first(connection, rest)) is not None:
        day = day_of(began, zone)
        _, before = span_of(None, _last_day(day), zone)
        ends_first = before is not None and (rest.before is None or before < rest.before)
        won, games, rounds = _sums(connection, rest._replace(before=before) if ends_first else rest)
        so_far = so_far + won
        months.append(Month(day.isoformat()[:7], games, rounds, won, so_far))
        rest = rest._replace(since=before) if ends_first else None
    return months


def _first(connection: Connection, which: GameFilter) -> str | None:
    """When the first of these games that count as played began; None: there is none."""
    played = PLAYED & which.condition
    first: str | None = connection.value(
        f"SELECT min(game.opened_at) FROM game_fact AS game WHERE {played.text}", **played.values
    )
    return first


def _last_day(day: date) -> date:
    """The last day of its month."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def _sums(connection: Connection, which: GameFilter) -> tuple[Counter[UUID], int, int]:
    """Of these games that count as played: won by each player who won any; games; rounds."""
    played = PLAYED & which.condition
    rows = connection.rows(
        f"""
        SELECT seat.player_id, {games_where()}
        FROM {SEATS_OF_GAMES}
        WHERE game.id = seat.game_id AND {played.text} AND seat.won IS NOT NULL
        GROUP BY seat.player_id
        """,
        **played.values,
    )
    won = Counter({id_in(player): int(games) for player, games in rows})
    whole = connection.row(
        f"SELECT count(*), sum(game.rounds) FROM game_fact AS game WHERE {played.text}",
        **played.values,
    )
    assert whole is not None
    games, rounds = whole
    return won, games, int(rounds)


def _pairs(connection: Connection, which: GameFilter, names: Mapping[UUID, str]) -> list[Pair]:
    played = PLAYED & which.condition
    rows = connection.rows(
        f"""
        SELECT
            seat.player_id,
            other.player_id,
            {games_where()},
            {games_where("other.won IS NULL AND seat.won = 'Y'")},
            {games_where("seat.won IS NULL AND other.won = 'Y'")}
        FROM {SEATS_OF_GAMES} CROSS JOIN game_seat AS other
        WHERE game.id = seat.game_id AND other.game_id = game.id
        AND seat.seat < other.seat AND seat.side <> other.side AND {played.text}
        GROUP BY seat.player_id, other.player_id
        """,
        **played.values,
    )

    def order(pair: Pair) -> tuple[int, str, str]:
        return -pair.games, shown_name(names, pair.player), shown_name(names, pair.opponent)

    sums = defaultdict[tuple[UUID, UUID], Counter[str]](Counter)
    for player, opponent, games, won, lost in rows:  # By whose seat comes first.
        pair = id_in(player), id_in(opponent)
        sums[pair].update(games=int(games), won=int(won), lost=int(lost))
        sums[pair[::-1]].update(games=int(games), won=int(lost), lost=int(won))
    every = (Pair(*pair, of["games"], of["won"], of["lost"]) for pair, of in sums.items())
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
