"""From a record to events: what was done, with everything that could not follow marked.

The walk goes on after a fault, as sensibly as it can, because the commonest dispute is a game
that was not played by the rules. Whoever wants legal games alone looks at the violations.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.decide import outcome, take, upright
from domain.events import (
    DealVoid,
    EndName,
    Event,
    GameOpened,
    IrregularityNoted,
    RoundDealt,
    RoundEvent,
    Seat,
    TurnPassed,
    drew,
    laid,
    passed,
)
from domain.faults import Code, Fault, act_fault, deal_faults, duty, must_pass
from domain.game import Game, evolve_game, next_lead, open_game
from domain.layout import Front, extend
from domain.legal import ending, legal_moves
from domain.round import Act, Round, evolve
from domain.rules import RuleSet, Stake
from domain.tiles import NAMES, Tile, bit, names_of, tile_set, tiles_of

from .record import Move, Record, RecordedRound, Unreadable


class Violation(NamedTuple):
    """A fault and its place: indices into the record's own lists, None where they do not apply."""

    round: int | None
    move: int | None
    code: Code
    message: str


@dataclass(slots=True)
class Transcript:
    """A record read as events."""

    record: Record
    rules: RuleSet
    game: Game | None
    """The game after all events; None where the rules do not seat so many."""
    events: list[Event] = field(default_factory=list)
    times: dict[int, datetime] = field(default_factory=dict)
    """By index into the events, when it happened, where the record says so."""
    violations: list[Violation] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    """By round of the record, its place in the game; None where its deal could not be read."""
    recordable: bool = True
    """False where something cannot be an event at all, such as an act of a seat not there."""


def transcribe(
    record: Record,
    rules: RuleSet,
    players: tuple[UUID, ...],
    first_leader: Seat | None = None,
) -> Transcript:
    """Read the whole record under these rules; ``players`` are the ids of its players.

    ``first_leader`` is the seat that leads by the result of the game before, where that is known.
    Raises Unreadable where the record leaves out a hand.
    """
    opened = _opening(record, rules, players)
    if len(record.players) not in rules.play.hand:
        allowed = ", ".join(map(str, sorted(rules.play.hand)))
        message = f"{len(record.players)} players where {rules.id} seats {allowed}"
        refused = Violation(None, None, "bad-seats", message)
        return Transcript(record, rules, None, violations=[refused], recordable=False)
    scribe = _Scribe(Transcript(record, rules, None, [opened]), open_game(opened))
    scribe.seating()
    for number, recorded in enumerate(record.rounds):
        scribe.round(number, recorded, first_leader)
    scribe.transcript.game = scribe.game
    return scribe.transcript


def _opening(record: Record, rules: RuleSet, players: tuple[UUID, ...]) -> GameOpened:
    return GameOpened(
        record=record.id,
        rules=rules,
        players=players,
        stake=record.stake or Stake(),
        teams=None if record.teams is None else tuple(map(tuple, record.teams)),
        source=record.source,
        started_at=record.started_at,
        after=record.after,
    )


