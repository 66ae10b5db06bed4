"""Games that do not count, and why."""

from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from ..tables.generations import in_use
from ..tables.schema.generation import Generation
from .game_filter import GameFilter

Reason: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "waits-for-ruling", "tiles-not-seen", "in progress"
]
"""Why a game does not count: its state, and of a disputable one what it waits for."""


def uncounted(connection: Connection, which: GameFilter) -> dict[Reason, int]:
    """By reason, how many of these games do not count."""
    tables = in_use(connection, "figures").tables
    asked = _uncounted(tables, which).with_only_columns(_reason(tables).label("reason"))
    reason = asked.subquery().c.reason
    rows = connection.execute(select(reason, func.count()).group_by(reason).order_by(reason))
    return {why: int(games) for why, games in rows}


def uncounted_games(connection: Connection, which: GameFilter) -> dict[Reason, list[str]]:
    """By reason, the records of those of these games that do not count, in order of opening."""
    tables = in_use(connection, "figures").tables
    reason, game = _reason(tables), tables["game_fact"].c
    asked = _uncounted(tables, which).with_only_columns(reason, game.record)
    found: dict[Reason, list[str]] = {}
    for why, record in connection.execute(asked.order_by(reason, game.id)):
        found.setdefault(why, []).append(record)
    return found


def _uncounted(tables: Generation, which: GameFilter) -> Select[Any]:
    fact = tables["game_fact"]
    return select(fact).where(fact.c.finished.is_(None), *which.conditions(tables))


def _reason(tables: Generation) -> ColumnElement[Reason]:
    game, end = tables["game_fact"].c, tables["round_end"].c
    irregular = select(end.game_id).where(end.irregular.is_not(None))
    return case(
        # Won by rules that now count, but still being played.
        (game.state == "over", "in progress"),
        (game.state != "disputable", game.state),
        (game.disputed.is_not(None) | game.id.in_(irregular), "waits-for-ruling"),
        else_="tiles-not-seen",
    )
