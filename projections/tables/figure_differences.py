"""Games, and figures of players, that differ between two generations of figures."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, Select, select, union

from ..rulings.game_state import State
from .schema.column_types import id_in
from .schema.figures import FIGURES_VIEWS
from .schema.generation import Generation
from .write.bulk import in_parts


class Standing(NamedTuple):
    """The result of a game."""

    state: State
    rounds: int
    """Rounds that count."""
    winners: tuple[UUID, ...]
    scores: tuple[int | None, ...]
    """By seat; None in games without points."""
    net: tuple[int | None, ...]
    """By seat, in minor units; None without payout rules."""


class GameDifference(NamedTuple):
    """A game with different results; None: it is not in these tables."""

    game: UUID
    record: str
    now: Standing | None
    then: Standing | None


class FigureDifference(NamedTuple):
    """A figure of a player that differs."""

    player: UUID
    rule_set: str
    figure: str
    """A column of `statistic`; or `net`, from `turnover`."""
    currency: str | None
    """Of `net`."""
    now: int
    then: int


def game_differences(
    connection: Connection, old: Generation, new: Generation
) -> Iterator[GameDifference]:
    """In the order of opening."""
    differing = union(
        *(
            select(of(one).except_(of(other)).subquery().c.id)
            for of in (_games, _seats)
            for one, other in ((old, new), (new, old))
        )
    )
    numbers = sorted(connection.execute(differing).scalars())
    for some in in_parts(numbers):
        now, then = (_standings(connection, tables, some) for tables in (old, new))
        for number in some:
            named = now.get(number) or then[number]
            (game, record), before, after = named[0], now.get(number), then.get(number)
            yield GameDifference(id_in(game), record, before and before[1], after and after[1])


def _games(tables: Generation) -> Select[Any]:
    game = tables["game_fact"].c
    return select(game.id, game.state, game.rounds, game.surplus)


def _seats(tables: Generation) -> Select[Any]:
    seat = tables["game_seat"].c
    return select(seat.game_id.label("id"), seat.seat, seat.score, seat.net, seat.won)


_Named: TypeAlias = tuple[tuple[str, str], Standing]
"""The id of a game and of its record, and its result."""


def _standings(connection: Connection, tables: Generation, numbers: list[int]) -> dict[int, _Named]:
    game, seat = tables["game_fact"].c, tables["game_seat"].c
    rows = connection.execute(
        select(game.id, game.game, game.record, game.state, game.rounds)
        .add_columns(seat.player_id, seat.score, seat.net, seat.won)
        .join_from(tables["game_fact"], tables["game_seat"], seat.game_id == game.id)
        .where(game.id.in_(numbers))
        .order_by(game.id, seat.seat)
    )
    found = {}
    for number, seats in groupby(rows, lambda row: row.id):
        each = list(seats)
        found[number] = (
            (each[0].game, each[0].record),
            Standing(
                each[0].state,
                each[0].rounds,
                tuple(id_in(row.player_id) for row in each if row.won),
                tuple(row.score for row in each),
                tuple(row.net for row in each),
            ),
        )
    return found


def figure_differences(
    connection: Connection, old: Generation, new: Generation
) -> list[FigureDifference]:
    """In the order of players, rule sets and columns."""
    now, then = (_figures(connection, tables) for tables in (old, new))
    return [
        FigureDifference(id_in(player), rules, figure, currency, before, after)
        for player, rules, figure, currency in sorted(now | then, key=_order)
        if (before := now.get((player, rules, figure, currency), 0))
        != (after := then.get((player, rules, figure, currency), 0))
    ]


_Key: TypeAlias = tuple[str, str, str, str | None]
"""Player, rule set, figure and currency."""
_FIGURES = [
    *(
        name
        for name in FIGURES_VIEWS["statistic"].comments
        if name not in {"player_id", "rule_set"}
    ),
    "net",
]


def _order(key: _Key) -> tuple[str, str, int, str]:
    player, rules, figure, currency = key
    return player, rules, _FIGURES.index(figure), currency or ""


def _figures(connection: Connection, tables: Generation) -> dict[_Key, int]:
    statistic, turnover = tables.view("statistic"), tables.view("turnover").c
    found: dict[_Key, int] = {}
    for row in connection.execute(select(statistic)):
        for figure in _FIGURES[:-1]:
            found[row.player_id, row.rule_set, figure, None] = getattr(row, figure)
    of_money = select(turnover.player_id, turnover.rule_set, turnover.currency)
    for player, rules, currency, received, paid in connection.execute(
        of_money.add_columns(turnover.received, turnover.paid)
    ):
        found[player, rules, "net", currency] = received - paid
    return found
