"""Whether a hand can have this number of pips left, by what is known of its tiles."""

from collections.abc import Sequence

from ..faults.codes import Fault, Params
from ..round.facts import kept, noted_pips, pips_by_tiles
from ..round.state import Round, unlocated
from ..tiles import bit, tiles_of
from .inference import hindsight, possibilities

MOST_DEALS = 200
"""The most possible deals in which the hands are counted."""


def pips_fault(round: Round, pips: Sequence[int | None]) -> Fault | None:
    """Why these pips, by seat, cannot be left after the round; None if they can, or are None.

    Each is compared with what is known of its hand, and all together with the possible deals, if
    they are few.
    """
    after, before = hindsight(round), noted_pips(round)
    may = sorted(round.table.pips_left(bit(tile)) for tile in tiles_of(unlocated(after)))
    for seat, noted in enumerate(pips):
        if noted is None:
            continue
        seen, unseen = kept(after)[seat]
        known = round.table.pips_left(seen)
        least, most = known + sum(may[:unseen]), known + sum(may[len(may) - unseen :])
        figures: Params = {"seat": seat, "noted": noted}
        if before[seat] not in {None, noted}:
            return Fault("wrong-pips-left", {**figures, "before": before[seat]})
        if not least <= noted <= most and least == most:
            return Fault("wrong-pips-left", {**figures, "by_tiles": least})
        if not least <= noted <= most:
            return Fault("wrong-pips-left", {**figures, "least": least, "most": most})
    deals = possibilities(round, MOST_DEALS)
    held = [zip(pips, pips_by_tiles(deal), strict=True) for deal in deals or ()]
    if not held or any(all(noted in {None, by} for noted, by in deal) for deal in held):
        return None
    seats = tuple(seat for seat, noted in enumerate(pips) if noted is not None)
    return Fault("wrong-pips-left", {"noted_for": seats})
