"""A second, naive model of play and score, written from the rule text only.

Tiles are (high, low) pairs, hands are lists, the line of play is the list of tiles as they lie.
It shares no code and no tables with the domain. It is meant to be obvious, not fast.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Bone: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[str, int, Bone | None, str | None]
"""The move (lay, draw, pass), the seat, the tile, the end."""


def bone(name: str) -> Bone:
    """The pair for a name like ``"6-4"``."""
    high, low = name.split("-")
    return int(high), int(low)


@dataclass
class Naive:
    """One round in play."""

    hands: list[list[Bone]]
    boneyard: list[Bone]
    leader: int
    lead: list[Bone] | None = None
    """The tiles that may be led; None: any."""
    most_draws: int = 0
    reserve: int = 0
    draw_when_able: bool = False
    play_on: bool = False
    step: int = 1
    order_known: bool = True
    line: list[Bone] = field(default_factory=list)
    """The tiles from left to right, each as (left half, right half)."""
    seat: int = -1
    drawn: int = 0
    first_out: int | None = None

    def __post_init__(self) -> None:
        self.seat = self.leader

    def lays(self, seat: int) -> list[Move]:
        """Every tile at every end that shows one of its halves."""
        if not self.line:
            may_lead = [b for b in self.hands[seat] if self.lead is None or b in self.lead]
            return [("lay", seat, tile, None) for tile in may_lead]
        left, right = self.line[0][0], self.line[-1][1]
        return [
            ("lay", seat, tile, end)
            for end, pip in (("left", left), ("right", right))
            for tile in self.hands[seat]
            if pip in tile
        ]

    def draws(self, seat: int) -> list[Move]:
        """The next tile, if one may be drawn; any tile if the order is unknown."""
        spare = len(self.boneyard) - self.reserve
        if not self.line or spare <= 0 or self.drawn >= self.most_draws or not self.hands[seat]:
            return []
        pile = self.boneyard[:1] if self.order_known else self.boneyard
        return [("draw", seat, tile, None) for tile in pile]

    def moves(self) -> list[Move]:
        """The legal moves of the seat in turn."""
        if self.over() is not None:
            return []
        able = self.lays(self.seat)
        if able and not self.draw_when_able:
            return able
        return able + self.draws(self.seat) or [("pass", self.seat, None, None)]

    def do(self, move: Move) -> None:
        """Make the move; the line turns a tile so that equal halves touch."""
        what, seat, tile, end = move
        if what == "draw":
            assert tile is not None
            self.boneyard.remove(tile)
            self.hands[seat].append(tile)
            self.drawn += 1
            return
        if what == "lay":
            assert tile is not None
            self.hands[seat].remove(tile)
            high, low = tile
            if not self.line:
                self.line = [(low, high)]
            elif end == "left":
                inner = self.line[0][0]
                self.line.insert(0, (low, high) if high == inner else (high, low))
            else:
                inner = self.line[-1][1]
                self.line.append((low, high) if low == inner else (high, low))
            if not self.hands[seat] and self.first_out is None:
                self.first_out = seat
        self.seat = (seat + self.step) % len(self.hands)
        self.drawn = 0

    def over(self) -> Literal["out", "blocked", "target"] | None:
        """Out: a seat has no tile left. Blocked: no seat can play, and nothing may be drawn."""
        done = self.first_out is not None
        if done and (not self.play_on or not any(self.hands)):
            return "out"
        may_draw = self.most_draws > 0 and len(self.boneyard) > self.reserve
        stuck = bool(self.line) and not any(map(self.lays, range(len(self.hands))))
        if stuck and not may_draw:
            return "out" if done else "blocked"
        return None

    def outer(self) -> list[int]:
        """The halves at the open ends."""
        return [self.line[0][0], self.line[-1][1]] if self.line else []

    def pips(self) -> list[int]:
        """Pips left by seat."""
        return [sum(high + low for high, low in hand) for hand in self.hands]


@dataclass
class NaiveStar(Naive):
    """A round on a star. The line is the lead alone, a double."""

    arms: dict[str, list[Bone]] = field(default_factory=dict)
    """By name, the tiles from the lead outward, each as (inner half, outer half)."""

    doubles_first: bool = False
    """When all arms are begun, each must get its double before any other tile is laid."""

    def lays(self, seat: int) -> list[Move]:
        """While an arm is bare, only a tile of the lead's pip at the first bare arm."""
        if not self.line:
            return super().lays(seat)
        open_pips = {name: self.outer_half(name) for name in self.arms}
        bare = [name for name, tiles in self.arms.items() if not tiles]
        if bare:
            open_pips = {bare[0]: self.line[0][0]}
        found: list[Move] = [
            ("lay", seat, tile, name)
            for name, pip in open_pips.items()
            for tile in self.hands[seat]
            if pip in tile
        ]
        single = [n for n, tiles in self.arms.items() if all(a != b for a, b in tiles)]
        if self.doubles_first and single and not bare:
            return [move for move in found if move[3] in single and len({*(move[2] or ())}) == 1]
        return found

    def outer_half(self, name: str) -> int:
        tiles = self.arms[name]
        return tiles[-1][1] if tiles else self.line[0][0]

    def do(self, move: Move) -> None:
        what, _, tile, end = move
        if what != "lay" or not self.line:
            super().do(move)
            return
        assert tile is not None
        assert end is not None
        inner = self.outer_half(end)
        other = tile[1] if tile[0] == inner else tile[0]
        self.arms[end].append((inner, other))
        lead = list(self.line)
        super().do(move)  # Takes the tile from the hand, and lays it beside the lead.
        self.line = lead

    def outer(self) -> list[int]:
        begun = [name for name, tiles in self.arms.items() if tiles]
        bare = self.line[:1] if len(begun) < len(self.arms) else []
        return [*map(self.outer_half, begun), *(tile[0] for tile in bare)]


