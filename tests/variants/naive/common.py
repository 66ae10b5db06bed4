"""What the naive models share: the names of tiles, a round in play, and ways to count it.

Tiles are names, hands are lists of names, a move is the JSON of the exchange format.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Said: TypeAlias = dict[str, Any]
"""A round as it is dealt: rules, round, seats, hands, boneyard, starter, leader, and the hub."""
Move: TypeAlias = dict[str, Any]
Ended: TypeAlias = Literal["out", "blocked"]


def halves(tile: str) -> tuple[int, int]:
    """The pips of a tile, the higher first."""
    high, low = tile.split("-")
    return int(high), int(low)


def is_double(tile: str) -> bool:
    high, low = tile.split("-")
    return high == low


def other_half(tile: str, pip: int) -> int:
    """The half that stays open when the half with this pip touches."""
    high, low = halves(tile)
    return low if high == pip else high


@dataclass
class Naive(ABC):
    """One round in play."""

    said: Said

    def __post_init__(self) -> None:
        self.hands: list[list[str]] = [list(hand) for hand in self.said["hands"]]
        self.boneyard: list[str] = list(self.said["boneyard"])
        self.seats: int = self.said["seats"]
        self.seat: int = self.said["leader"]
        """The seat in turn."""
        self.table: list[str] = []
        """All tiles that were laid."""
        self.drawn: str | None = None
        """The tile the seat in turn has drawn."""
        self.ended: Ended | None = None

    @abstractmethod
    def lays(self, seat: int) -> list[Move]:
        """What this seat may lay, were it in turn now."""

    @abstractmethod
    def lay(self, move: Move) -> None:
        """The tile has left the hand: it comes to lie where the move says."""

    @abstractmethod
    def points(self) -> list[int]:
        """By seat, what the finished round is worth."""

    @abstractmethod
    def next(self) -> int | None:
        """The seat that starts or leads the next round; None where the next deal says it."""

    def moves(self) -> list[Move]:
        """The legal moves of the seat in turn: it lays; or it draws; or it passes."""
        if self.ended is not None:
            return []
        return self.lays(self.seat) or self.draws() or self.no_lay()

    def draws(self) -> list[Move]:
        """One tile a turn, the first of the boneyard."""
        if self.drawn is not None:
            return []
        return [{"seat": self.seat, "draw": tile} for tile in self.boneyard[:1]]

    def no_lay(self) -> list[Move]:
        """What a seat does that can neither lay nor draw."""
        return [{"seat": self.seat, "pass": True}]

    def do(self, move: Move) -> None:
        """Make the move. It must be legal."""
        assert move in self.moves(), move
        seat = self.seat
        if "lay" in move:
            self.hands[seat].remove(move["lay"])
            self.table.append(move["lay"])
            self.lay(move)
        elif "draw" in move:
            self.draw(move)
        else:
            self.do_no_lay(move)
        if not self.hands[seat]:
            self.ended = "out"
        elif self.is_blocked():
            self.ended = "blocked"

    def draw(self, move: Move) -> None:
        self.drawn = move["draw"]
        self.boneyard.remove(move["draw"])
        self.hands[self.seat].append(move["draw"])

    def do_no_lay(self, move: Move) -> None:
        """A pass, or whatever the game has in its place."""
        assert move["seat"] == self.seat
        self.turn_over()

    def turn_over(self) -> None:
        self.seat = (self.seat + 1) % self.seats
        self.drawn = None

    def is_blocked(self) -> bool:
        """No seat could lay at its turn, and nothing may be drawn."""
        return not self.boneyard and not any(self.lays(seat) for seat in range(self.seats))

    def weight(self, tile: str) -> int:
        """The pips of a tile in hand."""
        return sum(halves(tile))

    def pips(self) -> list[int]:
        """By seat, the pips left."""
        return [sum(map(self.weight, hand)) for hand in self.hands]


def others_pips(pips: list[int], out: int) -> list[int]:
    """The seat that is out gets the others' pips."""
    return [sum(pips) if seat == out else 0 for seat in range(len(pips))]


def block(pips: list[int]) -> list[int]:
    """Each lowest seat gets the pips of all who are not lowest minus its own, never below 0."""
    lowest = min(pips)
    excess = sum(each for each in pips if each != lowest) - lowest
    return [max(excess, 0) if each == lowest else 0 for each in pips]
