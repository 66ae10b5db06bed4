"""Trees by the definition of RFC 6962, section 2.1, written down as it stands there."""

from collections.abc import Sequence
from hashlib import sha256

from domino_ledger.ledger.log.entries import SIZE
from domino_ledger.ledger.log.merkle import Subtree


def tree_hash(entries: Sequence[bytes]) -> bytes:
    if not entries:
        return sha256(b"").digest()
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    split = split_of(len(entries))
    return sha256(b"\1" + tree_hash(entries[:split]) + tree_hash(entries[split:])).digest()


def split_of(size: int) -> int:
    split = 1
    while split * 2 < size:
        split *= 2
    return split


def subtree_of(entries: Sequence[bytes]) -> Subtree:
    return lambda level, index: tree_hash(entries[index << level : (index + 1) << level])


def entries(number: int) -> list[bytes]:
    return [(sha256(b"%d" % index).digest() * 2)[:SIZE] for index in range(number)]
