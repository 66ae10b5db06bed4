"""Rounds that somebody forced to block."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, case, select

from ..tables.generations import in_use
from ..tables.schema.columns import ROUNDS_A_GAME


class ForcedBlock(NamedTuple):
    """A round that somebody blocked who could have made sure that it stayed open."""

    game: UUID
    record: str
    round: int
    """Its number in the record, from 0."""


def forced_blocks(connection: Connection) -> Iterator[ForcedBlock]:
    """The most instructive first: with an assistant, then with more seats."""
    tables = in_use(connection, "figures").tables
    end, game = tables["round_end"].c, tables["game_fact"].c
    unassisted = case((end.assistant.is_(None), 1), else_=0)
    rows = connection.execute(
        select(game.game, game.record, end.round_id)
        .join_from(tables["round_end"], tables["game_fact"], end.game_id == game.id)
        .where(end.blocker.is_not(None))
        .order_by(unassisted, game.seats.desc(), end.round_id)
    )
    for of_game, record, round_id in rows:
        yield ForcedBlock(UUID(of_game), record, round_id % ROUNDS_A_GAME)
