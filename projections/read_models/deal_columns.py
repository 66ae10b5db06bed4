"""Very many deals at once: pips and tiles that each seat was dealt, straight from their bytes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.codec import BEFORE_THE_EVENT
from ledger.errors import Tampered

from .columns import BoolArray, IntArray, ints

_BEGINNING, _BONEYARD, _LEADER = b'{"hands":[[', b',"boneyard":', b',"leader":'


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
    opened = np.flatnonzero(text == ord("["))
    brackets = _counted(opened, ends)
    if (brackets != seats + 1).any():  # One bracket holds them all.
        raise Tampered("a deal has not a hand for every seat")
    tile = np.flatnonzero(text == ord("-"))
    deal = np.searchsorted(ends, tile, side="right")
    before = np.concatenate([[0], np.cumsum(brackets)])[deal]
    seat = np.searchsorted(opened, tile) - before - 2
    at, shape = deal * most + seat, (len(cut), most)
    cells = len(cut) * most
    return Deals(
        leader=ints(leader for _, leader in cut),
        seats=seats,
        pips=np.bincount(at, _pips(text, tile), cells).astype(np.int64).reshape(shape),
        tiles=np.bincount(at, minlength=cells).reshape(shape),
    )


def _cut(state: bytes) -> tuple[bytes, int]:
    """The hands as they are written, and the leader."""
    _, _, event = state.partition(BEFORE_THE_EVENT)
    hands, _, rest = event.partition(_BONEYARD)
    _, found, leader = rest.rpartition(_LEADER)
    if not (
        hands.startswith(_BEGINNING) and hands.endswith(b"]]") and found and leader[-2:] == b"}}"
    ):
        raise Tampered("a deal is not readable")
    try:
        return hands, -1 if leader == b"null}}" else int(leader[:-2])
    except ValueError as error:
        raise Tampered("a deal is not readable") from error


def _counted(places: IntArray, ends: IntArray) -> IntArray:
    """(n,) how many of these places are in each of the texts that end there."""
    return np.diff(np.searchsorted(places, ends), prepend=0)


def _pips(text: NDArray[np.uint8], dash: IntArray) -> IntArray:
    """Of the tiles with their dash there: one digit or two before it, one or two behind."""
    around = [text[dash + step] for step in (-2, -1, 1, 2)]
    has_tens, *are, has_more = (_is_digit(sign) for sign in around)
    if not np.all(are):
        raise Tampered("a deal is not readable")
    tens, high, low, more = (sign.astype(np.int64) - ord("0") for sign in around)
    return high + low + np.where(has_tens, 10 * tens, 0) + np.where(has_more, 9 * low + more, 0)


def _is_digit(text: NDArray[np.uint8]) -> BoolArray:
    is_digit: BoolArray = (text >= ord("0")) & (text <= ord("9"))
    return is_digit
