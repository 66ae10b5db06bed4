"""The keys whose signatures the house accepts, and who may sign what with them."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.house import KeyRegistered, KeyRevoked, KeyRole
from ..book import Book
from ..errors import BadKey
from ..signing.entries import signing_with
from ..signing.keys import COSIGNATURE, PrivateKey, PublicKey, public_key
from ..store.codec import HouseEntry
from ..store.house import House, cannot_follow
from ..store.ids import HOUSE
from ..store.stream import Sign
from .players import person_if_named
from .stored_names import all_names, shown_name

KeyState: TypeAlias = Literal["in force", "replaced", "revoked"]
Signable: TypeAlias = Literal["ruling", "amendment"]

MAY_SIGN: Mapping[Signable, tuple[KeyRole, ...]] = {
    "ruling": ("arbiter",),
    "amendment": ("arbiter", "scribe"),
}
"""The roles of the keys that may sign it."""


class RegisteredKey(NamedTuple):
    """A key that the house accepts, or once accepted."""

    key: PublicKey
    role: KeyRole
    player: UUID | None
    """The person it belongs to."""
    version: int
    """The version of the house that it was registered at."""
    since: str
    """When it was registered, in RFC 3339."""
    replaces: str | None = None
    """The id of the key that it replaced."""
    state: KeyState = "in force"
    ended: int | None = None
    """The version of the house from which on it signs nothing more."""
    until: str | None = None
    """When that was, in RFC 3339."""
    reason: str | None = None
    """Of a revoked key: why it was revoked."""


def keys_of(house: House) -> dict[str, RegisteredKey]:
    """By id, all keys that were ever registered, in that order.

    Raises Tampered at the first event that cannot follow: a key that is registered twice or is no
    key, and one that is replaced or revoked while it is not in force.
    """
    keys: dict[str, RegisteredKey] = {}
    for entry in house.entries:
        match entry.event:
            case KeyRegistered(key=line, role=role, player=player, replaces=replaces):
                try:
                    key = public_key(line)
                except BadKey:
                    raise cannot_follow(HOUSE, entry) from None
                if key.full_id in keys:
                    raise cannot_follow(HOUSE, entry)
                if replaces is not None:
                    keys[replaces] = _ended(keys, replaces, entry, "replaced")
                keys[key.full_id] = RegisteredKey(
                    key, role, player, entry.version, entry.recorded_at, replaces
                )
            case KeyRevoked(key=id, reason=reason):
                keys[id] = _ended(keys, id, entry, "revoked")._replace(reason=reason)
            case _:  # What else the house decides is of no key.
                pass
    return keys


def _ended(
    keys: Mapping[str, RegisteredKey], id: str, entry: HouseEntry, state: KeyState
) -> RegisteredKey:
    """A key in force, as it is after this entry."""
    if id not in keys or keys[id].state != "in force":
        raise cannot_follow(HOUSE, entry)
    return keys[id]._replace(state=state, ended=entry.version, until=entry.recorded_at)


def add_key(book: Book, key: PublicKey, role: KeyRole, player: str | None = None) -> str | None:
    """Register a key; returns the name of its person, if new to the book.

    ``player``: the name or id of the person it belongs to. Raises BadKey, and what `person` raises.
    """
    house = book.house()
    _check_new(keys_of(house), key, role)
    owner, new = person_if_named(book, player)
    book.append_to_house(house, [KeyRegistered(key=str(key), role=role, player=owner)], new)
    return new[0][1] if new else None


def rotate_key(book: Book, old: str, key: PublicKey) -> RegisteredKey:
    """Replace a key in force by another one of the same role and person; returns the old one.

    ``old``: its name or id. Raises BadKey.
    """
    house = book.house()
    keys = keys_of(house)
    replaced = key_in_force(keys, old)
    id = replaced.key.full_id
    if key.full_id == id:
        raise BadKey("key-in-book", key=id)
    _check_new({other: keys[other] for other in keys if other != id}, key, replaced.role)
    event = KeyRegistered(key=str(key), role=replaced.role, player=replaced.player, replaces=id)
    book.append_to_house(house, [event])
    return replaced


def revoke_key(book: Book, name: str, reason: str) -> RegisteredKey:
    """Revoke a key in force; ``name``: its name or id. Returns it as it was. Raises BadKey."""
    house = book.house()
    revoked = key_in_force(keys_of(house), name)
    book.append_to_house(house, [KeyRevoked(key=revoked.key.full_id, reason=reason)])
    return revoked


def key_in_force(keys: Mapping[str, RegisteredKey], name: str) -> RegisteredKey:
    """The key in force with this id, or the only one of this name. Raises BadKey."""
    found = [each for id, each in keys.items() if name in {id, each.key.name}]
    if not found:
        raise BadKey("unknown-key", name=name)
    for each in found:
        if each.state == "in force":
            return each
    raise BadKey("key-not-in-force", key=found[-1].key.full_id, until=found[-1].until)


def _check_new(keys: Mapping[str, RegisteredKey], key: PublicKey, role: KeyRole) -> None:
    """Raise BadKey if the key cannot be registered beside these."""
    if key.full_id in keys or any(each.key.data == key.data for each in keys.values()):
        raise BadKey("key-in-book", key=key.full_id)
    if any(each.key.name == key.name and each.state == "in force" for each in keys.values()):
        raise BadKey("key-name-taken", name=key.name)
    if key.kind == COSIGNATURE and role != "witness":
        raise BadKey("key-of-witness", key=key.full_id)
    if key.kind != COSIGNATURE and role == "witness":
        raise BadKey("no-key-of-witness", key=key.full_id)


def authorized(book: Book, key: PrivateKey, what: Signable, by: UUID | None) -> Sign:
    """What signs with this key, in the name of this person.

    Raises BadKey if the house does not accept such signatures of the key, or if it belongs to
    another person.
    """
    keys = keys_of(book.house())
    id = key.public.full_id
    if id not in keys or keys[id].key != key.public:
        raise BadKey("unregistered-key", key=id)
    known = key_in_force(keys, id)
    if known.role not in MAY_SIGN[what]:
        if what == "ruling":
            raise BadKey("no-ruling-by-key", key=id)
        raise BadKey("no-amendment-by-key", key=id)
    if known.player is not None and known.player != by:
        owner = shown_name(all_names(book), known.player)
        raise BadKey("key-of-another", key=id, player=owner)
    return signing_with(key)


def check_signs_log(book: Book, key: PublicKey) -> None:
    """Raise BadKey if the house does not accept checkpoints and proofs signed with this key.

    A key that is not on record is accepted, unless there is another one for the log of its name.
    """
    keys = keys_of(book.house())
    known = keys.get(key.full_id)
    if known is None:
        if any(each.key.name == key.name and each.role == "log" for each in keys.values()):
            raise BadKey("unregistered-key", key=key.full_id)
    elif known.role != "log":
        raise BadKey("no-log-by-key", key=key.full_id)
    elif known.state != "in force":
        raise BadKey("key-not-in-force", key=key.full_id, until=known.until)
