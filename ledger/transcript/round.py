"""One round as events, act by act, with each fault where it occurs."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...domain.events import (
    NO_WAY,
    Act,
    Closing,
    EndName,
    IrregularityNoted,
    PipsNoted,
    RoundBlocked,
    RoundEvent,
    RoundWon,
    Seat,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TilesShown,
    TurnEnded,
    TurnPassed,
    Way,
    drew,
    is_inferred,
    laid,
)
from ...domain.faults.act import (
    act_fault,
    could_play,
    may_be_stepped_over,
    not_over,
    wrong_tiles_left,
)
from ...domain.faults.codes import Fault, Params
from ...domain.game.decide import block_called, without_call
from ...domain.hidden.doubts import (
    Doubt,
    Question,
    no_possible_deal,
    question_of,
    question_of_block,
)
from ...domain.hidden.inference import Whereabouts
from ...domain.hidden.pips_left import pips_fault
from ...domain.layout.ends import fitting, outer_half, ways
from ...domain.layout.front import Front, end_of_lead, leads_of
from ...domain.layout.line import LEFT, RIGHT
from ...domain.round import legal
from ...domain.round.calls import may_follow_lay, not_called, owes_call
from ...domain.round.course import first_out
from ...domain.round.in_play import may_have_won
from ...domain.round.state import Round, evolve, leads_unseen
from ...domain.rules.layouts import Bent
from ...domain.tiles import NAMES, UNSEEN, Tile, bit, tiles_of
from .given import GivenAct, GivenRound

_AT_ANY_END = frozenset({"round-over", "tile-twice", "not-held", "not-in-the-set"})
"""Faults of a lay that do not depend on the end."""


class RoundScribe:
    """Writes the acts of one round.

    ``given`` is the whole round, if available: later acts can decide how it ended. ``known``
    says where the unseen tiles are after all moves; without it an act that may be legal counts as
    legal.
    """

    def __init__(
        self,
        round: Round,
        given: GivenRound | None = None,
        known: Whereabouts | None = None,
        shown: Iterable[TilesShown] = (),
    ) -> None:
        self.round = round
        self.faults: list[tuple[int | None, Fault]] = []
        """Each with the index of its move."""
        self.doubts: list[Doubt] = []
        self.recordable = True
        self._given = given or GivenRound()
        self._known = known
        self._shown = {event.seat: event for event in shown}
        self._moves = 0
        self._done = 0
        """Moves that became acts."""
        acts = enumerate((each.act for each in self._given.acts), 1)
        self._last_act = max((at for at, act in acts if not isinstance(act, TurnPassed)), default=0)
        """The number of moves up to the last one that is no pass."""

    def write(self) -> None:
        for each in self._given.acts:
            self.act(each)
        self._end()

    def act(self, given: GivenAct) -> None:
        """Write one act with the passes it implies, and their faults."""
        number, self._moves = self._moves, self._moves + 1
        act, seat = given.act, given.act.seat
        if not 0 <= seat < self.round.table.seats:
            self._note(number, [Fault("wrong-turn", {"no_seat": seat})])
            self.recordable = False
            return
        if self._ended_already(act):
            self._evolve(TurnEnded(seat=seat))
            self._done += 1
            return
        faults = [] if may_follow_lay(self.round, act) else self._end_turn_of_layer()
        round = self.round
        leads = isinstance(act, TileLaid | TileRuledOut) and leads_unseen(round) == seat
        if seat != round.seat and not act.KIND.by_any and not leads:
            faults += self._step_over(number, seat)
            round = replace(self.round, seat=seat)
        act, fault = act_in(round, given)
        if fault is None and legal.is_legal(round, act):
            faults += self._check_unseen(round, act, number)
            self.round = legal.advance_legal(round, act)
        else:
            self._evolve(act)
            found = gravest_fault(round, act, fault)
            # Of a seat that was not in turn, what it drew is no second fault.
            only_draws = faults and found.code == "nothing-to-draw"
            after_block = round.ended == "blocked" and isinstance(act, TurnPassed)
            if not after_block and not only_draws:
                faults.append(found)
        self._done += 1
        self._note(number, faults)
        unsure = self.round.start.unseen or self.round.front.unsure
        if (faults or unsure) and self.round.ended is None:
            self._close(legal.ending(self.round) or self._possible_end())
            if self._moves >= self._last_act:
                self._call_block()

    def _ended_already(self, act: Act) -> bool:
        """The seat ended its turn, and it had ended, as is known now: no further tile fitted."""
        if self._known is None or not isinstance(act, TurnEnded) or self.round.seat == act.seat:
            return False
        last = next((event for event, _ in self.round.backwards() if isinstance(event, Act)), None)
        return isinstance(last, TileLaid) and last.seat == act.seat

    def _check_unseen(self, round: Round, act: Act, number: int) -> list[Fault]:
        """The fault of an act that may be legal; adds a doubt if it depends on the deal."""
        if not round.start.unseen or self._known is None:
            return []
        return self._answer(question_of(round, act, self._done), number)

    def _answer(self, question: Question | None, number: int | None) -> list[Fault]:
        if question is None or self._known is None:
            return []
        held = self._known.held(question.absent)
        if held:
            return [question.fault]
        if held is None:
            self.doubts.append(Doubt(number, question.fault.code, question.needs, question))
        return []

    def _end(self) -> None:
        """Compare the end of the round with the given one."""
        if self._given.ended is not None:
            self._note(None, self._end_turn_of_layer())
        fault = self._call_block()
        ended, given = self.round.ended, self._given.ended
        question = self._block_question() if ended is None else None
        if ended is None and given is not None:
            over = not_over(self.round, given) if question is None else question.fault
            self._note(self._moves, [fault or over], given)
            self._close(legal.recorded_ending(self.round, given))
        elif ended != given:
            params = {"said": given, "ended": ended} if given else {"ended": ended}
            self._note(None, [Fault("wrong-ending", params)], given)
        elif question and self._known and self._known.held(question.absent) is None:
            self.doubts.append(Doubt(None, "wrong-ending", question.needs))  # It may be blocked.
        self._compare_left(self._given.left)
        self._note_pips(self._given.pips)
        if self._known is not None:
            impossible = no_possible_deal(self._known, self.doubts)
            self._note(None, [] if impossible is None else [impossible])

    def _compare_left(self, left: Sequence[Sequence[Tile] | None]) -> None:
        """Write the tiles shown at the end, or their faults."""
        faults = []
        for seat, (hand, tiles) in enumerate(zip(self.round.hands, left, strict=False)):
            if seat in self._shown:
                self._evolve(self._shown[seat])
                continue
            if tiles is None or sorted(tiles) == list(tiles_of(hand)):
                continue
            if legal.may_show(self.round, seat, tiles):
                self._evolve(TilesShown(seat=seat, tiles=tuple(sorted(tiles))))
                continue
            faults.append(wrong_tiles_left(self.round, seat, tiles))
        names = [None if hand is None else [NAMES[tile] for tile in hand] for hand in left]
        self._note(None, faults, names)

    def _note_pips(self, pips: Sequence[int | None]) -> None:
        """Write the pips noted at the end, and their fault."""
        if all(noted is None for noted in pips):
            return
        fault = pips_fault(self.round, pips)
        if self.round.ended is None:
            fault = Fault("wrong-pips-left", {"running": True})
        self._evolve(PipsNoted(pips=tuple(pips)))
        self._note(None, [] if fault is None else [fault])

    def _end_turn_of_layer(self) -> list[Fault]:
        """Write that no call was made, as more follows; returns the fault if the seat owes it."""
        round = self.round
        if not owes_call(round):
            self.round = without_call(round)
            return []
        stop = TurnEnded(seat=round.seat, inferred=True)
        if legal.is_legal(round, stop):  # Nothing is left that it could draw.
            self.round = legal.advance_legal(round, stop)
            return []
        self._evolve(stop)
        self._close(legal.ending(self.round))
        return [not_called(round)]

    def _step_over(self, number: int, seat: Seat) -> list[Fault]:
        """Write inferred passes of the seats in between; it is a fault if one of them could act."""
        round = self.round
        if round.ended is not None:
            return []
        if not round.front.ends:
            moves = legal.legal_moves(round)
            draws = moves and not any(isinstance(move, TileLaid) for move in moves)
            due = "turn" if draws else "to_lead"
            return [Fault("wrong-turn", {"seat": seat, due: round.seat})]
        faults = []
        while round.seat != seat:
            passing = legal.inferred_end_of_turn(round)
            if may_be_stepped_over(round):
                faults += self._check_unseen(round, passing, number)
            else:
                faults.append(could_play(round, passing))
            self._evolve(passing)
            round = self.round
        return faults

    def _note(self, move: int | None, faults: list[Fault], *recorded: object) -> None:
        """Write the faults; ``recorded``: the field of the record they are about, if any."""
        field = json.dumps(*recorded) if recorded else None
        for fault in faults:
            self.faults.append((move, fault))
            self._evolve(IrregularityNoted(code=fault.code, params=fault.params, recorded=field))

    def _close(self, closing: Closing | None) -> None:
        if closing is not None:
            self._evolve(closing)

    def _possible_end(self) -> Closing | None:
        """The end, if the record has a target reached, or if every possible deal is blocked."""
        closing = legal.recorded_ending(self.round, self._given.ended)
        if isinstance(closing, TargetReached) and self._moves >= self._last_act:
            return closing if may_have_won(self.round) else None
        question = self._block_question()
        if question is None or self._known is None or self.round.front.unsure:
            return None
        blocked = self._known.held(question.absent) is False
        return legal.end_of_blocked(self.round) if blocked else None

    def _call_block(self) -> Fault | None:
        """End the round if it was called blocked; the fault if a seat could play."""
        round, said = self.round, self._given.ended
        closing = None if round.ended else legal.recorded_ending(round, said)
        over = _may_be_out(round)
        if said is None or over or not isinstance(closing, RoundBlocked | RoundWon):
            return None
        called, against = block_called(round, self._done, self._known, said)
        if isinstance(against, Fault):
            return against
        if called is not round and self._moves < len(self._given.acts):
            return None  # What may be left unsaid follows all that was said.
        self.round = called
        if against is not None:
            self._answer(against, len(self._given.acts))
            self._close(closing)
        return None

    def _block_question(self) -> Question | None:
        round = self.round
        known = not (round.start.unseen or round.front.unsure)
        if known or _may_be_out(round):
            return None
        return question_of_block(round, self._done, self._given.ended or "broken off")

    def _evolve(self, event: RoundEvent) -> None:
        self.round = evolve(self.round, event)


def _may_be_out(round: Round) -> bool:
    """A seat is out, or its side, which ended the round."""
    return first_out(round) is not None and not round.table.play.play_on


def gravest_fault(round: Round, act: Act, end_fault: Fault | None) -> Fault:
    """The gravest fault of an act; ``end_fault`` is that of its end as recorded (`act_in`)."""
    fault = act_fault(round, act)
    return fault if end_fault is None or fault.code in _AT_ANY_END else end_fault


def times_of(
    events: tuple[RoundEvent, ...], given: Sequence[GivenAct], seats: int
) -> dict[int, str]:
    """By index into the events of a round, the time, if one is given."""
    times = [each.at for each in given if 0 <= each.act.seat < seats]
    if not any(times):
        return {}
    acts = (
        at for at, event in enumerate(events) if isinstance(event, Act) and not is_inferred(event)
    )
    return {at: time for at, time in zip(acts, times, strict=True) if time is not None}


def act_in(round: Round, given: GivenAct) -> tuple[Act, Fault | None]:
    """The given act with all that follows from the round, and the fault of its end as given."""
    match given.act:
        case TileDrawn() as draw:
            return drew(draw.seat, _drawn(round, draw.tile)), None
        case TileLaid() as lay:
            return _lay_in(round, lay, given.pip)
        case TileRuledOut(seat=seat, tile=tile) as tried:
            lay, fault = _lay_in(round, replace(tried.lay, end=tried.end or None), given.pip)
            return TileRuledOut(seat=seat, tile=tile, end=lay.end or "", bend=lay.bend), fault
        case act:
            return act, None


def _lay_in(round: Round, lay: TileLaid, pip: int | None) -> tuple[TileLaid, Fault | None]:
    seat, tile, front = lay.seat, lay.tile, round.front
    end, fault = lay.end, None
    if end is None and (front.ends or pip is not None):
        end, fault = _end_in(front, seat, tile, pip)
    elif end is None:
        end = end_of_lead(round.table, seat)
    flipped = lay.flipped and not front.ends  # Only a lead can lie either way.
    return laid(seat, tile, end, flipped, _way(round, lay, end)), fault


def _way(round: Round, lay: TileLaid, end: EndName | None) -> Way:
    """How the tile lies. If the move does not say, and only one way is possible, it is that way."""
    given, front, tile = lay.way, round.front, lay.tile
    if given == NO_WAY and front.matching.fixes_way and not isinstance(front.layout, Bent):
        return NO_WAY
    if not front.ends:
        of_the_set = bit(tile) & round.start.tiles
        leads = leads_of(round.table, lay.seat, of_the_set, round.start.lead)
        return leads[0].way if leads and given == NO_WAY else given
    for served in front.open_to[lay.seat]:
        if served.name == end and bit(tile) & fitting(front.matching, served):
            may = ways(front.matching, served, tile)
            lies = outer_half(front.matching, served, (tile, end, False, *NO_WAY))
            if len(may) == 1 and given in {NO_WAY, Way(open=lies)}:
                return may[0]
    return given


def _drawn(round: Round, tile: Tile) -> Tile:
    """The tile drawn; an unseen tile from a boneyard of known order is the next tile."""
    known = tile == UNSEEN and round.boneyard_is_ordered and round.boneyard
    return round.boneyard[0] if known else tile


def _end_in(
    front: Front, seat: Seat, tile: Tile, pip: int | None
) -> tuple[EndName | None, Fault | None]:
    """The name of the end of this number of pips, or of any, and the fault if it is not clear.

    After a misplaced tile an end that surely is meant goes before one that only may be: a writer
    who saw two would have named one.
    """
    found = [
        [
            end
            for end in ends
            if (bit(tile) & fitting(front.matching, end) if pip is None else pip in end.pips)
        ]
        for ends in front.opened(seat)
    ]
    meant = [ends for ends in found if len({end[1:] for end in ends}) == 1]
    names = tuple(dict.fromkeys(end.name for ends in meant or found for end in ends))
    if not names:
        if pip is None:
            return None, Fault("does-not-fit", {"tile": NAMES[tile]})
        return str(pip), Fault("no-such-end", {"tile": NAMES[tile], "pip": pip})
    if meant:  # Who laid it could see which of these ends it fits, or by which pips to call it.
        common = set.intersection(*({end.name for end in ends} for ends in meant))
        by_pips = None if pip is None else str(pip)
        return next((name for name in names if name in common), by_pips), None
    named: Params = {} if {*names} <= {LEFT, RIGHT} else {"open_ends": names}
    return None, Fault("ambiguous-end", {"tile": NAMES[tile], **named})
