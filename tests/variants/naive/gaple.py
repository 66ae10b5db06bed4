"""Gaple, one round, from the rule text only."""

from dataclasses import dataclass

from .common import Move, Naive, block, halves, is_double, other_half, others_pips


@dataclass
class Gaple(Naive):
    """A line of play; who cannot lay sets a tile aside."""

    turned_up: bool = False
    """The line begins with a tile that nobody held, and the starter plays first."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asides: list[list[str]] = [[] for _ in self.hands]
        """By seat, the tiles set aside."""
        self.laid = [0] * self.seats
        """By seat, how many tiles it has laid."""
        self.ends: dict[str, int] = {}
        if self.turned_up:
            self.table = [self.said["hub"]]
            self.ends["right"], self.ends["left"] = halves(self.said["hub"])
            self.leader: int = self.said["starter"]
            return
        clockwise = [(self.said["starter"] + step) % self.seats for step in range(self.seats)]
        self.leader = next(seat for seat in clockwise if self.leads(seat))
        """The starter won the last round; the right to lead goes on to the first who can."""
        self.seat = self.leader

    def leads(self, seat: int) -> list[Move]:
        """In the first round 0-0; later any double."""
        doubles = [tile for tile in self.hands[seat] if is_double(tile)]
        may_lead = [tile for tile in doubles if tile == "0-0" or self.said["round"] > 1]
        return [{"seat": seat, "lay": tile} for tile in may_lead]

    def lays(self, seat: int) -> list[Move]:
        if not self.table:
            return self.leads(seat)
        return [
            {"seat": seat, "lay": tile, "at": end}
            for end, pip in self.ends.items()
            for tile in self.hands[seat]
            if pip in halves(tile)
        ]

    def draws(self) -> list[Move]:
        """What was not dealt stays hidden."""
        return []

    def is_blocked(self) -> bool:
        """No tile in any hand fits."""
        return not any(self.lays(seat) for seat in range(self.seats))

    def no_lay(self) -> list[Move]:
        """Any one tile is set aside."""
        return [{"seat": self.seat, "aside": tile} for tile in self.hands[self.seat]]

    def do_no_lay(self, move: Move) -> None:
        self.hands[self.seat].remove(move["aside"])
        self.asides[self.seat].append(move["aside"])
        self.turn_over()

    def lay(self, move: Move) -> None:
        tile = move["lay"]
        if "at" in move:
            self.ends[move["at"]] = other_half(tile, self.ends[move["at"]])
        else:
            self.ends["right"], self.ends["left"] = halves(tile)
        self.laid[self.seat] += 1
        self.turn_over()

    def pips(self) -> list[int]:
        """The hand and the tiles set aside."""
        hands, asides = super().pips(), [sum(map(self.weight, tiles)) for tiles in self.asides]
        return [hand + aside for hand, aside in zip(hands, asides, strict=True)]

    def laid_all(self) -> int | None:
        """The seat that has laid all its tiles."""
        dealt = map(len, self.said["hands"])
        all_laid = [laid == size for laid, size in zip(self.laid, dealt, strict=True)]
        return all_laid.index(True) if True in all_laid else None

    def points(self) -> list[int]:
        """Who has laid all wins alone; otherwise the fewest pips win, out or blocked."""
        winner = self.laid_all()
        return block(self.pips()) if winner is None else others_pips(self.pips(), winner)

    def next(self) -> int | None:
        """The winner; of several the first clockwise from the leader."""
        winner, pips = self.laid_all(), self.pips()
        clockwise = [(self.leader + step) % self.seats for step in range(self.seats)]
        return min(clockwise, key=pips.__getitem__) if winner is None else winner
