"""The events of a batch: draws and lay-downs in columns, all others as they are.

A database that can hands over the acts of all events as one value (`Book.digest`), which is taken
apart here for all at once. Acts that are not told in the usual bytes, because somebody timed them
or the set has higher pips than nine, are read one by one like everything else.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from domain.events import (
    DealVoid,
    GameAbandoned,
    GameWon,
    RoundBlocked,
    RoundWon,
    TileDrawn,
    TileLaid,
    TurnPassed,
)
from domain.tiles import NAMES, UNSEEN
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import ACT_WIDTH, ID_WIDTH, PIECE, ToldRow
from ledger.store.codec import USUAL

from ..scoring.score_columns import BoolArray, IntArray, chosen, ints
from .event_reader import ACTS

_WORD = 8
_ID_WORDS = ID_WIDTH // _WORD
_BARE = [one.TOPIC for one in (RoundWon, RoundBlocked, DealVoid, GameWon, GameAbandoned)]
"""Topics that tell enough."""


class Acts(NamedTuple):
    """Draws and lay-downs."""

    game: IntArray
    """(a,) place of its game among those met."""
    position: IntArray
    """(a,) in the log."""
    seat: IntArray
    """(a,)"""
    pips: IntArray
    """(a,) of the tile."""
    laid: BoolArray
    """(a,) it was laid, and not drawn."""

    def only(self, which: BoolArray | IntArray) -> "Acts":
        """Some of them."""
        return Acts(*chosen(self, which))


class Other(NamedTuple):
    """An event that is neither a lay-down nor a pass, nor a draw of a tile that was seen."""

    game: int
    """Place of its game among those met."""
    position: int
    topic: str
    state: bytes
    """Empty where the topic tells enough."""


class Events(NamedTuple):
    """The events of some games but for passes, game by game, each in its order."""

    games: Sequence[str]
    """Ids, in the order in which the games were met."""
    acts: Acts
    others: Sequence[Other]


def events_between(book: Book, after: int, up_to: int) -> Events:
    """The events after one position of the log and up to another.

    Raises Tampered where an act is not readable.
    """
    digest = book.digest(after, up_to)
    games: dict[str, int] = {}
    if digest is None:
        with closing(book.told(after, up_to)) as told:
            return _events(games, told)
    pieces = _Pieces.of(digest)
    game = _places(games, pieces)
    acts, others, rest = pieces.sorted_out()
    known = Acts(game[acts], acts + after + 1, *pieces.told(acts))
    bare = [
        Other(place, at + after + 1, topic, b"")
        for topic, which in others
        for at, place in zip(which.tolist(), game[which].tolist(), strict=True)
    ]
    return _events(games, book.told_at((rest + after + 1).tolist()), [known], bare)


def events_of(book: Book, games: Iterable[str], up_to: int) -> Events:
    """All events of these games up to a position of the log."""
    return _events({}, book.told_of(games, up_to))


def with_all_of(events: Events, whole: Events) -> Events:
    """The same events, but of the games of the others all those others."""
    places = [events.games.index(game) for game in whole.games]
    known = events.acts.only(~np.isin(events.acts.game, places))
    acts = whole.acts._replace(game=ints(places)[whole.acts.game])
    gone = set(places)
    others = [other for other in events.others if other.game not in gone]
    others += [other._replace(game=places[other.game]) for other in whole.others]
    return Events(events.games, _in_order([known, acts]), sorted(others))


# -- in one value


class _Pieces(NamedTuple):
    """A digest taken apart: n events."""

    digest: bytes
    words: NDArray[np.uint64]
    """(n, 7) the game in four words, and then the act, or else the topic."""
    signs: NDArray[np.uint8]
    """(n, 56) the same."""

    @classmethod
    def of(cls, digest: bytes) -> Self:
        words = np.frombuffer(digest, np.uint64).reshape(-1, PIECE // _WORD)
        return cls(digest, words, np.frombuffer(digest, np.uint8).reshape(-1, PIECE))

    def sorted_out(self) -> tuple[IntArray, list[tuple[str, IntArray]], IntArray]:
        """Places of usual acts; by topic, of what tells enough; and of all that is to be read."""
        digits = np.all([self.signs[:, at] - ord("0") < _TEN for at in _DIGITS], axis=0)
        alike = self._look_like(_ACT, np.arange(len(self.words)))
        acts = alike & digits & np.isin(self.signs[:, _SEPARATOR], _SEPARATORS)
        left = np.flatnonzero(~acts)
        left = left[~self._look_like(_PASS, left)]
        bare = []
        for topic in _BARE:
            alike = self._look_like(f"!{topic}".encode().ljust(ACT_WIDTH, b"~"), left)
            bare.append((topic, left[alike]))
            left = left[~alike]
        return np.flatnonzero(acts), bare, left

    def told(self, acts: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
        """Seat, pips and whether it was laid, of the acts at these places."""
        seat, high, low = (self.signs[acts, at].astype(np.int64) - ord("0") for at in _DIGITS)
        return seat, high + low, self.signs[acts, _SEPARATOR] == ord(",")

    def _look_like(self, pattern: bytes, which: IntArray) -> BoolArray:
        """Of these, which have the signs of a pattern, but for question marks."""
        mask = bytes(0 if sign == ord("?") else 0xFF for sign in pattern)
        wanted, masked = (np.frombuffer(part, np.uint64) for part in (pattern, mask))
        found = (self.words[which, _ID_WORDS + at] & masked[at] for at in range(len(wanted)))
        alike: BoolArray = np.logical_and.reduce(
            [word == one for word, one in zip(found, wanted & masked, strict=True)]
        )
        return alike


_ACT, _PASS = b':{"seat":?,"tile":"?-?"?', b':{"seat":?,"inferred":??'
_DIGITS = [ID_WIDTH + at for at, sign in enumerate(_ACT) if sign == ord("?")]
_SEPARATOR = _DIGITS.pop()
_SEPARATORS = [ord(","), ord("}")]
_TEN = np.uint8(10)


def _places(games: dict[str, int], pieces: _Pieces) -> IntArray:
    """(n,) the place of each event's game among those met, which are added to."""
    words = pieces.words
    other = np.logical_or.reduce([words[1:, at] != words[:-1, at] for at in range(_ID_WORDS)])
    first = np.concatenate([[0], np.flatnonzero(other) + 1])
    begin = (first * PIECE).tolist()
    ids = [pieces.digest[at : at + ID_WIDTH].decode() for at in begin]
    places = np.array([games.setdefault(game, len(games)) for game in ids])
    return np.repeat(places, np.diff(first, append=len(words)))


