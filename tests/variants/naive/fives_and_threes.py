"""Fives and threes once more, from the rules that clubs play, section 14."""

from collections.abc import Sequence

Tile = tuple[int, int]


def points_for(count: int) -> int:
    """A third of a multiple of three, a fifth of a multiple of five; of both, both."""
    return (count // 3 if count % 3 == 0 else 0) + (count // 5 if count % 5 == 0 else 0)


class FivesAndThrees:
    """A round with an exact target."""

    def __init__(
        self,
        hands: Sequence[Sequence[Tile]],
        leader: int,
        scores: Sequence[int],
        *,
        partners: bool,
        target: int = 61,
    ) -> None:
        """``scores``: by seat, what its side had before."""
        self.hands = [[*hand] for hand in hands]
        self.turn, self.scores, self.target = leader, [*scores], target
        self.sides = [(0, 2), (1, 3)] if partners else [(seat,) for seat in range(len(hands))]
        self.line: list[Tile] = []
        """Turned so that halves that touch are equal."""
        self.counted: list[int] = []
        self.refused: list[tuple[int, int]] = []
        """The number of the lay, and the points."""
        self.ended: str | None = None
        self.out_points = 0

    def side_of(self, seat: int) -> tuple[int, ...]:
        return next(side for side in self.sides if seat in side)

    def fits(self, tile: Tile) -> set[str]:
        if not self.line:
            return {"lead"}
        left, right = self.line[0][0], self.line[-1][1]
        return {end for end, pip in (("left", left), ("right", right)) if pip in tile}

    def moves(self) -> set[tuple[Tile, str]]:
        """Empty: the seat must pass."""
        return {(tile, end) for tile in self.hands[self.turn] for end in self.fits(tile)}

    def count(self) -> int:
        if len(self.line) == 1:
            return sum(self.line[0])
        first, last = self.line[0], self.line[-1]
        left = sum(first) if first[0] == first[1] else first[0]
        return left + (sum(last) if last[0] == last[1] else last[1])

    def lay(self, tile: Tile, end: str) -> None:
        seat = self.turn
        self.hands[seat].remove(tile)
        if end == "left":
            self.line.insert(0, tile if tile[1] == self.line[0][0] else tile[::-1])
        elif end == "right":
            self.line.append(tile if tile[0] == self.line[-1][1] else tile[::-1])
        else:
            self.line.append(tile)
        side = self.side_of(seat)
        out = not any(self.hands[each] for each in side)
        made, more = points_for(self.count()), int(out)
        if self.scores[seat] + made + more > self.target:
            if made + more:
                self.refused.append((len(self.counted), made + more))
            made = more = 0
        self.counted.append(made)
        self.out_points = more
        for each in side:
            self.scores[each] += made + more
        if out:
            self.ended = "out"
        elif self.scores[seat] == self.target:
            self.ended = "target"
        else:
            self.go_on()

    def go_on(self) -> None:
        seats = len(self.hands)
        if not any(self.fits(tile) for hand in self.hands for tile in hand):
            self.ended = "blocked"
            return
        self.turn = (self.turn + 1) % seats
        while not self.hands[self.turn]:
            self.turn = (self.turn + 1) % seats

    def do_pass(self) -> None:
        self.turn = (self.turn + 1) % len(self.hands)
        while not self.hands[self.turn]:
            self.turn = (self.turn + 1) % len(self.hands)
