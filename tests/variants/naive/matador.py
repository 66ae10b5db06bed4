"""Matador with matadors that may lie crosswise, one round, from the rule text only."""

from dataclasses import dataclass

from .common import Move, Naive, halves, is_double, others_pips


@dataclass
class ForkedMatador(Naive):
    """Halves that touch add up to seven. A matador may close its end and open both halves."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.ends: dict[str, int] = {}
        """By open end, its pip."""

    def is_matador(self, tile: str) -> bool:
        return tile == "0-0" or sum(halves(tile)) == 7

    def lays(self, seat: int) -> list[Move]:
        """The highest double dealt leads. Then the half that is wanted, and any matador."""
        if not self.table:
            doubles = [tile for hand in self.hands for tile in hand if is_double(tile)]
            highest = max(doubles, key=halves)
            return [{"seat": seat, "lay": highest}] if highest in self.hands[seat] else []
        return [
            {"seat": seat, "lay": tile, "at": end, **way}
            for end, pip in self.ends.items()
            for tile in self.hands[seat]
            for way in self.ways(tile, pip)
        ]

    def ways(self, tile: str, pip: int) -> list[Move]:
        """How a tile may lie on an end with this pip: a matador in line, or crosswise."""
        if self.is_matador(tile) and tile != "0-0":
            return [*({"open": half} for half in halves(tile)), {}]
        return [{}] if tile == "0-0" or 7 - pip in halves(tile) else []

    def draws(self) -> list[Move]:
        """Until a tile fits; the last two stay."""
        if len(self.boneyard) <= 2:
            return []
        return [{"seat": self.seat, "draw": self.boneyard[0]}]

    def lay(self, move: Move) -> None:
        tile = move["lay"]
        high, low = halves(tile)
        if "at" not in move:
            self.ends = {"left": low, "right": high}
        elif "open" in move:
            self.ends[move["at"]] = move["open"]
        elif self.is_matador(tile) and tile != "0-0":
            del self.ends[move["at"]]
            self.ends |= {f"fork-{tile}-{half}": half for half in (high, low)}
        else:
            touching = 7 - self.ends[move["at"]]
            self.ends[move["at"]] = low if high == touching else high
        self.turn_over()

    def is_blocked(self) -> bool:
        return len(self.boneyard) <= 2 and not any(map(self.lays, range(self.seats)))

    def points(self) -> list[int]:
        """Who is out gets the others' pips; blocked: each lowest the pips of all not lowest."""
        pips = self.pips()
        if self.ended == "out":
            return others_pips(pips, self.hands.index([]))
        lowest = min(pips)
        won = sum(each for each in pips if each != lowest)
        return [won if each == lowest else 0 for each in pips]

    def next(self) -> int | None:
        """The next deal says it."""
        return None
