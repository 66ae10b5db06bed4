"""Every game at a glance."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Row, select

from ..tables.generations import in_use


class GameOverview(NamedTuple):
    """One game at a glance."""

    id: UUID
    record: str
    rules: str
    players: tuple[UUID, ...]
    state: str
    """One of `projections.states.State`."""
    rounds: int
    """Rounds that count."""
    surplus: int
    """Rounds settled after the one that won the game."""
    scores: list[int] | None
    """By side, in the order of the record's teams; None where the rules know no points."""
    winners: tuple[UUID, ...]
    currency: str
    net: tuple[int, ...] | None
    """By seat, in minor units; None where nothing counts yet, or the rules have no payout."""
    left_at: int | None
    """The place in the log of the event that ended it, where that may say how it was left."""


def game_overviews(connection: Connection) -> Iterator[GameOverview]:
    """Every game in the order of opening."""
    tables = in_use(connection, "figures").tables
    game, seat = tables["game_fact"].c, tables["game_seat"].c
    of_game = game.id, game.game, game.record, game.rule_set, game.state
    in_figures = game.rounds, game.surplus, game.currency, game.teams
    if_left = game.closed, game.forfeiter
    of_seat = seat.player_id, seat.side, seat.score, seat.net, seat.won
    rows = connection.execute(
        select(*of_game, *in_figures, *if_left, *of_seat)
        .join_from(tables["game_seat"], tables["game_fact"], seat.game_id == game.id)
        .order_by(game.id, seat.seat)
    )
    for _, seats in groupby(rows, lambda row: row.id):
        yield _overview(list(seats))


def _overview(seats: Sequence[Row[*tuple[Any, ...]]]) -> GameOverview:
    game = seats[0]
    players = tuple(UUID(seat.player_id) for seat in seats)
    may_be_left = game.forfeiter is not None or game.state in {"abandoned", "void"}
    return GameOverview(
        id=UUID(game.game),
        record=game.record,
        rules=game.rule_set,
        players=players,
        state=game.state,
        rounds=game.rounds,
        surplus=game.surplus,
        scores=_scores(seats),
        winners=tuple(player for player, seat in zip(players, seats, strict=True) if seat.won),
        currency=game.currency,
        net=None if game.net is None else tuple(seat.net for seat in seats),
        left_at=game.closed if may_be_left else None,
    )


def _scores(seats: Sequence[Row[*tuple[Any, ...]]]) -> list[int] | None:
    if seats[0].score is None:
        return None
    return [seats[team[0]].score for team in _teams(seats)]


def _teams(seats: Sequence[Row[*tuple[Any, ...]]]) -> list[list[int]]:
    """The seats of each side, in the order in which the record names them rightly."""
    sides: dict[int, list[int]] = {}
    for number, seat in enumerate(seats):
        sides.setdefault(seat.side, []).append(number)
    by_side = [sides[side] for side in sorted(sides)]
    if len(sides) == len(seats) or seats[0].teams is None:
        return by_side
    teams: list[list[int]] = json.loads(seats[0].teams)
    return teams if sorted(map(sorted, teams)) == sorted(by_side) else by_side
