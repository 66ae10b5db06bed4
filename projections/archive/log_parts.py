"""The log of a book as an archive divides it: closed games, and the leaves of all other events.

With both, the root of the log can be computed from the archive alone, and so any checkpoint of it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from ...ledger.book import Book
from ...ledger.log.entries import LogEntry, log_entries
from ...ledger.log.merkle import GrowingTree, leaf_hash

_NAME = 16
"""The digits of the name of a log."""


class Extent(NamedTuple):
    """A game in the log."""

    opening: int
    """The index of its first event, from 0."""
    version: int
    """The number of its events."""


class Leaf(NamedTuple):
    """An event in the tree over the log."""

    leaf: int
    """Its index, from 0."""
    hash: bytes


class LogParts(NamedTuple):
    """The log up to some event."""

    name: str
    """The beginning of the hash of its first entry; empty in an empty log."""
    roots: Mapping[int, bytes]
    """The root after so many events: those asked for, and all."""
    games: Mapping[UUID, Extent]
    """The closed games, in the order of their openings."""
    others: list[Leaf]
    """Of all events of other streams."""


def read_log(book: Book, size: int, closed: Collection[UUID], sizes: Collection[int]) -> LogParts:
    """The first ``size`` events of a log, with the roots after so many; raises Tampered."""
    games, others, first = dict[UUID, Extent](), list[Leaf](), ""

    def leaves(entries: Iterator[LogEntry]) -> Iterator[bytes]:
        nonlocal first
        for index, (game, version, entry) in enumerate(islice(entries, size)):
            hash = leaf_hash(entry)
            first = first or hash.hex()
            if game in closed:
                opening = games[game].opening if game in games else index
                games[game] = Extent(opening, version)
            else:
                others.append(Leaf(index, hash))
            yield hash

    with log_entries(book, 0) as entries:
        roots = roots_over(leaves(entries), sizes)
    return LogParts(first[:_NAME], roots, games, others)


def roots_over(leaves: Iterable[bytes], sizes: Collection[int]) -> dict[int, bytes]:
    """The roots of the tree of these leaves after so many, where there are so many."""
    tree = GrowingTree()
    roots = {0: tree.root}
    for leaf in leaves:
        tree.add(leaf)
        if tree.size in sizes:
            roots[tree.size] = tree.root
    return roots


def heads_of(games: Iterable[tuple[UUID, Extent]]) -> str:
    """A hash that is another one if one of the games has a new event, or they are other games."""
    said = "".join(f"{game.hex} {extent.version}\n" for game, extent in games)
    return sha256(said.encode()).hexdigest()
