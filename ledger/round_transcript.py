"""One round of a record, act by act, as events: with what could not follow noted at its place."""

import json
from dataclasses import replace
from datetime import datetime

from domain.decide import take, upright
from domain.events import (
    EndName,
    Event,
    IrregularityNoted,
    RoundEvent,
    Seat,
    TurnPassed,
    drew,
    laid,
    passed,
)
from domain.faults import Code, Fault, act_fault, duty, must_pass
from domain.layout import Front, extend
from domain.legal import ending, legal_moves
from domain.round import Act, Round, evolve
from domain.tiles import NAMES, Tile, bit, names_of, tiles_of

from .record import Move, RecordedRound

_NO_MATTER_WHERE = frozenset({"round-over", "tile-twice", "not-held"})
"""What is wrong with a lay-down at whatever end it was meant for."""


class RoundScribe:
    """Writes the acts of one round."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.events: list[Event] = []
        self.times: dict[int, datetime] = {}
        self.faults: list[tuple[int | None, Code, str]] = []
        self.recordable = True
        self._moves = 0
        self._passed_after_block: set[Seat] = set()

    def act(self, move: Move) -> None:
        """Write one act, the passes it steps over, and what is wrong with them."""
        number, self._moves = self._moves, self._moves + 1
        if not 0 <= move.seat < self.round.table.seats:
            self._note(number, [Fault("wrong-turn", f"there is no seat {move.seat}")])
            self.recordable = False
            return
        faults = self._step_over(move.seat) if move.seat != self.round.seat else []
        round = self.round
        if round.seat != move.seat:
            round = replace(round, seat=move.seat)
        if move.t is not None:
            self.times[len(self.events)] = move.t
        act, fault = _act_in(round, move)
        if fault is None and upright(act) in legal_moves(round):
            self._go_on(take(round, act))
            self._note(number, faults)
            return
        self._evolve(act)
        if not self._passes_after_block(act):
            graver = act_fault(round, act)
            faults.append(graver if fault is None or graver.code in _NO_MATTER_WHERE else fault)
        self._note(number, faults)
        self._close()

    def end(self, recorded: RecordedRound) -> None:
        """Compare the end of the round with what the record says of it."""
        ended, said = self.round.ended, recorded.ended
        if ended is None and said is not None:
            message = f"said to be {said}, but seat {self.round.seat} {duty(self.round)}"
            self._note(self._moves, [Fault("round-not-over", message)], said)
        elif ended != said:
            message = f"said to be {said or 'broken off'}, but it ended {ended}"
            self._note(None, [Fault("wrong-ending", message)], said)
        faults = [
            Fault("wrong-tiles-left", f"seat {seat} holds {', '.join(names_of(hand)) or 'nothing'}")
            for seat, (hand, left) in enumerate(
                zip(self.round.hands, recorded.left or (), strict=False)
            )
            if left is not None and sorted(left) != list(tiles_of(hand))
        ]
        self._note(None, faults, _named(recorded.left))

    def _step_over(self, seat: Seat) -> list[Fault]:
        """Record the seats between as having passed; one that could act was skipped."""
        round = self.round
        if round.ended is not None:
            return []
        if not round.front.ends:
            return [
                Fault("wrong-turn", f"seat {seat} acts, but it is for seat {round.seat} to lead")
            ]
        faults = []
        while round.seat != seat:
            if not must_pass(round):
                message = f"seat {round.seat} is stepped over though it {duty(round)}"
                faults.append(Fault("skipped-though-able", message))
            self._evolve(passed(round.seat, inferred=True))
            round = self.round
        return faults

    def _passes_after_block(self, act: Act) -> bool:
        """Passes after a block may be written, one a seat."""
        if self.round.ended != "blocked" or not isinstance(act, TurnPassed):
            return False
        first = act.seat not in self._passed_after_block
        self._passed_after_block.add(act.seat)
        return first

    def _note(self, move: int | None, faults: list[Fault], *recorded: object) -> None:
        for code, message in faults:
            self.faults.append((move, code, message))
            said = json.dumps(*recorded) if recorded else None
            self._evolve(IrregularityNoted(code=code, message=message, recorded=said))

    def _close(self) -> None:
        closing = None if self.round.ended else ending(self.round)
        if closing is not None:
            self._evolve(closing)

    def _go_on(self, after: Round) -> None:
        """Take over a round that is one act further, and what that act brought about."""
        assert after.past is not None
        event, before = after.past
        if before is not None and before is not self.round.past:
            self.events.append(before[0])
        self.events.append(event)
        self.round = after

    def _evolve(self, event: RoundEvent) -> None:
        self.events.append(event)
        self.round = evolve(self.round, event)


def _named(left: list[list[Tile] | None] | None) -> list[list[str] | None]:
    return [None if hand is None else [NAMES[tile] for tile in hand] for hand in left or ()]


def _act_in(round: Round, move: Move) -> tuple[Act, Fault | None]:
    """The act a move of the record stands for, and what is wrong with how it is written."""
    seat = move.seat
    if move.lay is None:
        return (passed(seat) if move.draw is None else drew(seat, move.draw)), None
    flipped = move.flipped and not round.front.ends  # Only a lead can lie either way.
    if isinstance(move.at, str):
        return laid(seat, move.lay, move.at, flipped), None
    if not round.front.ends and move.at is None:
        return laid(seat, move.lay, None, flipped), None
    end, fault = _end_in(round, move.lay, move.at)
    return laid(seat, move.lay, end, flipped), fault


def _end_in(round: Round, tile: Tile, at: int | None) -> tuple[EndName | None, Fault | None]:
    """The name of the end meant by a number of pips, or by nothing said at all."""
    front = round.front
    fitting = [end for end in front.ends if bit(tile) & front.fits[end.pip]]
    meant = fitting if at is None else [end for end in front.ends if end.pip == at]
    if not meant:
        where = "at any open end" if at is None else f"at {at}, which no open end shows"
        code: Code = "does-not-fit" if at is None else "no-such-end"
        return None if at is None else str(at), Fault(code, f"{NAMES[tile]} cannot lie {where}")
    left_open = {_pips(extend(front, tile, end.name, False)) for end in meant}
    if len(left_open) > 1:
        return None, Fault("ambiguous-end", f"{NAMES[tile]} fits at both ends: which?")
    return meant[0].name, None


def _pips(front: Front) -> tuple[int, ...]:
    return tuple(sorted(end.pip for end in front.ends))
