"""Games and their rounds from many events at once, with as few of them decoded as possible.

The quick way to what `domain.facts` finds in folded rounds. It holds for games that went as usual:
opened, then rounds one after the other, each dealt, played and ended, and nothing else. Any other
game, be it for one event that is not known here, is folded as everywhere else.
"""

from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np

from domain.events import (
    DealVoid,
    GameAbandoned,
    GameOpened,
    GameWon,
    RoundBlocked,
    RoundDealt,
    RoundWon,
)
from domain.tiles import NAMES, UNSEEN
from ledger.book import Book
from ledger.errors import Tampered

from ..scoring.score_columns import BoolArray, IntArray, ints
from .act_columns import Acts, Events, Other
from .deal_columns import Deals, deals_in
from .event_reader import opening_in
from .folded_games import fold_game
from .tallies import ENDED, Rounds, Tallied, Tally, rounds_of, together

# What the events are that are no acts, and which may follow which in a game that goes as usual.
_NOTHING, _OPENED, _DEALT, _OUT, _BLOCKED, _VOID, _WON, _ABANDONED, _UNKNOWN = _KINDS = range(9)
_KIND_OF = {
    GameOpened.TOPIC: _OPENED,
    RoundDealt.TOPIC: _DEALT,
    RoundWon.TOPIC: _OUT,
    RoundBlocked.TOPIC: _BLOCKED,
    DealVoid.TOPIC: _VOID,
    GameWon.TOPIC: _WON,
    GameAbandoned.TOPIC: _ABANDONED,
}
_FOLLOWS = np.zeros((len(_KINDS), len(_KINDS)), np.bool_)
_FOLLOWS[_NOTHING, _OPENED] = True
_FOLLOWS[[_OPENED, _OUT, _BLOCKED, _VOID], _DEALT] = True
_FOLLOWS[_DEALT, [_OUT, _BLOCKED, _VOID]] = True
_FOLLOWS[[_OPENED, _DEALT, _OUT, _BLOCKED, _VOID], _ABANDONED] = True
_FOLLOWS[[_OUT, _BLOCKED], _WON] = True
_ENDED_AS = np.full(len(_KINDS), -1)
_ENDED_AS[[_OUT, _BLOCKED, _VOID]] = [ENDED.index(how) for how in ("out", "blocked", "void")]

_UNSEEN = NAMES[UNSEEN].encode()
"""Is in a deal with tiles that nobody saw, which takes more than counting."""

_POSITIONS = 1 << 40
"""More than a log has."""


def opened_in(events: Events) -> list[str]:
    """The games that were opened by these events, in that order."""
    opened = (other for other in events.others if other.topic == GameOpened.TOPIC)
    return [events.games[other.game] for other in sorted(opened, key=attrgetter("position"))]


def tally_up(book: Book, events: Events, numbers: Mapping[str, int], up_to: int) -> Tallied:
    """The games of these events, which are all that they have up to a position of the log.

    ``numbers``: by id, that of the game. Raises Tampered where events make no game.
    """
    course = _course(events)
    games: list[Tally] = []
    odd = []
    for place, (game, usual) in enumerate(zip(events.games, course.usual.tolist(), strict=True)):
        if usual:
            of = events.others[course.first[place] : course.first[place + 1]]
            games.append(_tally(numbers[game], game, of))
        else:
            folded = fold_game(book, game, numbers[game], up_to)
            games.append(folded.tally)
            odd += [(place, *round) for round in folded.rounds]
    seats = ints(len(tally.opening.players) for tally in games)
    rounds = _usual_rounds(events, course, seats)
    if odd:
        rounds = together([rounds, rounds_of(odd, rounds.pips.shape[1])])
    return Tallied(games, rounds)


def _tally(number: int, game: str, others: Sequence[Other]) -> Tally:
    last = others[-1]
    kind = _KIND_OF[last.topic]
    closed = last.position if kind in {_WON, _ABANDONED} else None
    first = others[0]
    opening, abandoned = opening_in(first.state), kind == _ABANDONED
    return Tally(number, game, opening, False, False, closed, abandoned, first.position)


