"""What a text leaves out and the play tells: where a tile lies, and how a round ended."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from domain.events import RoundEvent, TileLaid
from domain.faults.codes import Fault
from domain.round.state import Round, new_round
from domain.rules.rule_set import RuleSet

from ..records.format import Move, Record, RecordedRound, Unreadable, read_record
from ..records.import_ import rules_of
from ..transcript.game import transcribe
from ..transcript.round import RoundScribe
from .move_grammar import Json


def parsed(record: Json) -> Record:
    """The record as the program reads it; Unreadable where it is none."""
    return read_record(json.dumps(record).encode())


def dealt_rounds(record: Record, known: dict[str, RuleSet]) -> list[Round | None]:
    """Each round of a record as dealt; None where nobody can say how it is to be played."""
    untouched: Json = {"moves": [], "ended": None, "left": None}
    rounds = [recorded.model_copy(update=untouched) for recorded in record.rounds]
    players = tuple(UUID(int=seat) for seat in range(len(record.players)))
    try:
        rules = rules_of(record, known)
        transcript = transcribe(record.model_copy(update={"rounds": rounds}), rules, players)
    except Unreadable:
        return [None] * len(rounds)
    if transcript.game is None:
        return [None] * len(rounds)
    dealt = [
        new_round(round.start.table, round.start.deal, round.start.lead)
        for round in transcript.game.rounds
    ]
    return [None if place is None else dealt[place] for place in transcript.places]


@dataclass(frozen=True, slots=True)
class Step:
    """A round before and after one move of a record, and what is wrong with the move."""

    before: Round
    after: Round
    faults: tuple[Fault, ...]

    @property
    def events(self) -> list[RoundEvent]:
        """What the move came to, the last event first."""
        events = []
        past = self.after.past
        while past is not None and past is not self.before.past:
            event, _, past = past
            events.append(event)
        return events

    @property
    def laid(self) -> TileLaid | None:
        """The lay-down among them."""
        return next((event for event in self.events if isinstance(event, TileLaid)), None)


def step(round: Round, move: Move) -> Step:
    """What this move comes to here, as everywhere where records are read."""
    scribe = RoundScribe(round)
    scribe.act(move)
    return Step(round, scribe.round, tuple(fault for _, fault in scribe.faults))


def steps(round: Round, recorded: RecordedRound) -> Iterator[Step]:
    """The same for each move of a round in turn."""
    for move in recorded.moves:
        done = step(round, move)
        round = done.after
        yield done


def name_ends(round: Json, recorded: RecordedRound, dealt: Round) -> None:
    """Name each end that was left out and that the play tells, and how the round ended."""
    after = dealt
    for number, done in enumerate(steps(dealt, recorded)):
        after = done.after
        move, laid = round["moves"][number], done.laid
        if "at" not in move and laid is not None and laid.end is not None:
            round["moves"][number] = with_end(move, laid.end)
    if "ended" not in round:
        played = round["moves"] and after.ended != "void"
        round["ended"] = after.ended if played else None


def with_end(move: Json, end: str) -> Json:
    """The same move with its end named; the time stands last."""
    rest = {name: move[name] for name in ("flipped", "t") if name in move}
    return {name: move[name] for name in move if name not in rest} | {"at": end} | rest
