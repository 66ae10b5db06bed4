"""What plots show: ratings and money game by game, and the points of rounds."""

from collections.abc import Collection, Iterable
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ..tables.connection import Connection, id_in
from ..tables.ratings import FIRST
from .game_filter import GameFilter
from .league import PLAYED, SEATS_OF_GAMES

Subject: TypeAlias = Literal["rating", "money", "points"]
"""What a plot can show."""


class Curve(NamedTuple):
    """A figure of one player after each game, in order; its first value is from before."""

    player: UUID
    currency: str | None
    """Of an amount of money in minor units."""
    values: tuple[float, ...]


def rules_played(connection: Connection, player: UUID | None = None) -> list[str]:
    """The ids of the rules under which games are over: of this player, or of all."""
    played = GameFilter(player=player).condition
    return sorted(
        connection.column(
            "SELECT DISTINCT game.rule_set FROM game_fact AS game "
            f"WHERE game.finished IS NOT NULL AND {played.text}",
            **played.values,
        )
    )


def rating_curves(connection: Connection, players: Iterable[UUID], rules: str) -> list[Curve]:
    """The strength of each of these players under the rules of this id, after each game."""
    courses = (
        (
            player,
            connection.column(
                """
                SELECT mu FROM rated WHERE player_id = :player AND rule_set = :rules
                ORDER BY number
                """,
                player=str(player),
                rules=rules,
            ),
        )
        for player in players
    )
    return [Curve(player, None, (FIRST, *course)) for player, course in courses if course]


def money_curves(
    connection: Connection, players: Collection[UUID], rules: str | None = None
) -> list[Curve]:
    """The money of each of these players by currency, game by game in the order of opening."""
    played = GameFilter(rules=rules).condition
    nets = connection.rows(
        f"""
        SELECT seat.player_id, game.currency, seat.net
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE seat.net IS NOT NULL AND seat.player_id IN (:players) AND {played.text}
        ORDER BY game.id, seat.seat
        """,
        players=[str(player) for player in players],
        **played.values,
    )
    amounts: dict[tuple[UUID, str], list[int]] = {}
    for player, currency, net in nets:
        amounts.setdefault((id_in(player), currency), []).append(net)
    return [
        Curve(player, currency, tuple(accumulate(amounts[player, currency], initial=0)))
        for player in players
        for currency in sorted({currency for other, currency in amounts if other == player})
    ]


def wins_curves(connection: Connection, players: Iterable[UUID], which: GameFilter) -> list[Curve]:
    """The games that each of these players has won so far, of those that somebody won.

    As a league counts them: a game that counts as several is that many.
    """
    played = PLAYED & which.condition
    rows = connection.rows(
        f"""
        SELECT seat.player_id, game.id, game.counts_as
        FROM {SEATS_OF_GAMES}
        WHERE game.id = seat.game_id AND seat.won = 'Y' AND {played.text}
        ORDER BY game.id
        """,
        **played.values,
    )
    games = [
        {player: int(counts_as) for player, _, counts_as in winners}
        for _, winners in groupby(rows, key=itemgetter(1))
    ]
    return [
        Curve(player, None, tuple(accumulate((won.get(key, 0) for won in games), initial=0)))
        for player in players
        for key in [str(player)]
    ]


def points_of_rounds(
    connection: Connection,
    player: UUID | None = None,
    rules: str | None = None,
    *,
    lowest_wins: bool = False,
) -> list[int]:
    """The points of rounds that count: of this player's side, or of any.

    Only of rounds that the side won, in games that the most points win; ``lowest_wins``: of every
    round, in games that the fewest points win.
    """
    # The points of a side are those of each of its seats: they count once.
    if lowest_wins:
        side, condition = "seat.side", "game.lowest_wins IS NOT NULL"
    else:
        side, condition = "0", "game.lowest_wins IS NULL AND own.won = 'Y'"
    played = GameFilter(rules=rules).condition
    of_player = "TRUE" if player is None else "seat.player_id = :player"
    rounds = connection.rows(
        f"""
        SELECT DISTINCT own.round_id, {side}, own.points
        FROM round_seat AS own
        JOIN round_end AS whole ON whole.round_id = own.round_id
        JOIN game_fact AS game ON game.id = whole.game_id
        JOIN game_seat AS seat ON seat.game_id = game.id AND seat.seat = own.seat
        WHERE whole.counts = 'Y' AND own.points IS NOT NULL
        AND {condition} AND {of_player} AND {played.text}
        """,
        player=str(player),
        **played.values,
    )
    return sorted(points for *_, points in rounds)
