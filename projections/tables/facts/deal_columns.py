"""Many deals at once: the leader, and the pips and tiles of each hand, from the bytes of the deals.

Shapes: n deals, t tiles, S seats.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.tiles import HIGHEST_PIP
from ledger.store.event_reader import hands_in

from ..columns import BoolArray, IntArray, seat_column


class Deals(NamedTuple):
    """What was dealt to S seats."""

    leader: IntArray
    """(n,)"""
    pips: IntArray
    """(n, S)"""
    tiles: IntArray
    """(n, S)"""
    usual: BoolArray
    """(n,) every seat was dealt tiles, all of them seen, none twice in a hand; the others are 0."""


class _Tiles(NamedTuple):
    high: IntArray
    """(t,)"""
    low: IntArray
    """(t,)"""
    length: IntArray
    """(t,) of the name, without quotes."""
    known: BoolArray
    """(t,) there is such a tile."""


def deals_in(states: Sequence[bytes], seats: int) -> Deals:
    """These deals, by their bytes."""
    cut = [hands_in(state) or (None, b"") for state in states]
    length = np.array([len(hands) for _, hands in cut], np.int64)
    text = np.frombuffer(b"".join(hands for _, hands in cut), np.uint8)
    deal = np.arange(len(cut)).repeat(length)
    opened, dash = np.flatnonzero(text == ord("[")), np.flatnonzero(text == ord("-"))
    tile, of_deal = _tiles(text, dash), deal[dash]
    hands = np.bincount(deal[opened], minlength=len(cut)) - 1  # A bracket holds all of them.
    usual = hands == seats
    usual[of_deal[~tile.known]] = False
    commas = np.bincount(of_deal, tile.length + len('"",'), len(cut)) - 1
    usual &= length == commas + seats * len("[]") + len("[]")
    tiles, pips = (np.zeros((len(cut), seats), np.int64) for _ in range(2))
    first = np.searchsorted(dash, opened)
    of_hand = np.diff(first, append=len(dash))
    inner = np.diff(deal[opened], prepend=-1) == 0
    in_usual = inner & usual[deal[opened]]
    tiles[usual] = of_hand[in_usual].reshape(-1, seats)
    usual &= (tiles > 0).all(axis=1)
    hand = np.arange(len(opened)).repeat(of_hand)
    twice = _twice(hand, tile)
    usual[deal[opened[twice]]] = False
    sums = np.bincount(hand, tile.high + tile.low, len(opened)).astype(np.int64)
    pips[usual] = sums[inner & usual[deal[opened]]].reshape(-1, seats)
    tiles[~usual] = 0
    return Deals(seat_column(leader for leader, _ in cut), pips, tiles, usual)


def _tiles(text: NDArray[np.uint8], dash: IntArray) -> _Tiles:
    """The tiles with their dash there: one digit or two on each side of it."""
    padded = np.concatenate([text, np.zeros(3, np.uint8)])  # No dash is at the very beginning.
    tens, ones, first, second = (
        padded[dash + step].astype(np.int64) - ord("0") for step in (-2, -1, 1, 2)
    )
    are = [(digit >= 0) & (digit <= 9) for digit in (tens, ones, first, second)]
    high = ones + 10 * tens * are[0]
    low = np.where(are[3], 10 * first + second, first)
    known: BoolArray = are[1] & are[2] & (low <= high) & (high <= HIGHEST_PIP)
    return _Tiles(high, low, len("0-0") + are[0].astype(np.int64) + are[3], known)


_BITS = 60


def _twice(hand: IntArray, tile: _Tiles) -> IntArray:
    """The hands that have a tile twice; the hand of each tile is (t,), ascending."""
    first = np.flatnonzero(np.diff(hand, prepend=-1))
    number = np.where(tile.known, tile.high * (tile.high + 1) // 2 + tile.low, 0)
    twice: list[IntArray] = []
    for least in range(0, int(number.max(initial=-1)) + 1, _BITS):
        bit = np.where(
            (number >= least) & (number < least + _BITS), 1 << (number - least) % _BITS, 0
        )
        both = np.add.reduceat(bit, first) != np.bitwise_or.reduceat(bit, first)
        twice.append(hand[first[both]])
    return np.concatenate([np.zeros(0, np.int64), *twice])
