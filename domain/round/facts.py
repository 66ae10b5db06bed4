"""The facts of a round: the input of every score and payout."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from ..events import (
    Ended,
    EndName,
    PipsNoted,
    RoundEvent,
    RoundReported,
    Seat,
    TileLaid,
    TileSetAside,
    TurnEnded,
    Way,
    laid,
)
from ..hidden.inference import hindsight
from ..layout.ends import Ends, OneOf
from ..layout.front import Front, meanings
from ..rules.rule_set import Crosswise
from ..tiles import Pip, Tiles, bit, count_unseen, seen_of, tiles_of
from .calls import LayInPlay, lays_in_play, points_in_play
from .course import NO_COURSE, Course, course_of
from .state import Goal, Round, as_dealt, evolve


class RoundFacts(NamedTuple):
    """The facts of one round. Points and money depend on nothing else."""

    leader: Seat | None
    ended: Ended | None
    out: Seat | None
    """The first seat that had no tile left, and had set none aside; `first_out`."""
    pips: tuple[int, ...]
    """By seat, pips left in hand; empty if any is unknown."""
    tiles: tuple[int, ...]
    """By seat, tiles left in hand; empty if only the result is known."""
    last_to_lay: Seat | None
    regular: bool
    """The round has no irregularity, or an arbiter upheld it."""
    voided: bool = False
    """An arbiter made the round void."""
    report: RoundReported | None = None
    """The result, if nothing else of the round is known."""
    after_last: Seat | None = None
    """The seat that plays after the last to lay."""
    in_play: tuple[int, ...] | None = ()
    """By seat, the sum of its `points_in_play`. Empty if the layout has nothing to count; None if
    it depends on how a misplaced tile lay, and nothing tells that."""
    in_play_from_ten: tuple[int, ...] | None = ()
    """By seat, that part of `in_play` which it made from its first ten or more on."""
    in_play_threes: tuple[int, ...] | None = ()
    """By seat, the sum of multiples of three that the open ends counted; as `in_play`."""
    past_target: bool = False
    """Going out counts nothing (`InPlay.past_target`)."""
    lightest: tuple[int, ...] | None = ()
    """By seat, of a block, the place of its side by the lightest tile left, then the next, from 0;
    equal if all are. A side without a further tile goes first. None if a tile is unseen."""
    course: Course = NO_COURSE
    """What bonuses ask of the moves."""

    @property
    def over(self) -> bool:
        """The round ended, and not as a void deal."""
        return self.ended in ("out", "blocked", "target", "reported")

    @property
    def blocked(self) -> bool:
        """Whether the round ended blocked, as played or as its result says."""
        return self.ended == "blocked" or (
            self.report is not None and self.report.ended == "blocked"
        )

    @property
    def counts(self) -> bool:
        """The round is over, regular and not voided."""
        return self.regular and self.over and not self.voided

    @property
    def settled(self) -> bool:
        """The round counts, and all pips or its result are known."""
        return self.counts and (bool(self.pips) or self.report is not None)

    @property
    def waiting(self) -> bool:
        """The result depends on a ruling or on unseen tiles."""
        unseen = self.over and not self.pips and self.report is None
        return not self.voided and (not self.regular or unseen)


def facts_of(round: Round) -> RoundFacts:
    """All facts of the round."""
    return with_course(usual_facts(round), round)


def with_course(facts: RoundFacts, round: Round) -> RoundFacts:
    """The usual facts, and those that few rules of score ask for: `lightest` and `course`."""
    if round.report is not None or round.ended is None:
        return facts
    return facts._replace(lightest=_lightest(round), course=course_of(round, facts.out))


def usual_facts(round: Round) -> RoundFacts:
    """The facts without those that few rules of score ask for, which take as long to find."""
    report = round.report
    if report is not None:
        return RoundFacts(
            leader=None,
            ended=round.ended,
            out=None,
            pips=_pips(round),
            tiles=(),
            last_to_lay=None,
            regular=round.regular,
            report=report,
        )
    last, made = last_to_lay(round), made_in_play(round)
    return RoundFacts(
        leader=leader_of(round),
        ended=round.ended,
        out=all_laid(round),
        pips=_pips(round),
        tiles=tuple(seen.bit_count() + unseen for seen, unseen in kept(round)),
        last_to_lay=last,
        regular=round.regular,
        after_last=None if last is None else round.table.next_seat[last],
        in_play=made.fives,
        in_play_from_ten=made.from_ten,
        in_play_threes=made.threes,
        past_target=made.past_target,
    )


def _lightest(round: Round) -> tuple[int, ...] | None:
    """`RoundFacts.lightest`."""
    if round.ended != "blocked":
        return ()
    hands, table = kept(hindsight(round)), round.table
    if any(unseen for _, unseen in hands):
        return None
    tiles = [
        sorted(table.pips_left(bit(tile)) for seat in side for tile in tiles_of(hands[seat][0]))
        for side in table.sides
    ]
    places = sorted(tiles)
    return tuple(places.index(tiles[table.side_of(seat)]) for seat in range(table.seats))


class InPlay(NamedTuple):
    """The points in play of a round: by seat, sums of what the open ends counted."""

    fives: tuple[int, ...] | None
    """Multiples of five; None: it depends on how a misplaced tile lay, and nothing tells that."""
    from_ten: tuple[int, ...] | None
    """That part of `fives` which the seat made from its first ten or more on."""
    threes: tuple[int, ...] | None
    """Multiples of three, or None as `fives`."""
    past_target: bool = False
    """The last lay made its seat out, but went past an exact target: going out counts nothing."""

    def known(self, goal: Goal) -> bool:
        """Everything is known that this goal asks for."""
        return self.fives is not None and (self.threes is not None or not goal.worth[1])


class Refused(NamedTuple):
    """Points in play that count nothing, since they went past an exact target."""

    lay: int
    """The index among the lays."""
    seat: Seat
    points: int
    """With those for going out."""


_NOTHING_IN_PLAY = InPlay((), (), ())
_NOT_KNOWN = InPlay(None, None, None)


def in_play(round: Round) -> tuple[int, ...] | None:
    """By seat, the sum of its points in play (`RoundFacts.in_play`)."""
    return made_in_play(round).fives


def made_in_play(round: Round) -> InPlay:
    """The points in play that the lays so far made; without those that went past an exact target.

    All are empty if the layout has nothing to count.
    """
    if not isinstance(round.table.layout, Crosswise):
        return _NOTHING_IN_PLAY
    told, seats = as_told(round), len(round.hands)
    if round.table.play.claims == "called":
        lays = [LayInPlay(seat, fives, 0) for seat, fives in points_in_play(told)]
    else:
        lays = lays_in_play(told)
    if any(lay.fives is None for lay in lays):
        return _NOT_KNOWN
    goal, past = round.start.goal, False
    if goal is not None and goal.out is not None:
        if goal.worth[1] and any(lay.threes is None for lay in lays):
            return _NOT_KNOWN
        refused = {each.lay for each in _refused(round, goal, lays)}
        past = len(lays) - 1 in refused and first_out(round) is not None
        lays = [lay for number, lay in enumerate(lays) if number not in refused]
    fives, from_ten, threes = [0] * seats, [0] * seats, [0] * seats
    for seat, five, three in lays:
        made = five or 0
        fives[seat] += made
        threes[seat] += three or 0
        if from_ten[seat] or made >= TO_GET_IN:
            from_ten[seat] += made
    known = all(lay.threes is not None for lay in lays)
    return InPlay(tuple(fives), tuple(from_ten), tuple(threes) if known else None, past)


def refused_in_play(round: Round) -> tuple[Refused, ...]:
    """The points in play that went past an exact target, as far as lays tell what they made."""
    goal = round.start.goal
    if goal is None or goal.out is None:
        return ()
    return tuple(_refused(round, goal, lays_in_play(as_told(round))))


def _refused(round: Round, goal: Goal, lays: Sequence[LayInPlay]) -> Iterator[Refused]:
    """What went past the target; the points for going out are one with those of the last lay."""
    table, missing = round.table, list(goal.points)
    out = first_out(round)
    for number, lay in enumerate(lays):
        side = table.side_of(lay.seat)
        points = goal.of(lay.fives or 0, lay.threes or 0)
        if number == len(lays) - 1 and lay.seat == out:
            points += goal.out or 0
        if points > missing[side]:
            yield Refused(number, lay.seat, points)
        else:
            missing[side] -= points


TO_GET_IN = 10
"""The first points in play that houses ask for."""


def reached_target(round: Round, goal: Goal) -> Seat | None:
    """The seat that laid last, if its side has now won the game with its points in play."""
    last = last_to_lay(round)
    if last is None:
        return None
    in_play = made_in_play(round)
    if not in_play.known(goal):
        return None
    made, from_ten = in_play.fives or (), in_play.from_ten or ()
    threes = in_play.threes or (0,) * len(made)
    side = round.table.side_of(last)
    points = sum(
        goal.of((made if goal.came_in[seat] else from_ten)[seat], threes[seat])
        for seat in round.table.sides[side]
    )
    return last if points >= goal.points[side] else None


def may_have_won(round: Round) -> bool:
    """Points in play may have won the game: that depends on how a misplaced tile lies."""
    goal = round.start.goal
    return goal is not None and not made_in_play(round).known(goal)


def _pips(round: Round) -> tuple[int, ...]:
    pips = tuple(known for known in pips_known(round) if known is not None)
    return pips if len(pips) == len(round.hands) else ()


def pips_known(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips left in hand: those of the tiles, else the recorded number, else None."""
    if round.report is not None:
        seats, pips = len(round.hands), round.report.pips or ()
        return pips if len(pips) == seats else (None,) * seats
    by_tiles = pips_by_tiles(round)
    if None not in by_tiles:
        return by_tiles
    both = zip(by_tiles, noted_pips(round), strict=True)
    return tuple(noted if held is None else held for held, noted in both)


