"""What plots show: ratings and money game by game, and the points of rounds."""

from collections.abc import Collection, Iterable
from itertools import accumulate
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, select

from ..tables.column_values import FLAG, id_in
from ..tables.ratings import course_of_ratings
from ..tables.schema import TABLES


class Curve(NamedTuple):
    """A figure of one player after each game, in order; its first value is from before."""

    player: UUID
    currency: str | None
    """Of an amount of money in minor units."""
    values: tuple[float, ...]


def rules_played(connection: Connection, player: UUID | None = None) -> list[str]:
    """The ids of the rules under which games are over: of this player, or of all."""
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    found = select(game.rule_set).distinct().where(game.finished.is_not(None))
    if player is not None:
        found = found.where(game.id.in_(select(seat.game_id).where(seat.player_id == str(player))))
    return sorted(connection.execute(found).scalars())


def rating_curves(connection: Connection, players: Iterable[UUID], rules: str) -> list[Curve]:
    """The strength of each of these players under the rules of this id, after each game."""
    courses = course_of_ratings(connection, rules)
    found = ((player, courses.get(str(player))) for player in players)
    return [Curve(player, None, tuple(course)) for player, course in found if course is not None]


def money_curves(
    connection: Connection, players: Collection[UUID], rules: str | None = None
) -> list[Curve]:
    """The money of each of these players by currency, game by game in the order of opening."""
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    nets = (
        select(seat.player_id, game.currency, seat.net)
        .join_from(TABLES["game_seat"], TABLES["game_fact"], seat.game_id == game.id)
        .where(seat.net.is_not(None), seat.player_id.in_(map(str, players)))
        .order_by(game.id, seat.seat)
    )
    if rules is not None:
        nets = nets.where(game.rule_set == rules)
    amounts: dict[tuple[UUID, str], list[int]] = {}
    for player, currency, net in connection.execute(nets):
        amounts.setdefault((id_in(player), currency), []).append(net)
    return [
        Curve(player, currency, tuple(accumulate(amounts[player, currency], initial=0)))
        for player in players
        for currency in sorted({currency for other, currency in amounts if other == player})
    ]


def points_of_rounds(
    connection: Connection, player: UUID | None = None, rules: str | None = None
) -> list[int]:
    """The points of the rounds that count and were won: by this player's side, or by any.

    Games without points are left out, and those that the fewest points win.
    """
    return _points(connection, player, rules, lowest_wins=False)


def points_written_down(
    connection: Connection, player: UUID | None = None, rules: str | None = None
) -> list[int]:
    """The points of the rounds that count, of this player's side or of each.

    Only of games that the fewest points win.
    """
    return _points(connection, player, rules, lowest_wins=True)


def _points(
    connection: Connection, player: UUID | None, rules: str | None, *, lowest_wins: bool
) -> list[int]:
    game, end, own = TABLES["game_fact"].c, TABLES["round_end"].c, TABLES["round_seat"].c
    seat = TABLES["game_seat"].c
    low, won = game.lowest_wins.is_not(None), own.won == FLAG
    which, of = (low, (seat.side,)) if lowest_wins else (~low & won, ())
    rounds = (
        select(own.round_id, own.points, *of)
        .distinct()
        .join_from(TABLES["round_seat"], TABLES["round_end"], end.round_id == own.round_id)
        .join(TABLES["game_fact"], game.id == end.game_id)
        .join(TABLES["game_seat"], (seat.game_id == game.id) & (seat.seat == own.seat))
        .where(end.counts == FLAG, own.points.is_not(None), which)
    )
    if player is not None:
        rounds = rounds.where(seat.player_id == str(player))
    if rules is not None:
        rounds = rounds.where(game.rule_set == rules)
    return sorted(points for _, points, *_ in connection.execute(rounds))
