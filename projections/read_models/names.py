"""Names of players, as the book has them now: taken over whenever something is taken in."""

from collections.abc import Mapping

from sqlalchemy import Connection, select

from .schema import KNOWN_NAME
from .writing import delete_rows, insert_rows

Names = Mapping[str, str]
"""By player id."""


def are_known(connection: Connection, names: Names) -> bool:
    """These and no others are known."""
    return _known(connection) == names


def know(connection: Connection, names: Names) -> None:
    """Know these names and no others; what is gone is wiped."""
    known = _known(connection).items()
    delete_rows(connection, KNOWN_NAME.c.player_id, {player for player, _ in known - names.items()})
    insert_rows(connection, KNOWN_NAME, sorted(names.items() - known))


def _known(connection: Connection) -> dict[str, str]:
    return {row.player_id: row.name for row in connection.execute(select(KNOWN_NAME))}
