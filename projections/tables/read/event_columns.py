"""The events of many games: acts in columns, all other events as rows.

Nearly all events are acts. The database joins them to one text, since a row for each would take
longer than all that follows.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.event_reader import (
    ACT,
    ACTS,
    AFTER_TILE,
    HIGH,
    LAID,
    LOW,
    PASS,
    SEAT,
    hand_change_in,
)
from ledger.store.house import NO_GAMES_HEX

from ..columns import BoolArray, IntArray

Signs: TypeAlias = NDArray[np.uint8]
"""A row of bytes for each act."""


class Acts(NamedTuple):
    """Draws, lay-downs and passes, in order of games, then of versions."""

    game: IntArray
    """(a,) the index of its game among those met."""
    version: IntArray
    """(a,) its number in the game."""
    seat: IntArray
    """(a,)"""
    pips: IntArray
    """(a,) of the tile; 0 for a pass."""
    tiles: IntArray
    """(a,) what it adds to the hand: 1 tile, -1, or 0."""

    def only(self, which: BoolArray | IntArray) -> "Acts":
        """Some of the acts."""
        return Acts(*(column[which] for column in self))


class Events(NamedTuple):
    """The events of some games."""

    games: Sequence[str]
    """Their ids, in the order in which they were met."""
    others: Sequence[Sequence[LogRow]]
    """By game, its events that are no acts, in order."""
    acts: Acts
    unread: AbstractSet[int]
    """The indices of games with an act that does not fit into the columns."""

    @property
    def begun(self) -> list[str]:
        """The games that are here from their first event."""
        return [
            game
            for game, rows in zip(self.games, self.others, strict=True)
            if rows and rows[0][2] == 1
        ]

    @property
    def earlier(self) -> list[str]:
        """The games that began before."""
        begun = set(self.begun)
        return [game for game in self.games if game not in begun]


def events_between(book: Book, after: int, up_to: int) -> Events:
    """The events after one position of the log and up to another, without those of the house."""
    met: dict[str, int] = {}
    others: list[list[LogRow]] = []
    with book.scan_others(after, up_to) as log:
        for game, rows in groupby(log, itemgetter(1)):
            if game in NO_GAMES_HEX:
                continue
            if met.setdefault(game, len(met)) == len(others):
                others.append([])
            others[met[game]] += rows
    versions, lines = book.acts(after, up_to)
    version = np.fromstring(versions, np.int64, sep=" ")
    signs = _signs(lines, len(version))
    game = _places(met, signs)
    others += [[] for _ in range(len(met) - len(others))]
    acts, fits = _acts(game, version, signs[:, _ID:])
    return Events([*met], others, acts, set(game[~fits].tolist()))


def events_in(games: Iterable[Sequence[LogRow]]) -> Events:
    """These events, all of a game together. Raises Tampered if an act is not readable."""
    met: list[str] = []
    others: list[list[LogRow]] = []
    acts: list[tuple[int, int, int, int, int]] = []
    unread: set[int] = set()
    for at, rows in enumerate(games):
        met.append(rows[0][1])
        others.append([])
        for row in rows:
            _, _, version, topic, state = row
            if topic not in ACTS:
                others[at].append(row)
            elif (change := hand_change_in(topic, state)) is None:
                unread.add(at)
            else:
                acts.append((at, version, *change))
    columns = np.array(acts, np.int64).reshape(-1, len(Acts._fields)).T
    return Events(met, others, Acts(*columns), unread)


NO_EVENTS = Events((), (), Acts(*np.zeros((len(Acts._fields), 0), np.int64)), frozenset())
_ID = len("0" * 32)
_LINE = _ID + len(ACT) + 1


def _signs(lines: bytes, acts: int) -> Signs:
    """(a, _LINE) the lines with their ends; shorter ones are filled up with spaces.

    Raises Tampered if there are not as many, or if one is no line of an act.
    """
    if acts == 0:
        return np.zeros((0, _LINE), np.uint8)
    if len(lines) + 1 != acts * _LINE:
        each = lines.split(b"\n")
        if len(each) != acts or not all(_ID <= len(line) < _LINE for line in each):
            raise Tampered("act-malformed")
        lines = b"\n".join(line.ljust(_LINE - 1) for line in each)
    return np.frombuffer(lines + b"\n", np.uint8).reshape(acts, _LINE)


def _places(met: dict[str, int], signs: Signs) -> IntArray:
    """(a,) the index of each act's game among those met, which are added to."""
    words = signs.view(np.uint64)[:, : _ID // _WORD]
    begins = np.ones(len(words), np.bool_)
    begins[1:] = (words[1:] != words[:-1]).any(axis=1)
    first = np.flatnonzero(begins)
    ids = (signs[at, :_ID].tobytes().decode() for at in first.tolist())
    places = [met.setdefault(game, len(met)) for game in ids]
    return np.repeat(np.array(places, np.int64), np.diff(first, append=len(words)))


def _acts(game: IntArray, version: IntArray, signs: Signs) -> tuple[Acts, BoolArray]:
    """The acts, and (a,) which of them fit; the others are left out. In the given order of both."""
    seat, high, low = (signs[:, at].astype(np.int64) - ord("0") for at in (SEAT, HIGH, LOW))
    is_digit = [(figure >= 0) & (figure <= 9) for figure in (seat, high, low)]
    fits = np.logical_and.reduce([_alike(signs, ACT + b"\n"), *is_digit])
    rest = np.flatnonzero(~fits)
    passes = rest[_alike(signs[rest], PASS + b"\n") & is_digit[0][rest]]
    tiles = np.where(signs[:, AFTER_TILE] == LAID, -1, 1)
    pips = high + low
    tiles[passes], pips[passes], fits[passes] = 0, 0, True
    order = np.lexsort((version, game))
    return Acts(game, version, seat, pips, tiles).only(order[fits[order]]), fits


_WORD = np.dtype(np.uint64).itemsize


def _alike(signs: Signs, pattern: bytes) -> BoolArray:
    """(a,) which have the signs of the pattern, except for question marks."""
    mask = bytes(0 if sign == ord("?") else 0xFF for sign in pattern)
    wanted, masked = (np.frombuffer(part, np.uint64) for part in (pattern, mask))
    words = zip(signs.view(np.uint64).T, wanted & masked, masked, strict=True)
    alike: BoolArray = np.logical_and.reduce([word & mask == want for word, want, mask in words])
    return alike
