"""What is left of a round when its play rules have spoken: enough for any score or payout."""

from typing import NamedTuple

from ..events import Ended, Seat, TileLaid
from ..hidden.inference import hindsight
from ..tiles import SEEN, pips_of
from .state import Round


class RoundFacts(NamedTuple):
    """The facts of one round. Points and money are rulings on these, and need nothing else."""

    leader: Seat | None
    ended: Ended | None
    out: Seat | None
    """The first seat that had no tile left."""
    pips: tuple[int, ...]
    """By seat, pips left in hand; empty where some of them are not known."""
    tiles: tuple[int, ...]
    """By seat, tiles left in hand."""
    last_to_lay: Seat | None
    regular: bool
    """Nothing irregular was noted; an irregular round waits for a ruling."""
    voided: bool = False
    """An arbiter ordered that it counts for nothing."""

    @property
    def over(self) -> bool:
        """The round came to an end that counts."""
        return self.ended in ("out", "blocked")

    @property
    def counts(self) -> bool:
        """The round came to an end, and nothing stands against it."""
        return self.regular and self.over and not self.voided

    @property
    def settled(self) -> bool:
        """The round counts, and all of it is known."""
        return self.counts and bool(self.pips)

    @property
    def waiting(self) -> bool:
        """Nobody can say what came of the round: it waits for a ruling, or for tiles unseen."""
        return not self.voided and (not self.regular or (self.over and not self.pips))


def facts_of(round: Round) -> RoundFacts:
    """The facts of this round, as far as it went."""
    return RoundFacts(
        leader=round.deal.leader,
        ended=round.ended,
        out=first_out(round),
        pips=_pips(round),
        tiles=tuple(hand.bit_count() for hand in round.hands),
        last_to_lay=last_to_lay(round),
        regular=round.regular,
    )


def _pips(round: Round) -> tuple[int, ...]:
    pips = tuple(each for each in pips_known(round) if each is not None)
    return pips if len(pips) == len(round.hands) else ()


def pips_known(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips left in a hand of which every tile is known."""
    hands = hindsight(round).hands
    return tuple(pips_of(hand) if hand <= SEEN else None for hand in hands)


def last_to_lay(round: Round) -> Seat | None:
    """The seat that laid the last tile, the lead included; None before the lead."""
    return next((act.seat for act, _ in round.backwards() if isinstance(act, TileLaid)), None)


def first_out(round: Round) -> Seat | None:
    """The seat that had no tile left before any other had none."""
    empty = [seat for seat, hand in enumerate(round.hands) if not hand]
    if len(empty) < 2:
        return empty[0] if empty else None
    last_lay = {act.seat: at for at, act in enumerate(round.acts) if isinstance(act, TileLaid)}
    return min(empty, key=lambda seat: last_lay.get(seat, 0))
