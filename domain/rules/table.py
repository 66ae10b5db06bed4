"""The rules of play made ready for one number of seats: tables instead of questions."""

from dataclasses import dataclass
from functools import lru_cache

from ..events import Seat
from ..tiles import SHOWING, Tiles, set_up_to
from .rule_set import Play


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rules of play for ``seats`` seats; compared by identity, since `table_for` makes one each."""

    play: Play
    seats: int
    hand: int
    tiles: Tiles
    fits: tuple[Tiles, ...]
    """By pip, the tiles that may lie on an end that shows it."""
    next_seat: tuple[Seat, ...]
    """By seat, the one that plays after it."""
    sides: tuple[tuple[Seat, ...], ...]
    """The seats of each side; a seat playing for itself is a side of one."""
    draws_a_turn: int
    """Tiles one may draw in a turn at most: 0 where nobody draws."""
    reserve: int
    may_draw_when_able: bool
    play_on: bool

    def left_of(self, seat: Seat) -> Seat:
        """The seat clockwise, whichever way the turn goes round."""
        return (seat + 1) % self.seats

    def right_of(self, seat: Seat) -> Seat:
        """The seat counterclockwise, whichever way the turn goes round."""
        return (seat - 1) % self.seats

    def side_of(self, seat: Seat) -> int:
        """The index of the side this seat belongs to."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, beginning with this one."""
        return tuple((seat + step) % self.seats for step in range(self.seats))


@lru_cache(maxsize=256)
def _table(play_json: str, seats: int) -> Table:
    play = Play.model_validate_json(play_json)
    tiles = set_up_to(play.highest_pip)
    step = 1 if play.direction == "clockwise" else -1
    draws = {"none": 0, "until-playable": tiles.bit_count()}
    return Table(
        play=play,
        seats=seats,
        hand=play.hand[seats],
        tiles=tiles,
        fits=SHOWING,
        next_seat=tuple((seat + step) % seats for seat in range(seats)),
        sides=_sides(seats, partners=play.partners),
        draws_a_turn=play.draw if isinstance(play.draw, int) else draws[play.draw],
        reserve=play.stays_in_boneyard,
        may_draw_when_able=play.may_draw_when_able,
        play_on=play.play_on,
    )


def table_for(play: Play, seats: int) -> Table:
    """The table at which ``seats`` play by these rules; KeyError where that many may not."""
    return _table(play.model_dump_json(), seats)


def _sides(seats: int, *, partners: bool) -> tuple[tuple[Seat, ...], ...]:
    if not partners:
        return tuple((seat,) for seat in range(seats))
    return tuple((seat, seat + seats // 2) for seat in range(seats // 2))
