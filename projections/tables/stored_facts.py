"""The facts of many games, loaded from the tables without reading events."""

from collections.abc import Iterable, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from domain.events import RoundReported
from domain.rules.rule_set import RuleSet
from ledger.store.event_reader import Opening

from .column_values import ROUNDS_A_GAME
from .columns import IntArray, ints
from .fact_columns import ENDED, Group, RoundDecree, Rounds, decree_in, report_in
from .game_facts import GameFacts
from .schema import TABLES

ROWS = 1_000
"""Rows read at a time."""


def played_rules(connection: Connection) -> dict[int, RuleSet]:
    """The rule sets that games were played under, by their number in these tables."""
    of = TABLES["played_rules"].c
    rows = connection.execute(select(of.id, of.body))
    return {id: RuleSet.model_validate_json(body) for id, body in rows}


def load_facts(connection: Connection, *which: ColumnElement[bool], numbers: range) -> list[Group]:
    """The games that satisfy the conditions on `game_fact`, with their rounds."""
    rules = played_rules(connection)
    kinds: dict[tuple[int, int], list[GameFacts]] = {}
    for rules_id, game in _games(connection, which, numbers):
        kinds.setdefault((rules_id, len(game.opening.players)), []).append(game)
    decrees = {
        round_id: decree_in(row)
        for round_id, _, *row in connection.execute(select(TABLES["round_decree"]))
    }
    reports = _reports(connection, which, numbers)
    ends, hands = (
        _ends(connection, which, numbers),
        _hands(connection, which, numbers),
    )
    return [
        _group(rules_id, rules[rules_id], games, ends, hands, decrees, reports)
        for (rules_id, _), games in kinds.items()
    ]


def _games(
    connection: Connection,
    which: Iterable[ColumnElement[bool]],
    numbers: range,
) -> Iterable[tuple[int, GameFacts]]:
    game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
    asked = select(seat.game_id, seat.player_id).where(
        _between(seat.game_id, numbers), *_among(seat.game_id, which)
    )
    seated = groupby(connection.execute(asked.order_by(seat.game_id, seat.seat)), itemgetter(0))
    found = connection.execute(
        select(TABLES["game_fact"]).where(_between(game.id, numbers), *which).order_by(game.id)
    )
    for row, (_, seats) in zip(found, seated, strict=True):
        opening = Opening(
            record=row.record,
            rules=b"",
            players=tuple(player for _, player in seats),
            teams=row.teams,
            currency=row.currency,
            minor_per_pip=row.minor_per_pip,
            opened_at=row.opened_at,
        )
        yield (
            row.rules_id,
            GameFacts(
                number=row.id,
                game=row.game,
                opening=opening,
                irregular=row.irregular is not None,
                disputed=row.disputed is not None,
                closed=row.closed,
                abandoned=row.state == "abandoned",
                rounds=(),
                rules_said=(),
                void=row.state == "void",
                forfeiter=row.forfeiter,
            ),
        )


def _ends(
    connection: Connection,
    which: Iterable[ColumnElement[bool]],
    numbers: range,
) -> IntArray:
    """(n, 6) one row for each ended round, in order."""
    of = TABLES["round_end"].c
    ended = case({how: number for number, how in enumerate(ENDED)}, value=of.ended)
    seats = (func.coalesce(seat, -1) for seat in (of.leader, of.first_out, of.last_to_lay))
    asked = select(of.round_id, ended, case((of.irregular.is_(None), 1), else_=0), *seats)
    asked = asked.where(_between(of.round_id, numbers, ROUNDS_A_GAME), *_among(of.game_id, which))
    return _figures(connection, asked, of.round_id)


def _reports(
    connection: Connection,
    which: Iterable[ColumnElement[bool]],
    numbers: range,
) -> dict[int, RoundReported]:
    """By round id, the results of rounds of which nothing else is known."""
    of = TABLES["round_end"].c
    asked = select(of.round_id, of.report).where(
        of.report.is_not(None),
        _between(of.round_id, numbers, ROUNDS_A_GAME),
        *_among(of.game_id, which),
    )
    return {round_id: report_in(report) for round_id, report in connection.execute(asked)}


def _hands(
    connection: Connection,
    which: Iterable[ColumnElement[bool]],
    numbers: range,
) -> IntArray:
    """(lines, 5) one line for each round and seat, in order.

    The round, pips, tiles, in play, and in play from ten on.
    """
    of = TABLES["round_seat"].c
    left = func.coalesce(of.pips, -1), func.coalesce(of.tiles, -1)
    made = func.coalesce(of.in_play, 0), func.coalesce(of.in_play_from_ten, 0)
    asked = select(of.round_id, *left, *made)
    asked = asked.where(
        _between(of.round_id, numbers, ROUNDS_A_GAME),
        *_among(of.round_id // ROUNDS_A_GAME, which),
    )
    return _figures(connection, asked, of.round_id, of.seat)


def _between(
    column: ColumnElement[int], numbers: range, ids_a_game: int = 1
) -> ColumnElement[bool]:
    return (column >= numbers.start * ids_a_game) & (column < numbers.stop * ids_a_game)


def _among(
    game_id: ColumnElement[int], which: Iterable[ColumnElement[bool]]
) -> list[ColumnElement[bool]]:
    conditions = list(which)
    among = select(TABLES["game_fact"].c.id).where(*conditions)
    return [game_id.in_(among)] if conditions else []


def _figures(connection: Connection, asked: Select[Any], *order: ColumnElement[int]) -> IntArray:
    found = connection.execute(asked.order_by(*order))
    # Not all rows at once: memory for a million rows takes longer than reading them.
    rows = chain.from_iterable(found.partitions(ROWS))
    figures = ints(chain.from_iterable(rows))
    return figures.reshape(-1, len(asked.selected_columns))


def _group(  # noqa: PLR0917
    rules_id: int,
    rules: RuleSet,
    games: list[GameFacts],
    ends: IntArray,
    hands: IntArray,
    decrees: Mapping[int, RoundDecree],
    reports: Mapping[int, RoundReported],
) -> Group:
    seats = len(games[0].opening.players)
    numbers = np.array([game.number for game in games], np.int64)
    ends = ends[np.isin(ends[:, 0] // ROUNDS_A_GAME, numbers)]
    hands = hands[np.isin(hands[:, 0] // ROUNDS_A_GAME, numbers)]
    round_id, ended, regular, leader, out, last_to_lay = ends.T
    ids = set(round_id.tolist())
    own = {id: decrees[id] for id in sorted(decrees.keys() & ids)}
    noted = {id: reports[id] for id in sorted(reports.keys() & ids)}
    rounds = Rounds(
        game=np.searchsorted(numbers, round_id // ROUNDS_A_GAME),
        number=round_id % ROUNDS_A_GAME,
        ended=ended,
        regular=regular > 0,
        voided=np.isin(round_id, [id for id, decree in own.items() if decree.void]),
        leader=leader,
        out=out,
        last_to_lay=last_to_lay,
        pips=hands[:, 1].reshape(-1, seats),
        tiles=hands[:, 2].reshape(-1, seats),
        in_play=hands[:, 3].reshape(-1, seats),
        in_play_from_ten=hands[:, 4].reshape(-1, seats),
    )
    return Group(rules_id, rules, seats, games, rounds, own, noted)
