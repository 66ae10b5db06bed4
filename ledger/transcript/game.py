"""From a record to events, with a violation for each breach of the rules.

Transcription continues after a fault, because most disputes are about games that broke the rules.
Callers that accept only legal games check the violations.
"""

from collections import defaultdict
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
    GameOpened,
    IrregularityNoted,
    RoundDealt,
    Seat,
    ShuffleAborted,
    ShuffleCommitted,
)
from domain.faults.act import duty
from domain.faults.codes import NO_PARAMS, Code, Fault, Params, frozen
from domain.faults.deal import deal_faults, hub_faults
from domain.faults.shuffle import deal_differs, shuffle_faults, usable
from domain.game.certain import is_surely_won
from domain.game.decide import outcome
from domain.game.next_lead import leader_after, next_lead
from domain.game.noted_result import Result, report_faults, report_of
from domain.game.shuffles import shuffled_deal
from domain.game.state import Game, evolve_game, hub_of, lead_of, open_game
from domain.hidden.doubts import Doubt
from domain.round.state import evolve
from domain.rules.rule_set import RuleSet, Stake
from domain.rules.table import Table
from domain.seats import Sides, by_team
from domain.shuffle import ALGORITHM, Hex
from domain.tiles import SEEN, UNSEEN, Tile, tile_set

from ..records.format import Record, RecordedRound, RecordedShuffle, Reported
from .dispute_log import NO_DESK_EVENTS, Desk
from .hidden_tiles import ProvenDeal, has_unseen, prove_deal
from .round import RoundScribe, times_of


class Violation(NamedTuple):
    """A fault and its place: indices into the lists of the record, None if not applicable."""

    round: int | None
    move: int | None
    code: Code
    params: Params = NO_PARAMS

    @property
    def fault(self) -> Fault:
        """The fault without its place."""
        return Fault(self.code, self.params)


class Unchecked(NamedTuple):
    """A check that depends on unseen tiles; ``code`` is that of the possible violation.

    The place is that of a violation.
    """

    round: int | None
    move: int | None
    code: Code
    params: Params
    """What would answer it, as in `Doubt.needs`."""


@dataclass(slots=True)
class Transcript:
    """The events of a record."""

    record: Record
    rules: RuleSet
    game: Game | None
    """The game after all events; None if the rules do not allow this number of players."""
    events: list[Event] = field(default_factory=list)
    times: dict[int, datetime] = field(default_factory=dict)
    """By index into the events, the time, if the record gives one."""
    violations: list[Violation] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    """By round of the record, its index in the game; None if its deal could not be read."""
    recordable: bool = True
    """False if something cannot be stored as an event, such as an act of an unknown seat."""


def transcribe(
    record: Record,
    rules: RuleSet,
    players: tuple[UUID, ...],
    first_leader: Seat | None = None,
    desk: Desk = NO_DESK_EVENTS,
) -> Transcript:
    """Transcribe the whole record under these rules; ``players`` are the ids of its players.

    ``first_leader`` leads by the result of the previous game. ``desk``: the events of disputes.
    """
    opened = GameOpened(
        record=record.id,
        rules=rules,
        players=players,
        stake=record.stake or Stake(),
        teams=None if record.teams is None else tuple(map(tuple, record.teams)),
        source=record.source,
        started_at=record.started_at,
        after=record.after,
    )
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
    scribe.check_seats()
    for number, recorded in enumerate(record.rounds):
        scribe.aborted_shuffles(number)
        scribe.apply_desk_events(desk.get(number, ()))
        scribe.round(number, recorded, first_leader)
    scribe.apply_desk_events(desk.get(len(record.rounds), ()))
    scribe.aborted_shuffles(len(record.rounds))
    scribe.abandonment()
    scribe.transcript.game = scribe.game
    return scribe.transcript


