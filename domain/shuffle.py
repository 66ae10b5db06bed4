"""A shuffle that can be checked: seeds give the order of the tiles (docs/shuffle.md).

Seeds and commitments are lowercase hexadecimal. The program that deals is called the server.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from .tiles import Tile, Tiles, members

Hex: TypeAlias = str

ALGORITHM = "domino-shuffle/1"
SHORTEST_SEED = 32
"""In bytes: 256 bits."""
LONGEST_SEED = 64
"""In bytes: the block of SHA-256. HMAC would replace a longer key by its hash, which for the seed
of the server is its commitment, and known to all."""
_BYTES = 256
_SHORT = 20
"""Hexadecimal digits of a short form."""


class Seeds(NamedTuple):
    """The seeds of one deal."""

    server: Hex
    seats: tuple[Hex, ...]
    """By seat."""


def commitment_of(seed: Hex) -> Hex:
    """What is published of a seed before the deal: its SHA-256."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def short_form(server: Hex, seats: Sequence[Hex]) -> str:
    """What players note of the commitments to one deal, before they reveal a seed.

    80 bits of a SHA-256 over all of them: too many to find other seeds for.
    """
    digits = sha256("\n".join((ALGORITHM, server, *seats)).encode()).hexdigest()[:_SHORT]
    return "-".join(digits[at : at + 4] for at in range(0, _SHORT, 4))


def chance_of(seeds: Seeds) -> Iterator[int]:
    """Bytes without end that follow from the seeds."""
    key = bytes.fromhex(seeds.server)
    begin = "\n".join((ALGORITHM, *seeds.seats))
    block = 0
    while True:
        yield from hmac.digest(key, f"{begin}\n{block}".encode(), "sha256")
        block += 1


def number_below(bound: int, chance: Iterator[int]) -> int:
    """A number from 0, each below ``bound`` (at most 256) with the same probability.

    Bytes at and above the largest multiple of the bound are rejected: their remainders would make
    small numbers more likely.
    """
    rejected = _BYTES - _BYTES % bound
    return next(byte for byte in chance if byte < rejected) % bound


def shuffled(tiles: Tiles, chance: Iterator[int]) -> tuple[Tile, ...]:
    """These tiles in the order that chance gives them: Fisher and Yates, from the last place."""
    order = members(tiles)
    for last in range(len(order) - 1, 0, -1):
        other = number_below(last + 1, chance)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
