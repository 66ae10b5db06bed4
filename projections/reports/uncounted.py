"""Games that do not count, and why."""

from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from ..tables.schema import TABLES
from .game_filter import GameFilter

Reason: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "waits-for-ruling", "tiles-not-seen", "in progress"
]
"""Why a game does not count: its state, and of a disputable one what it waits for."""


def uncounted(connection: Connection, which: GameFilter) -> dict[Reason, int]:
    """By reason, how many of these games do not count."""
    asked = _uncounted(which).with_only_columns(_reason().label("reason"))
    reason = asked.subquery().c.reason
    rows = connection.execute(select(reason, func.count()).group_by(reason).order_by(reason))
    return {why: int(games) for why, games in rows}


def uncounted_games(connection: Connection, which: GameFilter) -> dict[Reason, list[str]]:
    """By reason, the records of those of these games that do not count, in order of opening."""
    reason, game = _reason(), TABLES["game_fact"].c
    asked = _uncounted(which).with_only_columns(reason, game.record)
    found: dict[Reason, list[str]] = {}
    for why, record in connection.execute(asked.order_by(reason, game.id)):
        found.setdefault(why, []).append(record)
    return found


def _uncounted(which: GameFilter) -> Select[Any]:
    fact = TABLES["game_fact"]
    return select(fact).where(fact.c.finished.is_(None), *which.conditions())


def _reason() -> ColumnElement[Reason]:
    game, end = TABLES["game_fact"].c, TABLES["round_end"].c
    irregular = select(end.game_id).where(end.irregular.is_not(None))
    return case(
        # Won by rules that now count, but still being played.
        (game.state == "over", "in progress"),
        (game.state != "disputable", game.state),
        (game.disputed.is_not(None) | game.id.in_(irregular), "waits-for-ruling"),
        else_="tiles-not-seen",
    )
