"""The events of many games: acts in columns, all other events as rows.

Nearly all events are acts. The database joins them to one text, since a row for each would take
longer than all that follows.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from domain.tiles import HIGHEST_PIP
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.event_reader import (
    ACT,
    ACTS,
    DRAWN,
    LAID,
    NAME,
    PASS,
    PASSED,
    SEAT,
    hand_change_in,
)
from ledger.store.house import NO_GAMES_HEX

from ..columns import BoolArray, ByteArray, IntArray


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
        """The other games, which began before."""
        begun = set(self.begun)
        return [game for game in self.games if game not in begun]


def events_between(book: Book, after: int, up_to: int) -> Events:
    """The events after one position of the log and up to another, without those of the house.

    Raises Tampered if an act has no version, or no bytes.
    """
    met: dict[str, int] = {}
    others: list[list[LogRow]] = []
    with book.scan_others(after, up_to) as log:
        for game, rows in groupby(log, itemgetter(1)):
            if game in NO_GAMES_HEX:
                continue
            if met.setdefault(game, len(met)) == len(others):
                others.append([])
            others[met[game]] += rows
    versions, text = book.acts(after, up_to)
    try:
        version = np.fromstring(versions, np.int64, sep=" ")
    except ValueError as error:
        raise Tampered("act-malformed") from error
    lines = _lines(text, len(version))
    game = _games(met, lines[:, :_ID])
    others += [[] for _ in range(len(met) - len(others))]
    acts, fits = _acts(game, version, lines[:, _ID:])
    return Events([*met], others, acts, set(game[~fits].tolist()))


def events_in(games: Iterable[Sequence[LogRow]]) -> Events:
    """These events, all of a game together. Raises Tampered if an act is not readable."""
    met: list[str] = []
    others: list[list[LogRow]] = []
    acts: list[tuple[int, int, int, int, int]] = []
    unread: set[int] = set()
    for at, rows in enumerate(games):
        met.append(rows[0][1])
        others.append([row for row in rows if row[3] not in ACTS])
        for _, _, version, topic, state in rows:
            if topic in ACTS:
                change = hand_change_in(topic, state)
                if change is None or not isinstance(version, int):
                    unread.add(at)
                else:
                    acts.append((at, version, *change))
    columns = np.array(acts, np.int64).reshape(-1, len(Acts._fields)).T
    return Events(met, others, Acts(*columns), unread)


NO_EVENTS = Events((), (), Acts(*np.zeros((len(Acts._fields), 0), np.int64)), frozenset())

# -- lines

_ID = 32
"""The length of an id."""
_ACT, _PASS = (b"?" + pattern + b"\n" for pattern in (ACT, PASS))
"""What follows the id in a line, with the letter of the topic."""
_NAME = 1 + NAME
_PLAIN_NAME = (_NAME, _NAME + len("0-"), _NAME + len('0-0"'))
"""The places of the two digits, and of the byte after the quote."""
_LONG_NAME = _ACT[:_NAME] + b"??-??\n"
_LINE = _ID + len(_ACT)


def _lines(text: bytes, number: int) -> ByteArray:
    """(a, _LINE) the lines with their ends; shorter ones are filled up with spaces.

    Raises Tampered if there are not as many, or if one is no line of an act.
    """
    if number == 0:
        return np.zeros((0, _LINE), np.uint8)
    if len(text) + 1 != number * _LINE:
        lines = text.split(b"\n")
        if len(lines) != number or not all(_ID < len(line) < _LINE for line in lines):
            raise Tampered("act-malformed")
        text = b"\n".join(line.ljust(_LINE - 1) for line in lines)
    return np.frombuffer(text + b"\n", np.uint8).reshape(number, _LINE)


def _games(met: dict[str, int], ids: ByteArray) -> IntArray:
    """(a,) the index of each act's game among those met, which are added to."""
    words = ids.view(np.uint64)
    begins = np.ones(len(words), np.bool_)
    begins[1:] = (words[1:] != words[:-1]).any(axis=1)
    first = np.flatnonzero(begins)
    names = (bytes(ids[at]).decode(errors="replace") for at in first.tolist())
    games = [met.setdefault(name, len(met)) for name in names]
    return np.repeat(np.array(games, np.int64), np.diff(first, append=len(words)))


def _acts(game: IntArray, version: IntArray, lines: ByteArray) -> tuple[Acts, BoolArray]:
    """The acts that fit, and (a,) which of the lines do."""
    kind, seat, high, low, after = lines[:, [0, 1 + SEAT, *_PLAIN_NAME]].T
    seat, high, low = seat - ord("0"), high - ord("0"), low - ord("0")  # Above 9: no digit.
    laid, drawn = kind == LAID, kind == DRAWN
    ends_well = (laid & (after == ord(","))) | (drawn & (after == ord("}")))
    fits = _alike(lines, _ACT) & ends_well & (high <= 9) & (low <= 9)
    pips, tiles = (high + low).astype(np.int64), np.where(laid, -1, 1)
    rest = np.flatnonzero(~fits)
    passes = (kind[rest] == PASSED) & _alike(lines[rest], _PASS)
    long = _pips_of_long_names(lines[rest])
    pips[rest], tiles[rest[passes]] = np.where(passes, 0, long), 0
    fits[rest] = passes | ((laid | drawn)[rest] & (long >= 0))
    fits &= seat <= 9
    acts = Acts(game, version, seat.astype(np.int64), pips, tiles)
    order = np.lexsort((version, game))
    return acts.only(order[fits[order]]), fits


def _pips_of_long_names(lines: ByteArray) -> IntArray:
    """(a,) the pips of a tile whose higher half, or both, have two digits; -1: it is none."""
    tens, ones, _, low, more = lines[:, _NAME : _NAME + len("10-10")].astype(np.int64).T - ord("0")
    high, ends = 10 * tens + ones, more == ord('"') - ord("0")
    one_digit, two_digits = ends & (low >= 0) & (low <= 9), (low >= 1) & (more >= 0) & (more <= 9)
    low = np.where(ends, low, 10 * low + more)
    known = (tens >= 1) & (ones >= 0) & (ones <= 9) & (low <= high) & (high <= HIGHEST_PIP)
    fits = _alike(lines, _LONG_NAME) & known & (one_digit | two_digits)
    return np.where(fits, high + low, -1)


def _alike(lines: ByteArray, pattern: bytes) -> BoolArray:
    """(a,) which lines have the bytes of the pattern, except for question marks."""
    mask = bytes(0 if byte == ord("?") else 0xFF for byte in pattern)
    wanted, masked = (np.frombuffer(part, np.uint64) for part in (pattern, mask))
    words = zip(lines.view(np.uint64).T, wanted & masked, masked, strict=True)
    alike: BoolArray = np.logical_and.reduce([word & mask == want for word, want, mask in words])
    return alike