@dataclass
class NaiveDoubles(NaiveStar):
    """A star on which each arm needs its double; seats draw for the tile to lead."""

    def lays(self, seat: int) -> list[Move]:
        found = super().lays(seat)
        single = [n for n, tiles in self.arms.items() if tiles and all(a != b for a, b in tiles)]
        return [move for move in found if move[3] not in single or len({*(move[2] or ())}) == 1]

    def draws(self, seat: int) -> list[Move]:
        if self.line or self.lays(seat):
            return super().draws(seat)
        pile = self.boneyard[:1] if self.order_known else self.boneyard
        return [("draw", seat, tile, None) for tile in pile]

    def moves(self) -> list[Move]:
        return super().moves() if self.line else self.lays(self.seat) or self.draws(self.seat)

    def do(self, move: Move) -> None:
        super().do(move)
        _, seat, tile, _ = move
        if not self.line and tile not in (self.lead or ()):
            self.seat, self.drawn = (seat + self.step) % len(self.hands), 0
        if not self.line:
            self.drawn = 0


@dataclass
class NaiveMatador(Naive):
    """A line in which halves that touch add up to one more than the highest pip."""

    highest: int = 6

    def is_matador(self, tile: Bone) -> bool:
        return sum(tile) in {0, self.highest + 1}

    def lays(self, seat: int) -> list[Move]:
        """A tile with the half that is wanted, and any matador, either way round."""
        if not self.line:
            return super().lays(seat)
        found: list[Move] = []
        for end, pip in (("left", self.line[0][0]), ("right", self.line[-1][1])):
            for tile in self.hands[seat]:
                if self.is_matador(tile) and tile[0] != tile[1]:
                    found += [("lay", seat, tile, f"{end} open {half}") for half in tile]
                elif self.is_matador(tile) or self.highest + 1 - pip in tile:
                    found.append(("lay", seat, tile, end))
        return found

    def do(self, move: Move) -> None:
        what, seat, tile, where = move
        if what != "lay" or tile is None or where is None:
            super().do(move)
            return
        end, _, half = where.partition(" open ")
        pip = self.line[0][0] if end == "left" else self.line[-1][1]
        outer = tile[1] if pip + tile[0] == self.highest + 1 else tile[0]
        outer = int(half) if half else outer
        inner = sum(tile) - outer
        line = [(outer, inner), *self.line] if end == "left" else [*self.line, (inner, outer)]
        super().do((what, seat, tile, end))  # Takes the tile from the hand, and turns it wrongly.
        self.line = line


