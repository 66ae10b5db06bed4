"""Inference of unseen tiles from the moves and from the tiles shown at the end.

An unseen tile is in one of several places: with a seat since the deal, with a seat since a draw, or
in the boneyard until the end. A possible deal is a matching of tiles to places. So each question
about an unknown deal becomes a question whether a matching exists, or a different one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from ..events import (
    Act,
    RoundBlocked,
    RoundEvent,
    Seat,
    SecretAct,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    TurnEnded,
    is_inferred,
    with_secret,
)
from ..round.calls import owes_call
from ..round.lead import ANY_TILE, OWN_HIGHEST, narrowed, preceding
from ..round.state import (
    Round,
    as_dealt,
    begins_train,
    evolve,
    lays_again,
    leads_unseen,
    new_round,
    surely_playable,
    union,
    unlocated,
)
from ..tiles import DOUBLES, NO_TILES, SEEN, UNSEEN, Tile, Tiles, count_unseen, tile_set, tiles_of
from .assignment import Allowed, Matched, all_matched, fixed, match, possible, surely_more_than

FROM_THE_DEAL = -1
TO_THE_END = 1 << 30


class Place(NamedTuple):
    """A place of unseen tiles."""

    seat: Seat | None
    """None: the boneyard."""
    since: int
    """The index of the move that put them there, as the record counts, or `FROM_THE_DEAL`."""
    size: int
    until: int = TO_THE_END
    """The index of the move that set them aside."""


class Absent(NamedTuple):
    """The condition that no seat held any of its tiles just before this move."""

    tiles: tuple[tuple[Seat, Tiles], ...]
    """By seat."""
    move: int


def absent_from(seats: Iterable[Seat], tiles: Tiles, move: int) -> Absent:
    """None of these seats held any of these tiles."""
    return Absent(tuple((seat, tiles) for seat in seats), move)


def unable(round: Round, seats: Iterable[Seat], move: int) -> Absent:
    """None of these seats held a tile that it surely could have laid."""
    return Absent(tuple((seat, surely_playable(round, seat)) for seat in seats), move)


def no_higher_double(double: TileLaid, move: int) -> Absent:
    """What a lead of this double proves: its seat held no higher double."""
    return absent_from([double.seat], DOUBLES & preceding(double.tile), move)


def owes_highest_double(before: Round, seat: Seat) -> bool:
    """The seat lays the highest double of its hand: as its engine, or as the lead."""
    if before.front.ends:
        return before.table.bars_tiles and begins_train(before, seat)
    return before.start.lead == OWN_HIGHEST


@dataclass(frozen=True)
class Whereabouts:
    """Where each unseen tile may have been."""

    places: tuple[Place, ...]
    allowed: Allowed
    until: Mapping[Tile, int]
    """By tile, the move that laid it; no entry if it was not laid."""
    near: Matched | None = field(default=None, compare=False)
    """A deal that is possible with fewer conditions."""

    @cached_property
    def deal(self) -> Matched | None:
        """One possible deal; None if there is none."""
        return match(self.allowed, self._sizes, self.near)

    @cached_property
    def _possible(self) -> Allowed:
        """By tile, the places where it is in some possible deal."""
        return {} if self.deal is None else possible(self.deal, self.allowed)

    def without(self, absent: Iterable[Absent]) -> "Whereabouts":
        """The whereabouts under these conditions."""
        allowed = dict(self.allowed)
        for condition in absent:
            for tile, places in self._candidates(condition):
                allowed[tile] &= ~places
        return replace(self, allowed=allowed, near=self.deal)

    def may_be_dealt(self, tile: Tile, seat: Seat) -> bool:
        """In some possible deal this unseen tile was dealt to this seat."""
        own = next(number for number, place in enumerate(self.places) if place.seat == seat)
        return bool(self._possible.get(tile, 0) >> own & 1)

    def held(self, absent: Absent) -> bool | None:
        """Whether the condition is broken: True or False in every deal; None if it depends.

        None also if there is no possible deal.
        """
        if not any(self._candidates(absent)):
            return False
        if self.deal is None:
            return None
        if not self.breaking(absent):
            return False
        return True if self.without([absent]).deal is None else None

    def breaking(self, absent: Absent) -> Tiles:
        """The unseen tiles that break the condition, each in some possible deal."""
        return tile_set(
            tile
            for tile, places in self._candidates(absent)
            if self._possible.get(tile, 0) & places
        )

    def surely_held(self, seat: Seat, move: int) -> Tiles:
        """The unseen tiles that the seat held just before this move, in every possible deal."""
        absent = absent_from([seat], SEEN, move)
        return tile_set(
            tile
            for tile, places in self._candidates(absent)
            if tile in self._possible and not self._possible[tile] & ~places
        )

    def fixed(self) -> Matched:
        """The tiles with the same place in every possible deal."""
        return {} if self.deal is None else fixed(self.deal, self.allowed)

    def deals(self, limit: int) -> Sequence[Matched] | None:
        """Every possible deal; None if there are more than ``limit``."""
        if self.deal is None:
            return ()
        if surely_more_than(limit, self.deal, self.allowed):
            return None
        every = all_matched(self.deal, self.allowed, self._sizes)
        found = tuple(islice(every, limit + 1))
        return found if len(found) <= limit else None

    @property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(place.size for place in self.places)

    def _candidates(self, absent: Absent) -> Iterator[tuple[Tile, int]]:
        """The tiles that may break the condition, each with the places where it would, as bits."""
        by_seat, of_tiles = dict(absent.tiles), dict[Tiles, int]()
        for number, place in enumerate(self.places):
            if place.seat in by_seat and place.since < absent.move <= place.until:
                tiles = by_seat[place.seat]
                of_tiles[tiles] = of_tiles.get(tiles, 0) | 1 << number
        for tile, allowed in self.allowed.items():
            if self.until.get(tile, TO_THE_END) < absent.move:
                continue
            places = sum(places for tiles, places in of_tiles.items() if tiles >> tile & 1)
            if allowed & places:
                yield tile, allowed & places


class Step(NamedTuple):
    """An event of a round."""

    move: int
    """The index of the next move of the record."""
    before: Round
    event: RoundEvent
    after: Round


def steps_of(round: Round) -> Iterator[Step]:
    """The events of the round, each with the round before and after it."""
    after, move = as_dealt(round), 0
    for event in round.events:
        before, after = after, evolve(after, event)
        yield Step(move, before, event, after)
        inferred = is_inferred(event)
        move += isinstance(event, Act) and not inferred


def whereabouts(round: Round) -> Whereabouts:
    """The whereabouts by the moves and the tiles shown. Does not assume that rules were kept."""
    places = [
        Place(seat, FROM_THE_DEAL, count_unseen(hand))
        for seat, hand in enumerate(round.start.hands)
    ]
    allowed: dict[Tile, int] = {}
    until: dict[Tile, int] = {}
    for move, before, event, after in steps_of(round):
        if isinstance(event, TileDrawn) and event.tile == UNSEEN:
            places.append(Place(event.seat, move, 1))
        elif isinstance(event, TileSetAside) and event.tile == UNSEEN:
            dealt = places[event.seat]
            places[event.seat] = dealt._replace(size=dealt.size - 1)
            places.append(Place(event.seat, FROM_THE_DEAL, 1, until=move))
        elif isinstance(event, TileLaid) and leads_unseen(before) == event.seat:
            allowed[event.tile] = 1 << len(places) - 1  # It was drawn just now.
            until[event.tile] = move
        elif isinstance(event, TileLaid | TileSetAside) and (
            count_unseen(before.hands[event.seat]) > count_unseen(after.hands[event.seat])
        ):
            allowed[event.tile] = _places_of(places, event.seat)
            until[event.tile] = move
        elif isinstance(event, TileLaid) and event.tile in allowed.keys() - until.keys():
            until[event.tile] = move  # It was seen when it was ruled out.
        elif isinstance(event, TilesShown | TileRuledOut):
            shown = after.hands[event.seat] & SEEN & ~before.hands[event.seat]
            allowed |= dict.fromkeys(tiles_of(shown), _places_of(places, event.seat))
    places.append(Place(None, FROM_THE_DEAL, round.boneyard.count(UNSEEN)))
    anywhere = (1 << len(places)) - 1
    allowed |= dict.fromkeys(tiles_of(unlocated(round)), anywhere)
    return Whereabouts(tuple(places), allowed, until)


def _places_of(places: Sequence[Place], seat: Seat) -> int:
    """The places in the hand of this seat, as bits."""
    return sum(
        1 << number
        for number, place in enumerate(places)
        if place.seat == seat and place.until == TO_THE_END
    )


def excluded_by_rules(round: Round, *, stepped_over: bool = True) -> list[Absent]:
    """What the rules exclude of the deal; without ``stepped_over``, only by turns really taken."""
    absent, all_seats = [], tuple(range(round.table.seats))
    for move, before, event, _ in steps_of(round):
        if is_inferred(event) and not stepped_over:
            continue
        begun = bool(before.front.ends)
        if isinstance(event, TileLaid):
            if not begun and round.start.lead > NO_TILES:
                first = round.start.lead & preceding(event.tile)
                absent.append(absent_from(all_seats, first, move))
            elif owes_highest_double(before, event.seat):
                absent.append(no_higher_double(event, move))
        elif isinstance(event, TileDrawn) and not begun:
            absent.append(absent_from(all_seats, round.start.lead, move))
        elif isinstance(event, Act) and says_unable(before, event):
            absent.append(unable(before, [event.seat], move))
        elif isinstance(event, RoundBlocked):
            absent.append(unable(before, all_seats, move))
    return absent


def says_unable(before: Round, act: Act) -> bool:
    """The act says that its seat could not lay, if it keeps to the rules."""
    if before.ended is not None or may_keep_the_draw(before):
        return False
    match act:
        case TurnEnded():
            return lays_again(before)
        case TileDrawn() if owes_call(before):
            return False  # It draws because it did not call.
        case TileDrawn():
            return bool(before.front.ends) and not before.table.may_draw_when_able
        case _:
            return act.KIND.unable


def may_keep_the_draw(before: Round) -> bool:
    """Whether the seat in turn has drawn a tile and may keep it."""
    return before.table.may_keep and before.drawn > 0


class _Asked:
    """A round as a key of caches: a report asks the same round again and again."""

    __slots__ = ("past", "round", "start")

    def __init__(self, round: Round) -> None:
        self.round, self.start, self.past = round, round.start, round.past

    def __hash__(self) -> int:
        return hash((id(self.start), id(self.past)))

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, _Asked)
        return other.start is self.start and other.past is self.past


def lawful(round: Round) -> Whereabouts:
    """`whereabouts`, assuming that the rules were kept unless this is known to be false.

    A seat that was stepped over has shown nothing: perhaps nobody gave it the turn.
    """
    return _lawful(_Asked(round))


@lru_cache(maxsize=1 << 9)
def _lawful(asked: _Asked) -> Whereabouts:
    round = asked.round
    possible = whereabouts(round)
    if not round.regular:
        return possible
    by_rules = possible.without(excluded_by_rules(round, stepped_over=False))
    return possible if by_rules.deal is None else by_rules


def hindsight(round: Round) -> Round:
    """The round with every unseen tile that has only one possible value filled in.

    Assumes that a regular round was played by the rules. Returns a round without unseen tiles
    unchanged.
    """
    return _hindsight(_Asked(round)) if round.start.unseen else round


@lru_cache(maxsize=1 << 9)
def _hindsight(asked: _Asked) -> Round:
    return in_hindsight(asked.round, lawful(asked.round))


def in_hindsight(round: Round, known: Whereabouts) -> Round:
    """The round with the fixed tiles of these whereabouts filled in."""
    return _filled_in(round, known.places, known.fixed())


def possibilities(round: Round, limit: int) -> tuple[Round, ...] | None:
    """Every possible round, with all tiles known; None if there are more than ``limit``.

    They differ in the hands, not in the order of the boneyard.
    """
    if not round.start.unseen:
        return (round,)
    known = lawful(round)
    deals = known.deals(limit)
    return None if deals is None else tuple(_filled_in(round, known.places, deal) for deal in deals)


def some_possibility(round: Round) -> Round | None:
    """One of the `possibilities`; None if the record contradicts itself."""
    known = lawful(round)
    return None if known.deal is None else _filled_in(round, known.places, known.deal)


def _filled_in(round: Round, places: Sequence[Place], deal: Matched) -> Round:
    tiles: list[list[Tile]] = [[] for _ in places]
    for tile, place in deal.items():
        tiles[place].append(tile)
    # A tile that was set aside unseen was in the hand as dealt.
    of_hands = [[*dealt] for dealt in tiles[: len(round.deal.hands)]]
    for where, aside in zip(places, tiles, strict=True):
        if where.until != TO_THE_END and where.seat is not None:
            of_hands[where.seat] += aside
    hands = []
    for hand, found in zip(round.deal.hands, of_hands, strict=True):
        known = iter(sorted(found))
        hands.append(tuple(next(known, UNSEEN) if tile == UNSEEN else tile for tile in hand))
    dealt = replace(round.deal, hands=tuple(hands))
    held = union(new_round(round.table, dealt, ANY_TILE).start.hands)
    lead = narrowed(round.start.lead, held) or round.start.lead
    replayed = new_round(round.table, dealt, lead, round.start.goal)
    others = iter(tiles[len(dealt.hands) :])
    for event in round.events:
        if isinstance(event, SecretAct) and event.tile == UNSEEN:
            event = with_secret(event, next(iter(next(others)), UNSEEN))  # noqa: PLW2901
        replayed = evolve(replayed, event)
    return replayed
