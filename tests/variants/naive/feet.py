"""Feet: Chicken Foot and Spinner, one round, from the rule text only."""

from dataclasses import dataclass
from typing import Any

from .common import Move, Naive, halves, is_double, other_half


@dataclass
class ChickenFoot(Naive):
    """Every double opens toes, which must all be served before anything else."""

    opener_takes: int = 6
    toes: int = 3
    double_blank: int = 50
    blank: int = 0
    dead_foot: str = "blocks"
    knocks: bool = False
    """A player who has one tile left after laying must knock; who does not draws a tile."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pip: int = 10 - self.said["round"]
        """The pip of the lead."""
        self.ends: dict[str, int] = {}
        """By open end, its pip."""
        self.free_toes: list[str] = []
        """The toes that must be served, the next one first."""
        self.must_knock = False
        leaders = [seat for seat in range(self.seats) if self.leads(seat)]
        self.seat = leaders[0] if leaders else self.said["starter"]
        self.leader: int | None = None

    def is_held(self, tile: str) -> bool:
        return any(tile in hand for hand in self.hands)

    def leads(self, seat: int) -> list[Move]:
        """The double of the round."""
        double = f"{self.pip}-{self.pip}"
        return [{"seat": seat, "lay": double}] if double in self.hands[seat] else []

    def lays(self, seat: int) -> list[Move]:
        """While a toe is free only the first may be served; else any end."""
        if not self.table:
            return self.leads(seat)
        return [
            {"seat": seat, "lay": tile, "at": end, **more}
            for end in self.free_toes[:1] or self.ends
            for tile in self.hands[seat]
            for more in self.placings(tile, self.ends[end])
        ]

    def placings(self, tile: str, pip: int) -> list[dict[str, Any]]:
        """The ways to lay a tile on an end with this pip: what else the move has to say."""
        return [{}] if pip in halves(tile) else []

    def draw(self, move: Move) -> None:
        """Before the lead each seat draws one tile in turn, until one draws the wanted tile."""
        super().draw(move)
        if self.must_knock:
            self.turn_over()
            return
        if not self.table and not self.leads(self.seat):
            self.turn_over()

    def lay(self, move: Move) -> None:
        """A double closes its end and opens toes; they come before toes that were free."""
        tile, end = move["lay"], move.get("at")
        if end is None:
            self.leader = self.seat
            self.open_toes(tile, self.pip, self.opener_takes)
        else:
            pip = self.ends.pop(end)
            self.free_toes = [toe for toe in self.free_toes if toe != end]
            if is_double(tile):
                self.open_toes(tile, pip, self.toes)
            else:
                self.ends[end] = self.new_pip(move, pip)
        if self.dead_foot == "waived":
            left = [*self.boneyard, *(tile for hand in self.hands for tile in hand)]
            self.free_toes = [
                toe
                for toe in self.free_toes
                if any(self.placings(tile, self.ends[toe]) for tile in left)
            ]
        self.must_knock = self.knocks and len(self.hands[self.seat]) == 1
        if not self.must_knock:
            self.turn_over()

    def moves(self) -> list[Move]:
        if not self.must_knock:
            return super().moves()
        penalty = [{"seat": self.seat, "draw": tile} for tile in self.boneyard[:1]]
        return [{"seat": self.seat, "knock": True}, *(penalty or self.stops())]

    def stops(self) -> list[Move]:
        """Nothing is left to draw."""
        return [{"seat": self.seat, "done": True}]

    def turn_over(self) -> None:
        self.must_knock = False
        super().turn_over()

    def is_blocked(self) -> bool:
        return not self.must_knock and super().is_blocked()

    def open_toes(self, double: str, pip: int, number: int) -> None:
        opened = [f"toe-{double}-{toe}" for toe in range(1, number + 1)]
        self.ends |= dict.fromkeys(opened, pip)
        self.free_toes = opened + self.free_toes

    def new_pip(self, move: Move, pip: int) -> int:
        """What the end shows after a tile was laid on this pip."""
        return other_half(move["lay"], pip)

    def weight(self, tile: str) -> int:
        if tile == "0-0" and self.double_blank:
            return self.double_blank
        return super().weight(tile) + self.blank * tile.split("-").count("0")

    def points(self) -> list[int]:
        """Every seat writes down its own pips."""
        return self.pips()

    def next(self) -> int | None:
        """The seat after the leader starts."""
        assert self.leader is not None
        return (self.leader + 1) % self.seats


@dataclass
class Spinner(ChickenFoot):
    """Chicken Foot with wild tiles, W-0 to W-9 and W-W."""

    opener_takes: int = 2
    double_blank: int = 0

    def leads(self, seat: int) -> list[Move]:
        """The double of the round; W-W if nobody holds it."""
        if self.is_held(f"{self.pip}-{self.pip}"):
            return super().leads(seat)
        if "W-W" in self.hands[seat]:
            return [{"seat": seat, "lay": "W-W", "wild": self.pip}]
        return []

    def placings(self, tile: str, pip: int) -> list[dict[str, Any]]:
        """A wild half is declared: it touches, or it is the new end."""
        first, second = tile.split("-")
        if first != "W":
            return super().placings(tile, pip)
        if second == str(pip):
            return [{"wild": wild} for wild in range(10)]
        return [{"wild": pip}]

    def new_pip(self, move: Move, pip: int) -> int:
        first, second = move["lay"].split("-")
        if first != "W":
            return super().new_pip(move, pip)
        return int(move["wild"]) if second == str(pip) else int(second)

    def weight(self, tile: str) -> int:
        """A wild half counts ten."""
        if tile.startswith("W"):
            return sum(10 if half == "W" else int(half) for half in tile.split("-"))
        return super().weight(tile)