NEAREST = (0, -1, -2, 2, 1)
"""By what is left over a multiple of five, what is added to reach the nearest."""


@dataclass
class NaiveFives(Naive):
    """A line whose doubles lie crosswise: branches at spinners, and points in play."""

    spinners: str = "none"
    doubles: list[Bone] = field(default_factory=list)
    """As they were laid."""
    branches: dict[str, list[Bone]] = field(default_factory=dict)
    """By name of a short end, the tiles outward, each as (inner half, outer half)."""
    in_play: list[int] = field(default_factory=list)
    """By seat, points made in play."""
    called: bool = False
    """Points must be claimed."""
    left: int = 0
    """What may be claimed now."""
    needs: list[int] = field(default_factory=list)
    """By seat, points in play that win the game; empty: none do before the end of the round."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.in_play = [0] * len(self.hands)

    def is_closed(self, double: Bone) -> bool:
        """Both sides of the double are taken."""
        if double in self.line:
            return 0 < self.line.index(double) < len(self.line) - 1
        return any(double in tiles[:-1] for tiles in self.branches.values())

    def places(self) -> dict[str, int]:
        """By end, the pip that a tile has to match."""
        found = {"left": self.line[0][0], "right": self.line[-1][1]}
        spinning = {"none": 0, "first": 1, "every": len(self.doubles)}[self.spinners]
        for double in self.doubles[:spinning]:
            names = [f"spinner-{double[0]}-{double[0]}-{number}" for number in (1, 2)]
            bare = [name for name in names if name not in self.branches]
            if self.is_closed(double):
                found |= dict.fromkeys(bare[:1], double[0])
        return found | {name: tiles[-1][1] for name, tiles in self.branches.items()}

    def lays(self, seat: int) -> list[Move]:
        if not self.line:
            return super().lays(seat)
        return [
            ("lay", seat, tile, end)
            for end, pip in self.places().items()
            for tile in self.hands[seat]
            if pip in tile
        ]

    def do(self, move: Move) -> None:
        what, seat, tile, end = move
        if what == "lay" and tile is not None:
            if end is not None and end.startswith("spinner"):
                inner, line = self.places()[end], list(self.line)
                other = tile[1] if tile[0] == inner else tile[0]
                self.branches.setdefault(end, []).append((inner, other))
                super().do(move)  # Takes the tile from the hand, and lays it in the line.
                self.line = line
            else:
                super().do(move)
            if tile[0] == tile[1]:
                self.doubles.append(tile)
            made = self.count() if self.count() % 5 == 0 else 0
            if self.called and made:
                self.left, self.seat = made, seat
            else:
                self.in_play[seat] += made
        else:
            if what == "claim":
                self.in_play[seat] += self.left
            self.left = 0
            super().do(move)

    def moves(self) -> list[Move]:
        if self.left:
            return [("claim", self.seat, None, str(self.left)), ("done", self.seat, None, None)]
        return super().moves()

    def over(self) -> Literal["out", "blocked", "target"] | None:
        if self.left:
            return None
        reached = any(made >= due for made, due in zip(self.in_play, self.needs, strict=False))
        return "target" if reached and self.first_out is None else super().over()

    def count(self) -> int:
        """A double that ends the line or a branch counts both halves; nothing counts twice."""
        if len(self.line) == 1:
            return sum(self.line[0])
        last = [self.line[0][::-1], self.line[-1], *(each[-1] for each in self.branches.values())]
        return sum(sum(tile) if tile[0] == tile[1] else tile[1] for tile in last)

    def outer(self) -> list[int]:
        return list(self.places().values()) if self.line else []


@dataclass
class NaiveEnd:
    """How a round ended: figures by seat, who was out, who laid last and who is next."""

    pips: list[int]
    counts: list[int]
    fives: list[int]
    out: int | None
    last: tuple[int, int]
    at_target: bool = False
    leader: int = 0
    hands: list[list[int]] = field(default_factory=list)
    """By seat, the pips of each tile left; empty if they were not seen."""
    step: int = 1


def in_order(first: int, end: NaiveEnd) -> list[int]:
    """All seats in the order of play."""
    return [(first + turn * end.step) % len(end.pips) for turn in range(len(end.pips))]


def first_of(best: list[list[int]], first: int, end: NaiveEnd) -> list[list[int]]:
    """Of the sides, the one that plays first from this seat."""
    for seat in in_order(first, end):
        found = [side for side in best if seat in side]
        if found:
            return found
    return []


def with_lightest_tiles(best: list[list[int]], end: NaiveEnd) -> list[list[int]]:
    """The side with the lightest tile, then the next lightest; nobody if all are equal."""
    piles = [sorted(tile for seat in side for tile in end.hands[seat]) for side in best]
    for place in range(max(map(len, piles), default=0) + 1):
        at = [pile[place] if place < len(pile) else -1 for pile in piles]
        left = [n for n in range(len(best)) if at[n] == min(at)]
        best, piles = [best[n] for n in left], [piles[n] for n in left]
        if len(best) == 1:
            return best
    return []


def naive_winners(sides: list[list[int]], end: NaiveEnd, rules: dict[str, Any]) -> list[list[int]]:
    """The sides that win (docs/rules/score.md)."""
    if end.at_target and rules["in_play"] == "fives":
        return [side for side in sides if end.last[0] in side]
    if end.out is not None and rules["out_winner"] == "that-seat":
        return [side for side in sides if end.out in side]
    blocked = end.out is None
    figures = end.counts if blocked and rules["blocked_winner"] == "fewest-tiles" else end.pips
    weight = [sum(figures[seat] for seat in side) for side in sides]
    if blocked and rules["blocked_winner"] == "side-of-lowest-hand":
        weight = [min(figures[seat] for seat in side) for side in sides]
    best = [side for side, own in zip(sides, weight, strict=True) if own == min(weight)]
    if blocked and rules["blocked_below"] and min(weight) >= rules["blocked_below"]:
        return []
    last, following = end.last
    if rules["tied"] in {"nobody", "play-again"} and len(best) > 1:
        best = []
    if rules["tied"] == "opener" and len(best) > 1:
        best = first_of(best, end.leader, end)
    if blocked and rules["tied"] == "blocker" and len(best) > 1:
        best = first_of(best, last, end)
    if blocked and rules["tied"] == "lightest-tile" and len(best) > 1:
        best = with_lightest_tiles(best, end) if end.hands else []
    if blocked and rules["tied"] == "not-the-blocker" and len(best) > 1:
        best = [side for side in best if last not in side]
    if blocked and rules["blocked_winner"] == "last-two":
        lighter = following if end.pips[following] < end.pips[last] else last
        if rules["last_two_tie"] == "opener" and end.pips[following] == end.pips[last]:
            two = [side for side in sides if {last, following} & set(side)]
            return first_of(two, end.leader, end)
        best = [side for side in sides if lighter in side]
    return [] if blocked and rules["blocked_winner"] == "nobody" else best


def naive_score(sides: list[list[int]], end: NaiveEnd, **rules: Any) -> tuple[list[int], list[int]]:
    """Winning seats and points by side (docs/rules/score.md)."""
    best, pips = naive_winners(sides, end, rules), end.pips
    at_target = end.at_target and rules["in_play"] == "fives"
    weight = [sum(pips[seat] for seat in side) for side in sides]
    if rules["rounding"] == "each-hand":
        weight = [sum(NEAREST[pips[seat] % 5] + pips[seat] for seat in side) for side in sides]
    blocked = end.out is None and not at_target
    whose, less = rules["points"], rules["difference"]
    if blocked and rules["blocked_points"] in {"all-hands", "losing-hands"}:
        whose = rules["blocked_points"]
    if blocked and rules["blocked_points"] == "difference":
        whose, less = "losing-hands", "to-all-hands"
    points = []
    for at, side in enumerate(sides):
        every = whose == "all-hands"
        others = [weight[k] for k, other in enumerate(sides) if every or other not in best]
        won = sum(others)
        if less == "to-all-hands":
            won = sum(others) - weight[at]
        if less == "to-each-hand":
            won = sum(other - weight[at] for other in others)
        scores = side in best
        if blocked and rules["blocked_points"] == "heavier":
            won, scores = sum(own for own in weight if own > weight[at]) - weight[at], True
        if won < 0 and rules["negative_points"] == "zero":
            won = 0
        if rules["rounding"] == "sum":
            won += NEAREST[won % 5]
        total = won if scores else 0
        if scores and rules["scale"] is not None:
            total = by_scale(won, **dict(rules["scale"]))
        if rules["points"] == "win":
            total = 1 if side in best else 0
        if rules["in_play"] == "fives":
            total *= not at_target
            total += sum(end.fives[seat] for seat in side)
        if rules["points_per"] == "five":
            total //= 5
        bonus = rules["block_bonus"] if side in best and blocked else 0
        points.append(total + bonus)
    return sorted(seat for side in best for seat in side), points


def by_scale(pips: int, *, least: int, points: int, up_to: int, each: int) -> int:
    """The points of so many pips, step by step."""
    if pips < least:
        return 0
    step = up_to
    while pips > step:
        step, points = step + each, points + 1
    return points


@dataclass
class Purses:
    """What each seat has received so far; a payment goes from one purse to another."""

    net: list[int]

    def pay(self, payer: int, receiver: int, amount: int) -> None:
        self.net[payer] -= amount
        self.net[receiver] += amount

    def pool(self, payments: dict[int, int], queue: list[int]) -> None:
        """All pay into a pot, which is dealt out unit by unit to the queue, in turn."""
        for payer, amount in payments.items():
            self.net[payer] -= amount
        for coin in range(sum(payments.values())):
            self.net[queue[coin % len(queue)]] += 1


def naive_net(
    pips: list[int],
    clockwise: list[int],
    winners: list[int],
    blame: tuple[int | None, int | None],
    stake: int,
    **rules: object,
) -> list[int]:
    """What each seat gets (docs/rules/payout.md); ``clockwise``: all seats, the leader first."""
    purses = Purses([0] * len(pips))
    due = {seat: pips[seat] * stake for seat in clockwise}
    queue = [seat for seat in clockwise if seat in winners]
    tie = len(winners) > 1
    if blame[0] is not None:
        won = blame[0] in winners and (not tie or rules["tied_blocker"] == "wins")
        naive_blame(purses, blame[0], blame[1], due, queue, won=won, rules=rules)
    elif winners and not (tie and rules["tied_winners"] == "nobody"):
        purses.pool({seat: due[seat] for seat in due if seat not in winners}, queue)
    return purses.net


def naive_blame(
    purses: Purses,
    blocker: int,
    assistant: int | None,
    due: dict[int, int],
    queue: list[int],
    *,
    won: bool,
    rules: dict[str, object],
) -> None:
    """Payments of a blocked round with a blocker; ``won``: the blocker won it."""
    factor = rules["win_factor"] if won else rules["loss_factor"]
    assert isinstance(factor, int)
    sign = factor if won else -factor
    others = [seat for seat in due if seat != blocker]
    receivers = [seat for seat in queue if seat != blocker]
    if assistant is not None:
        liable = [assistant] if rules["assisted"] == "assistants-own-pips" else others
        for seat in liable:
            purses.pay(assistant, blocker, sign * due[seat])
    elif not won and rules["loser_pays"] == "winner-everything" and receivers:
        purses.pool({blocker: factor * sum(due[seat] for seat in others)}, receivers)
    else:
        for seat in others:
            purses.pay(seat, blocker, sign * due[seat])
