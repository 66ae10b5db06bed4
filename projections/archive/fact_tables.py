"""Facts of closed games as they stand in the tables of a book, bucket by bucket."""

from collections.abc import Iterator
from typing import Final, TypeAlias
from uuid import UUID

import pyarrow as pa

from ..tables.arrow import rows_as_arrow
from ..tables.connection import Condition, Connection
from ..tables.schema import described
from ..tables.stored_facts import Asked

VERDICTS: Final = "verdict"
"""The one table that grows without an event: a verdict is found when somebody asks for it."""
FACTS: Final = ("game_fact", "game_seat", "round_end", "round_decree", "round_seat", VERDICTS)
"""Tables of games and rounds, whose columns `schema.sql` defines."""
RULES: Final = "played_rules"
"""The rules that the games of a bucket were played under."""
_CLOSED = Condition("game.closed IS NOT NULL")
_GAME = {"id": "id", "game_id": "game_id", "round_id": "round_id / 100000"}
"""By the first column of a key, the number of the game."""


FactTable: TypeAlias = tuple[str, pa.Table]
"""A table by its name."""


def closed_games(connection: Connection) -> dict[UUID, int]:
    """The number of each game that has ended, in the order of opening."""
    rows = connection.rows(
        f"SELECT game, id FROM game_fact AS game WHERE {_CLOSED.text} ORDER BY id"
    )
    return {UUID(game): number for game, number in rows}


def fact_tables(connection: Connection, numbers: range) -> Iterator[FactTable]:
    """By name, the rows of the closed games among these, in the order of keys."""
    asked = Asked(connection, _CLOSED, numbers)
    for name in FACTS:
        columns = described(name).columns
        key = [column.name for column in columns if column.key]
        listed = ", ".join(column.name for column in columns)
        rows = asked.rows(name, listed, ", ".join(key), game=_GAME[key[0]])
        yield name, rows_as_arrow(name, rows)
    listed = ", ".join(column.name for column in described(RULES).columns)
    rules = connection.rows(
        f"SELECT {listed} FROM {RULES} WHERE id IN (SELECT rules_id FROM game_fact AS game "
        f"WHERE id >= :first AND id < :end AND {_CLOSED.text}) ORDER BY id",
        first=numbers.start,
        end=numbers.stop,
    )
    yield RULES, rows_as_arrow(RULES, rules)
