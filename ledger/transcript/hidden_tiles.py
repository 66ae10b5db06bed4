"""Rounds with unseen tiles: read once to the end, then judged by what the whole record proves."""

from dataclasses import replace
from typing import NamedTuple

from domain.events import RoundDealt, Seat, TilesShown
from domain.hidden.doubts import Doubt, unseen_tiles, who_may_lead
from domain.hidden.inference import Whereabouts, in_hindsight, whereabouts
from domain.round.lead import ANY_TILE, narrowed
from domain.round.state import Round, new_round, union
from domain.tiles import UNSEEN

from ..records.format import RecordedRound
from .round import RoundScribe


class LookedBack(NamedTuple):
    """A round as dealt, with what its moves and the tiles shown after it prove about the deal."""

    dealt: Round
    known: Whereabouts
    shown: tuple[TilesShown, ...]

    def led_by(self, leader: Seat | None) -> "LookedBack":
        """With this leader."""
        return self._replace(dealt=_dealt_again(self.dealt, leader))

    def judged(self, recorded: RecordedRound) -> RoundScribe:
        """The round written down act by act."""
        scribe = RoundScribe(self.dealt, recorded, self.known, self.shown)
        scribe.write()
        return scribe


def has_unseen(dealt: RoundDealt, recorded: RecordedRound) -> bool:
    """The record does not name every tile that was dealt or drawn."""
    in_hand = any(UNSEEN in hand for hand in dealt.hands)
    return in_hand or any(move.draw == UNSEEN for move in recorded.moves)


def look_back(dealt: Round, recorded: RecordedRound) -> LookedBack:
    """What the whole record proves about the deal, whether or not the rules were kept."""
    scribe = RoundScribe(dealt, recorded)
    scribe.write()
    known = whereabouts(scribe.round)
    shown = tuple(event for event in scribe.round.events if isinstance(event, TilesShown))
    round = in_hindsight(scribe.round, known)
    return LookedBack(_dealt_again(round, dealt.deal.leader), known, shown)


def _dealt_again(round: Round, leader: Seat | None) -> Round:
    deal = replace(round.deal, leader=leader)
    return new_round(round.table, deal, narrowed(round.start.lead, union(round.start.hands)))


def leaders(looked: LookedBack) -> frozenset[Seat | None] | None:
    """The seats that can have had to lead, None among them: the deal can be void.

    None where any tile may be led, or what was recorded contradicts itself.
    """
    if looked.dealt.start.lead == ANY_TILE:
        return None
    return who_may_lead(looked.dealt, looked.known) or None


def doubt_of_leader(looked: LookedBack) -> Doubt:
    """Who had to lead depends on unseen tiles."""
    return Doubt(None, "wrong-leader", unseen_tiles(looked.dealt))