# -- one by one

_HELD = {TileLaid.TOPIC, TileDrawn.TOPIC}
_UNSEEN = f'"tile":"{NAMES[UNSEEN]}"}}}}'.encode()


def _events(
    games: dict[str, int],
    rows: Iterable[ToldRow],
    acts: Sequence[Acts] = (),
    others: Sequence[Other] = (),
) -> Events:
    """What these rows tell, and these events; ``games`` are those met, which are added to."""
    others, told = [*others], []
    for position, game, topic, state in rows:
        place = games.setdefault(game, len(games))
        if topic in _HELD and not _is_unseen(state):
            told.append((place, position, *ACTS[state[USUAL:]], topic == TileLaid.TOPIC))
        elif topic != TurnPassed.TOPIC:
            others.append(Other(place, position, topic, state))
    columns = np.array(told, np.int64).reshape(-1, len(Acts._fields)).T
    place, position, seat, pips, laid = (columns[at] for at in range(len(columns)))
    in_order = _in_order([*acts, Acts(place, position, seat, pips, laid != 0)])
    return Events([*games], in_order, sorted(others))


def _is_unseen(state: bytes) -> bool:
    """It tells of a tile that nobody saw, which takes more than counting."""
    if not isinstance(state, bytes):
        raise Tampered("an act is not stored as events are")
    return state.endswith(_UNSEEN)


def _in_order(parts: Sequence[Acts]) -> Acts:
    acts = Acts(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    order = np.lexsort((acts.position, acts.game))
    return acts if (order[1:] > order[:-1]).all() else acts.only(order)
