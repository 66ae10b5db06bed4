"""Signed notes: text with signatures below it (c2sp.org/signed-note, c2sp.org/tlog-cosignature)."""

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Iterable
from typing import NamedTuple

from ..errors import BadNote, Tampered
from .keys import COSIGNATURE, PrivateKey, PublicKey

MOST_SIGNATURES = 100
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


class Signature(NamedTuple):
    """A signature as it stands below a note."""

    name: str
    key_id: bytes
    """Four bytes."""
    data: bytes
    """64 bytes of Ed25519; before them, in a cosignature, the time in eight bytes."""

    def __str__(self) -> str:
        return f"— {self.name} {b64encode(self.key_id + self.data).decode()}"


class Note(NamedTuple):
    """A text and its signatures, none of them checked."""

    text: str
    """Ends with a line end."""
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return f"{self.text}\n" + "".join(f"{signature}\n" for signature in self.signatures)


class Signed(NamedTuple):
    """A signature that was checked."""

    key: PublicKey
    time: int | None
    """Of a cosignature, in seconds since 1970."""


def read_note(raw: str) -> Note:
    """The note in this text. Raises BadNote."""
    text, blank, below = raw.rpartition("\n\n")
    lines = below.removesuffix("\n").split("\n")
    if not blank or not raw.endswith("\n") or not 0 < len(lines) <= MOST_SIGNATURES:
        raise BadNote("no-note")
    note = Note(f"{text}\n", tuple(map(_signature, lines)))
    if _CONTROL.search(raw) or str(note) != raw:
        raise BadNote("no-note")
    return note


def _signature(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    if found is None:
        raise BadNote("no-signature", line=line)
    try:
        data = b64decode(found[2], validate=True)
    except NoBase64:
        raise BadNote("no-signature", line=line) from None
    return Signature(found[1], data[:4], data[4:])


def sign_note(text: str, key: PrivateKey) -> Signature:
    """The signature of a key over a text that ends with a line end."""
    return Signature(key.name, key.public.id, key.sign(text.encode()))


def cosign_note(text: str, key: PrivateKey, time: int) -> Signature:
    """The cosignature of a witness over a checkpoint; ``time`` in seconds since 1970."""
    signed = key.sign(_cosigned(text, time))
    return Signature(key.name, key.public.id, time.to_bytes(8, "big") + signed)


def signed_by(note: Note, keys: Iterable[PublicKey]) -> list[Signed]:
    """The signatures below a note that these keys made; those of other keys are ignored.

    Raises Tampered if a signature names one of the keys and is not of it.
    """
    known = {(key.name, key.id): key for key in keys}
    found = []
    for signature in note.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue
        time, data, message = None, signature.data, note.text.encode()
        if key.kind == COSIGNATURE:
            time, data = int.from_bytes(data[:8], "big"), data[8:]
            message = _cosigned(note.text, time)
        if not key.accepts(message, data):
            raise Tampered("wrong-signature", name=key.name)
        found.append(Signed(key, time))
    return found


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()
