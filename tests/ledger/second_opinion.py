"""A second, naive check of records: the place of the first thing that cannot be.

Written only from the rule text and the description of the format. Tiles are sets of pips, hands
are lists; it shares no code with the ledger and knows only the rule sets of `tests/data`.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

Bone: TypeAlias = tuple[int, int]
Json: TypeAlias = dict[str, Any]

WHOLE_SET = {(high, low) for high in range(7) for low in range(high + 1)}


class Place(NamedTuple):
    """The place of a fault in a record; None if there is no such index."""

    round: int | None
    move: int | None


class Wrong(Exception):
    """This is impossible here."""


class House(NamedTuple):
    """The differences between the rule sets of the files."""

    seats: tuple[int, ...]
    draws: bool
    partners: bool


HOUSES = {
    "block-lot@1": House((2, 3, 4), draws=False, partners=False),
    "forced-block@1": House((2, 3, 4), draws=True, partners=False),
    "partnership-sanjuan@1": House((4,), draws=False, partners=True),
}


def bone(name: str) -> Bone:
    first, second = map(int, name.split("-"))
    return max(first, second), min(first, second)


@dataclass
class Hand:
    """One round in play."""

    hands: list[list[Bone]]
    boneyard: list[Bone]
    ordered: bool
    draws: bool
    must_lead: Bone | None
    turn: int
    ends: list[int] = field(default_factory=list)
    over: str | None = None
    last: int = -1

    def able(self, seat: int) -> bool:
        if not self.ends:
            return True
        return any(pip in tile for tile in self.hands[seat] for pip in self.ends)

    def may_draw(self) -> bool:
        return self.draws and bool(self.boneyard)

    def do(self, move: Json) -> None:
        seat = move["seat"]
        if seat not in range(len(self.hands)):
            raise Wrong
        if self.over is not None:
            self.after_the_end(move)
            return
        while self.turn != seat:
            if not self.ends or self.able(self.turn) or self.may_draw():
                raise Wrong
            self.turn = (self.turn + 1) % len(self.hands)
        if "lay" in move:
            self.lay(seat, bone(move["lay"]), move)
        elif "draw" in move:
            self.draw(seat, bone(move["draw"]))
        else:
            if self.able(seat) or self.may_draw():
                raise Wrong
            self.turn = (seat + 1) % len(self.hands)

    def after_the_end(self, move: Json) -> None:
        if self.over != "blocked" or "pass" not in move:
            raise Wrong

    def draw(self, seat: int, tile: Bone) -> None:
        if self.able(seat) or not self.may_draw() or tile not in self.boneyard:
            raise Wrong
        if self.ordered and tile != self.boneyard[0]:
            raise Wrong
        self.boneyard.remove(tile)
        self.hands[seat].append(tile)
        self.look_for_a_block()

    def lay(self, seat: int, tile: Bone, move: Json) -> None:
        if tile not in self.hands[seat]:
            raise Wrong
        at = move.get("at")
        if not self.ends:
            if at is not None or self.must_lead not in (None, tile):
                raise Wrong
            high, low = tile
            self.ends = [high, low] if move.get("flipped") else [low, high]
        else:
            self.ends = self.after(tile, at)
        self.hands[seat].remove(tile)
        self.last = seat
        self.turn = (seat + 1) % len(self.hands)
        if not self.hands[seat]:
            self.over = "out"
        self.look_for_a_block()

    def look_for_a_block(self) -> None:
        stuck = not any(map(self.able, range(len(self.hands)))) and not self.may_draw()
        if stuck and self.over is None:
            self.over = "blocked"

    def after(self, tile: Bone, at: str | int | None) -> list[int]:
        """The ends after a lay-down; without a stated end, all placings must leave equal ends."""
        sides = {"left": [0], "right": [1]}.get(str(at), [0, 1])
        if isinstance(at, str) and at not in ("left", "right"):
            raise Wrong
        results = []
        for side in sides:
            pip = self.ends[side]
            if pip in tile and at in (None, "left", "right", pip):
                ends = list(self.ends)
                ends[side] = sum(tile) - pip
                results.append(ends)
        if not results or any(sorted(ends) != sorted(results[0]) for ends in results):
            raise Wrong
        return results[0]

    def pips(self, seat: int) -> int:
        return sum(map(sum, self.hands[seat]))


def first_wrong(record: Json) -> Place | None:
    """The place of the first fault; None if the record is clean."""
    house = HOUSES[record["rules"]]
    players = record["players"]
    if not seated_right(record, house):
        return Place(None, None)
    leader: int | None = None
    scores = [0, 0]
    for number, recorded in enumerate(record["rounds"]):
        first = number == 0
        if not deal_is_right(recorded, len(players)):
            return Place(number, None)
        if (not house.partners and not first) or max(scores) >= 200:
            return Place(number, None)
        hands = [list(map(bone, hand)) for hand in recorded["hands"]]
        if house.partners and first:
            leader = next((s for s, hand in enumerate(hands) if (6, 6) in hand), None)
        if recorded["leader"] not in range(len(players)):
            return Place(number, None)
        if leader is not None and recorded["leader"] != leader:
            return Place(number, None)
        boneyard = recorded.get("boneyard")
        rest = WHOLE_SET - {tile for hand in hands for tile in hand}
        hand = Hand(
            hands=hands,
            boneyard=sorted(rest) if boneyard is None else list(map(bone, boneyard)),
            ordered=boneyard is not None,
            draws=house.draws,
            must_lead=(6, 6) if house.partners and first else None,
            turn=recorded["leader"],
        )
        last_round = number == len(record["rounds"]) - 1
        place = wrong_in_play(hand, recorded, number, last_round=last_round)
        if place is not None:
            return place
        leader = settle(hand, recorded["leader"], scores)
    return None


def seated_right(record: Json, house: House) -> bool:
    players, teams = record["players"], record.get("teams")
    if len(players) not in house.seats or len(set(players)) < len(players):
        return False
    return teams is None or sorted(map(sorted, teams)) == (
        [[0, 2], [1, 3]] if house.partners else []
    )


def deal_is_right(recorded: Json, seats: int) -> bool:
    hands, boneyard = recorded["hands"], recorded.get("boneyard")
    tiles = [bone(name) for hand in hands for name in hand] + [bone(n) for n in boneyard or ()]
    if len(hands) != seats or any(len(hand) != 7 for hand in hands):
        return False
    if len(set(tiles)) < len(tiles) or not set(tiles) <= WHOLE_SET:
        return False
    return boneyard is None or set(tiles) == WHOLE_SET


def wrong_in_play(hand: Hand, recorded: Json, number: int, *, last_round: bool) -> Place | None:
    for index, move in enumerate(recorded["moves"]):
        try:
            hand.do(move)
        except Wrong:
            return Place(number, index)
    said = recorded["ended"]
    if hand.over is None and (said is not None or not last_round):
        return Place(number, len(recorded["moves"]))
    if hand.over != said:
        return Place(number, None)
    left = recorded.get("left") or []
    if any(
        shown is not None and sorted(map(bone, shown)) != sorted(hand.hands[seat])
        for seat, shown in enumerate(left)
    ):
        return Place(number, None)
    return None


def settle(hand: Hand, leader: int, scores: list[int]) -> int:
    """Add up a San Juan round; return the leader of the next one."""
    if len(hand.hands) != 4 or hand.over is None:
        return leader
    pips = [hand.pips(seat) for seat in range(4)]
    weights = [pips[0] + pips[2], pips[1] + pips[3]]
    if hand.over == "out":
        scores[hand.last % 2] += sum(pips)
        return hand.last
    if weights[0] == weights[1]:
        return leader
    winner = weights.index(min(weights))
    scores[winner] += sum(pips)
    return hand.last if hand.last % 2 == winner else (hand.last + 1) % 4
