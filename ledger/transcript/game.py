"""A given game judged: its events by the rules, with a violation for each breach of them.

The judge continues after a fault, because most disputes are about games that broke the rules.
Callers that accept only legal games check the violations. A record and a game of a book are judged
alike.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from ...domain.disputes.events import RulingMade
from ...domain.events import (
    DealVoid,
    Event,
    IrregularityNoted,
    RoundDealt,
    RoundWon,
    Seat,
    ShuffleAborted,
    ShuffleCommitted,
    TileDrawn,
    TileLaid,
    TileRuledOut,
)
from ...domain.faults.act import duty
from ...domain.faults.codes import NO_PARAMS, Code, Fault, Params, frozen
from ...domain.faults.deal import deal_differs, deal_faults, hub_faults, shuffle_faults, usable
from ...domain.game.certain import is_surely_won
from ...domain.game.decide import outcome
from ...domain.game.lead_after import lead_after
from ...domain.game.next_lead import may_redeal, next_lead
from ...domain.game.noted_result import Result, report_faults, report_of
from ...domain.game.shuffles import Shuffle, shuffled_deal
from ...domain.game.state import Game, evolve_game, hub_of, lead_of, open_game
from ...domain.hidden.doubts import Doubt, unseen_tiles
from ...domain.round.state import evolve
from ...domain.rules.rule_set import RuleSet
from ...domain.seats import UNDECIDED
from ...domain.shuffle import ALGORITHM, Hex
from ...domain.tiles import SEEN, tile_set
from ..names import name_key
from .given import GivenGame, GivenRound, given_in_record
from .hidden_tiles import ProvenDeal, has_unseen, prove_deal
from .round import RoundScribe, times_of

if TYPE_CHECKING:
    from ..records.format import Record


class Violation(NamedTuple):
    """A fault and its place: indices of a given round and act, None if not applicable."""

    round: int | None
    move: int | None
    code: Code
    params: Params = NO_PARAMS

    @property
    def fault(self) -> Fault:
        return Fault(self.code, self.params)


class Unchecked(NamedTuple):
    """A check that depends on unseen tiles: its place, and the code of the possible violation."""

    round: int | None
    move: int | None
    code: Code
    params: Params
    """What would answer it, as in `Doubt.needs`."""


@dataclass(slots=True)
class Transcript:
    """The events of a given game."""

    given: GivenGame
    game: Game | None
    """The game after all events; None if the rules do not allow this number of players."""
    events: list[Event] = field(default_factory=list)
    times: dict[int, str] = field(default_factory=dict)
    """By index into the events, the time in RFC 3339, if one is given."""
    violations: list[Violation] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    """By given round, its index in the game; None if its deal could not be read."""
    recordable: bool = True
    """False if something cannot be stored as an event, such as an act of an unknown seat."""

    @property
    def rules(self) -> RuleSet:
        return self.given.opened.rules

    @property
    def breached(self) -> frozenset[int | None]:
        """The given rounds with a violation; None: it concerns the game."""
        return frozenset(each.round for each in self.violations)


def transcribe(
    record: "Record", rules: RuleSet, players: tuple[UUID, ...] | None = None
) -> Transcript:
    """The transcript of a record under these rules; ``players`` as for `given_in_record`."""
    return judge(given_in_record(record, rules, players))


def judge(given: GivenGame, first_leaders: frozenset[Seat] = UNDECIDED) -> Transcript:
    """Judge the whole game; ``first_leaders`` lead by the result of the previous game."""
    opened, rules = given.opened, given.opened.rules
    seats = len(opened.players)
    if seats not in rules.play.hand:
        allowed = tuple(sorted(rules.play.hand))
        params: Params = {"players": seats, "rules": rules.id, "allowed": allowed}
        refused = Violation(None, None, "bad-seats", params)
        return Transcript(given, None, violations=[refused], recordable=False)
    scribe = _Scribe(Transcript(given, None, [opened]), open_game(opened))
    scribe.check_seats()
    for number, each in enumerate(given.rounds):
        scribe.between_rounds(number)
        scribe.round(number, each, first_leaders)
    scribe.between_rounds(len(given.rounds))
    scribe.abandonment()
    scribe.transcript.game = scribe.game
    scribe.transcript.violations += _false_endings(given, scribe.game, scribe.transcript.places)
    return scribe.transcript


def _false_endings(
    given: GivenGame, found: Game, places: Sequence[int | None]
) -> Iterator[Violation]:
    """Where the book has other seats out, or winners, than the acts give; not after a ruling."""
    if any(isinstance(event, RulingMade) for event in found.desk):
        return
    params: Params
    for number, (each, place) in enumerate(zip(given.rounds, places, strict=True)):
        if each.out is None or place is None:
            continue
        for event in found.rounds[place].events:
            if isinstance(event, RoundWon) and event.seat != each.out:
                params = {"claim": "out", "claimed": (each.out,), "found": (event.seat,)}
                yield Violation(number, None, "false-claim", params)
    if given.won is not None and found.won is not None and given.won != found.won.seats:
        params = {"claim": "winners", "claimed": given.won, "found": found.won.seats}
        yield Violation(None, None, "false-claim", params)


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
        for place, committed in transcript.given.aborted:
            self._aborted[place].append(committed)

    def check_seats(self) -> None:
        """Check seats and teams before the first deal."""
        given, table = self.transcript.given, self.game.table
        players, teams = given.opened.players, given.opened.teams
        if min(len(set(players)), len(set(map(name_key, given.names)))) < len(players):
            self._fault(Fault("bad-seats"))
        sides = sorted(map(sorted, table.sides)) if table.play.partners else []
        if teams is not None and sorted(map(sorted, teams)) != sides:
            self._fault(Fault("bad-seats", {"teams": teams, "sides": frozen(sides)}))

    def between_rounds(self, number: int) -> None:
        """Write what lies before round ``number``: shuffles without a deal, then disputes."""
        for committed in self._aborted.get(number, ()):
            self._seeds_used.update((committed.server, *committed.seats))
            self._add(committed)
            self._add(ShuffleAborted())
        events = self.transcript.given.desk.get(number, ())
        for event in events:  # No part of a transcript, which has no ids of disputes.
            self.game = evolve_game(self.game, event)
        if events and not self.game.over and self.game.running is None:
            self._win()

    def round(self, number: int, given: GivenRound, first_leaders: frozenset[Seat]) -> None:
        """Write one round, from the deal to the end."""
        self._check_round_before(number)
        self.number = number
        if given.result is not None:
            self._report(given.result)
            return
        hands, boneyard = given.hands, given.boneyard
        table, expected_hub = self.game.table, hub_of(self.game)
        hub = expected_hub
        if table.play.turned_up or (expected_hub is not None and given.hub is not None):
            hub = given.hub
        faults = [*self._after_the_game(), *deal_faults(table, hands, boneyard, hub)]
        faults += hub_faults(table, expected_hub, given.hub)
        if len(hands) != table.seats or (table.play.turned_up and hub is None):
            self._leave_out(faults)
            return
        self.transcript.places.append(self.game.dealt)
        dealt = RoundDealt(hands=hands, boneyard=boneyard, hub=hub)
        named, given = given, self._with_first_seat(given)
        proven = self._proven_deal(dealt, given)
        known = hands if proven is None else proven.dealt.deal.hands
        expected = next_lead(self.game, tuple(map(tile_set, known)), first_leaders).seats
        leader = self._leader(given, expected)
        dealt = replace(dealt, leader=leader)
        is_void, findings = _check_leader(given, expected, proven if expected else None)
        if given.nobody_led and may_redeal(table, tuple(map(tile_set, known))):
            is_void, findings = True, []
        over = is_void or given.ended is not None
        of_shuffle = self._shuffle(given.shuffle, dealt, first_leaders, over=over)
        findings = findings or self._doubt_of_result()
        if findings or is_void:  # Who leads is in doubt, or wrong, whatever the seeds give.
            of_shuffle = [fault for fault in of_shuffle if "lot" not in fault.params]
        self._note([*faults, *findings, *_wrong_leader(named, given), *of_shuffle])
        if is_void:
            self._add(DealVoid())
            return
        self._play(given, None if proven is None else proven.led_by(leader))
        self._win()

    def _shuffle(
        self,
        shuffle: Shuffle | None,
        dealt: RoundDealt,
        first_leaders: frozenset[Seat],
        *,
        over: bool,
    ) -> list[Fault]:
        """Write the deal, with its shuffle if there is one; the faults of the shuffle."""
        if shuffle is None:
            self._add(dealt)
            return []
        before, seats = self.game, self.game.table.seats
        committed, seeds = shuffle
        self._add(committed)
        self._add(dealt)
        if seeds is not None:
            self._add(seeds)
        faults = shuffle_faults(committed, seeds, seats=seats, used=self._seeds_used, over=over)
        self._seeds_used.update((committed.server, *committed.seats))
        known = usable(seeds, seats)
        if known is None or committed.algorithm != ALGORITHM:
            return faults
        return [*faults, *deal_differs(dealt, shuffled_deal(before, known, first_leaders))]

    def _report(self, result: Result) -> None:
        """Write a round of which only the result is known."""
        rules, table = self.transcript.rules.score, self.game.table
        report = report_of(table, rules, result)
        over = self._after_the_game()
        if isinstance(report, Fault):
            self._leave_out([*over, report])
            return
        self.transcript.places.append(self.game.dealt)
        self._add(report)
        self._note([*over, *report_faults(table, rules, report)])
        self._win()

    def _after_the_game(self) -> list[Fault]:
        """The fault if another round follows though the game is over."""
        over = self.game.won is not None or self.game.played_out or is_surely_won(self.game)
        return [Fault("game-over", {"done": "dealt"})] if over else []

    def _proven_deal(self, dealt: RoundDealt, given: GivenRound) -> ProvenDeal | None:
        """What the whole round proves about the deal; None if it has no unseen tiles."""
        if not has_unseen(given):
            return None
        seated = given.leader in range(self.game.table.seats)
        dealt = replace(dealt, leader=given.leader if seated else 0)
        round = evolve_game(self.game, dealt).current
        assert round is not None
        return prove_deal(round, given)

    def abandonment(self) -> None:
        """Write that the game was abandoned or forfeited, if it was."""
        abandoned, self.number = self.transcript.given.abandoned, None
        if abandoned is None:
            return
        if self.game.won is not None:
            self._fault(Fault("game-over", {"done": "left"}))
        self._add(abandoned)

    def _check_round_before(self, number: int) -> None:
        """Note a fault if the previous round was left with a seat still to act."""
        played = self.game.played
        if played is None or played.last.void or played.last.round.ended is not None:
            return
        before = played.last.round
        given = self.transcript.given.rounds[number - 1]
        if given.ended is None:
            unfinished = Fault("round-not-over", {"seat": before.seat, **duty(before)})
            self._fault(unfinished, len(given.acts))

    def _doubt_of_result(self) -> Sequence[Doubt]:
        """The doubt if the leader depends on a round whose winner is not known."""
        before = self.game.before
        if before is None or before.valid is None:
            return []
        number, last = before.valid
        if not (last.facts.waiting and last.facts.regular):
            return []
        rule, seats = lead_after(self.game.table, last)
        if rule == "first-lead" or seats:
            return []
        return [Doubt(None, "wrong-leader", {"rounds": (number,)})]

    def _with_first_seat(self, given: GivenRound) -> GivenRound:
        """The round with the seat that acts first as its leader, also where seats drew for it."""
        first, acts = given.leader, given.acts
        held = tile_set(tile for hand in given.hands for tile in hand)
        draws = self.game.table.draws_for_lead and not held & lead_of(self.game, held)
        if draws and acts and (held <= SEEN or isinstance(acts[0].act, TileDrawn)):
            first = acts[0].act.seat if given.starter is None else given.starter
        return given._replace(leader=given.starter if first is None else first)

    def _leader(self, given: GivenRound, expected: frozenset[Seat]) -> Seat | None:
        """The given leader if this is a seat, otherwise a seat that may lead."""
        if given.leader in range(self.game.table.seats):
            return given.leader
        if given.leader is None and not given.acts:
            return None
        self.transcript.recordable = False
        return min(expected) if expected else None

    def _play(self, given: GivenRound, proven: ProvenDeal | None) -> None:
        assert self.game.current is not None
        dealt = self.game.current
        if proven is None:
            scribe = RoundScribe(dealt, given)
            scribe.write()
            played = scribe.round
        else:
            scribe = proven.second_pass(given)
            played = reduce(evolve, scribe.round.events, dealt)
        transcript = self.transcript
        events = played.events[len(dealt.events) :]
        times = times_of(events, given.acts, dealt.table.seats)
        offset = len(transcript.events)
        transcript.times |= {offset + at: time for at, time in times.items()}
        transcript.events += events
        transcript.violations += (
            Violation(self.number, move, *fault) for move, fault in scribe.faults
        )
        transcript.recordable &= scribe.recordable
        self._note(scribe.doubts)
        self.game = self.game._replace(current=played)

    def _leave_out(self, faults: Iterable[Fault]) -> None:
        """A round that cannot be recorded, with its faults."""
        self._violate(None, faults)
        self.transcript.recordable = False
        self.transcript.places.append(None)

    def _win(self) -> None:
        """Write that the game was won, if it is now."""
        for event in () if self.game.won else outcome(self.game):
            self._add(event)

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


def _wrong_leader(named: GivenRound, first: GivenRound) -> list[Fault]:
    """The fault if the seats drew for the lead, and another seat led than the one named."""
    if named.leader is None or named.leader == first.leader:
        return []
    lays = (act.seat for act, *_ in named.acts if isinstance(act, TileLaid | TileRuledOut))
    led = next(lays, named.leader)
    if led == named.leader:
        return []
    return [Fault("wrong-leader", {"leader": named.leader, "expected": (led,)})]


def _check_leader(
    given: GivenRound, expected: frozenset[Seat], proven: ProvenDeal | None
) -> tuple[bool, Sequence[Fault | Doubt]]:
    """Whether the deal is void, and the faults and doubts about the leader."""
    broken_off = not given.acts and given.ended is None
    can_lead = None if proven is None else proven.possible_leaders()
    if proven is None or can_lead is None:
        return broken_off and not expected, _leader_faults(given, expected)
    seats = frozenset(seat for seat in can_lead if seat is not None)
    given_void = given.leader is None and not given.acts
    void = given_void and None in can_lead
    faults = [] if void else _leader_faults(given, seats)
    in_doubt = not faults and len(can_lead) > 1 and not proven.is_drawn_for
    doubts = [Doubt(None, "wrong-leader", unseen_tiles(proven.dealt))] if in_doubt else []
    is_void = None in can_lead and (given_void or not seats)
    return broken_off and is_void, faults or doubts


def _leader_faults(given: GivenRound, expected: frozenset[Seat]) -> list[Fault]:
    nobody_leads = given.leader is None and not given.acts
    if given.leader in expected or (nobody_leads and not expected):
        return []
    leader: Params = {} if given.leader is None else {"leader": given.leader}
    return [Fault("wrong-leader", {**leader, "expected": tuple(sorted(expected))})]
