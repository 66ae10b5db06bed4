"""Rounds of which nobody saw all tiles: read once to the end, then judged by what that tells."""

from dataclasses import replace
from typing import NamedTuple

from domain.events import Seat, TilesShown
from domain.faults import Fault
from domain.inference import Absent, Whereabouts, in_hindsight, whereabouts
from domain.lead import ANY_TILE, before, narrowed
from domain.questions import Doubt, Question, needs_of, nobody_led
from domain.round import Round, new_round, union
from domain.tiles import SEEN, UNSEEN, Tile, bit

from .record import RecordedRound
from .round_transcript import RoundScribe


class LookedBack(NamedTuple):
    """A round as dealt, with all that its moves and the tiles shown after it tell of the deal."""

    dealt: Round
    known: Whereabouts
    shown: tuple[TilesShown, ...]

    def led_by(self, leader: Seat | None) -> "LookedBack":
        """The same with this leader."""
        return self._replace(dealt=_dealt_again(self.dealt, leader))

    def judged(self, recorded: RecordedRound) -> RoundScribe:
        """The round written down act by act."""
        scribe = RoundScribe(self.dealt, recorded, self.known, self.shown)
        scribe.write()
        return scribe


def has_unseen(dealt: Round, recorded: RecordedRound) -> bool:
    """Of some tile that was dealt or drawn the record does not say which it was."""
    return dealt.start.unseen or any(move.draw == UNSEEN for move in recorded.moves)


def look_back(dealt: Round, recorded: RecordedRound) -> LookedBack:
    """What is known of the deal when the whole record is read, whoever kept to the rules."""
    scribe = RoundScribe(dealt, recorded)
    scribe.write()
    known = whereabouts(scribe.round)
    shown = tuple(event for event in scribe.round.events if isinstance(event, TilesShown))
    round = in_hindsight(scribe.round, known)
    return LookedBack(_dealt_again(round, dealt.deal.leader), known, shown)


def _dealt_again(round: Round, leader: Seat | None) -> Round:
    deal = replace(round.deal, leader=leader)
    return new_round(round.table, deal, narrowed(round.start.lead, union(round.start.hands)))


def void(looked: LookedBack) -> tuple[bool, list[Fault | Doubt]]:
    """Whether a deal can be void in which nobody led, and what is to be said of that."""
    round, lead = looked.dealt, looked.dealt.start.lead
    if lead == ANY_TILE or union(round.hands) & SEEN & lead:
        return False, []
    question = nobody_led(round, lead)
    held = looked.known.held(question.absent)
    if held:
        return False, [question.fault]
    return True, [_doubt(question)] if held is None else []


def another_leads(looked: LookedBack, recorded: RecordedRound) -> list[Fault | Doubt]:
    """What is to be said of the seat that led, where another may have held the tile to lead."""
    round, leader = looked.dealt, looked.dealt.deal.leader
    lead, led = round.start.lead, _led(recorded, leader)
    if lead == ANY_TILE or (led is not None and not bit(led) & lead):
        return []
    others = tuple(seat for seat in range(round.table.seats) if seat != leader)
    first = lead if led is None else lead & before(led)
    held = looked.known.held(Absent(first, others, 0))
    if held:
        return [Fault("wrong-leader", f"seat {leader} leads, but another held what must be led")]
    return [] if held is False else [Doubt(None, "wrong-leader", needs_of(round, others))]


def _led(recorded: RecordedRound, leader: Seat | None) -> Tile | None:
    first = next(iter(recorded.moves), None)
    return first.lay if first is not None and first.seat == leader else None


def _doubt(question: Question) -> Doubt:
    return Doubt(None, question.fault.code, question.needs, question)
