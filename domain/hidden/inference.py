"""Hindsight: what moves, and tiles shown in the end, tell of the tiles that nobody saw.

A tile that nobody saw lies in a place: with a seat since the deal, with a seat since a draw, or in
the boneyard to the end. Which tile lay where is a matching of tiles to places. So everything asked
of an unknown deal is asked of matchings: whether there is one, and whether there is another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ..events import (
    RoundBlocked,
    RoundDealt,
    RoundEvent,
    Seat,
    TileDrawn,
    TileLaid,
    TilesShown,
    TurnPassed,
    drew,
    is_inferred,
)
from ..round.lead import ANY_TILE, before, narrowed
from ..round.state import Act, Round, evolve, new_round, union, unlocated
from ..tiles import SEEN, UNSEEN, Tile, Tiles, count_unseen, tiles_of
from .assignment import Allowed, Matched, all_matched, fixed, match

FROM_THE_DEAL = -1
TO_THE_END = 1 << 30


class Place(NamedTuple):
    """Where so many tiles lay that nobody saw."""

    seat: Seat | None
    """None: the boneyard, where they stayed."""
    since: int
    """The move that brought them there, among those of the record."""
    size: int


class Absent(NamedTuple):
    """None of these tiles was in the hands of these seats when the move of that number was due."""

    tiles: Tiles
    seats: tuple[Seat, ...]
    move: int


@dataclass(frozen=True)
class Whereabouts:
    """Where each tile that nobody saw dealt or drawn can have lain."""

    places: tuple[Place, ...]
    allowed: Allowed
    until: Mapping[Tile, int]
    """The move that laid a tile; no entry for one that stayed where it was."""

    @cached_property
    def deal(self) -> Matched | None:
        """One way in which all can have lain; None where there is none."""
        return match(self.allowed, self._sizes)

    def without(self, absent: Iterable[Absent]) -> "Whereabouts":
        """What follows if these tiles were not there."""
        allowed = dict(self.allowed)
        for each in absent:
            for tile, places in self._there(each):
                allowed[tile] &= ~places
        return replace(self, allowed=allowed)

    def dealt(self, tile: Tile, seat: Seat) -> "Whereabouts":
        """What follows if this tile was dealt to this seat."""
        own = 1 << next(number for number, place in enumerate(self.places) if place.seat == seat)
        return replace(self, allowed={**self.allowed, tile: self.allowed[tile] & own})

    def held(self, absent: Absent) -> bool | None:
        """One of the tiles was there, whatever the deal; none was; or (None) it depends on it."""
        there = list(self._there(absent))
        if not there:
            return False
        if self.deal is None:
            return None
        if self.without([absent]).deal is None:
            return True
        some = (match({**self.allowed, tile: places}, self._sizes) for tile, places in there)
        return None if any(deal is not None for deal in some) else False

    def fixed(self) -> Matched:
        """The tiles whose place is the same in every deal."""
        return {} if self.deal is None else fixed(self.deal, self.allowed, self._sizes)

    def deals(self) -> Iterator[Matched]:
        """Every way in which all can have lain."""
        return iter(()) if self.deal is None else all_matched(self.deal, self.allowed, self._sizes)

    @property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(place.size for place in self.places)

    def _there(self, absent: Absent) -> Iterator[tuple[Tile, int]]:
        """Each of the tiles that can have lain there at that time, and in which of the places."""
        places = sum(
            1 << number
            for number, place in enumerate(self.places)
            if place.seat in absent.seats and place.since < absent.move
        )
        for tile, allowed in self.allowed.items():
            in_time = self.until.get(tile, TO_THE_END) >= absent.move
            if absent.tiles >> tile & 1 and in_time and allowed & places:
                yield tile, allowed & places


class _Step(NamedTuple):
    move: int
    """Of the record, the move that is due."""
    before: Round
    event: RoundEvent
    after: Round


def _steps(round: Round) -> Iterator[_Step]:
    after, move = new_round(round.table, round.deal, round.start.lead), 0
    for event in round.events:
        before, after = after, evolve(after, event)
        yield _Step(move, before, event, after)
        inferred = is_inferred(event)
        move += isinstance(event, Act) and not inferred


def whereabouts(round: Round) -> Whereabouts:
    """What the moves and the tiles shown tell; nothing is taken for granted of who kept a rule."""
    places = [
        Place(seat, FROM_THE_DEAL, count_unseen(hand))
        for seat, hand in enumerate(round.start.hands)
    ]
    allowed: dict[Tile, int] = {}
    until: dict[Tile, int] = {}
    for move, before_it, event, after in _steps(round):
        if isinstance(event, TileDrawn) and event.tile == UNSEEN:
            places.append(Place(event.seat, move, 1))
        elif isinstance(event, TileLaid) and _unseen(before_it, event) > _unseen(after, event):
            allowed[event.tile] = _of_seat(places, event.seat)
            until[event.tile] = move
        elif isinstance(event, TilesShown):
            shown = after.hands[event.seat] & SEEN & ~before_it.hands[event.seat]
            allowed |= dict.fromkeys(tiles_of(shown), _of_seat(places, event.seat))
    places.append(Place(None, FROM_THE_DEAL, round.boneyard.count(UNSEEN)))
    anywhere = (1 << len(places)) - 1
    allowed |= dict.fromkeys(tiles_of(unlocated(round)), anywhere)
    return Whereabouts(tuple(places), allowed, until)


def _unseen(round: Round, act: TileLaid) -> int:
    return count_unseen(round.hands[act.seat])


def _of_seat(places: Sequence[Place], seat: Seat) -> int:
    return sum(1 << number for number, place in enumerate(places) if place.seat == seat)


def excluded_by_rules(round: Round) -> list[Absent]:
    """What nobody can have held if the round was played by the rules."""
    table, told = round.table, []
    everybody = tuple(range(table.seats))
    for move, before_it, event, _ in _steps(round):
        front = before_it.front
        match event:
            case TileLaid() if not front.ends and round.start.lead != ANY_TILE:
                first = round.start.lead & before(event.tile)
                told.append(Absent(first, everybody, move))
            case TurnPassed() if before_it.ended is None:
                told.append(Absent(front.playable, (event.seat,), move))
            case TileDrawn() if not table.may_draw_when_able:
                told.append(Absent(front.playable, (event.seat,), move))
            case RoundBlocked():
                told.append(Absent(front.playable, everybody, move))
            case _:
                pass
    return told


def lawful(round: Round) -> Whereabouts:
    """`whereabouts` if everybody kept to the rules, unless that is known to be false."""
    possible = whereabouts(round)
    if not round.regular:
        return possible
    told = possible.without(excluded_by_rules(round))
    return possible if told.deal is None else told


def hindsight(round: Round) -> Round:
    """The round with every unseen tile filled in of which it is known what it must have been.

    A regular round is taken to have been played by the rules. A round in which all was seen is
    returned itself.
    """
    return in_hindsight(round, lawful(round)) if round.start.unseen else round


def in_hindsight(round: Round, known: Whereabouts) -> Round:
    """The round with what is fixed in these whereabouts."""
    return _filled_in(round, known.places, known.fixed())


def possibilities(round: Round, limit: int) -> tuple[Round, ...] | None:
    """Every round that this one can have been, all tiles seen; None where they are more.

    They differ in who held what, not in the order in which a boneyard lay.
    """
    if not round.start.unseen:
        return (round,)
    found = tuple(islice(_possible_rounds(round), limit + 1))
    return found if len(found) <= limit else None


def some_possibility(round: Round) -> Round | None:
    """One of them; None where there is none, as what was recorded contradicts itself."""
    return next(_possible_rounds(round), None)


def _possible_rounds(round: Round) -> Iterator[Round]:
    known = lawful(round)
    return (_filled_in(round, known.places, deal) for deal in known.deals())


def _filled_in(round: Round, places: Sequence[Place], deal: Matched) -> Round:
    tiles: list[list[Tile]] = [[] for _ in places]
    for tile, place in deal.items():
        tiles[place].append(tile)
    dealt = _dealt(round.deal, tiles)
    held = new_round(round.table, dealt, ANY_TILE).start.hands
    again = new_round(round.table, dealt, narrowed(round.start.lead, union(held)))
    draws = iter(tiles[len(dealt.hands) :])
    for event in round.events:
        again = evolve(again, _told(event, draws))
    return again


def _told(event: RoundEvent, draws: Iterator[Sequence[Tile]]) -> RoundEvent:
    """The event; of the next draw that nobody saw, with the tile found."""
    if isinstance(event, TileDrawn) and event.tile == UNSEEN:
        return drew(event.seat, next(iter(next(draws)), UNSEEN))
    return event


def _dealt(deal: RoundDealt, tiles: Sequence[Sequence[Tile]]) -> RoundDealt:
    hands = []
    for hand, found in zip(deal.hands, tiles, strict=False):
        left = iter(sorted(found))
        hands.append(tuple(next(left, UNSEEN) if tile == UNSEEN else tile for tile in hand))
    return replace(deal, hands=tuple(hands))
