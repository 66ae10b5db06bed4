"""A round as clubs play it on a line, from the rule text: what may be done, and when it is over.

A rule set is its JSON; a field that it leaves out has the value that stands first in the text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .common import Ended, Move, halves, is_double, other_half

Rules: TypeAlias = Mapping[str, Any]
Sides: TypeAlias = tuple[tuple[int, ...], ...]


def sides_of(rules: Rules, seats: int) -> Sides:
    """Partners face each other."""
    if not rules["play"].get("partners"):
        return tuple((seat,) for seat in range(seats))
    return tuple((seat, seat + seats // 2) for seat in range(seats // 2))


def order_from(rules: Rules, seats: int, seat: int) -> list[int]:
    """All seats in order of play, this one first."""
    step = -1 if rules["play"].get("direction") == "counterclockwise" else 1
    return [(seat + step * turn) % seats for turn in range(seats)]


def points_for(rules: Rules, count: int) -> int:
    """What a sum of the open ends is worth in play."""
    fifths = count // 5 if count % 5 == 0 else 0
    match rules["score"].get("in_play", "none"):
        case "fives-and-threes":
            return fifths + (count // 3 if count % 3 == 0 else 0)
        case "fives":
            return fifths if rules["score"].get("points_per") == "five" else 5 * fifths
        case _:
            return 0


class Done(NamedTuple):
    """An act of the round."""

    seat: int
    move: Move
    ends: tuple[int, int] | None
    """The pips open before it; None before the lead."""
    points: int
    """In play, as far as they count."""


@dataclass
class ClubRound:
    """One round in play."""

    rules: Rules
    hands: list[list[str]]
    boneyard: list[str]
    leader: int
    must_lead: frozenset[str] | None
    """The tiles that may be led; None: any."""
    before: list[int]
    """By side, its score before the round."""
    dealt: list[tuple[str, ...]] = field(init=False)
    line: list[tuple[int, int]] = field(default_factory=list)
    """The tiles on the table, each turned so that halves that touch are equal."""
    done: list[Done] = field(default_factory=list)
    refused: list[dict[str, int]] = field(default_factory=list)
    """Lays whose points would go past an exact target."""
    went_out: list[int] = field(default_factory=list)
    """Indices of the lays that emptied a hand."""
    out_points: int = 0
    """For going out."""
    drawn: int = 0
    """In this turn."""
    ended: Ended | str | None = None

    def __post_init__(self) -> None:
        self.dealt = [tuple(hand) for hand in self.hands]
        self.turn = self.leader
        self.seats = len(self.hands)
        self.sides = sides_of(self.rules, self.seats)
        self.made = [0] * len(self.sides)
        """By side, its points in play in this round."""

    def side_of(self, seat: int) -> int:
        return next(at for at, side in enumerate(self.sides) if seat in side)

    def order(self, seat: int) -> list[int]:
        return order_from(self.rules, self.seats, seat)

    # -- What may be done

    def ends(self) -> tuple[int, int] | None:
        return (self.line[0][0], self.line[-1][1]) if self.line else None

    def lays(self, hand: Sequence[str], seat: int) -> list[Move]:
        ends = self.ends()
        if ends is None:
            may = [tile for tile in hand if self.must_lead is None or tile in self.must_lead]
            return [{"seat": seat, "lay": tile} for tile in may]
        return [
            {"seat": seat, "lay": tile, "at": at}
            for tile in hand
            for at, pip in zip(("left", "right"), ends, strict=True)
            if pip in halves(tile)
        ]

    def may_draw(self) -> bool:
        """A tile of the boneyard may be drawn by some seat at its turn."""
        play = self.rules["play"]
        stays = play.get("stays_in_boneyard", 0)
        return bool(play.get("draw", "none") != "none" and len(self.boneyard) > stays)

    def moves(self) -> list[Move]:
        """Who can lay must. Who cannot draws, or passes."""
        if self.ended is not None:
            return []
        if lays := self.lays(self.hands[self.turn], self.turn):
            return lays
        most = self.rules["play"].get("draw", "none")
        if self.may_draw() and not (isinstance(most, int) and self.drawn >= most):
            return [{"seat": self.turn, "draw": self.boneyard[0]}]
        return [{"seat": self.turn, "pass": True}]

    # -- What is done

    def do(self, move: Move) -> None:
        assert move in self.moves(), (move, self.moves())
        seat, ends = self.turn, self.ends()
        if "lay" in move:
            points = self.lay(seat, move["lay"], move.get("at"))
            self.done.append(Done(seat, move, ends, points))
        else:
            self.done.append(Done(seat, move, ends, 0))
        if "draw" in move:
            self.boneyard.remove(move["draw"])
            self.hands[seat].append(move["draw"])
            self.drawn += 1
        else:
            self.drawn = 0
            self.turn = self.after(seat)
        if self.ended is None and self.is_blocked():
            self.ended = "blocked"

    def after(self, seat: int) -> int:
        """The seat that plays after it; one without a tile is stepped over."""
        return next((each for each in self.order(seat)[1:] if self.hands[each]), seat)

    def is_blocked(self) -> bool:
        """No seat could lay at its turn, and nothing may be drawn."""
        able = any(self.lays(hand, seat) for seat, hand in enumerate(self.hands))
        return not able and not self.may_draw()

    def is_over_for(self, seat: int) -> bool:
        """This seat, or its whole side, is out."""
        if self.rules["play"].get("until") == "side-out":
            return not any(self.hands[each] for each in self.sides[self.side_of(seat)])
        return not self.hands[seat]

    def lay(self, seat: int, tile: str, at: str | None) -> int:
        """The points in play."""
        self.hands[seat].remove(tile)
        if at is None:
            high, low = halves(tile)
            self.line.append((low, high))
        elif at == "left":
            touched = self.line[0][0]
            self.line.insert(0, (other_half(tile, touched), touched))
        else:
            touched = self.line[-1][1]
            self.line.append((touched, other_half(tile, touched)))
        if not self.hands[seat]:
            self.went_out.append(len(self.done))
        side, out = self.side_of(seat), self.is_over_for(seat)
        made = points_for(self.rules, self.count())
        bonuses = self.rules["score"].get("bonuses") or {}
        more = bonuses.get("out_points", 0) if out else 0
        target, stands = self.rules["score"].get("target"), self.before[side] + self.made[side]
        wins = self.rules["play"].get("win_in_play")
        if self.rules["play"].get("exact_target") and stands + made + more > target:
            if made + more:
                self.refused.append({"move": len(self.done), "points": made + more})
            made = more = 0
        self.made[side] += made
        self.out_points = more
        if out:
            self.ended = "out"
        elif wins and made and stands + made >= target:
            self.ended = "target"
        return made

    def count(self) -> int:
        """The sum of the open ends: a double whole, the lead alone once."""
        first, last = self.line[0], self.line[-1]
        if len(self.line) == 1:
            return sum(first)
        left = sum(first) if first[0] == first[1] else first[0]
        return left + (sum(last) if last[0] == last[1] else last[1])

    # -- What came of it

    @property
    def lay_indices(self) -> list[int]:
        return [at for at, each in enumerate(self.done) if "lay" in each.move]

    @property
    def last_to_lay(self) -> int:
        return self.done[self.lay_indices[-1]].seat

    @property
    def out_lay(self) -> int | None:
        """The index of the lay that ended the round, with which a seat or side was out."""
        return self.lay_indices[-1] if self.ended == "out" else None

    def fits_of(self, at: int) -> str | None:
        """How this lay fitted at both ends: with each half at its own, or with one half at both."""
        ends = self.done[at].ends
        if ends is None:
            return None
        own = halves(self.done[at].move["lay"])
        if sorted(ends) == sorted(own):
            return "each-half"
        return "either-end" if all(pip in own for pip in ends) else None

    def weight(self, tile: str) -> int:
        """The pips of a tile in hand."""
        counts = self.rules["play"].get("double_counts", "full")
        if is_double(tile) and counts != "full":
            return halves(tile)[0] if counts == "once" else 0
        return sum(halves(tile))

    @property
    def pips(self) -> list[int]:
        return [sum(map(self.weight, hand)) for hand in self.hands]
