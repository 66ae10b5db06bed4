"""The rules of play for one number of seats, as lookup tables."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from ..seats import Seat, Sides, sides_by_seat
from ..tiles import (
    DOUBLE_BLANK,
    DOUBLE_WILD,
    SUITS,
    WILD_PIPS,
    WILD_TILES,
    Tiles,
    bit,
    pips_of,
    set_up_to,
    wild_tiles,
)
from .matching import Matching, matching_for
from .rule_set import (
    EngineTrains,
    HubTrains,
    Layout,
    Play,
    Trains,
    bars_tiles,
    leads_hub,
    sets_hub_aside,
    waives_feet,
)

Turn: TypeAlias = Literal["one-tile", "cover-doubles", "guest-tiles", "while-able"]
"""How long a turn lasts.

- ``one-tile``: until a tile is laid.
- ``cover-doubles``: a double is covered next, by the same seat or the next one that can.
- ``guest-tiles``: after a tile on its own train the seat may lay one on each other train.
- ``while-able``: the seat may go on as long as it can lay.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rules of play for ``seats`` seats. Interned by `table_for`, so compared by identity."""

    play: Play
    layout: Layout
    seats: int
    hand: int
    tiles: Tiles
    matching: Matching
    next_seat: tuple[Seat, ...]
    """By seat, the seat that plays after it."""
    sides: Sides
    hub_aside: bool
    """A double is taken out before the deal, and the trains grow from it."""
    begins_trains: bool
    """Each seat begins its train with a double."""
    leads_train: bool
    """A lead begins the train of its seat."""
    leads_hub: bool
    """All trains grow from the lead."""
    draws_for_lead: bool
    """If no seat holds the tile to lead, the seats draw for it, one tile each in turn."""
    draws_a_turn: int
    """The most tiles a seat may draw in one turn; 0 if the rules do not allow drawing."""
    reserve: int
    """Tiles of the boneyard that may not be drawn."""
    may_draw_when_able: bool
    may_keep: bool
    """After a draw, the seat lays the tile drawn or passes, but lays no other."""
    cannot_play: Literal["pass", "set-aside", "raise-marker"]
    turn: Turn
    must_lay: bool
    """A seat that holds a tile that fits lays one such tile, and does nothing else."""
    lay_or_pass: bool
    """Besides, a seat that holds no such tile passes: it may not draw, nor do anything else."""
    calls: bool
    """A lay may ask for a call."""
    waives_feet: bool
    """A foot that cannot be completed may stay incomplete."""
    after_lay: bool
    """More may follow from a lay than new ends: the turn goes on, or a foot is dead."""
    bars_tiles: bool
    """A tile that fits may be barred by the rest of its hand."""
    ends_early: bool
    """A round may be over although the next seat holds a tile that fits."""

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise, whatever the direction of play."""
        return (seat + 1) % self.seats

    def right_of(self, seat: Seat) -> Seat:
        """The next seat counterclockwise, whatever the direction of play."""
        return (seat - 1) % self.seats

    def side_of(self, seat: Seat) -> int:
        """The index of the side of this seat."""
        return sides_by_seat(self.sides)[seat]

    def pips_left(self, hand: Tiles) -> int:
        """The pips that a hand counts; IndexError if a tile is unseen."""
        play, pips = self.play, pips_of(hand)
        if wild := hand & WILD_TILES:
            halves = wild.bit_count() + (wild & bit(DOUBLE_WILD)).bit_count()
            pips += (play.wild_half - WILD_PIPS) * halves
        if hand & bit(DOUBLE_BLANK):
            pips += play.double_blank or 2 * play.blank
        return pips + play.blank * (hand & SUITS[0] & ~bit(DOUBLE_BLANK)).bit_count()

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, starting with this one."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


@lru_cache(maxsize=256)
def _table(play_json: str, seats: int) -> Table:
    play = Play.model_validate_json(play_json)
    tiles = set_up_to(play.highest_pip)
    if play.wild_tiles:
        tiles |= wild_tiles(play.highest_pip)
    step = 1 if play.direction == "clockwise" else -1
    draws = {"none": 0, "until-playable": tiles.bit_count()}
    may_keep = play.drawn_tile == "may-keep"
    turn = _turn(play)
    must_lay = turn == "one-tile" and not (play.may_draw_when_able or may_keep)
    draws_a_turn = play.draw if isinstance(play.draw, int) else draws[play.draw]
    return Table(
        play=play,
        layout=play.layout,
        seats=seats,
        hand=play.hand[seats],
        tiles=tiles,
        matching=matching_for(play.matching, play.highest_pip, wild=play.wild_tiles),
        next_seat=tuple((seat + step) % seats for seat in range(seats)),
        sides=_sides(seats, partners=play.partners),
        hub_aside=sets_hub_aside(play),
        begins_trains=isinstance(play.layout, EngineTrains),
        leads_train=isinstance(play.layout, Trains) and not leads_hub(play.layout),
        leads_hub=leads_hub(play.layout),
        draws_for_lead=getattr(play.first_lead, "unheld", None) == "draw-for-it",
        draws_a_turn=draws_a_turn,
        reserve=play.stays_in_boneyard,
        may_draw_when_able=play.may_draw_when_able,
        may_keep=may_keep,
        cannot_play=play.cannot_play,
        turn=turn,
        must_lay=must_lay,
        lay_or_pass=must_lay and not draws_a_turn and play.cannot_play == "pass",
        calls=play.calls,
        waives_feet=waives_feet(play.layout),
        after_lay=turn != "one-tile" or waives_feet(play.layout) or play.calls,
        bars_tiles=bars_tiles(play.layout),
        ends_early=bars_tiles(play.layout) or play.win_in_play,
    )


def _turn(play: Play) -> Turn:
    match play.layout:
        case HubTrains():
            return "cover-doubles"
        case EngineTrains():
            return "guest-tiles"
        case _:
            return play.turn


def table_for(play: Play, seats: int) -> Table:
    """The table for this number of seats; KeyError if the rules do not allow it."""
    return _table(play.model_dump_json(), seats)


def _sides(seats: int, *, partners: bool) -> Sides:
    if not partners:
        return tuple((seat,) for seat in range(seats))
    return tuple((seat, seat + seats // 2) for seat in range(seats // 2))
