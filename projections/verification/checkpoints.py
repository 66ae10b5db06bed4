"""Who signed a checkpoint, by the keys that somebody trusts or that the house has on record."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from ...ledger.book import Book
from ...ledger.errors import BadKey, BadNote, Tampered
from ...ledger.log.checkpoints import Checkpoint, checkpoint_in, keep_checkpoint, kept_checkpoint
from ...ledger.log.durable import NoTiles, locked
from ...ledger.log.entries import events_among, index_of
from ...ledger.log.hash_tiles import CHECKPOINT
from ...ledger.registry.keys import RegisteredKey, keys_of
from ...ledger.signing.keys import PublicKey
from ...ledger.signing.notes import Note, signed_by
from ...ledger.store.ids import HOUSE


class Seen(NamedTuple):
    """The signature of a witness."""

    name: str
    time: str
    """By the clock of the witness, in RFC 3339."""


class SignedCheckpoint(NamedTuple):
    """A checkpoint, and who signed it."""

    checkpoint: Checkpoint
    by: tuple[str, ...]
    """The names of the keys of the log that signed; none if no key of it is known."""
    revoked: tuple[RegisteredKey, ...]
    """Those of them that were revoked after its last event."""
    seen: tuple[Seen, ...]
    """The witnesses that signed."""

    @property
    def json(self) -> dict[str, Any]:
        """For programs (docs/command.md#domino-verify)."""
        return {
            "origin": self.checkpoint.origin,
            "events": self.checkpoint.size,
            "time": self.checkpoint.time,
            "signed_by": list(self.by),
            "revoked_since": [each.key.name for each in self.revoked],
            "witnesses": [each._asdict() for each in self.seen],
        }


def signatures_on(
    book: Book,
    note: Note,
    trusted: Collection[PublicKey] = (),
    witnesses: Collection[PublicKey] = (),
    threshold: int = 0,
) -> SignedCheckpoint:
    """Who signed a checkpoint of the log of this book.

    ``trusted`` are keys of the log, ``witnesses`` those of witnesses; without them, those on
    record are taken. So many witnesses must have signed. Raises Tampered if no trusted key signed,
    or none on record of the name of the log; if a signature is wrong, or of a key that had been
    replaced or revoked by then; and BadNote if too few witnesses signed.
    """
    checkpoint, registered = checkpoint_in(note), keys_of(book.house())
    keys = trusted or [each.key for each in registered.values() if each.role == "log"]
    signed = [one.key for one in signed_by(note, keys) if one.key.name == checkpoint.origin]
    if not signed and trusted:
        raise Tampered("not-signed", origin=checkpoint.origin)
    if not signed and any(key.name == checkpoint.origin for key in keys):
        raise Tampered("not-signed-by-log", origin=checkpoint.origin)
    revoked = list[RegisteredKey]()
    for each in (registered[key.full_id] for key in signed if key.full_id in registered):
        if each.ended is not None and index_of(book, HOUSE, each.ended) < checkpoint.size:
            raise Tampered(
                "signed-by-ended-key",
                origin=checkpoint.origin,
                size=checkpoint.size,
                key=each.key.full_id,
                until=each.until,
            )
        if each.state == "revoked":
            revoked.append(each)
    seen = tuple(_seen(note, witnesses or _in_force(registered), signed))
    if len(seen) < threshold:
        raise BadNote(
            "too-few-witnesses", origin=checkpoint.origin, number=len(seen), needed=threshold
        )
    names = tuple(sorted(key.name for key in signed))
    return SignedCheckpoint(checkpoint, names, tuple(revoked), seen)


class Logged(NamedTuple):
    """The events of a game in the log."""

    note: str
    """The newest checkpoint."""
    logged: int
    """The number of events of the game that it holds."""
    checked: bool
    """A key that is registered in the book has signed it."""

    @property
    def json(self) -> dict[str, Any]:
        """For programs (docs/sheet.md#the-keys)."""
        return {"checkpoint": self.note, "logged": self.logged, "signature_checked": self.checked}


def logged_by(book: Book, game: UUID, note: Note) -> Logged:
    """What this checkpoint holds of a game; errors of `signatures_on`."""
    signed = signatures_on(book, note)
    size = signed.checkpoint.size
    return Logged(str(note), events_among(book, game, size), checked=bool(signed.by))


def _in_force(registered: dict[str, RegisteredKey]) -> list[PublicKey]:
    return [
        each.key
        for each in registered.values()
        if each.role == "witness" and each.state == "in force"
    ]


def _seen(
    note: Note, witnesses: Collection[PublicKey], signed: Collection[PublicKey]
) -> Iterator[Seen]:
    """When each witness first signed; a key counts once under all names, that of the log never."""
    log, first = {key.data for key in signed}, dict[bytes, tuple[int, str]]()
    for each in signed_by(note, witnesses):
        if each.time is not None and each.key.data not in log:
            seen = each.time, each.key.name
            first[each.key.data] = min(first.get(each.key.data, seen), seen)
    for time, name in first.values():
        if time > _LAST:
            raise Tampered("wrong-signature", name=name)
        yield Seen(name, datetime.fromtimestamp(time, UTC).isoformat())


_LAST = int(datetime.max.replace(tzinfo=UTC).timestamp())


def add_cosignatures(book: Book, directory: Path, cosigned: Note) -> None:
    """Add signatures of witnesses to the newest checkpoint beside the tiles.

    ``cosigned`` is a copy of it with such signatures. Raises NoTiles; BadNote if it is another
    checkpoint; and BadKey if no key of a witness that is on record has signed it.
    """
    file, witnesses = directory / CHECKPOINT, _in_force(keys_of(book.house()))
    with locked(file):
        note = kept_checkpoint(file)
        if note is None:
            raise NoTiles("no-checkpoint-yet", directory=str(directory))
        if note.text != cosigned.text:
            size, other = checkpoint_in(note).size, checkpoint_in(cosigned).size
            raise BadNote("another-checkpoint", size=size, other=other)
        signed = {one.key.id for one in signed_by(cosigned, witnesses)}
        if not signed:
            raise BadKey("no-witness-of-the-book")
        new = [
            each
            for each in dict.fromkeys(cosigned.signatures)
            if each.key_id in signed and each not in note.signatures
        ]
        keep_checkpoint(file, note._replace(signatures=(*note.signatures, *new)))
