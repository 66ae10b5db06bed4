"""From a record to events, with a violation noted for everything that could not follow.

The reading goes on after a fault, because the commonest dispute is a game that was not played by
the rules. Callers that want only legal games look at the violations.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from typing import NamedTuple
from uuid import UUID

from domain.disputes.events import DeskEvent
from domain.events import (
    DealVoid,
    Event,
    IrregularityNoted,
    RoundDealt,
    Seat,
)
from domain.faults.act import duty
from domain.faults.codes import NO_PARAMS, Code, Fault, Params, frozen
from domain.faults.deal import deal_faults
from domain.game.decide import outcome
from domain.game.next_lead import leader_after, next_lead
from domain.game.state import Game, evolve_game, open_game
from domain.hidden.doubts import Doubt
from domain.round.state import evolve
from domain.rules.rule_set import RuleSet
from domain.rules.table import Table
from domain.tiles import UNSEEN, Tile, tile_set

from ..records.format import Record, RecordedRound
from .dispute_log import NOTHING_SAID, Desk
from .hidden_tiles import LookedBack, doubt_of_leader, has_unseen, leaders, look_back
from .opening import opening_of
from .round import RoundScribe, times_of


class Violation(NamedTuple):
    """A fault and its place: indices into the record's own lists, None where they do not apply."""

    round: int | None
    move: int | None
    code: Code
    params: Params = NO_PARAMS

    @property
    def fault(self) -> Fault:
        """Without its place."""
        return Fault(self.code, self.params)


class Unchecked(NamedTuple):
    """What cannot be checked because it depends on unseen tiles; its place as of a violation.

    The code is that of the violation it would be.
    """

    round: int | None
    move: int | None
    code: Code
    params: Params
    """What would settle it, as of a `Doubt`."""


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
    unchecked: list[Unchecked] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    """By round of the record, its place in the game; None where its deal could not be read."""
    recordable: bool = True
    """False where something cannot be an event at all, such as an act of a seat not there."""


def transcribe(
    record: Record,
    rules: RuleSet,
    players: tuple[UUID, ...],
    first_leader: Seat | None = None,
    desk: Desk = NOTHING_SAID,
) -> Transcript:
    """Read the whole record under these rules; ``players`` are the ids of its players.

    ``first_leader`` leads by the result of the game before; ``desk`` is what was said meanwhile.
    """
    opened = opening_of(record, rules, players)
    if len(record.players) not in rules.play.hand:
        refused = Violation(
            None,
            None,
            "bad-seats",
            {
                "players": len(record.players),
                "rules": rules.id,
                "allowed": tuple(sorted(rules.play.hand)),
            },
        )
        return Transcript(record, rules, None, violations=[refused], recordable=False)
    scribe = _Scribe(Transcript(record, rules, None, [opened]), open_game(opened))
    scribe.seating()
    for number, recorded in enumerate(record.rounds):
        scribe.hear(desk.get(number, ()))
        scribe.round(number, recorded, first_leader)
    scribe.hear(desk.get(len(record.rounds), ()))
    scribe.left()
    scribe.transcript.game = scribe.game
    return scribe.transcript


