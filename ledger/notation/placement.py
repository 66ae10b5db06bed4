"""What a text leaves out and the play says: ends of lays, who led, and how a round ended.

In a printed table a tile may fit at both ends. Then all readings are followed in parallel, move by
move. Readings that a move makes illegal are dropped while others remain, and readings with the same
open ends are merged, so their number stays small.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TypeAlias

from ...domain.events import RoundEvent, TileLaid, Way, given_fields
from ...domain.faults.codes import Fault
from ...domain.layout.ends import fitting, nameless
from ...domain.round.in_play import made_in_play
from ...domain.round.state import Round, as_dealt
from ...domain.rules.rule_set import RuleSet
from ...domain.tiles import NAMES, bit
from ..records.format import Move, Record, RecordedRound
from ..records.import_ import rules_of
from ..records.unreadable import Unreadable
from ..transcript.game import transcribe
from ..transcript.given import given_act
from ..transcript.round import RoundScribe
from .errors import OtherEnd, WrongEnding
from .move_grammar import Json
from .result_grammar import rules_in


def first_seats(moves: Sequence[Json], *, drawn_for: bool) -> Json:
    """The fields ``leader`` and ``starter`` of a round with these moves.

    ``drawn_for``: if nobody holds the tile to lead, the seats draw for it. A round that begins with
    a draw has a starter, and another seat may lead.
    """
    first = moves[0]["seat"] if moves else None
    if not (drawn_for and moves and moves[0].get("draw") is not None):
        return {"leader": first}
    led = next((move["seat"] for move in moves if move.get("lay") is not None), None)
    return {"leader": led, "starter": first}


def draws_for_lead(record: Json, known: Mapping[str, RuleSet]) -> bool:
    """The seats draw for the tile to lead under the rules of this record; False if unusable."""
    usable = rules_in(record, known)
    return usable is not None and usable[1].draws_for_lead


def dealt_rounds(record: Record, known: Mapping[str, RuleSet]) -> list[Round | None]:
    """Each round of a record as dealt; None if its rules or deal are not usable."""
    unplayed: Json = {"moves": [], "ended": None, "left": None}
    rounds = [recorded.model_copy(update=unplayed) for recorded in record.rounds]
    try:
        rules = rules_of(record, known)
        transcript = transcribe(record.model_copy(update={"rounds": rounds}), rules)
    except Unreadable:
        return [None] * len(rounds)
    if transcript.game is None:
        return [None] * len(rounds)
    dealt = [as_dealt(round) for round in transcript.game.rounds]
    return [
        None if place is None or recorded.reported is not None else dealt[place]
        for place, recorded in zip(transcript.places, rounds, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Step:
    """A round before and after one move, and the faults of the move."""

    before: Round
    after: Round
    faults: tuple[Fault, ...]

    @property
    def events(self) -> list[RoundEvent]:
        """The events of the move, last first."""
        events = []
        past = self.after.past
        while past is not None and past is not self.before.past:
            event, _, past = past
            events.append(event)
        return events

    @property
    def laid(self) -> TileLaid | None:
        """The tile laid; None if the move lays none."""
        return next((event for event in self.events if isinstance(event, TileLaid)), None)


def step(round: Round, move: Move) -> Step:
    """This move as one step of the round, with its faults."""
    scribe = RoundScribe(round)
    scribe.act(given_act(move))
    return Step(round, scribe.round, tuple(fault for _, fault in scribe.faults))


def name_ends(round: Json, recorded: RecordedRound, dealt: Round) -> None:
    """Fill in what is omitted and follows: ends, how tiles lie, and how the round ended."""
    after = dealt
    for number, recorded_move in enumerate(recorded.moves):
        taken = step(after, recorded_move)
        after = taken.after
        move, laid = round["moves"][number], taken.laid
        if laid is not None:
            end = {} if laid.end is None else {"at": laid.end}
            round["moves"][number] = with_place(move, end | given_fields(laid.way) | move)
    if "ended" not in round:
        played = round["moves"] and after.ended != "void"
        round["ended"] = after.ended if played else None


PLACE = "at", *Way._fields
"""The fields that say where and how a tile lies."""
_LAST = ("at", "flipped", *Way._fields, "t")


def with_place(move: Json, place: Json) -> Json:
    """The move with these of the fields `PLACE`; keeps the order of an export."""
    whole = move | {name: place[name] for name in PLACE if name in place}
    return {name: whole[name] for name in whole if name not in _LAST} | {
        name: whole[name] for name in _LAST if name in whole
    }


# -- all readings of a table

Choices: TypeAlias = tuple[tuple[int, str], ...]
"""(move, end) pairs for the moves with a choice."""

MOST_ALIKE = 8
"""The most equivalent readings that are remembered."""


class MoveFault(NamedTuple):
    """A fault of a move."""

    move: int
    fault: Fault | WrongEnding


class Branch(NamedTuple):
    """One reading of the moves so far."""

    round: Round
    choices: Choices = ()
    faults: tuple[MoveFault, ...] = ()
    alike: tuple[Choices, ...] = ()
    """Other readings with the same open ends."""


class Reading(NamedTuple):
    """The chosen reading and the others."""

    choices: Choices
    others: tuple[Branch, ...]
    """The dropped readings, and the others that are legal to the end, without faults that the
    chosen reading has, too."""
    legal: bool = True
    """The chosen reading has no fault."""


def choose(dealt: Round, moves: Sequence[Move], ending: WrongEnding | None = None) -> Reading:
    """The reading that goes furthest without a fault.

    ``ending``: the fault of a reading that ends in another way than the text after its table says.
    """
    branches = [Branch(dealt)]
    dropped: list[Branch] = []
    for number, move in enumerate(moves):
        grown = [after for branch in branches for after in _grow(branch, number, move)]
        fewest = min(len(branch.faults) for branch in grown)
        dropped += [branch for branch in grown if len(branch.faults) > fewest]
        branches = merged([branch for branch in grown if len(branch.faults) == fewest])
    ways = ("out", "blocked") if ending and ending.followed else (ending and ending.ended,)
    agreeing = [branch for branch in branches if branch.round.ended in ways]
    if ending is not None and agreeing:
        fault = MoveFault(len(moves) - 1, ending)
        for branch in branches:
            if branch.round.ended not in ways:
                dropped.append(branch._replace(faults=(*branch.faults, fault)))
        branches = agreeing
    chosen, *rest = [
        branch._replace(choices=choices)
        for branch in branches
        for choices in (branch.choices, *branch.alike)
    ]
    others = tuple(
        other._replace(faults=tuple(each for each in other.faults if each not in chosen.faults))
        for other in (*dropped, *rest)
    )
    return Reading(chosen.choices, others, not chosen.faults)


def _grow(branch: Branch, number: int, move: Move) -> Iterator[Branch]:
    round, choices, faults, alike = branch
    plain = step(round, move)
    ends: list[str | None] = [None]
    if any(fault.code == "ambiguous-end" for fault in plain.faults):
        front = round.front
        ends = [
            end.name
            for end in front.open_to[move.seat]
            if fitting(front.matching, end) & bit(move.lay or 0)
        ]
    for end in ends:
        taken = plain if end is None else step(round, move.model_copy(update={"at": end}))
        found = tuple(MoveFault(number, fault) for fault in taken.faults)
        choice: Choices = () if end is None else ((number, end),)
        alike_on = tuple(other + choice for other in alike)
        yield Branch(taken.after, choices + choice, faults + found, alike_on)


def merged(branches: list[Branch]) -> list[Branch]:
    """One branch for all with equal open ends, points in play and seat in turn."""
    merged: dict[object, Branch] = {}
    for branch in branches:
        round = branch.round
        key = nameless(round.front.possible), made_in_play(round), round.seat, round.drawn
        first = merged.setdefault(key, branch)
        if first is not branch:
            alike = (*first.alike, branch.choices, *branch.alike)
            merged[key] = first._replace(alike=alike[:MOST_ALIKE])
    return list(merged.values())


def notes(
    reading: Reading, moves: Sequence[Move], lines: Sequence[int]
) -> Iterator[tuple[int, OtherEnd]]:
    """Each place with a choice, by line, with the consequence of the other end."""
    instead: dict[int, dict[str, Branch]] = {}
    # The reading with another end that goes furthest is kept.
    others = sorted(reading.others, key=lambda each: each.faults[0].move if each.faults else inf)
    for branch in others:
        pairs = zip(reading.choices, branch.choices, strict=False)
        differing = (at for at, (one, other) in enumerate(pairs) if one != other)
        place = next(differing, None)
        if place is not None:
            instead.setdefault(place, {})[branch.choices[place][1]] = branch
    for place, (number, end) in enumerate(reading.choices):
        for other, branch in instead.get(place, {}).items():
            first = branch.faults[0] if branch.faults else None
            note = OtherEnd(
                NAMES[moves[number].lay or 0],
                end,
                other,
                wrong_line=None if first is None else lines[first.move],
                fault=None if first is None else first.fault,
                legal=reading.legal,
                ended=branch.round.ended,
                open_ends=tuple(each.pip for each in branch.round.front.ends),
            )
            yield lines[number], note
