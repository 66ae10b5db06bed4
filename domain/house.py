"""Events of the house. They belong to no game, and change none.

A key is written as signed notes write it: `name+id+data` (c2sp.org/signed-note). Its id is the part
before the data, `name+id`.
"""

from typing import ClassVar, Literal, TypeAlias
from uuid import UUID

from .frozen import Frozen
from .rules.counting import Counting
from .rules.rule_set import RuleSet

KeyRole: TypeAlias = Literal["log", "arbiter", "scribe", "witness"]
"""What a key signs: checkpoints of the log; rulings and amendments; amendments; and, of a witness,
checkpoints that it saw."""


class KeyRegistered(Frozen):
    """The house accepts the signatures of this key from now on.

    ``key``: the public key. ``player``: the person it belongs to. ``replaces``: the id of the key
    that it takes the place of, which signs nothing more.
    """

    TOPIC: ClassVar[str] = "key-registered/1"
    key: str
    role: KeyRole
    player: UUID | None = None
    replaces: str | None = None


class KeyRevoked(Frozen):
    """The house accepts no more signatures of the key with this id."""

    TOPIC: ClassVar[str] = "key-revoked/1"
    key: str
    reason: str


class CountingChanged(Frozen):
    """The house decided by whose score and payout its games count from now on.

    ``rules``: the whole decision; games that it does not name count by their own rules. ``by``: the
    person who ordered it.
    """

    TOPIC: ClassVar[str] = "counting-changed/1"
    rules: Counting
    by: UUID | None = None


class PlayerPosting(Frozen):
    """What a player gets in minor units (negative: owes), and what it is for."""

    player: UUID
    amount: int
    reason: str


class MoneyBooked(Frozen):
    """An entry of the journal: postings in one currency for one round, which sum to zero.

    ``kind``: the settlement of the round, or an adjustment of what was booked for it before.
    ``round`` counts from 0. ``rules``: the id of the rule set by whose score and payout it is owed.
    ``after``: the position in the log of the last event it follows from; None: not known. ``by``:
    the person who ordered it; None: it follows from the events without an order.
    """

    TOPIC: ClassVar[str] = "money-booked/1"
    kind: Literal["settlement", "adjustment"]
    game: UUID
    round: int
    rules: str
    after: int | None
    currency: str
    postings: tuple[PlayerPosting, ...]
    by: UUID | None = None


class RulesAdded(Frozen):
    """The house published a rule set: its id means these rules for good."""

    TOPIC: ClassVar[str] = "rules-added/1"
    rules: RuleSet


class PlayersMerged(Frozen):
    """A player, who counted as themselves, counts as another person from now on.

    Events keep the ids they were recorded with. ``by``: the person who ordered it.
    """

    TOPIC: ClassVar[str] = "players-merged/1"
    player: UUID
    into: UUID
    by: UUID | None = None


class PlayersUnmerged(Frozen):
    """A merged player counts as themselves again. ``by``: the person who ordered it."""

    TOPIC: ClassVar[str] = "players-unmerged/1"
    player: UUID
    by: UUID | None = None


class PlayerNamed(Frozen):
    """A player has this name now.

    ``commitment``: a SHA-256 over a random salt and the name, in 64 hexadecimal digits; both are
    kept outside, so that they can be erased.
    """

    player: UUID
    commitment: str


class PlayersNamed(Frozen):
    """Players are new to the book, or one of them has another name.

    ``given_up``: the commitments of former names that no longer stand for anybody.
    """

    TOPIC: ClassVar[str] = "players-named/1"
    names: tuple[PlayerNamed, ...]
    given_up: tuple[str, ...] = ()


class NamesErased(Frozen):
    """The names of these players, former ones too, were erased with their salts."""

    TOPIC: ClassVar[str] = "names-erased/1"
    players: tuple[UUID, ...]


Decision: TypeAlias = (
    KeyRegistered | KeyRevoked | CountingChanged | RulesAdded | PlayersMerged | PlayersUnmerged
)
"""What the house decides."""
Naming: TypeAlias = PlayersNamed | NamesErased
"""What becomes of names."""
HouseEvent: TypeAlias = Decision | MoneyBooked | Naming