class _Scribe:
    """Writes one transcript, round by round."""

    def __init__(self, transcript: Transcript, game: Game) -> None:
        self.transcript = transcript
        self.game = game
        self.number: int | None = None
        self._seeds_used: set[Hex] = set()
        """The commitments to the seeds of all shuffles before."""
        self._aborted = defaultdict[int, list[ShuffleCommitted]](list)
        """By the number of rounds before them, the shuffles that no deal was made with."""
        for each in transcript.record.aborted_shuffles:
            self._aborted[each.round].append(each.committed)

    def check_seats(self) -> None:
        """Check seats and teams before the first deal."""
        record, table, players = self.transcript.record, self.game.table, self.game.opened.players
        if min(len(set(players)), len(set(record.players))) < len(players):
            self._fault(Fault("bad-seats"))
        partners = table.play.partners
        sides = sorted(map(sorted, table.sides)) if partners else []
        if record.teams is not None and sorted(map(sorted, record.teams)) != sides:
            teams = {"teams": frozen(record.teams), "sides": frozen(sides)}
            self._fault(Fault("bad-seats", teams))

    def round(self, number: int, recorded: RecordedRound, first_leader: Seat | None) -> None:
        """Write one round, from the deal to the end."""
        self._check_round_before(number)
        self.number = number
        if recorded.reported is not None:
            self._report(recorded.reported)
            return
        hands = _hands(recorded, self.game.table)
        boneyard = None if recorded.boneyard is None else tuple(recorded.boneyard)
        table, expected_hub = self.game.table, hub_of(self.game)
        hub = expected_hub
        if table.turned_up or (expected_hub is not None and recorded.hub is not None):
            hub = recorded.hub
        faults = [
            *self._after_the_game(),
            *deal_faults(self.game.table, hands, boneyard, hub),
            *hub_faults(table, expected_hub, recorded.hub),
        ]
        if len(hands) != table.seats or (table.turned_up and hub is None):
            self._violate(None, faults)
            self.transcript.recordable = False
            self.transcript.places.append(None)
            return
        self.transcript.places.append(self.game.dealt)
        dealt = RoundDealt(hands=hands, boneyard=boneyard, hub=hub)
        led, recorded = recorded, self._with_first_seat(recorded, hands)
        proven = self._proven_deal(dealt, recorded)
        known = hands if proven is None else proven.dealt.deal.hands
        expected = next_lead(self.game, tuple(map(tile_set, known)), first_leader).seats
        leader = self._leader(recorded, expected)
        dealt = replace(dealt, leader=leader)
        is_void, findings = _check_leader(recorded, expected, proven if expected else None)
        over = is_void or recorded.ended is not None
        of_shuffle = self._shuffle(recorded.shuffle, dealt, first_leader, over=over)
        findings = findings or self._doubt_of_result()
        if findings:  # Who leads is in doubt, or wrong, whatever the seeds give.
            of_shuffle = [fault for fault in of_shuffle if "lot" not in fault.params]
        self._note([*faults, *findings, *_wrong_leader(led, recorded), *of_shuffle])
        if is_void:
            self._add(DealVoid())
            return
        self._play(recorded, None if proven is None else proven.led_by(leader))
        if self.game.won is None:
            for event in outcome(self.game):
                self._add(event)

    def _shuffle(
        self,
        shuffle: RecordedShuffle | None,
        dealt: RoundDealt,
        first_leader: Seat | None,
        *,
        over: bool,
    ) -> list[Fault]:
        """Write the deal, with its shuffle if there is one; the faults of the shuffle."""
        if shuffle is None:
            self._add(dealt)
            return []
        before, seats = self.game, self.game.table.seats
        committed, seeds = shuffle.committed, shuffle.recorded_seeds
        self._add(committed)
        self._add(dealt)
        if seeds is not None:
            self._add(seeds)
        faults = shuffle_faults(committed, seeds, seats=seats, used=self._seeds_used, over=over)
        self._seeds_used.update((committed.server, *committed.seats))
        known = usable(seeds, seats)
        if known is None or committed.algorithm != ALGORITHM:
            return faults
        return [*faults, *deal_differs(dealt, shuffled_deal(before, known, first_leader))]

    def aborted_shuffles(self, number: int) -> None:
        """Write the shuffles before round ``number`` that no deal was made with."""
        for committed in self._aborted.get(number, ()):
            self._seeds_used.update((committed.server, *committed.seats))
            self._add(committed)
            self._add(ShuffleAborted())

    def _report(self, reported: Reported) -> None:
        """Write a round of which only the result is known."""
        rules, table = self.transcript.rules.score, self.game.table
        report = report_of(table, rules, result_of(reported, table, self.game.opened.teams))
        over = self._after_the_game()
        if isinstance(report, Fault):
            self._violate(None, [*over, report])
            self.transcript.recordable = False
            self.transcript.places.append(None)
            return
        self.transcript.places.append(self.game.dealt)
        self._add(report)
        self._note([*over, *report_faults(table, rules, report)])
        if self.game.won is None:
            for event in outcome(self.game):
                self._add(event)

    def _after_the_game(self) -> list[Fault]:
        """The fault if another round follows though the game is over."""
        over = self.game.won is not None or self.game.played_out or is_surely_won(self.game)
        return [Fault("game-over", {"done": "dealt"})] if over else []

    def _proven_deal(self, dealt: RoundDealt, recorded: RecordedRound) -> ProvenDeal | None:
        """What the whole record proves about the deal; None if it has no unseen tiles."""
        if not has_unseen(dealt, recorded):
            return None
        seated = recorded.leader in range(self.game.table.seats)
        dealt = replace(dealt, leader=recorded.leader if seated else 0)
        round = evolve_game(self.game, dealt).current
        assert round is not None
        return prove_deal(round, recorded)

    def apply_desk_events(self, events: Sequence[DeskEvent]) -> None:
        """Apply the events of disputes, which are not part of the record."""
        for event in events:
            self.game = evolve_game(self.game, event)
        if events and not self.game.over and self.game.running is None:
            for won in outcome(self.game):
                self._add(won)

    def abandonment(self) -> None:
        """Write that the game was abandoned or forfeited, if the record says so."""
        abandoned, self.number = self.transcript.record.left_by(), None
        if abandoned is not None and self.game.won is not None:
            self._fault(Fault("game-over", {"done": "left"}))
        if abandoned is not None:
            self._add(abandoned)

    def _check_round_before(self, number: int) -> None:
        """Note a fault if the previous round was left with a seat still to act."""
        played = self.game.played
        if played is None or played.last.void or played.last.round.ended is not None:
            return
        before = played.last.round
        recorded = self.transcript.record.rounds[number - 1]
        if recorded.ended is None:
            unfinished = Fault("round-not-over", {"seat": before.seat, **duty(before)})
            self._fault(unfinished, len(recorded.moves))

    def _doubt_of_result(self) -> Sequence[Doubt]:
        """The doubt if the leader depends on a round whose winner is not known."""
        before = self.game.before
        if before is None or before.valid is None:
            return []
        number, last = before.valid
        rule = self.game.opened.rules.play.next_lead
        if rule == "same-rule" or not (last.facts.waiting and last.facts.regular):
            return []
        if leader_after(self.game, last) is not None:
            return []
        return [Doubt(None, "wrong-leader", {"rounds": (number,)})]

    def _with_first_seat(
        self, recorded: RecordedRound, hands: tuple[tuple[Tile, ...], ...]
    ) -> RecordedRound:
        """The round with the seat that acts first as its leader, also where seats drew for it."""
        first, moves = recorded.leader, recorded.moves
        held = tile_set(tile for hand in hands for tile in hand)
        draws = self.game.table.draws_for_lead and not held & lead_of(self.game, held)
        if draws and moves and (held <= SEEN or moves[0].draw is not None):
            first = moves[0].seat if recorded.starter is None else recorded.starter
        if first is None:
            first = recorded.starter
        return recorded.model_copy(update={"leader": first})

    def _leader(self, recorded: RecordedRound, expected: frozenset[Seat]) -> Seat | None:
        """The leader of the record if this is a seat, otherwise a seat that may lead."""
        if recorded.leader in range(self.game.table.seats):
            return recorded.leader
        if recorded.leader is None and not recorded.moves:
            return None
        self.transcript.recordable = False
        return min(expected) if expected else None

    def _play(self, recorded: RecordedRound, proven: ProvenDeal | None) -> None:
        assert self.game.current is not None
        dealt = self.game.current
        if proven is None:
            scribe = RoundScribe(dealt, recorded)
            scribe.write()
            played = scribe.round
        else:
            scribe = proven.second_pass(recorded)
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
        self._note(scribe.doubts)
        self.game = self.game._replace(current=played)

    def _add(self, event: Event) -> None:
        self.transcript.events.append(event)
        self.game = evolve_game(self.game, event)

    def _note(self, findings: Iterable[Fault | Doubt]) -> None:
        for finding in findings:
            if isinstance(finding, Fault):
                self._fault(finding)
            else:
                unchecked = Unchecked(self.number, finding.move, finding.code, finding.needs)
                self.transcript.unchecked.append(unchecked)

    def _violate(self, move: int | None, faults: Iterable[Fault]) -> None:
        self.transcript.violations += (Violation(self.number, move, *fault) for fault in faults)

    def _fault(self, fault: Fault, move: int | None = None) -> None:
        self._violate(move, [fault])
        self._add(IrregularityNoted(code=fault.code, params=fault.params))


