"""Signatures over entries of the book (docs/keys.md#what-is-signed)."""

from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from uuid import UUID

from ...domain.events import EntrySigned
from ..store.stream import Sign
from .keys import PrivateKey, PublicKey


def signing_with(key: PrivateKey) -> Sign:
    """What makes the event that signs entries with this key."""

    def sign(game: UUID, first: int, version: int, hash: str) -> EntrySigned:
        signature = b64encode(key.sign(signed_text(game, first, version, hash))).decode()
        return EntrySigned(
            first=first, version=version, hash=hash, key=key.public.full_id, signature=signature
        )

    return sign


def is_signature_of(key: PublicKey, game: UUID, event: EntrySigned) -> bool:
    """Whether this key made the signature."""
    try:
        signature = b64decode(event.signature, validate=True)
    except (NoBase64, ValueError):
        return False
    return key.accepts(signed_text(game, event.first, event.version, event.hash), signature)


def signed_text(game: UUID, first: int, version: int, hash: str) -> bytes:
    """What a key signs: the entries ``first`` to ``version`` of a game, and with them all before.

    The first line keeps it apart from checkpoints and all other texts that a key may sign.
    """
    return (
        f"domino-ledger/entry-signature/1\ngame {game}\nentries {first}-{version}\nhash {hash}\n"
    ).encode()
