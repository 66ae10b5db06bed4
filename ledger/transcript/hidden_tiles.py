"""Rounds with unseen tiles, judged twice.

The first pass collects what the whole round proves about the deal; the second one judges each act.
"""

from dataclasses import replace
from typing import NamedTuple

from ...domain.events import Seat, TileDrawn, TileSetAside, TilesShown
from ...domain.hidden import inference
from ...domain.hidden.doubts import who_may_lead
from ...domain.round.lead import narrowed
from ...domain.round.state import Round, new_round, union
from ...domain.tiles import NO_TILES, SEEN, UNSEEN
from .given import GivenRound
from .round import RoundScribe


class ProvenDeal(NamedTuple):
    """A round as dealt, with what the whole round proves about the deal."""

    dealt: Round
    known: inference.Whereabouts
    shown: tuple[TilesShown, ...]

    def led_by(self, leader: Seat | None) -> "ProvenDeal":
        """The deal with this leader."""
        return self._replace(dealt=_dealt_again(self.dealt, leader))

    def second_pass(self, given: GivenRound) -> RoundScribe:
        """A scribe that has written the whole round and judged each act."""
        dealt = _with_asides_unseen(self.dealt, self.known)
        scribe = RoundScribe(dealt, given, self.known, self.shown)
        scribe.write()
        return scribe

    def possible_leaders(self) -> frozenset[Seat | None] | None:
        """The seats that may have had to lead, and None if the deal may be void.

        None alone if any tile may be led, or if the round contradicts itself.
        """
        if self.dealt.start.lead < NO_TILES:
            return None
        return who_may_lead(self.dealt, self.known) or None

    @property
    def is_drawn_for(self) -> bool:
        """Nobody was dealt the tile to lead, in any possible deal, so that any seat may begin."""
        start = self.dealt.start
        absent = inference.absent_from(range(start.table.seats), start.lead, 0)
        return not start.lead & union(start.hands) & SEEN and self.known.held(absent) is False


def _with_asides_unseen(dealt: Round, known: inference.Whereabouts) -> Round:
    """The deal in which each tile set aside unseen is unseen: the act does not say which it was."""
    aside = {
        tile for tile, at in known.fixed().items() if known.places[at].until != inference.TO_THE_END
    }  # fmt: skip
    hands = tuple(
        tuple(UNSEEN if tile in aside else tile for tile in hand) for hand in dealt.deal.hands
    )
    deal = replace(dealt.deal, hands=hands)
    return new_round(dealt.table, deal, dealt.start.lead, dealt.start.goal)


def has_unseen(given: GivenRound) -> bool:
    """Some dealt or drawn tile is unseen."""
    moved = (act.tile for act, *_ in given.acts if isinstance(act, TileDrawn | TileSetAside))
    return any(UNSEEN in hand for hand in given.hands) or UNSEEN in moved


def prove_deal(dealt: Round, given: GivenRound) -> ProvenDeal:
    """The first pass. Does not assume that the rules were kept."""
    scribe = RoundScribe(dealt, given)
    scribe.write()
    known = inference.whereabouts(scribe.round)
    shown = tuple(event for event in scribe.round.events if isinstance(event, TilesShown))
    round = inference.in_hindsight(scribe.round, known)
    return ProvenDeal(_dealt_again(round, dealt.deal.leader), known, shown)


def _dealt_again(round: Round, leader: Seat | None) -> Round:
    deal = replace(round.deal, leader=leader)
    lead = narrowed(round.start.lead, union(round.start.hands)) or round.start.lead
    return new_round(round.table, deal, lead, round.start.goal)
