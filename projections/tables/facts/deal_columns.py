"""Very many deals at once: pips and tiles that each seat was dealt, straight from their bytes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Tampered
from ledger.store.codec import BEFORE_THE_EVENT

from ..scoring.score_columns import BoolArray, IntArray, ints

_BEGINNING = BEFORE_THE_EVENT + b'{"hands":[['
_BONEYARD, _LEADER = b',"boneyard":', b',"leader":'


class Deals(NamedTuple):
    """What was dealt to S seats at most."""

    leader: IntArray
    """(n,) -1 for nobody."""
    seats: IntArray
    """(n,) how many were dealt to."""
    pips: IntArray
    """(n, S)"""
    tiles: IntArray
    """(n, S)"""


def deals_in(states: Sequence[bytes], seats: IntArray, most: int) -> Deals:
    """These deals, ``seats`` hands each and ``most`` at most; Tampered where one is none.

    Their boneyards, which tell nothing here, are not looked at.
    """
    cut = [_cut(state) for state in states]
    text = np.frombuffer(b"".join(hands for hands, _ in cut), np.uint8)
    ends = np.cumsum([len(hands) for hands, _ in cut], dtype=np.int64)
    # A bracket holds all hands of a deal, and then there is one for each of them.
    opened = np.flatnonzero(text == ord("["))
    outer = np.searchsorted(opened, ends - np.diff(ends, prepend=0))
    if (np.diff(outer, append=len(opened)) != seats + 1).any():
        raise Tampered("a deal has not a hand for every seat")
    tile = np.flatnonzero(text == ord("-"))
    first = np.searchsorted(tile, opened)
    up_to = np.concatenate([[0], np.cumsum(_pips(text, tile), dtype=np.int64)])
    hands = np.full(len(opened), True)
    hands[outer] = False
    pips, tiles = np.zeros((2, len(cut), most), np.int64)
    held = np.arange(most) < seats[:, None]
    pips[held] = np.diff(up_to[first], append=up_to[-1])[hands]
    tiles[held] = np.diff(first, append=len(tile))[hands]
    return Deals(ints(leader for _, leader in cut), seats, pips, tiles)


def _cut(state: bytes) -> tuple[bytes, int]:
    """The hands as they are written, and the leader."""
    first = state.find(_BEGINNING)
    end = state.find(_BONEYARD, first)
    leader = state.rfind(_LEADER, end)
    hands, said = state[first:end], state[leader + len(_LEADER) : -2]
    is_there = min(first, end, leader) >= 0 and hands.endswith(b"]]") and state.endswith(b"}}")
    if not is_there or not (said.isdigit() or said == b"null"):
        raise Tampered("a deal is not readable")
    return hands, -1 if said == b"null" else int(said)


def _pips(text: NDArray[np.uint8], dash: IntArray) -> NDArray[np.int16]:
    """Of the tiles with their dash there: one digit or two before it, one or two behind."""
    around = [text[dash + step] for step in (-2, -1, 1, 2)]
    has_tens, *are, has_more = (_is_digit(sign) for sign in around)
    if not np.all(are):
        raise Tampered("a deal is not readable")
    tens, high, low, more = (sign.astype(np.int16) - ord("0") for sign in around)
    return high + low + 10 * tens * has_tens + (9 * low + more) * has_more


def _is_digit(text: NDArray[np.uint8]) -> BoolArray:
    is_digit: BoolArray = (text >= ord("0")) & (text <= ord("9"))
    return is_digit