def pips_by_tiles(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips on the tiles left; None if some of them are unseen."""
    return tuple(
        None if unseen else round.table.pips_left(seen) for seen, unseen in kept(hindsight(round))
    )


def noted_pips(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips left that were recorded without the tiles; None if none were."""
    pips: list[int | None] = [None] * len(round.hands)
    for event, _ in round.backwards():
        if isinstance(event, PipsNoted):
            both = zip(pips, event.pips, strict=True)
            pips = [before if noted is None else noted for before, noted in both]
    return tuple(pips)


def kept(round: Round) -> list[tuple[Tiles, int]]:
    """By seat, in hand and set aside: the tiles that were seen, and how many were not."""
    hands = [(seen_of(hand), count_unseen(hand)) for hand in round.hands]
    if round.table.cannot_play != "set-aside":
        return hands
    return [
        (seen | seen_of(aside), unseen + count_unseen(aside))
        for (seen, unseen), aside in zip(hands, round.set_aside, strict=True)
    ]


def leader_of(round: Round) -> Seat | None:
    """The seat that led; if the seats drew for the tile to lead, the one that laid it."""
    if not round.table.draws_for_lead:
        return round.deal.leader
    first = next((act for act in round.acts if isinstance(act, TileLaid)), None)
    return round.deal.leader if first is None else first.seat


def last_to_lay(round: Round) -> Seat | None:
    """The seat that laid the last tile, the lead included; None before the lead."""
    return next((act.seat for act, _ in round.backwards() if isinstance(act, TileLaid)), None)


def all_laid(round: Round) -> Seat | None:
    """The first seat that had laid all its tiles; None if every seat has kept some."""
    out = first_out(round)
    aside = round.table.cannot_play == "set-aside" and out is not None and round.set_aside[out]
    return None if aside else out


def first_out(round: Round) -> Seat | None:
    """The first seat that had no tile left in hand; None if every seat has some.

    Where a round lasts until a side is out, the seat with which a side was out.
    """
    if round.table.until_side_out:
        return _completed_side(round)
    empty = [seat for seat, hand in enumerate(round.hands) if not hand]
    if len(empty) < 2:
        return empty[0] if empty else None
    gone = TileLaid | TileSetAside
    last_lay = {act.seat: at for at, act in enumerate(round.acts) if isinstance(act, gone)}
    return min(empty, key=lambda seat: last_lay.get(seat, 0))


def _completed_side(round: Round) -> Seat | None:
    """The seat that was the last of its side to lay all tiles; None: each side has some left."""
    out = [side for side in round.table.sides if not any(round.hands[seat] for seat in side)]
    lays = (act.seat for act, _ in round.backwards() if isinstance(act, TileLaid))
    return next((seat for seat in lays if any(seat in side for side in out)), None)


def as_told(round: Round) -> Round:
    """The round with each misplaced tile as it lay, where later tiles tell that.

    A tile that fits is trusted. The lay of the misplaced tile then says what it left out: the
    half that stays open, or the end.
    """
    if round.regular:
        return round
    told = _Told(round.front)
    events = [told.event(event, before) for event, before in round.backwards()]
    return reduce(_again, reversed(events), as_dealt(round)) if told.anything else round


def _again(round: Round, event: RoundEvent) -> Round:
    """The round after the event, but for a turn end that let points go which were never made."""
    unasked = isinstance(event, TurnEnded) and event.inferred and event.seat != round.seat
    return round if unasked else evolve(round, event)


class _Told:
    """Goes through the events of a round, last first."""

    def __init__(self, last: Front) -> None:
        self.anything = False
        self._after = {_shown(ends) for ends in last.possible}
        """What the ends after the event may have shown, by all that follows."""

    def event(self, event: RoundEvent, before: Front) -> RoundEvent:
        """The event, or what it was."""
        if not isinstance(event, TileLaid) or not before.ends:
            return event
        meant = [
            meaning
            for meaning in meanings(before, event.placing, event.seat)
            if _shown(meaning.after(before, event.seat)) in self._after
        ]
        self._after = {_shown(meaning.possible) for meaning in meant}
        placings = {meaning.placing for meaning in meant}
        if len(placings) != 1 or placings == {event.placing}:
            return event
        self.anything = True
        ((tile, name, flipped, open, wild, bend),) = placings
        return laid(event.seat, tile, name, flipped, Way(open, wild, bend))


def _shown(ends: Ends) -> frozenset[tuple[EndName, Pip | OneOf]]:
    """What does not change until the next tile is laid."""
    return frozenset((end.name, end.pip) for end in ends)
