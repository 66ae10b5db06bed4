"""Names under the hash chain, without a name in it.

An event of the register of names commits to each name by the hash of a salt and the name. Both are
in the tables beside the events. After they are erased, nobody can find the name from the hash.
"""

from collections.abc import Iterable
from hashlib import sha256
from secrets import token_hex
from uuid import UUID

from ...domain.house import PlayerNamed, PlayersNamed

SALT = 16
"""The random bytes of a salt, which is written in twice as many hexadecimal digits."""


def commitment(salt: str, name: str) -> str:
    """The hash that commits to a name, in hexadecimal digits."""
    return sha256(f"domino-ledger/name/1\n{salt}\n{name}".encode()).hexdigest()


def new_salt() -> str:
    """A new secret salt, in hexadecimal digits as the tables store it."""
    return token_hex(SALT)


def named(rows: Iterable[tuple[str, str, str]]) -> PlayersNamed:
    """The event that commits to names of new players: their id, name and salt, as in the table."""
    names = (
        PlayerNamed(player=UUID(player), commitment=commitment(salt, name))
        for player, name, salt in rows
    )
    return PlayersNamed(names=tuple(names))
