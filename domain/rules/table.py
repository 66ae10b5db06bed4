"""The rules of play for one number of seats, as lookup tables."""

from functools import lru_cache
from typing import Literal, TypeAlias

from ..seats import Seat, Sides, sides_by_seat
from ..tiles import DOUBLE_BLANK, HALVES, WILD, Tiles, set_up_to, tile_set, tiles_of, wild_tiles
from .layouts import EngineTrains, Feet, HubTrains, Trains, leads_hub
from .matching import matching_for
from .play import Play, sets_hub_aside

Turn: TypeAlias = Literal["one-tile", "cover-doubles", "guest-tiles", "while-able"]
"""How long a turn lasts.

- ``one-tile``: until a tile is laid.
- ``cover-doubles``: a double is covered next, by the same seat or the next one that can.
- ``guest-tiles``: after a tile on its own train the seat may lay one on each other train.
- ``while-able``: the seat may go on as long as it can lay.
"""


class Table:
    """Rules of play for ``seats`` seats. Interned by `table_for`, so compared by identity."""

    def __init__(self, play: Play, seats: int) -> None:
        layout, every_seat = play.layout, range(seats)
        self.play, self.layout, self.seats, self.hand = play, layout, seats, play.hand[seats]
        self.tiles = set_up_to(play.highest_pip)
        if play.wild_tiles:
            self.tiles |= wild_tiles(play.highest_pip)
        self.tiles &= ~tile_set(play.taken_out.get(seats, ()))
        self.matching = matching_for(play.matching, play.highest_pip, wild=play.wild_tiles)
        step = 1 if play.direction == "clockwise" else -1
        self.next_seat = tuple((seat + step) % seats for seat in every_seat)
        """By seat, the seat that plays after it."""
        half = seats // 2
        self.sides: Sides = (
            tuple((seat, seat + half) for seat in range(half))
            if play.partners
            else tuple((seat,) for seat in every_seat)
        )
        self.hub_aside = sets_hub_aside(play)
        """A double is taken out before the deal, and the trains grow from it."""
        self.begins_trains = isinstance(layout, EngineTrains)
        """Each seat begins its train with a double."""
        self.leads_hub = leads_hub(layout)
        """All trains grow from the lead."""
        self.leads_train = isinstance(layout, Trains) and not self.leads_hub
        """A lead begins the train of its seat."""
        self.draws_for_lead = getattr(play.first_lead, "unheld", None) == "draw-for-it"
        """If no seat holds the tile to lead, the seats draw for it, one tile each in turn."""
        self.always_begins_anew = play.next_lead == "same-rule"
        """Every round is led as the first one."""
        self.may_begin_anew = play.may_begin_anew
        draws = {"none": 0, "until-playable": self.tiles.bit_count()}
        self.draws_a_turn = play.draw if isinstance(play.draw, int) else draws[play.draw]
        """The most tiles a seat may draw in one turn; 0 if the rules do not allow drawing."""
        self.reserve = play.stays_in_boneyard
        """Tiles of the boneyard that may not be drawn."""
        self.may_draw_when_able = play.may_draw_when_able
        self.may_keep = play.drawn_tile == "may-keep"
        """After a draw, the seat lays the tile drawn or passes, but lays no other."""
        self.cannot_play = play.cannot_play
        self._worths = _worths(play)
        self._decide_turns(play)

    def _decide_turns(self, play: Play) -> None:
        """Decide what a turn may hold, how long it lasts, and what it may end."""
        layout = play.layout
        of_trains: dict[type, Turn] = {HubTrains: "cover-doubles", EngineTrains: "guest-tiles"}
        self.turn = of_trains.get(type(layout), play.turn)
        self.must_lay = self.turn == "one-tile" and not (self.may_draw_when_able or self.may_keep)
        """A seat that holds a tile that fits lays one such tile, and does nothing else."""
        passes = not self.draws_a_turn and self.cannot_play == "pass"
        self.lay_or_pass = self.must_lay and passes
        """Besides, a seat that holds no such tile passes: it may not draw, nor do anything else."""
        self.calls = play.calls
        self.waives_feet = isinstance(layout, Feet) and layout.dead_foot == "waived"
        """A foot that cannot be completed may stay incomplete."""
        self.after_lay = self.turn != "one-tile" or self.waives_feet or self.calls
        """More may follow from a lay than new ends: the turn goes on, or a foot is dead."""
        self.bars_tiles = (isinstance(layout, HubTrains) and not layout.out_on_double) or (
            isinstance(layout, EngineTrains) and layout.engine == "own-highest"
        )
        """A tile that fits may be barred by the rest of its hand."""
        self.until_side_out = play.until == "side-out"
        """A round goes on when a seat is out, until its partners are; it is stepped over."""
        self.lay_ends_turn = not (self.after_lay or self.until_side_out)
        """After any lay the next seat plays."""
        self.ends_early = self.bars_tiles or play.win_in_play
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
        return sum([self._worths[tile] for tile in tiles_of(hand)])

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, starting with this one."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


def _worths(play: Play) -> tuple[int, ...]:
    """By tile, the pips that it counts in a hand."""
    half = (play.blank, *range(1, WILD), play.wild_half)
    halves = {"full": 2, "once": 1, "none": 0}[play.double_counts]
    worths = [halves * half[low] if low == high else half[low] + half[high] for low, high in HALVES]
    worths[DOUBLE_BLANK] = play.double_blank or worths[DOUBLE_BLANK]
    return tuple(worths)


@lru_cache(maxsize=256)
def table_for(play: Play, seats: int) -> Table:
    """The table for this number of seats; KeyError if the rules do not allow it."""
    return Table(play, seats)
