"""Trains: each seat has one of its own (docs/rules/play.md#trains).

From a hub every train grows at one end, and so may a public one. Without a hub a seat begins its
train with a double, and it grows at both ends.
"""

from collections.abc import Set as AbstractSet

from ..events import EndName, Placing
from ..rules.layouts import EngineTrains, HubTrains, Layout, Trains
from ..rules.matching import Matching
from ..seats import Seat
from ..tiles import HALVES, WILD, Pip
from .ends import End, Ends, OneOf, one_of, outer_half, replaced

PUBLIC: EndName = "public"
SIDES: tuple[EndName, ...] = "left", "right"
COVER = 1
"""The rank of a double that must be covered."""


def train(seat: Seat) -> EndName:
    """The name of a seat's train, and of the place where it begins."""
    return f"train-{seat}"


def at_hub(layout: HubTrains, seats: int, pip: Pip | OneOf) -> Ends:
    """The ends of trains that all begin at a hub with this pip."""
    own = tuple(End(train(seat), pip, owner=seat, bare=True) for seat in range(seats))
    return own if layout.public == "none" else (*own, End(PUBLIC, pip, bare=True))


def extended(
    layout: Trains, matching: Matching, ends: Ends, placing: Placing, seat: Seat, *, seats: int
) -> Ends:
    """The ends after this seat laid this tile; ``seats`` have trains at a hub that is led."""
    tile, name, *_ = placing
    half = one_of(HALVES[tile])
    if isinstance(layout, HubTrains):
        if layout.hub == "led" and not ends:
            return at_hub(layout, seats, half)
        return _grown(layout, matching, ends, placing, seat)
    owner = beginner(layout, ends, name)
    if owner is not None:
        sides = SIDES[-layout.train_ends :]
        return ends + tuple(End(f"{train(owner)}-{side}", half, owner=owner) for side in sides)

    def grown(end: End) -> Ends:
        pip = outer_half(matching, end, placing)
        return (end._replace(pip=pip, bare=False, served=True),)

    return replaced(ends, name, grown)


def _grown(layout: HubTrains, matching: Matching, ends: Ends, placing: Placing, seat: Seat) -> Ends:
    """The ends of trains from a hub after this seat laid this tile at one of them.

    A tile on its own train takes the seat's marker down, and may have to be followed by another.
    Several doubles are covered in the order in which they were laid, so the oldest has the highest
    rank.
    """
    tile, name, *_ = placing
    low, high = HALVES[tile]
    double, in_cover = low == high, layout.cover == "anywhere"
    goes_on = double and (
        layout.doubles_chain or (in_cover and not any(end.served for end in ends))
    )

    def after(end: End) -> End:
        if end.name == name:
            own = end.owner == seat
            return end._replace(
                pip=outer_half(matching, end, placing),
                first=COVER if double and not in_cover else 0,
                bare=False,
                marked=end.marked and not own,
                served=goes_on,
                again=own and layout.first_turn == "as-many-as-fit",
            )
        if not (end.first or end.served or end.again):
            return end
        rank = end.first + (double and end.first > 0)
        return end._replace(first=rank, served=end.served and goes_on, again=False)

    return tuple(map(after, ends))


def beginner(layout: Layout, ends: Ends, name: EndName | None) -> Seat | None:
    """The seat whose train is begun by a tile laid at this end; None if it is laid elsewhere.

    In a game recorded as played the first train may have no name.
    """
    if not isinstance(layout, EngineTrains):
        return None
    stem, _, number = (name or "").rpartition("-")
    seat = int(number) if stem == "train" and number.isdecimal() else None
    if seat is None and ends:
        return None
    owner = seat or 0
    return None if any(end.owner == owner for end in ends) else owner


def open_to(layout: Trains, ends: Ends, seat: Seat) -> Ends:
    """The ends at which this seat may lay when it is its turn."""
    if isinstance(layout, EngineTrains):
        # Its own train comes first; then, in the same turn, one guest tile for each other train.
        own = tuple(end for end in ends if end.owner == seat)
        if not own:
            return (End(train(seat), WILD, owner=seat, bare=True, needs_double=True),)
        served = {end.owner for end in ends if end.served}
        return own if seat not in served else tuple(end for end in ends if end.owner not in served)
    again = tuple(end for end in ends if end.again and end.owner == seat)
    if again:
        return again
    rank = max(end.first for end in ends)
    due = tuple(end for end in ends if rank and end.first == rank)
    if due and not any(end.served for end in ends):
        return due
    not_begun = any(end.bare for end in ends if end.owner == seat)
    others = tuple(
        end
        for end in ends
        if end not in due and (end.owner == seat or _is_open(layout, end, not_begun=not_begun))
    )
    # In the turn in which a double was laid, further doubles may be laid elsewhere.
    return due + tuple(end._replace(needs_double=True) for end in others) if due else others


def _is_open(layout: HubTrains, end: End, *, not_begun: bool) -> bool:
    """Whether a train is open to another seat; ``not_begun``: the train of that seat is empty."""
    if end.owner is None:
        return not (end.bare and not_begun and layout.public == "after-own-train")
    return end.marked and not (end.bare and layout.marked_empty == "closed")


def with_marker(ends: Ends, seat: Seat) -> Ends:
    """The ends with the marker of this seat's train up."""
    return tuple(end._replace(marked=True) if end.owner == seat else end for end in ends)


def with_cover_waived(ends: Ends, pips: AbstractSet[Pip]) -> Ends:
    """The ends, where doubles with these pips may stay uncovered."""
    return tuple(
        end._replace(first=0, served=False) if end.first and pips >= {*end.pips} else end
        for end in ends
    )


def not_again(ends: Ends) -> Ends:
    """The ends if no seat must go on with its own train."""
    return tuple([end._replace(again=False) if end.again else end for end in ends])


def after_turn(ends: Ends) -> Ends:
    return tuple(
        [
            end._replace(served=False, again=False) if end.served or end.again else end
            for end in ends
        ]
    )