def result_of(reported: Reported, table: Table, teams: Sides | None) -> Result:
    """The recorded result, with figures by side in the order of the sides."""
    order = by_team(table.sides, teams)

    def figures(noted: list[int] | None) -> tuple[int, ...] | None:
        if noted is None or len(noted) != len(order):
            return None if noted is None else tuple(noted)
        return tuple(noted[order.index(side)] for side in range(len(order)))

    winners = None if reported.winners is None else tuple(reported.winners)
    points, pips = figures(reported.points), figures(reported.pips)
    return Result(winners, reported.ended, reported.out, points, pips)


def _wrong_leader(said: RecordedRound, first: RecordedRound) -> list[Fault]:
    """The fault if the seats drew for the lead, and another seat led than the record says."""
    if said.leader is None or said.leader == first.leader:
        return []
    led = next((move.seat for move in said.moves if move.lay is not None), said.leader)
    if led == said.leader:
        return []
    return [Fault("wrong-leader", {"leader": said.leader, "expected": (led,)})]


def _hands(recorded: RecordedRound, table: Table) -> tuple[tuple[Tile, ...], ...]:
    """The hands as dealt; an unseen hand has the size that the rules give."""
    unseen = (UNSEEN,) * table.hand
    hands = (None,) * table.seats if recorded.hands is None else recorded.hands
    return tuple(unseen if hand is None else tuple(hand) for hand in hands)


