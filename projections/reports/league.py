"""League tables: each player's results in the games of some days, by rule set."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, Connection, case, func, select

from ledger.registry.players import shown_name

from ..tables.column_values import exact_sum, id_in
from ..tables.schema import TABLES
from .game_filter import GameFilter
from .uncounted import Reason, uncounted

Json = dict[str, Any]


class Place(NamedTuple):
    """The results of one player's games."""

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
    played_under = select(TABLES["game_fact"].c.rule_set).distinct()
    rule_sets = connection.execute(played_under.where(*which.conditions())).scalars()
    return [league(connection, which._replace(rules=rules)) for rules in sorted(rule_sets)]


def league(connection: Connection, which: GameFilter) -> League:
    """The results of every player of all these games together, unsorted."""
    played = [TABLES["game_fact"].c.finished.is_not(None), *which.conditions()]
    rounds = _rounds_won(connection, played)
    net = _net(connection, played)
    places = [
        Place(
            *(id_in(player), *figures, *rounds.get(player, (0, 0)), *points),
            *(net.get(player, {}), last, difference),
        )
        for player, figures, points, last, difference in _counted(connection, played)
    ]
    games = select(func.count()).select_from(TABLES["game_fact"]).where(*played)
    counted = connection.execute(games).scalar_one()
    return League(which.rules, places, counted, uncounted(connection, which))


def ranked(found: League, names: Mapping[UUID, str], min_games: int = 1) -> list[Rank]:
    """The places by games won, then point difference, then name.

    ``min_games``: players with fewer games have no place.
    """
    enough = (each for each in found.places if each.games >= min_games)
    named = [(shown_name(names, each.player), each) for each in enough]
    named.sort(key=lambda each: (-each[1].won, -each[1].difference, each[0]))
    ranks: list[Rank] = []
    for number, (name, place) in enumerate(named, start=1):
        equal = bool(ranks) and _merit(ranks[-1].place) == _merit(place)
        ranks.append(Rank(ranks[-1].number if equal else number, name, place))
    return ranks


def _merit(place: Place) -> tuple[int, int]:
    return place.won, place.difference


def rank_json(rank: Rank, rules: str | None) -> Json:
    """A place in the league under these rules, for programs (docs/sheet.md)."""
    number, name, place = rank
    player = str(place.player)
    named = {"rules": rules, "place": number, "player": player, "name": name}
    worked_out = {"won_percentage": place.won_percentage}
    return named | place._asdict() | {"player": player} | worked_out


_Counted = tuple[str, tuple[int, int, int], tuple[int | None, int | None], str, int]


def _counted(connection: Connection, played: list[ColumnElement[bool]]) -> Iterator[_Counted]:
    """By player: games, won, lost; points for and against; start of the last game; difference."""
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    of_a_side = (
        select(seat.game_id, seat.side, func.max(seat.score).label("score"))
        .group_by(seat.game_id, seat.side)
        .subquery()
    )
    of_all = (
        select(of_a_side.c.game_id, func.sum(of_a_side.c.score).label("score"))
        .group_by(of_a_side.c.game_id)
        .subquery()
    )
    others = of_all.c.score - seat.score
    ahead = case((game.lowest_wins.is_(None), seat.score - others), else_=others - seat.score)
    rows = connection.execute(
        select(
            seat.player_id,
            func.count(),
            func.count(seat.won),
            func.count(seat.lost),
            *(func.coalesce(func.sum(each), 0) for each in (seat.score, others, ahead)),
            func.max(game.opened_at),
            func.count(game.lowest_wins),
        )
        .join_from(TABLES["game_seat"], TABLES["game_fact"], seat.game_id == game.id)
        .join(of_all, of_all.c.game_id == game.id)
        .where(*played)
        .group_by(seat.player_id)
    )
    for player, games, won, lost, points, against, difference, last, low in rows:
        added = (int(points), int(against)) if low in {0, games} else (None, None)
        yield player, (games, won, lost), added, last, int(difference)


def _rounds_won(
    connection: Connection, played: list[ColumnElement[bool]]
) -> dict[str, tuple[int, int]]:
    """By player, the rounds won of those recorded as played, and of those only reported."""
    game, seat, sums = TABLES["game_fact"].c, TABLES["game_seat"].c, TABLES["game_sum"].c
    won = func.sum(sums.rounds_won), func.sum(sums.reported_won)
    rows = connection.execute(
        select(seat.player_id, *won)
        .join_from(TABLES["game_seat"], TABLES["game_fact"], seat.game_id == game.id)
        .join(TABLES["game_sum"], (sums.game_id == game.id) & (sums.seat == seat.seat))
        .where(*played)
        .group_by(seat.player_id)
    )
    return {player: (int(played), int(reported)) for player, played, reported in rows}


def _net(connection: Connection, played: list[ColumnElement[bool]]) -> dict[str, dict[str, int]]:
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    rows = connection.execute(
        select(seat.player_id, game.currency, exact_sum(seat.net))
        .join_from(TABLES["game_seat"], TABLES["game_fact"], seat.game_id == game.id)
        .where(*played, seat.net.is_not(None))
        .group_by(seat.player_id, game.currency)
        .order_by(game.currency)
    )
    net: dict[str, dict[str, int]] = {}
    for player, currency, amount in rows:
        net.setdefault(player, {})[currency] = amount
    return net
