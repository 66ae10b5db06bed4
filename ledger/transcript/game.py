"""From a record to events: what was done, with everything that could not follow marked.

The walk goes on after a fault, as sensibly as it can, because the commonest dispute is a game
that was not played by the rules. Whoever wants legal games alone looks at the violations.
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
from domain.faults.act import Code, Fault, deal_faults, duty
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
    message: str


class Unchecked(NamedTuple):
    """What nobody can check, as it depends on tiles that nobody saw; its place as of a violation.

    The code is that of the violation it would be.
    """

    round: int | None
    move: int | None
    code: Code
    needs: str
    """What would settle it."""


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
        allowed = ", ".join(map(str, sorted(rules.play.hand)))
        message = f"{len(record.players)} players where {rules.id} seats {allowed}"
        refused = Violation(None, None, "bad-seats", message)
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
        hands = _hands(recorded, self.game.table)
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
        """What the whole record tells of a deal that nobody saw all of."""
        if not has_unseen(dealt, recorded):
            return None
        seated = recorded.leader in range(self.game.table.seats)
        dealt = replace(dealt, leader=recorded.leader if seated else 0)
        round = evolve_game(self.game, dealt).current
        assert round is not None
        return look_back(round, recorded)

    def hear(self, said: Iterable[DeskEvent]) -> None:
        """Take note of what was said at the desk: it is no part of the record."""
        for event in said:
            self.game = evolve_game(self.game, event)
        if said and not self.game.over and self.game.running is None:
            for won in outcome(self.game):
                self._add(won)

    def left(self) -> None:
        """Write that the game was broken off, or given up, where the record says so."""
        left, self.number = self.transcript.record.left_by(), None
        if left is not None and self.game.won is not None:
            self._fault("game-over", "the game was left though it is over")
        if left is not None:
            self._add(left)

    def _before_the_deal(self, number: int) -> None:
        """Note where the round before was simply left, with somebody still to move."""
        before = self.game.current
        if before is None or before.ended is not None or self.game.judged[-1].void:
            return
        recorded = self.transcript.record.rounds[number - 1]
        if recorded.ended is None:
            message = f"the next round is dealt, but seat {before.seat} {duty(before)}"
            self._fault("round-not-over", message, len(recorded.moves))

    def _game_is_over(self) -> bool:
        return self.game.won is not None or self.game.played_out

    def _leader_by_result(self) -> Sequence[Doubt]:
        """Whose lead it is can follow from a round of which nobody knows who won it."""
        last = next((each for each in reversed(self.game.before) if not each.void), None)
        rule = self.game.opened.rules.play.next_lead
        if last is None or rule == "same-rule" or not (last.facts.waiting and last.facts.regular):
            return []
        if leader_after(self.game, last) is not None:
            return []
        return [Doubt(None, "wrong-leader", "the tiles left in hand in the round before")]

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
        transcript.violations += (Violation(self.number, *fault) for fault in scribe.faults)
        transcript.recordable &= scribe.recordable
        self._say(scribe.doubts)
        self.game = self.game._replace(current=played)

    def _add(self, event: Event) -> None:
        self.transcript.events.append(event)
        self.game = evolve_game(self.game, event)

    def _say(self, said: Iterable[Fault | Doubt]) -> None:
        """Note faults of the deal, and what nobody can check."""
        for each in said:
            if isinstance(each, Fault):
                self._fault(*each)
            else:
                doubt = Unchecked(self.number, each.move, each.code, each.needs)
                self.transcript.unchecked.append(doubt)

    def _violate(self, move: int | None, faults: Iterable[Fault]) -> None:
        self.transcript.violations += (Violation(self.number, move, *fault) for fault in faults)

    def _fault(self, code: Code, message: str, move: int | None = None) -> None:
        self._violate(move, [Fault(code, message)])
        self._add(IrregularityNoted(code=code, message=message))


def _hands(recorded: RecordedRound, table: Table) -> tuple[tuple[Tile, ...], ...]:
    """The hands as dealt; one that nobody saw is as large as the rules say."""
    nobody_saw = (UNSEEN,) * table.hand
    hands = (None,) * table.seats if recorded.hands is None else recorded.hands
    return tuple(nobody_saw if hand is None else tuple(hand) for hand in hands)


def _on_the_lead(
    recorded: RecordedRound, expected: frozenset[Seat], looked: LookedBack | None
) -> tuple[bool, Sequence[Fault | Doubt]]:
    """Whether the deal is void, and what is to be said of who leads, or that nobody does."""
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
    seats = " or ".join(map(str, sorted(expected)))
    rule = f"it is for seat {seats}" if seats else "the deal is void: nobody holds the lead"
    said = "nobody is" if recorded.leader is None else f"seat {recorded.leader} is"
    return [Fault("wrong-leader", f"{said} to lead, but {rule}")]