def _check_leader(
    recorded: RecordedRound, expected: frozenset[Seat], proven: ProvenDeal | None
) -> tuple[bool, Sequence[Fault | Doubt]]:
    """Whether the deal is void, and the faults and doubts about the leader."""
    broken_off = not recorded.moves and recorded.ended is None
    can_lead = None if proven is None else proven.possible_leaders()
    if proven is None or can_lead is None:
        return broken_off and not expected, _leader_faults(recorded, expected)
    seats = frozenset(seat for seat in can_lead if seat is not None)
    recorded_void = recorded.leader is None and not recorded.moves
    void = recorded_void and None in can_lead
    faults = [] if void else _leader_faults(recorded, seats)
    in_doubt = not faults and len(can_lead) > 1 and not proven.is_drawn_for
    doubts = [proven.doubt_of_leader()] if in_doubt else []
    is_void = None in can_lead and (recorded_void or not seats)
    return broken_off and is_void, faults or doubts


def _leader_faults(recorded: RecordedRound, expected: frozenset[Seat]) -> list[Fault]:
    nobody_leads = recorded.leader is None and not recorded.moves
    if recorded.leader in expected or (nobody_leads and not expected):
        return []
    leader: Params = {} if recorded.leader is None else {"leader": recorded.leader}
    return [Fault("wrong-leader", {**leader, "expected": tuple(sorted(expected))})]
