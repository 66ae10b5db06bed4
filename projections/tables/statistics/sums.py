"""What games and their rounds add to the statistics of who played them.

Statistics are sums: what a game added before it changed is taken off, what it adds now is put on.
Only the streaks follow the games one after the other (`streaks`).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, case, cast, func, select

from ..definition import NUMBER
from ..rows import delete_rows, handfuls, insert_rows, runs
from ..schema import FLAG, ROUNDS_A_GAME, Generation, generation
from ..views import round_fact
from .streaks import Streaks

Key: TypeAlias = tuple[str, ...]
"""Player and rule set; of money, the currency too."""
Sums: TypeAlias = dict[Key, list[int]]
"""By key, figures in the order of their columns."""

_GAMES, ROUND_FIGURES = 3, 10
_NO_GAMES, _NO_ROUNDS = (0,) * _GAMES, (0,) * ROUND_FIGURES


class Added(NamedTuple):
    """What some games add."""

    games: Sums
    """Under ``games``, ``games_won`` and ``games_lost``."""
    rounds: Sums
    """Under the columns from ``rounds`` to ``assistant``."""
    money: Sums
    """``received`` and ``paid``, in minor units."""


def added_by(connection: Connection, tables: Generation, games: Iterable[int]) -> Added:
    """What the games of these numbers add, as the tables tell of them now."""
    added = Added({}, {}, {})
    for run in runs(games):
        values = dict(zip(("first", "last"), run, strict=True))
        _collect(added.games, 2, connection.execute(_of_games(tables.id), values))
        of_rounds = connection.execute(_of_rounds(tables.id), values)
        for player, rule_set, currency, *figures in of_rounds:
            put(added.rounds, (player, rule_set), figures[:ROUND_FIGURES])
            put(added.money, (player, rule_set, currency), figures[ROUND_FIGURES:])
    return added


def _collect(sums: Sums, keys: int, rows: Iterable[Sequence[Any]]) -> None:
    for row in rows:
        put(sums, tuple(row[:keys]), row[keys:])


def put(sums: Sums, key: Key, figures: Sequence[int], sign: int = 1) -> None:
    """Add these figures, or take them off."""
    before = sums.get(key) or [0] * len(figures)
    sums[key] = [a + sign * b for a, b in zip(before, figures, strict=True)]


def changes(before: Sums, after: Sums) -> Sums:
    """What has to be added to have the second instead of the first; only what is not nothing."""
    changed = {key: list(figures) for key, figures in after.items()}
    for key, figures in before.items():
        put(changed, key, figures, -1)
    return {key: figures for key, figures in changed.items() if any(figures)}


def changed_between(before: Added, after: Added) -> Added:
    """What has to be added to come from the one to the other."""
    return Added(*(changes(old, new) for old, new in zip(before, after, strict=True)))


def update(connection: Connection, tables: Generation, changed: Added, streaks: Streaks) -> None:
    """Bring `statistic` and `turnover` up to date; ``streaks`` are all that are other than before.

    A row of nothing is no row.
    """
    keys = {*changed.games, *changed.rounds, *streaks}
    rows = _taken_out(connection, tables["statistic"], 2, keys)
    for key in keys:
        *figures, streak, longest = rows.get(key) or [0] * (_GAMES + ROUND_FIGURES + 2)
        added = (*changed.games.get(key, _NO_GAMES), *changed.rounds.get(key, _NO_ROUNDS))
        summed = [a + b for a, b in zip(figures, added, strict=True)]
        rows[key] = [*summed, *streaks.get(key, (streak, longest))]
    _put_back(connection, tables["statistic"], rows)
    accounts = _taken_out(connection, tables["turnover"], 3, changed.money)
    for money_key, figures in changed.money.items():
        put(accounts, money_key, figures)
    _put_back(connection, tables["turnover"], accounts)


def _taken_out(connection: Connection, table: Table, keys: int, wanted: Iterable[Key]) -> Sums:
    """All rows of the players of these keys, which are deleted."""
    players = {player for player, *_ in wanted}
    column = table.c.player_id
    rows: Sums = {}
    for some in handfuls(players):
        _collect(rows, keys, connection.execute(select(table).where(column.in_(some))))
    delete_rows(connection, column, players)
    return rows


def _put_back(connection: Connection, table: Table, rows: Sums) -> None:
    insert_rows(connection, table, [(*key, *row) for key, row in rows.items() if any(row)])


def _sum(column: ColumnElement[int]) -> ColumnElement[int]:
    return cast(func.coalesce(func.sum(column), 0), NUMBER)


_GAMES_ASKED = bindparam("first", type_=NUMBER), bindparam("last", type_=NUMBER)


@lru_cache(maxsize=16)
def _of_games(made: int) -> Select[Any]:
    tables = generation("figures", made)
    seat, game = tables["game_seat"], tables["game_fact"]
    key = seat.c.player_id, game.c.rule_set
    return (
        select(*key, func.count(), func.count(seat.c.won), func.count(seat.c.lost))
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .where(seat.c.game_id.between(*_GAMES_ASKED), game.c.finished.is_not(None))
        .group_by(*key)
    )


@lru_cache(maxsize=16)
def _of_rounds(made: int) -> Select[Any]:
    """By player, rule set and currency: ten figures of rounds that count, and two of money."""
    tables = generation("figures", made)
    first, last = _GAMES_ASKED
    own, game = round_fact(tables).subquery().c, tables["game_fact"].c
    key = own.player_id, game.rule_set, game.currency
    flags = own.won, own.lost, own.went_out, own.blocker, own.assistant
    won, lost, went_out, blocker, assistant = map(func.count, flags)
    blocked = func.count(case((own.ended == "blocked", FLAG)))
    received, paid = (case((net > 0, net)) for net in (own.net, -own.net))
    return (
        select(*key, func.count(), won, lost)
        .add_columns(*map(_sum, (own.points, own.against, own.pips)))
        .add_columns(went_out, blocked, blocker, assistant, _sum(received), _sum(paid))
        .join(tables["game_fact"], game.id == own.game_id)
        .where(
            own.round_id.between(first * ROUNDS_A_GAME, (last + 1) * ROUNDS_A_GAME - 1),
            own.counts.is_not(None),
        )
        .group_by(*key)
    )
