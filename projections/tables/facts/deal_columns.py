"""Many deals at once: the leader, and the pips and tiles of each hand, from the bytes of the deals.

Shapes: n deals, t tiles, S seats.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from domain.tiles import HIGHEST_PIP
from ledger.store.event_reader import hands_in

from ..columns import BoolArray, ByteArray, IntArray, seat_column


class Deals(NamedTuple):
    """What was dealt to S seats."""

    leader: IntArray
    """(n,)"""
    pips: IntArray
    """(n, S)"""
    tiles: IntArray
    """(n, S)"""
    usual: BoolArray
    """(n,) a seat leads, or none; every seat was dealt tiles, all of them seen, none twice in a
    hand. Pips and tiles of the other deals are 0."""


def deals_in(states: Sequence[bytes], seats: int) -> Deals:
    """These deals, from their bytes."""
    cut = [hands_in(state) or (None, b"") for state in states]
    length = np.array([len(hands) for _, hands in cut], np.int64)
    text = np.frombuffer(b"".join(hands for _, hands in cut), np.uint8)
    deal_at = np.arange(len(cut)).repeat(length)
    # All hands of a deal are in one bracket, and each hand is in another.
    bracket, dash = np.flatnonzero(text == ord("[")), np.flatnonzero(text == ord("-"))
    deal, of_deal = deal_at[bracket], deal_at[dash]
    is_hand = np.diff(deal, prepend=-1) == 0
    held = np.diff(np.searchsorted(dash, bracket), append=len(dash))
    of_bracket = np.arange(len(bracket)).repeat(held)
    tile = _tiles(text, dash)
    usual = np.bincount(deal, minlength=len(cut)) == seats + 1
    usual &= length == (seats + 1) * len("[]") - 1 + np.bincount(of_deal, tile.length, len(cut))
    usual[of_deal[~tile.known]] = False
    leader = seat_column(leader for leader, _ in cut)
    usual &= leader < seats
    begins = bracket[is_hand]
    follows = (text[begins - 1] == ord(",")) & (text[begins - 2] == ord("]"))
    usual[deal[is_hand][~follows & (text[begins - 1] != ord("["))]] = False
    usual[deal[is_hand & (held == 0)]] = False
    usual[deal[_with_a_tile_twice(of_bracket, tile)]] = False
    counted = is_hand & usual[deal]
    tiles, pips = (np.zeros((len(cut), seats), np.int64) for _ in range(2))
    tiles[usual] = held[counted].reshape(-1, seats)
    in_bracket = np.bincount(of_bracket, tile.high + tile.low, len(bracket)).astype(np.int64)
    pips[usual] = in_bracket[counted].reshape(-1, seats)
    return Deals(leader, pips, tiles, usual)


class _Tiles(NamedTuple):
    high: IntArray
    """(t,)"""
    low: IntArray
    """(t,)"""
    length: IntArray
    """(t,) of its name in quotes, with a comma."""
    known: BoolArray
    """(t,) there is a tile of this name."""


def _tiles(text: ByteArray, dash: IntArray) -> _Tiles:
    """The tiles with their dash there: one digit or two on each side of it."""
    padded = np.concatenate([text, np.zeros(4, np.uint8)])
    tens, ones, first, second = (
        padded[dash + step].astype(np.int64) - ord("0") for step in (-2, -1, 1, 2)
    )
    has_tens, has_ones, has_first, has_second = (
        (digit >= least) & (digit <= 9)
        for digit, least in ((tens, 1), (ones, 0), (first, 0), (second, 0))
    )
    high = ones + 10 * tens * has_tens
    low = np.where(has_second, 10 * first + second, first)
    begins, ends = padded[dash - 2 - has_tens], padded[dash + 2 + has_second]
    after = padded[dash + 3 + has_second]
    known = has_ones & has_first & ~(has_second & (first == 0))
    known &= (low <= high) & (high <= HIGHEST_PIP)
    known &= (begins == ord('"')) & (ends == ord('"')) & ((after == ord(",")) | (after == ord("]")))
    return _Tiles(high, low, len('"0-0",') + has_tens.astype(np.int64) + has_second, known)


_BITS = 60
"""Tiles in one word of a set of tiles."""


def _with_a_tile_twice(hand: IntArray, tile: _Tiles) -> IntArray:
    """The hands with a tile twice; ``hand``: (t,) ascending, of each tile."""
    first = np.flatnonzero(np.diff(hand, prepend=-1))
    number = np.where(tile.known, tile.high * (tile.high + 1) // 2 + tile.low, 0)
    twice: list[IntArray] = []
    for word in range(int(number.max(initial=-1)) // _BITS + 1):
        bit = np.where(number // _BITS == word, 1 << number % _BITS, 0)
        differs = np.add.reduceat(bit, first) != np.bitwise_or.reduceat(bit, first)
        twice.append(hand[first[differs]])
    return np.concatenate([np.zeros(0, np.int64), *twice])
