"""The facts of games that go as usual, counted in columns from the bytes of their events.

Most games do: an opening, then rounds in sequence, each dealt, played and ended, and nothing else
that matters. Any other game is folded by the domain: if it has an event, or a version of an event,
that is not counted here, or was amended or ruled on, or if more than the hands decide its facts.

Shapes: n rounds, S seats.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from domain.events import (
    DealVoid,
    Ended,
    GameAbandoned,
    GameOpened,
    GameWon,
    LastTileKnocked,
    RoundBlocked,
    RoundDealt,
    RoundWon,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TileRuledOut,
    TurnEnded,
)
from domain.rules.rule_set import Crosswise, RuleSet
from domain.tiles import WILD_PIPS
from ledger.records.format import MOST_ROUNDS
from ledger.store.base import LAST_POSSIBLE, LogRow
from ledger.store.event_reader import Opening, opening_in

from ..columns import IntArray, ints
from ..read.event_columns import Events
from .deal_columns import deals_in
from .fact_columns import ENDED, Rounds
from .game_facts import GameFacts


class UsualGames(NamedTuple):
    """Games that went as usual."""

    games: Sequence[GameFacts]
    """Without their rounds."""
    rounds: Mapping[int, Rounds]
    """By number of seats, the rounds of these games, each with the number of its game."""


def count_games(numbers: Mapping[str, int], events: Events) -> UsualGames:
    """Those of these games, given by id, that went as usual.

    Raises Tampered if the opening of one is not readable.
    """
    unusual = {*events.unread, *events.acts.game[events.acts.version < 1].tolist()}
    acts = np.bincount(events.acts.game, minlength=len(events.games))
    newest = np.zeros(len(events.games), np.int64)
    newest[events.acts.game] = events.acts.version  # The last value of each game stays.
    courses = {
        at: course
        for at, (game, rows) in enumerate(zip(events.games, events.others, strict=True))
        if game in numbers and at not in unusual
        if (course := _course_of(rows)) is not None
        # All versions up to the newest one are there: no two events of a game have the same.
        and max(course.newest, newest[at]) == acts[at] + len(rows)
    }
    kinds: dict[int, dict[int, _Course]] = {}
    for at, course in courses.items():
        kinds.setdefault(len(course.opening.players), {})[at] = course
    rounds = dict[int, Rounds]()
    for seats, kind in kinds.items():
        number = np.full(len(events.games), -1)
        number[[*kind]] = [numbers[events.games[at]] for at in kind]
        found, broken = _rounds(seats, kind, events)
        number[broken] = -1
        unusual.update(broken.tolist())
        counted = number[found.game] >= 0
        rounds[seats] = found._replace(game=number[found.game]).only(counted)
    games = [
        GameFacts(
            number=numbers[events.games[at]],
            game=events.games[at],
            opening=course.opening,
            irregular=False,
            disputed=False,
            closed=course.closed,
            abandoned=course.abandoned,
            rounds=(),
            rules_said=[(course.opened, course.opening.rules)],
        )
        for at, course in courses.items()
        if at not in unusual
    ]
    return UsualGames(games, rounds)


# -- the course of a game


class _Round(NamedTuple):
    dealt: int
    """The version of its deal."""
    deal: bytes
    end: int
    """The version of the event that ended it, or more than that of any of its events."""
    ended: Ended | None


class _Course(NamedTuple):
    """A game by its events that are no acts."""

    opened: int
    """The position of its first event."""
    opening: Opening
    rounds: Sequence[_Round]
    """The last of them may be in play."""
    closed: int | None
    abandoned: bool
    newest: int
    """The version of the last of these events."""


_CHANGES_NO_HAND = {
    TurnEnded.TOPIC,
    TileRuledOut.TOPIC,
    LastTileKnocked.TOPIC,
    *(kind.TOPIC for kind in (ShuffleCommitted, ShuffleAborted, SeedsRecorded)),
}
_ENDS: Mapping[str, Ended] = {
    RoundWon.TOPIC: "out",
    RoundBlocked.TOPIC: "blocked",
    DealVoid.TOPIC: "void",
}


def _course_of(rows: Sequence[LogRow]) -> _Course | None:
    """The course of the game with these events; None if it is not usual."""
    if not rows or rows[0][2:4] != (1, GameOpened.TOPIC):
        return None
    (opened, _, newest, topic, state), *rest = rows
    opening = opening_in(topic, state)
    if not opening.players or _needs_more(opening.rules):
        return None
    rounds: list[_Round] = []
    dealt: tuple[int, bytes] | None = None
    closed, abandoned, end = None, False, LAST_POSSIBLE
    for position, _, version, topic, state in rest:
        if not isinstance(version, int) or version <= newest:
            return None
        newest = version
        if topic in _CHANGES_NO_HAND:
            continue
        if closed is not None:
            return None
        if topic == RoundDealt.TOPIC and dealt is None:
            dealt = version, state
        elif topic in _ENDS and dealt is not None:
            rounds.append(_Round(*dealt, version, _ENDS[topic]))
            dealt = None
        else:
            closed, end, abandoned = position, version, topic == GameAbandoned.TOPIC
            can_be_won = dealt is None and bool(rounds) and rounds[-1].ended != "void"
            if not (abandoned or (topic == GameWon.TOPIC and can_be_won)):
                return None
    if dealt is not None:
        rounds.append(_Round(*dealt, end, None))
    if len(rounds) > MOST_ROUNDS:  # Their amounts may be too large, which takes a look at each.
        return None
    return _Course(opened, opening, rounds, closed, abandoned, newest)


@lru_cache(maxsize=1 << 8)
def _needs_more(rules: bytes) -> bool:
    """The facts of a round depend on more than who dealt, drew and laid which tile."""
    play = RuleSet.model_validate_json(rules).play
    counts_ends = isinstance(play.layout, Crosswise)
    draws_for_lead = getattr(play.first_lead, "unheld", None) == "draw-for-it"
    sets_aside = play.cannot_play == "set-aside"
    worth = play.double_blank, play.blank, play.wild_half
    return counts_ends or draws_for_lead or sets_aside or worth != (0, 0, WILD_PIPS)


# -- rounds


def _rounds(seats: int, courses: Mapping[int, _Course], events: Events) -> tuple[Rounds, IntArray]:
    """The ended rounds of these games, and in any order the games that are not usual after all.

    Games are their indices among those of the events; those given ascend.
    """
    each = [
        (at, number, round)
        for at, course in courses.items()
        for number, round in enumerate(course.rounds)
    ]
    game = ints(at for at, _, _ in each)
    dealt, end = ints(round.dealt for *_, round in each), ints(round.end for *_, round in each)
    deals = deals_in([round.deal for *_, round in each], seats)
    of_kind = np.zeros(len(events.games), np.bool_)
    of_kind[[*courses]] = True
    acts = events.acts.only(of_kind[events.acts.game])
    of = np.searchsorted(_in_order(game, dealt), _in_order(acts.game, acts.version)) - 1
    inside = (of >= 0) & (acts.seat >= 0) & (acts.seat < seats)
    begun = of[inside]
    inside[inside] = (game[begun] == acts.game[inside]) & (acts.version[inside] < end[begun])
    outside, acts, of = acts.game[~inside], acts.only(inside), of[inside]
    hand = of * seats + acts.seat
    tiles = deals.tiles + _by_hand(hand, acts.tiles, deals.tiles.shape)
    pips = deals.pips + _by_hand(hand, acts.tiles * acts.pips, deals.tiles.shape)
    last_lay, lays = np.full(tiles.shape, -1), acts.tiles < 0
    last_lay.ravel()[hand[lays]] = acts.version[lays]  # The last value of each hand stays.
    empty, nothing = tiles == 0, np.zeros_like(tiles)
    impossible = (tiles < 0) | (pips < 0) | (empty & (pips != 0))
    broken = np.concatenate([outside, game[~deals.usual | impossible.any(axis=1)]])
    out = np.where(empty, last_lay, LAST_POSSIBLE).argmin(axis=1)
    rounds = Rounds(
        game=game,
        number=ints(number for _, number, _ in each),
        ended=ints(-1 if round.ended is None else ENDED.index(round.ended) for *_, round in each),
        regular=np.ones(len(each), np.bool_),
        voided=np.zeros(len(each), np.bool_),
        leader=deals.leader,
        out=np.where(empty.any(axis=1), out, -1),
        last_to_lay=np.where(last_lay.max(axis=1) >= 0, last_lay.argmax(axis=1), -1),
        pips=pips,
        tiles=tiles,
        in_play=nothing,
        in_play_from_ten=nothing,
    )
    return rounds.only(rounds.ended >= 0), broken


_MOST_EVENTS = 1 << 40
"""More than a game can have."""


def _in_order(game: IntArray, version: IntArray) -> IntArray:
    """Numbers that ascend with the games, and in each game with the versions."""
    return game * _MOST_EVENTS + version


def _by_hand(hand: IntArray, figures: IntArray, shape: tuple[int, ...]) -> IntArray:
    """(n, S) the sums of figures, by the number of the hand."""
    sums = np.bincount(hand, figures, int(np.prod(shape, dtype=np.int64)))
    return sums.astype(np.int64).reshape(shape)
