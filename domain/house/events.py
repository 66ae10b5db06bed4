"""Events of the house. They belong to no game, and change none.

A key is written as signed notes write it: `name+id+data` (c2sp.org/signed-note). Its id is the part
before the data, `name+id`.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias
from uuid import UUID

KeyRole: TypeAlias = Literal["log", "arbiter", "scribe", "witness"]
"""What a key signs: checkpoints of the log; rulings and amendments; amendments; and, of a witness,
checkpoints that it saw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRegistered:
    """The house accepts the signatures of this key from now on.

    ``key``: the public key. ``player``: the person it belongs to. ``replaces``: the id of the key
    that it takes the place of, which signs nothing more.
    """

    TOPIC: ClassVar[str] = "key-registered/1"
    key: str
    role: KeyRole
    player: UUID | None = None
    replaces: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRevoked:
    """The house accepts no more signatures of the key with this id."""

    TOPIC: ClassVar[str] = "key-revoked/1"
    key: str
    reason: str


HouseEvent: TypeAlias = KeyRegistered | KeyRevoked
