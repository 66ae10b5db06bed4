"""The facts of a round: the input of every score and payout."""

from typing import NamedTuple

from .events import Ended, RoundReported, Seat
from .hidden.inference import hindsight
from .hidden.pips_left import kept, pips_known
from .round.course import NO_COURSE, Course, all_laid, course_of, last_to_lay, leader_of
from .round.in_play import made_in_play
from .round.state import Round
from .tiles import bit, tiles_of


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
        tiles=tuple([seen.bit_count() + unseen for seen, unseen in kept(round)]),
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


def _pips(round: Round) -> tuple[int, ...]:
    pips = tuple([known for known in pips_known(round) if known is not None])
    return pips if len(pips) == len(round.hands) else ()
