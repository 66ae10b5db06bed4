"""Games that do not count, and why."""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Literal, TypeAlias

from ..tables.connection import Connection, Row
from .game_filter import GameFilter

Reason: TypeAlias = Literal[
    "void", "abandoned", "forfeited", "waits-for-ruling", "tiles-not-seen", "in progress"
]
"""Why a game does not count: its state, and of a disputable one what it waits for."""


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
                WHEN game.disputed IS NOT NULL OR game.id IN (
                    SELECT game_id FROM round_end WHERE irregular IS NOT NULL
                ) THEN 'waits-for-ruling'
                ELSE 'tiles-not-seen'
            END,
            game.record
        FROM game_fact AS game
        WHERE game.finished IS NULL AND {condition}
        ORDER BY game.id
        """,
        **values,
    )
