"""One round of a record, act by act, as events: with what could not follow noted at its place."""

import json
from dataclasses import replace
from datetime import datetime

from domain.decide import is_legal, take
from domain.events import (
    EndName,
    IrregularityNoted,
    RoundEvent,
    Seat,
    TurnLost,
    TurnPassed,
    drew,
    laid,
    passed,
)
from domain.faults import Code, Fault, act_fault, duty, must_pass
from domain.layout import Front, extend
from domain.legal import ending
from domain.round import Act, Round, evolve
from domain.tiles import NAMES, Tile, bit, names_of, tiles_of

from .record import Move, RecordedRound

_NO_MATTER_WHERE = frozenset({"round-over", "tile-twice", "not-held"})
"""What is wrong with a lay-down at whatever end it was meant for."""


class RoundScribe:
    """Writes the acts of one round."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.faults: list[tuple[int | None, Code, str]] = []
        self.recordable = True
        self._moves = 0
        self._passed_after_block: set[Seat] = set()

    def act(self, move: Move) -> None:
        """Write one act, the passes it steps over, and what is wrong with them."""
        number, self._moves = self._moves, self._moves + 1
        round = self.round
        faults: list[Fault] = []
        if move.seat != round.seat:
            if not 0 <= move.seat < round.table.seats:
                self._note(number, [Fault("wrong-turn", f"there is no seat {move.seat}")])
                self.recordable = False
                return
            faults = self._step_over(move.seat)
            round = replace(self.round, seat=move.seat)
        act, fault = _act_in(round, move)
        if fault is None and is_legal(round, act):
            self.round = take(round, act)
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

    def _evolve(self, event: RoundEvent) -> None:
        self.round = evolve(self.round, event)


def times_of(
    events: tuple[RoundEvent, ...], recorded: RecordedRound, seats: int
) -> dict[int, datetime]:
    """By index into the events of a round, when it happened, where the record says so."""
    moves = [move for move in recorded.moves if 0 <= move.seat < seats]
    if all(move.t is None for move in moves):
        return {}
    acts = (
        at
        for at, event in enumerate(events)
        if isinstance(event, Act) and not (isinstance(event, TurnPassed) and event.inferred)
    )
    return {at: move.t for at, move in zip(acts, moves, strict=True) if move.t is not None}


def _named(left: list[list[Tile] | None] | None) -> list[list[str] | None]:
    return [None if hand is None else [NAMES[tile] for tile in hand] for hand in left or ()]


def _act_in(round: Round, move: Move) -> tuple[Act, Fault | None]:
    """The act a move of the record stands for, and what is wrong with how it is written."""
    seat = move.seat
    if move.lost is not None:
        return TurnLost(seat=seat, cause=move.lost), None
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
