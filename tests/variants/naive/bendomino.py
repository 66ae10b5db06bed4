"""Bendomino, one round, from the rule text only."""

from dataclasses import dataclass, field

from .common import Move, Naive, block, halves, is_double, other_half, others_pips

U = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
"""By heading, one step on the lattice."""

Joint = tuple[int, int]


@dataclass
class End:
    """An end of the line: where it is, where it looks, what it shows."""

    joint: Joint
    heading: int
    pip: int

    def after(self, tile: str, bend: str) -> "End":
        """The end behind a tile that is laid here and bends this way."""
        turn = 1 if bend == "left" else -1
        step = U[(self.heading + turn) % 6]
        joint = (self.joint[0] + step[0], self.joint[1] + step[1])
        return End(joint, (self.heading + 2 * turn) % 6, other_half(tile, self.pip))

    def meets(self, other: "End") -> bool:
        """Two ends join to a loop."""
        same_place = self.joint == other.joint and self.heading == (other.heading + 3) % 6
        return same_place and self.pip == other.pip


@dataclass
class BentLine:
    """The line of play."""

    ends: dict[str, End] = field(default_factory=dict)
    """None before the lead, and none when both ends have met."""
    joints: list[Joint] = field(default_factory=list)

    def lead(self, tile: str) -> None:
        high, low = halves(tile)
        self.ends = {"left": End((0, 0), 3, low), "right": End((0, 1), 2, high)}
        self.joints = [(0, 0), (0, 1)]

    def bends(self, tile: str, at: str) -> list[str]:
        """The ways a tile that shows the pip of this end may bend there."""
        if is_double(tile):
            return ["left", "right"]
        return ["left" if self.ends[at].pip == min(halves(tile)) else "right"]

    def placings(self, tile: str) -> list[tuple[str, str]]:
        """The ends at which the tile matches and fits, each with its bend."""
        return [
            (at, bend)
            for at, end in self.ends.items()
            if end.pip in halves(tile)
            for bend in self.bends(tile, at)
            if self.fits(tile, at, bend)
        ]

    def other(self, at: str) -> End:
        return self.ends["right" if at == "left" else "left"]

    def fits(self, tile: str, at: str, bend: str) -> bool:
        """The far joint is free, or it is where the other end is, and both ends meet."""
        far = self.ends[at].after(tile, bend)
        return far.joint not in self.joints or far.meets(self.other(at))

    def lay(self, tile: str, at: str, bend: str) -> None:
        far = self.ends[at].after(tile, bend)
        if far.meets(self.other(at)):
            self.ends = {}
        else:
            self.ends[at] = far
            self.joints.append(far.joint)


@dataclass
class Bendomino(Naive):
    """A seat may draw although it could lay, and then lays the drawn tile or passes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.line = BentLine()
        dealt = [tile for hand in self.hands for tile in hand]
        doubles = [tile for tile in dealt if is_double(tile)]
        self.to_lead = max(doubles or dealt, key=lambda tile: (sum(halves(tile)), halves(tile)))
        """The highest double; no double dealt: the heaviest tile, of equals the higher half."""
        self.seat = next(seat for seat in range(self.seats) if self.to_lead in self.hands[seat])

    def moves(self) -> list[Move]:
        """Any tile or a draw; after a draw the drawn tile or a pass."""
        if self.ended is not None:
            return []
        lays = self.lays(self.seat)
        if not self.table:
            return lays
        if self.drawn is not None:
            return [move for move in lays if move["lay"] == self.drawn] + self.no_lay()
        return lays + self.draws() or self.no_lay()

    def lays(self, seat: int) -> list[Move]:
        if not self.table:
            return [{"seat": seat, "lay": self.to_lead}] if self.to_lead in self.hands[seat] else []
        return [
            {"seat": seat, "lay": tile, "at": at, **({"bend": bend} if is_double(tile) else {})}
            for tile in self.hands[seat]
            for at, bend in self.line.placings(tile)
        ]

    def lay(self, move: Move) -> None:
        tile = move["lay"]
        if "at" in move:
            [usual, *_] = self.line.bends(tile, move["at"])
            self.line.lay(tile, move["at"], move.get("bend", usual))
        else:
            self.line.lead(tile)
        self.turn_over()

    def points(self) -> list[int]:
        """Who is out gets the others' pips; blocked: the excess."""
        if self.ended == "out":
            return others_pips(self.pips(), self.hands.index([]))
        return block(self.pips())

    def next(self) -> int | None:
        """The next deal says it."""
        return None