class _Scribe:
    """Writes one transcript, act by act."""

    def __init__(self, transcript: Transcript, game: Game) -> None:
        self.transcript = transcript
        self.game = game
        self.number: int | None = None

    def seating(self) -> None:
        """Check who sits where, before the first deal."""
        record, table = self.transcript.record, self.game.table
        if len(set(record.players)) < len(record.players):
            self._fault("bad-seats", "one player sits at two seats")
        partners = table.play.partners
        sides = sorted(map(sorted, table.sides)) if partners else []
        if record.teams is not None and sorted(map(sorted, record.teams)) != sides:
            seated = sides or "no teams"
            self._fault("bad-seats", f"teams {record.teams} where these rules have {seated}")

    def round(self, number: int, recorded: RecordedRound, first_leader: Seat | None) -> None:
        """Write one deal, what was done with it, and what came of it."""
        self._before_the_deal(number)
        self.number = number
        hands = _hands(number, recorded)
        boneyard = None if recorded.boneyard is None else tuple(recorded.boneyard)
        faults = deal_faults(self.game.table, hands, boneyard)
        if self._game_is_over():
            faults.insert(0, Fault("game-over", "a round is dealt though the game is over"))
        if len(hands) != self.game.table.seats:
            self._violate(None, faults)
            self.transcript.recordable = False
            self.transcript.places.append(None)
            return
        self.transcript.places.append(len(self.game.rounds))
        expected = self._leaders(hands, first_leader)
        leader = self._leader(recorded, expected)
        self._add(RoundDealt(hands=hands, boneyard=boneyard, leader=leader))
        for fault in faults + _leader_faults(recorded, expected):
            self._fault(*fault)
        if not expected and not recorded.moves and recorded.ended is None:
            self._add(DealVoid())
            return
        self._play(recorded)
        if not self.game.over:
            for event in outcome(self.game):
                self._add(event)

    def _before_the_deal(self, number: int) -> None:
        """Note where the round before was simply left, with somebody still to move."""
        before = self.game.current
        if before is None or before.ended is not None:
            return
        recorded = self.transcript.record.rounds[number - 1]
        if recorded.ended is None:
            message = f"the next round is dealt, but seat {before.seat} {duty(before)}"
            self._fault("round-not-over", message, len(recorded.moves))

    def _game_is_over(self) -> bool:
        one_round = self.game.opened.rules.score.target is None
        played = any(round.ended != "void" for round in self.game.rounds)
        return self.game.over or (one_round and played)

    def _leaders(
        self, hands: tuple[tuple[Tile, ...], ...], first_leader: Seat | None
    ) -> frozenset[Seat]:
        seats = next_lead(self.game, tuple(map(tile_set, hands))).seats
        if self.game.current is None and first_leader in seats:
            return frozenset({first_leader})
        return seats

    def _leader(self, recorded: RecordedRound, expected: frozenset[Seat]) -> Seat | None:
        """The seat to go on with: the record's own, where that is a seat at all."""
        if recorded.leader in range(self.game.table.seats):
            return recorded.leader
        if recorded.leader is not None or recorded.moves:
            self.transcript.recordable = False
        return min(expected) if expected else None

    def _play(self, recorded: RecordedRound) -> None:
        assert self.game.current is not None
        hand = _RoundScribe(self.game.current)
        for move in recorded.moves:
            hand.act(move)
        hand.end(recorded)
        transcript = self.transcript
        offset = len(transcript.events)
        transcript.times |= {offset + at: time for at, time in hand.times.items()}
        transcript.events += hand.events
        transcript.violations += (Violation(self.number, *fault) for fault in hand.faults)
        transcript.recordable &= hand.recordable
        self.game = self.game._replace(current=hand.round)

    def _add(self, event: Event) -> None:
        self.transcript.events.append(event)
        self.game = evolve_game(self.game, event)

    def _violate(self, move: int | None, faults: Iterable[Fault]) -> None:
        self.transcript.violations += (Violation(self.number, move, *fault) for fault in faults)

    def _fault(self, code: Code, message: str, move: int | None = None) -> None:
        self._violate(move, [Fault(code, message)])
        self._add(IrregularityNoted(code=code, message=message))


_NO_MATTER_WHERE = frozenset({"round-over", "tile-twice", "not-held"})
"""What is wrong with a lay-down at whatever end it was meant for."""


class _RoundScribe:
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


def _hands(number: int, recorded: RecordedRound) -> tuple[tuple[Tile, ...], ...]:
    hands = []
    for seat, hand in enumerate(recorded.hands):
        if hand is None:
            raise Unreadable(
                f"rounds[{number}].hands[{seat}]: a hand nobody saw; every hand is needed"
            )
        hands.append(tuple(hand))
    return tuple(hands)


def _named(left: list[list[Tile] | None] | None) -> list[list[str] | None]:
    return [None if hand is None else [NAMES[tile] for tile in hand] for hand in left or ()]


def _leader_faults(recorded: RecordedRound, expected: frozenset[Seat]) -> list[Fault]:
    nobody_leads = recorded.leader is None and not recorded.moves
    if recorded.leader in expected or (nobody_leads and not expected):
        return []
    seats = " or ".join(map(str, sorted(expected)))
    rule = f"it is for seat {seats}" if seats else "the deal is void: nobody holds the lead"
    said = "nobody is" if recorded.leader is None else f"seat {recorded.leader} is"
    return [Fault("wrong-leader", f"{said} to lead, but {rule}")]


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
