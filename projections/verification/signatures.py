"""The signed rulings and amendments of a game: by which keys, and whether the signatures hold.

A signature that the key did not make, or that is over other entries, is tampering: the program
writes none. The other standings depend on what the house has on record about the key. What came
first is decided by the order of the log.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.disputes.events import RulingMade
from domain.events import EntrySigned, Event, GameAmended
from domain.house.events import KeyRole
from ledger.book import Book
from ledger.errors import Tampered
from ledger.registry.aliases import aliases
from ledger.registry.keys import (
    MAY_SIGN,
    KeyState,
    RegisteredKey,
    Signable,
    is_owner,
    keys_of,
)
from ledger.registry.players import people_names, shown_name
from ledger.signing.entries import is_signature_of
from ledger.store.codec import Entry
from ledger.store.house import HOUSE
from ledger.store.stream import Stream

Json = dict[str, Any]
Standing: TypeAlias = Literal["holds", "too-early", "too-late", "not-authorized"]
"""``too-early``: the key was not registered yet. ``too-late``: it was revoked or replaced before.
``not-authorized``: its role does not let it sign this, or it belongs to another person."""


class SignedEntry(NamedTuple):
    """A ruling or an amendment that was signed."""

    game: str
    """The record's id."""
    what: Signable | None
    """None: neither, which no key may sign."""
    dispute: int | None
    """The number of the dispute that was ruled on."""
    amended: int | None
    """The number of the version that the amendment began."""
    first: int
    """The number of the signed event in its game, from 1."""
    last: int
    """The number of the last event under the signature."""
    at: str
    """When it was signed, in RFC 3339."""
    standing: Standing
    key: str
    """The id of the key."""
    role: KeyRole
    player: str | None
    """The name of the person the key belongs to."""
    state: KeyState
    """Of the key, now."""
    until: str | None
    """When the key was revoked or replaced, in RFC 3339."""
    reason: str | None
    """Why it was revoked."""


def signatures_in(book: Book, stream: Stream) -> tuple[SignedEntry, ...]:
    """The signed entries of a game, in order, each signature checked.

    Raises Tampered at the first that is not of its key, or not over these entries.
    """
    if not any(isinstance(entry.event, EntrySigned) for entry in stream.entries):
        return ()
    return tuple(_Checker(book).signed_in(stream))


def signed_games(book: Book) -> list[UUID]:
    """The games with signed entries."""
    rows = book.query(
        "SELECT DISTINCT CAST(originator_id AS text) FROM stored_events WHERE topic = ?",
        [EntrySigned.TOPIC],
    )
    return [UUID(game) for (game,) in rows]


def all_signatures(book: Book) -> Iterator[SignedEntry]:
    """The signed entries of all games, checked. Raises Tampered as `signatures_in` does."""
    checker = _Checker(book)
    for game in signed_games(book):
        yield from checker.signed_in(book.stream(game))


class _Checker:
    """Checks signatures by what the house has on record now."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._keys = keys_of(book.house())
        self._names, self._same = people_names(book), aliases(book)
        self._places = _places(book, HOUSE)

    def signed_in(self, stream: Stream) -> Iterator[SignedEntry]:
        """The signed entries of a game. Raises Tampered."""
        places = _places(self._book, stream.id)
        for entry in stream.entries:
            if isinstance(entry.event, EntrySigned):
                yield self._checked(stream, entry, entry.event, places)

    def _checked(
        self, stream: Stream, entry: Entry, event: EntrySigned, places: Mapping[int, int]
    ) -> SignedEntry:
        key = self._keys.get(event.key)
        if key is None or not _is_genuine(stream.id, entry, event, key):
            raise Tampered(
                "wrong-entry-signature",
                game=str(stream.id),
                event=entry.originator_version,
                key=event.key,
            )
        before = stream.entries[: event.first]
        signed = before[-1].event
        amended = sum(isinstance(each.event, GameAmended) for each in before)
        return SignedEntry(
            game=stream.game.opened.record,
            what=_signable(signed),
            dispute=signed.dispute if isinstance(signed, RulingMade) else None,
            amended=amended + 1 if isinstance(signed, GameAmended) else None,
            first=event.first,
            last=event.version,
            at=entry.recorded_at,
            standing=self._standing(places[entry.originator_version], signed, key),
            key=event.key,
            role=key.role,
            player=None if key.player is None else shown_name(self._names, key.player),
            state=key.state,
            until=key.until,
            reason=key.reason,
        )

    def _standing(self, place: int, signed: Event, key: RegisteredKey) -> Standing:
        if place < self._places[key.version]:
            return "too-early"
        if key.ended is not None and place > self._places[key.ended]:
            return "too-late"
        what = _signable(signed)
        if what is None or key.role not in MAY_SIGN[what]:
            return "not-authorized"
        by = signed.by if isinstance(signed, RulingMade | GameAmended) else None
        return "holds" if is_owner(key.player, by, self._same) else "not-authorized"


def _is_genuine(game: UUID, entry: Entry, event: EntrySigned, key: RegisteredKey) -> bool:
    """The signature is over the entries directly before it, and of this key."""
    return (
        1 <= event.first <= event.version == entry.originator_version - 1
        and event.hash == entry.previous
        and is_signature_of(key.key, game, event)
    )


def _signable(event: Event) -> Signable | None:
    match event:
        case RulingMade():
            return "ruling"
        case GameAmended():
            return "amendment"
        case _:
            return None


def _places(book: Book, stream: UUID) -> Mapping[int, int]:
    """By version, the places in the log of the events of a stream."""
    with book.scan_games([stream.hex], book.last_position()) as rows:
        return {version: place for place, _, version, *_ in rows}


def signature_json(signed: SignedEntry) -> Json:
    """A signed entry for programs (docs/keys.md#in-json)."""
    return signed._asdict()
