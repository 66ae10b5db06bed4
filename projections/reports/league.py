"""League tables: each player's results in the games of some days, by rule set.

Games that do not count are given by reason.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..as_json import Json, as_json
from ..tables.connection import Condition, Connection, Row, id_in
from .game_filter import GameFilter

Reason: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "waits-for-ruling", "tiles-not-seen", "in progress"
]
"""Why a game does not count: its state, and of a disputable one what it waits for."""


PLAYED = Condition("game.finished IS NOT NULL")
"""Games that count as played."""
SEATS_OF_GAMES = "game_fact AS game CROSS JOIN game_seat AS seat"
"""SQL for the seats of games, where ``game.id = seat.game_id``.

SQLite looks at the tables of a cross join in this order: at the seats of the games asked for alone.
"""


def games_where(condition: str = "TRUE") -> str:
    """SQL for the number of games of which this is true; each is as many as it counts as."""
    return f"coalesce(sum(CASE WHEN {condition} THEN game.counts_as END), 0)"


class Place(NamedTuple):
    """The results of one player's games. A game that counts as several is that many here."""

    player: UUID
    games: int
    won: int
    lost: int
    rounds_won: int
    """Of the rounds recorded as played, as in `Figures`."""
    reported_won: int
    """Of the rounds of which only the result is known."""
    points: int | None
    """Of the player's side; None if the fewest points win some of the games, not all."""
    points_against: int | None
    """Of the other sides; None like `points`."""
    net: dict[str, int]
    """By currency, in minor units."""
    last: str
    """Start of the last game: RFC 3339, UTC."""
    difference: int
    """Points minus points against; the other way round in games that the fewest points win."""

    @property
    def won_percentage(self) -> float:
        """Games won of a hundred games, to one decimal."""
        return round(100 * self.won / self.games, 1)


class League(NamedTuple):
    """The places under one rule set or under all, and the games that do not count."""

    rules: str | None
    """The id of the rules; None: all games together, under any rules."""
    places: list[Place]
    """Not sorted."""
    games: int
    uncounted: dict[Reason, int]
    """By reason, the number of games that do not count as played."""


class Rank(NamedTuple):
    """A place in the table; players equal in games won and point difference share it."""

    number: int
    """From 1."""
    name: str
    place: Place


def leagues(connection: Connection, which: GameFilter) -> list[League]:
    """A league for each rule set that any of these games was played under, by its id."""
    played = which.condition
    rule_sets = connection.column(
        f"SELECT DISTINCT game.rule_set FROM game_fact AS game WHERE {played.text}", **played.values
    )
    return [league(connection, which._replace(rules=rules)) for rules in sorted(rule_sets)]


def league(connection: Connection, which: GameFilter) -> League:
    """The results of every player of all these games together, unsorted."""
    played = PLAYED & which.condition
    net = _net(connection, played)
    rows = connection.rows(
        f"""
        WITH of_side AS (
            SELECT seat.game_id, seat.side, max(seat.score) AS score
            FROM {SEATS_OF_GAMES}
            WHERE game.id = seat.game_id AND {played.text}
            GROUP BY seat.game_id, seat.side
        ),
        of_all AS (SELECT game_id, sum(score) AS score FROM of_side GROUP BY game_id),
        result AS (
            SELECT
                seat.player_id, seat.won, seat.lost, sums.rounds_won, sums.reported_won,
                seat.score, of_all.score - seat.score AS others,
                game.opened_at, game.lowest_wins, game.counts_as
            FROM {SEATS_OF_GAMES}
            JOIN of_all ON of_all.game_id = game.id
            JOIN game_sum AS sums ON sums.game_id = game.id AND sums.seat = seat.seat
            WHERE game.id = seat.game_id AND {played.text}
        )
        SELECT
            player_id, {games_where()}, {games_where("won = 'Y'")}, {games_where("lost = 'Y'")},
            sum(rounds_won), sum(reported_won),
            coalesce(sum(score), 0), coalesce(sum(others), 0),
            coalesce(
                sum(CASE WHEN lowest_wins IS NULL THEN score - others ELSE others - score END), 0
            ),
            max(opened_at), count(lowest_wins), count(*)
        FROM result AS game
        GROUP BY player_id
        """,
        **played.values,
    )
    places = []
    for player, *figures, last, low, played_games in rows:
        games, won, lost, of_rounds, reported, points, against, difference = map(int, figures)
        counts = (games, won, lost, of_rounds, reported)
        can_be_added = low in {0, played_games}
        worth = points if can_be_added else None, against if can_be_added else None
        places.append(Place(id_in(player), *counts, *worth, net.get(player, {}), last, difference))
    counted = connection.value(
        f"SELECT count(*) FROM game_fact AS game WHERE {played.text}", **played.values
    )
    return League(which.rules, places, counted, uncounted(connection, which))


def ranked(found: League, names: Mapping[UUID, str], min_games: int = 1) -> list[Rank]:
    """The places of players with enough games: by games won, then point difference, then name."""
    enough = (each for each in found.places if each.games >= min_games)
    named = [(shown_name(names, each.player), each) for each in enough]
    named.sort(key=lambda each: (-each[1].won, -each[1].difference, each[0]))
    first = dict[tuple[int, int], int]()  # By merit, the number of the place.
    return [
        Rank(first.setdefault((place.won, place.difference), number), name, place)
        for number, (name, place) in enumerate(named, start=1)
    ]


def rank_json(rank: Rank, rules: str | None) -> Json:
    """A place in the league under these rules, for programs (docs/sheet.md)."""
    number, name, place = rank
    named = {"rules": rules, "place": number, "player": str(place.player), "name": name}
    return {**named, **as_json(place), "won_percentage": place.won_percentage}


def _net(connection: Connection, played: Condition) -> dict[str, dict[str, int]]:
    rows = connection.rows(
        f"""
        SELECT seat.player_id, game.currency, {{exact_sum(seat.net)}}
        FROM {SEATS_OF_GAMES}
        WHERE game.id = seat.game_id AND {played.text} AND seat.net IS NOT NULL
        GROUP BY seat.player_id, game.currency
        ORDER BY game.currency
        """,
        **played.values,
    )
    net: dict[str, dict[str, int]] = {}
    for player, currency, amount in rows:
        net.setdefault(player, {})[currency] = int(amount)
    return net


# -- games that do not count


def uncounted(connection: Connection, which: GameFilter) -> dict[Reason, int]:
    """By reason, how many of these games do not count."""
    return dict(sorted(Counter(reason for reason, _ in _uncounted(connection, which)).items()))


def uncounted_games(connection: Connection, which: GameFilter) -> dict[Reason, list[str]]:
    """By reason, the records of those of these games that do not count, in order of opening."""
    found: dict[Reason, list[str]] = {}
    for why, record in sorted(_uncounted(connection, which), key=itemgetter(0)):
        found.setdefault(why, []).append(record)
    return found


def _uncounted(connection: Connection, which: GameFilter) -> Iterator[Row]:
    """Reason and record of each of these games that does not count, in order of opening."""
    condition, values = which.condition
    return connection.rows(
        f"""
        SELECT
            CASE
                -- Won by rules that now count, but still being played.
                WHEN game.state = 'over' THEN 'in progress'
                WHEN game.state <> 'disputable' THEN game.state
                WHEN game.disputed IS NOT NULL OR game.irregular_rounds > 0 THEN 'waits-for-ruling'
                ELSE 'tiles-not-seen'
            END,
            game.record
        FROM game_fact AS game
        WHERE game.finished IS NULL AND {condition}
        ORDER BY game.id
        """,
        **values,
    )