class _Scribe:
    """Writes one transcript, act by act."""

    def __init__(self, transcript: Transcript, game: Game) -> None:
        self.transcript = transcript
        self.game = game
        self.number: int | None = None

    def seating(self) -> None:
        """Check seats and teams, before the first deal."""
        record, table = self.transcript.record, self.game.table
        if len(set(record.players)) < len(record.players):
            self._fault(Fault("bad-seats"))
        partners = table.play.partners
        sides = sorted(map(sorted, table.sides)) if partners else []
        if record.teams is not None and sorted(map(sorted, record.teams)) != sides:
            teams = {"teams": frozen(record.teams), "sides": frozen(sides)}
            self._fault(Fault("bad-seats", teams))

    def round(self, number: int, recorded: RecordedRound, first_leader: Seat | None) -> None:
        """Write one deal, what was done with it, and what came of it."""
        self._before_the_deal(number)
        self.number = number
        hands = _hands(recorded, self.game.table)
        boneyard = None if recorded.boneyard is None else tuple(recorded.boneyard)
        faults = deal_faults(self.game.table, hands, boneyard)
        if self._game_is_over():
            faults.insert(0, Fault("game-over", {"done": "dealt"}))
        if len(hands) != self.game.table.seats:
            self._violate(None, faults)
            self.transcript.recordable = False
            self.transcript.places.append(None)
            return
        self.transcript.places.append(len(self.game.rounds))
        dealt = RoundDealt(hands=hands, boneyard=boneyard)
        looked = self._look_back(dealt, recorded)
        known = hands if looked is None else looked.dealt.deal.hands
        expected = self._leaders(known, first_leader)
        leader = self._leader(recorded, expected)
        self._add(replace(dealt, leader=leader))
        is_void, said = _on_the_lead(recorded, expected, looked)
        said = said or self._leader_by_result()
        self._say([*faults, *said])
        if is_void:
            self._add(DealVoid())
            return
        self._play(recorded, None if looked is None else looked.led_by(leader))
        if self.game.won is None:
            for event in outcome(self.game):
                self._add(event)

    def _look_back(self, dealt: RoundDealt, recorded: RecordedRound) -> LookedBack | None:
        """What the whole record proves about a deal with unseen tiles."""
        if not has_unseen(dealt, recorded):
            return None
        seated = recorded.leader in range(self.game.table.seats)
        dealt = replace(dealt, leader=recorded.leader if seated else 0)
        round = evolve_game(self.game, dealt).current
        assert round is not None
        return look_back(round, recorded)

    def hear(self, said: Iterable[DeskEvent]) -> None:
        """Apply the events of the desk, which are no part of the record."""
        for event in said:
            self.game = evolve_game(self.game, event)
        if said and not self.game.over and self.game.running is None:
            for won in outcome(self.game):
                self._add(won)

    def left(self) -> None:
        """Write that the game was broken off, or given up, where the record says so."""
        left, self.number = self.transcript.record.left_by(), None
        if left is not None and self.game.won is not None:
            self._fault(Fault("game-over", {"done": "left"}))
        if left is not None:
            self._add(left)

    def _before_the_deal(self, number: int) -> None:
        """Note where the round before was left with a seat still to move."""
        before = self.game.current
        if before is None or before.ended is not None or self.game.judged[-1].void:
            return
        recorded = self.transcript.record.rounds[number - 1]
        if recorded.ended is None:
            waiting = Fault("round-not-over", {"seat": before.seat, **duty(before)})
            self._fault(waiting, len(recorded.moves))

    def _game_is_over(self) -> bool:
        return self.game.won is not None or self.game.played_out

    def _leader_by_result(self) -> Sequence[Doubt]:
        """Who leads can depend on a round whose winner is not known."""
        numbered = enumerate(self.game.before)
        number, last = next(
            ((number, each) for number, each in reversed(list(numbered)) if not each.void),
            (None, None),
        )
        rule = self.game.opened.rules.play.next_lead
        if last is None or rule == "same-rule" or not (last.facts.waiting and last.facts.regular):
            return []
        if leader_after(self.game, last) is not None:
            return []
        return [Doubt(None, "wrong-leader", {"rounds": (number,)})]

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
        if recorded.leader is None and not recorded.moves:
            return None
        self.transcript.recordable = False
        return min(expected) if expected else None

    def _play(self, recorded: RecordedRound, looked: LookedBack | None) -> None:
        assert self.game.current is not None
        dealt = self.game.current
        if looked is None:
            scribe = RoundScribe(dealt, recorded)
            scribe.write()
            played = scribe.round
        else:
            scribe = looked.judged(recorded)
            played = reduce(evolve, scribe.round.events, dealt)
        transcript = self.transcript
        events = played.events[len(dealt.events) :]
        times = times_of(events, recorded, dealt.table.seats)
        offset = len(transcript.events)
        transcript.times |= {offset + at: time for at, time in times.items()}
        transcript.events += events
        transcript.violations += (
            Violation(self.number, move, *fault) for move, fault in scribe.faults
        )
        transcript.recordable &= scribe.recordable
        self._say(scribe.doubts)
        self.game = self.game._replace(current=played)

    def _add(self, event: Event) -> None:
        self.transcript.events.append(event)
        self.game = evolve_game(self.game, event)

    def _say(self, said: Iterable[Fault | Doubt]) -> None:
        """Note faults of the deal, and what cannot be checked."""
        for each in said:
            if isinstance(each, Fault):
                self._fault(each)
            else:
                doubt = Unchecked(self.number, each.move, each.code, each.needs)
                self.transcript.unchecked.append(doubt)

    def _violate(self, move: int | None, faults: Iterable[Fault]) -> None:
        self.transcript.violations += (Violation(self.number, move, *fault) for fault in faults)

    def _fault(self, fault: Fault, move: int | None = None) -> None:
        self._violate(move, [fault])
        self._add(IrregularityNoted(code=fault.code, params=fault.params))


def _hands(recorded: RecordedRound, table: Table) -> tuple[tuple[Tile, ...], ...]:
    """The hands as dealt; an unseen one is as large as the rules say."""
    unseen = (UNSEEN,) * table.hand
    hands = (None,) * table.seats if recorded.hands is None else recorded.hands
    return tuple(unseen if hand is None else tuple(hand) for hand in hands)


def _on_the_lead(
    recorded: RecordedRound, expected: frozenset[Seat], looked: LookedBack | None
) -> tuple[bool, Sequence[Fault | Doubt]]:
    """Whether the deal is void, and the faults and doubts about who leads."""
    broken_off = not recorded.moves and recorded.ended is None
    can_lead = None if looked is None else leaders(looked)
    if looked is None or can_lead is None:
        return broken_off and not expected, _leader_faults(recorded, expected)
    seats = frozenset(seat for seat in can_lead if seat is not None)
    said_void = recorded.leader is None and not recorded.moves
    void = said_void and None in can_lead
    faults = [] if void else _leader_faults(recorded, seats)
    open_ = [doubt_of_leader(looked)] if not faults and len(can_lead) > 1 else []
    is_void = None in can_lead and (said_void or not seats)
    return broken_off and is_void, faults or open_


def _leader_faults(recorded: RecordedRound, expected: frozenset[Seat]) -> list[Fault]:
    nobody_leads = recorded.leader is None and not recorded.moves
    if recorded.leader in expected or (nobody_leads and not expected):
        return []
    leader: Params = {} if recorded.leader is None else {"leader": recorded.leader}
    return [Fault("wrong-leader", {**leader, "expected": tuple(sorted(expected))})]