class _Course(NamedTuple):
    """The course of g games with m events that are no acts."""

    kind: IntArray
    """(m,)"""
    game: IntArray
    """(m,)"""
    first: IntArray
    """(g + 1,) where the events of each game begin; and where the last of them end."""
    before: IntArray
    """(a,) which of these events each act follows."""
    usual: BoolArray
    """(g,) the game went as usual."""


def _course(events: Events) -> _Course:
    others, acts = events.others, events.acts
    kind = ints(map(_KIND_OF.get, map(itemgetter(2), others), repeat(_UNKNOWN)))
    game = ints(map(itemgetter(0), others))
    first = np.searchsorted(game, np.arange(len(events.games) + 1))
    key = game * _POSITIONS + ints(map(itemgetter(1), others))
    before = np.searchsorted(key, acts.game * _POSITIONS + acts.position) - 1
    previous = np.concatenate([[_NOTHING], kind])[:-1]
    previous[first[:-1][first[:-1] < len(kind)]] = _NOTHING
    in_play = (before >= first[acts.game]) & (np.append(kind, _NOTHING)[before] == _DEALT)
    usual = first[1:] > first[:-1]
    usual[game[~_FOLLOWS[previous, kind]]] = False
    usual[acts.game[~in_play]] = False
    covered = [at for at in np.flatnonzero(kind == _DEALT).tolist() if _UNSEEN in others[at].state]
    usual[game[covered]] = False
    return _Course(kind, game, first, before, usual)


def _usual_rounds(events: Events, course: _Course, seats: IntArray) -> Rounds:
    """Those of the games that went as usual; ``seats`` is (g,) how many each game has."""
    dealt = np.flatnonzero((course.kind == _DEALT) & course.usual[course.game])
    game = course.game[dealt]
    states = [events.others[at].state for at in dealt.tolist()]
    deals = deals_in(states, seats[game], int(seats.max(initial=1)))
    acts = events.acts.only(course.usual[events.acts.game])
    if (acts.seat >= seats[acts.game]).any():
        raise Tampered("somebody acts in a game who has no seat in it")
    round = np.searchsorted(dealt, course.before[course.usual[events.acts.game]])
    hands = _hands_left(deals, acts, round)
    ended = _ENDED_AS[np.append(course.kind, _NOTHING)[dealt + 1]]
    rounds = Rounds(
        game=game,
        number=np.arange(len(game)) - np.searchsorted(game, game),
        ended=ended,
        regular=np.full(len(game), True),
        voided=np.full(len(game), False),
        leader=deals.leader,
        out=hands.out,
        last_to_lay=hands.last_to_lay,
        pips=hands.pips,
        tiles=hands.tiles,
    )
    return rounds.only(ended >= 0)


class _Hands(NamedTuple):
    """What is left in the hands of n rounds, and who laid when; -1 for nobody."""

    pips: IntArray
    """(n, S)"""
    tiles: IntArray
    """(n, S)"""
    out: IntArray
    """(n,)"""
    last_to_lay: IntArray
    """(n,)"""


def _hands_left(deals: Deals, acts: Acts, round: IntArray) -> _Hands:
    """The hands after these acts; ``round`` is (a,) that of each act."""
    rounds, seats = deals.pips.shape
    at = round * seats + acts.seat
    held = np.where(acts.laid, -1, 1)
    shape = rounds, seats
    pips, tiles = (
        dealt + np.bincount(at, more, rounds * seats).astype(np.int64).reshape(shape)
        for dealt, more in ((deals.pips, held * acts.pips), (deals.tiles, held))
    )
    latest = np.zeros(rounds * seats, np.int64)
    np.maximum.at(latest, at[acts.laid], np.flatnonzero(acts.laid) + 1)
    latest = latest.reshape(shape)
    empty = (tiles == 0) & (np.arange(seats) < deals.seats[:, None])
    first_out = np.where(empty, latest, len(at) + 1).argmin(axis=1)
    return _Hands(
        pips=pips,
        tiles=tiles,
        out=np.where(empty.any(axis=1), first_out, -1),
        last_to_lay=np.where(latest.any(axis=1), latest.argmax(axis=1), -1),
    )
