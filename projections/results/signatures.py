"""The signed rulings and amendments of a game: by which keys, and whether the signatures hold.

Those are listed, too, that have no signature though they are in the name of a person with a key: a
program that can write the book can write them, but cannot sign.

A signature that the key did not make, or that is over other entries, is tampering: the program
writes none. The other standings depend on what the house has on record about the key. What came
first is decided by the order of the log.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.disputes.events import RulingMade
from ...domain.events import EntrySigned, Event, GameAmended
from ...domain.house import KeyRole
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.registry.keys import MAY_SIGN, KeyState, RegisteredKey, Signable, keys_of
from ...ledger.registry.stored_names import all_names, shown_name
from ...ledger.signing.entries import is_signature_of
from ...ledger.store.codec import Entry
from ...ledger.store.ids import HOUSE
from ...ledger.store.stream import Stream

Standing: TypeAlias = Literal["holds", "too-early", "too-late", "not-authorized", "unsigned"]
"""``too-early``: the key was not registered yet. ``too-late``: it was revoked or replaced before.
``not-authorized``: its role does not let it sign this, or it belongs to another person; a merge
gives nobody another's key. ``unsigned``: there is no signature, though the person it is said to be
by had this key in force."""


class SignedEntry(NamedTuple):
    """A ruling or an amendment that was signed, or should have been (docs/keys.md#in-json)."""

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
    """The number of the last event under the signature; where there is none, the same."""
    at: str
    """When it was signed, or recorded without a signature, in RFC 3339."""
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
    """The signed entries of a game, and those that should have been.

    Raises Tampered at the first signature that is not of its key, or not over these entries.
    """
    of_interest = any(entry.event.TOPIC in _OF_INTEREST for entry in stream.entries)
    return tuple(_Checker(book).signed_in(stream)) if of_interest else ()


_OF_INTEREST = (EntrySigned.TOPIC, RulingMade.TOPIC, GameAmended.TOPIC)


def all_signatures(book: Book) -> Iterator[SignedEntry]:
    """As `signatures_in`, of all games."""
    checker = _Checker(book)
    signed = "SELECT DISTINCT {game} FROM stored_events WHERE topic IN (?, ?, ?)"
    for (game,) in book.query(signed, _OF_INTEREST):
        yield from checker.signed_in(book.stream(UUID(game)))


class _Checker:
    """Checks signatures by what the house has on record now."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._keys = keys_of(book.house())
        self._names = all_names(book)
        self._places = _places(book, HOUSE)

    def signed_in(self, stream: Stream) -> Iterator[SignedEntry]:
        """The signed entries of a game, and those that should have been. Raises Tampered."""
        places = _places(self._book, stream.id)
        signed = {
            each.event.first for each in stream.entries if isinstance(each.event, EntrySigned)
        }
        for entry in stream.entries:
            version = entry.originator_version
            match entry.event:
                case EntrySigned(first=first, version=last) as event:
                    key = self._keys.get(event.key)
                    if key is None or not _is_genuine(stream.id, entry, event, key):
                        game = str(stream.id)
                        raise Tampered(
                            "wrong-entry-signature", game=game, event=version, key=event.key
                        )
                    under = stream.entries[first - 1].event
                    standing = self._standing(places[version], under, key)
                    yield self._described(stream, first, last, entry, key=key, standing=standing)
                case RulingMade() | GameAmended() as event if version not in signed:
                    place = places[version]
                    could = (  # Sign it at this place of the log.
                        key
                        for key in self._keys.values()
                        if key.player is not None and self._standing(place, event, key) == "holds"
                    )
                    for key in islice(could, 1):
                        yield self._described(
                            stream, version, version, entry, key=key, standing="unsigned"
                        )
                case _:
                    pass

    def _described(
        self,
        stream: Stream,
        first: int,
        last: int,
        signature: Entry,
        *,
        key: RegisteredKey,
        standing: Standing,
    ) -> SignedEntry:
        """What stands in the event ``first``, and how it is signed."""
        before = stream.entries[:first]
        signed = before[-1].event
        amended = sum(isinstance(each.event, GameAmended) for each in before)
        return SignedEntry(
            game=stream.game.opened.record,
            what=_signable(signed),
            dispute=signed.dispute if isinstance(signed, RulingMade) else None,
            amended=amended + 1 if isinstance(signed, GameAmended) else None,
            first=first,
            last=last,
            at=signature.recorded_at,
            standing=standing,
            key=key.key.full_id,
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
        return "holds" if key.player in {None, by} else "not-authorized"


def _is_genuine(game: UUID, entry: Entry, event: EntrySigned, key: RegisteredKey) -> bool:
    """The signature is over the entries directly before it, and of this key."""
    return (
        1 <= event.first <= event.version == entry.originator_version - 1
        and event.hash == entry.previous
        and is_signature_of(key.key, game, event)
    )


def _signable(event: Event) -> Signable | None:
    if isinstance(event, RulingMade):
        return "ruling"
    return "amendment" if isinstance(event, GameAmended) else None


def _places(book: Book, stream: UUID) -> Mapping[int, int]:
    """By version, the places in the log of the events of a stream."""
    with book.scan_games([stream.hex], book.last_position()) as rows:
        return {version: place for place, _, version, *_ in rows}
