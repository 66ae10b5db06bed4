"""The Merkle tree of RFC 6962, section 2.1, and its proofs (RFC 9162, section 2.1).

A *subtree* is a function from level and index to the hash over the 2**level leaves from
index * 2**level on. Sizes count leaves, indices count from 0, hashes have 32 bytes.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from hashlib import sha256
from typing import TypeAlias

Subtree: TypeAlias = Callable[[int, int], bytes]

EMPTY = sha256(b"").digest()
"""The root of a tree without leaves."""
_LEAF, _NODE = b"\0", b"\1"


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry of the log."""
    return sha256(_LEAF + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two neighbours."""
    return sha256(_NODE + left + right).digest()


def hash_of(hashes: Sequence[bytes]) -> bytes:
    """The hash over neighbours of one level; their number is not 0."""
    row = list(hashes)
    while len(row) > 1:
        # A last one without a neighbour goes up unchanged, which is where RFC 6962 puts it.
        odd = row[-1:] if len(row) % 2 else []
        row = [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)]
        row += odd
    return row[0]


def root_of(subtree: Subtree, size: int) -> bytes:
    """The root of the tree of the first leaves."""
    return _hash_over(subtree, 0, size) if size else EMPTY


def _hash_over(subtree: Subtree, start: int, end: int) -> bytes:
    """The hash over the leaves from start to before end."""
    width = _split(end - start)
    if end - start == width:
        return subtree(width.bit_length() - 1, start // width)
    middle = start + width
    return node_hash(_hash_over(subtree, start, middle), _hash_over(subtree, middle, end))


def _split(size: int) -> int:
    """The leaves in the left part of a tree: a power of two; of a full tree all of them."""
    return 1 << size.bit_length() - 1


class GrowingTree:
    """The root of a tree that grows, in memory that grows with the logarithm of its size."""

    def __init__(self) -> None:
        self.size = 0
        self._full: list[bytes] = []
        """The hashes of full trees, the largest first: as many as the size has binary ones."""

    def add(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        self.size += 1
        size = self.size
        while size % 2 == 0:
            leaf, size = node_hash(self._full.pop(), leaf), size // 2
        self._full.append(leaf)

    @property
    def root(self) -> bytes:
        """The root of the tree so far."""
        return reduce(lambda right, left: node_hash(left, right), self._full[::-1] or [EMPTY])


# -- an entry is in the tree


def inclusion_proof(subtree: Subtree, index: int, size: int) -> list[bytes]:
    """The hashes beside the way from a leaf to the root, the lowest first."""
    start, end, beside = 0, size, list[bytes]()
    while end - start > 1:
        middle = start + _split(end - start - 1)
        if index < middle:
            beside.append(_hash_over(subtree, middle, end))
            end = middle
        else:
            beside.append(_hash_over(subtree, start, middle))
            start = middle
    return beside[::-1]


def root_from(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that follows from a leaf's hash and its inclusion proof; None if it cannot fit."""
    if not 0 <= index < size:
        return None
    at, last, root = index, size - 1, leaf
    for beside in proof:
        if not last:
            return None
        if at % 2 or at == last:
            root = node_hash(beside, root)
            while not at % 2 and at:
                at, last = at >> 1, last >> 1
        else:
            root = node_hash(root, beside)
        at, last = at >> 1, last >> 1
    return None if last else root


# -- a tree goes on from an earlier one


def consistency_proof(subtree: Subtree, old: int, new: int) -> list[bytes]:
    """The hashes that prove that the first ``old`` leaves are unchanged; 0 <= old <= new."""
    if old in {0, new}:
        return []
    start, end, hashes, whole = 0, new, list[bytes](), True
    while old != end:
        middle = start + _split(end - start - 1)
        if old <= middle:
            hashes.append(_hash_over(subtree, middle, end))
            end = middle
        else:
            hashes.append(_hash_over(subtree, start, middle))
            start, whole = middle, False
    if not whole:
        hashes.append(_hash_over(subtree, start, end))
    return hashes[::-1]


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a consistency proof shows that the tree of ``new`` leaves goes on from the old."""
    if old in {0, new}:
        return not proof and old_root == (new_root if old else EMPTY)
    hashes = list(proof) if old & (old - 1) else [old_root, *proof]
    if not (0 < old < new and hashes):
        return False
    at, last = old - 1, new - 1
    while at % 2:
        at, last = at >> 1, last >> 1
    before = after = hashes[0]
    for beside in hashes[1:]:
        if not last:
            return False
        if at % 2 or at == last:
            before, after = node_hash(beside, before), node_hash(beside, after)
            while not at % 2 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, beside)
        at, last = at >> 1, last >> 1
    return not last and (before, after) == (old_root, new_root)
