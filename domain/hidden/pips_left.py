"""The pips left in the hands: by their tiles, as they were noted, and what can be left."""

from collections.abc import Sequence

from ..events import PipsNoted
from ..faults.codes import Fault, Params
from ..round.state import Round, unlocated
from ..tiles import Tiles, bit, count_unseen, seen_of, tiles_of
from .inference import hindsight, possibilities

MOST_DEALS = 200
"""The most possible deals in which the hands are counted."""


def pips_known(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips left in hand: those of the tiles, else the recorded number, else None."""
    if round.report is not None:
        seats, pips = len(round.hands), round.report.pips or ()
        return pips if len(pips) == seats else (None,) * seats
    by_tiles = pips_by_tiles(round)
    if None not in by_tiles:
        return by_tiles
    both = zip(by_tiles, noted_pips(round), strict=True)
    return tuple(noted if held is None else held for held, noted in both)


def pips_by_tiles(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips on the tiles left; None if some of them are unseen."""
    worth, hands = round.table.pips_left, kept(hindsight(round))
    return tuple([None if unseen else worth(seen) for seen, unseen in hands])


def noted_pips(round: Round) -> tuple[int | None, ...]:
    """By seat, the pips left that were recorded without the tiles; None if none were."""
    pips: list[int | None] = [None] * len(round.hands)
    for event, _ in round.backwards():
        if isinstance(event, PipsNoted):
            both = zip(pips, event.pips, strict=True)
            pips = [before if noted is None else noted for before, noted in both]
    return tuple(pips)


def kept(round: Round) -> list[tuple[Tiles, int]]:
    """By seat, in hand and set aside: the tiles that were seen, and how many were not."""
    hands = [(seen_of(hand), count_unseen(hand)) for hand in round.hands]
    if round.table.cannot_play != "set-aside":
        return hands
    return [
        (seen | seen_of(aside), unseen + count_unseen(aside))
        for (seen, unseen), aside in zip(hands, round.set_aside, strict=True)
    ]


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
