"""A naive check of records: the place of the first thing that cannot be.

Written only from the rule text and the description of the format, on the naive model of play. It
knows only the rule sets of `tests/data`.
"""

from copy import deepcopy
from typing import Any, NamedTuple, TypeAlias

from tests.domain.reference import Bone, Move, Naive

Json: TypeAlias = dict[str, Any]

WHOLE_SET = {(high, low) for high in range(7) for low in range(high + 1)}


class Place(NamedTuple):
    """The place of a fault in a record; None if there is no such index."""

    round: int | None
    move: int | None


class Rules(NamedTuple):
    """The differences between the rule sets of the files."""

    seats: tuple[int, ...]
    draws: bool
    partners: bool


RULE_SETS = {
    "block-lot@1": Rules((2, 3, 4), draws=False, partners=False),
    "forced-block@1": Rules((2, 3, 4), draws=True, partners=False),
    "partnership-sanjuan@1": Rules((4,), draws=False, partners=True),
}


def bone(name: str) -> Bone:
    first, second = map(int, name.split("-"))
    return max(first, second), min(first, second)


def does(table: Naive, said: Json) -> bool:
    """Make the move of a record, and the passes before it that are left out; False if wrong."""
    if said["seat"] not in range(len(table.hands)):
        return False
    if table.over() is not None:
        return table.over() == "blocked" and "pass" in said
    while table.seat != said["seat"]:
        passes: Move = ("pass", table.seat, None, None)
        if table.moves() != [passes]:
            return False
        table.do(passes)
    after = []
    for move in table.moves():
        if is_meant(table, move, said):
            after.append(deepcopy(table))
            after[-1].do(move)
    if not after or any(sorted(each.outer()) != sorted(after[0].outer()) for each in after):
        return False  # Without a stated end, all placings must leave equal ends.
    leads = not table.line
    vars(table).update(vars(after[0]))
    if leads and said.get("flipped"):
        table.line = [each[::-1] for each in table.line]
    return True


def is_meant(table: Naive, move: Move, said: Json) -> bool:
    what, _, tile, end = move
    if what not in said or (tile is not None and tile != bone(said[what])):
        return False
    if what != "lay":
        return True
    if end is None:
        return said.get("at") is None
    return said.get("at") in (None, end, table.outer()[end == "right"])


def first_wrong(record: Json) -> Place | None:
    """The place of the first fault; None if the record is clean."""
    rules = RULE_SETS[record["rules"]]
    players = record["players"]
    if not seated_right(record, rules):
        return Place(None, None)
    leader: int | None = None
    scores = [0, 0]
    for number, recorded in enumerate(record["rounds"]):
        first = number == 0
        if not deal_is_right(recorded, len(players)):
            return Place(number, None)
        if (not rules.partners and not first) or max(scores) >= 200:
            return Place(number, None)
        hands = [list(map(bone, hand)) for hand in recorded["hands"]]
        if rules.partners and first:
            leader = next((s for s, hand in enumerate(hands) if (6, 6) in hand), None)
        if recorded["leader"] not in range(len(players)):
            return Place(number, None)
        if leader is not None and recorded["leader"] != leader:
            return Place(number, None)
        boneyard = recorded.get("boneyard")
        rest = WHOLE_SET - {tile for hand in hands for tile in hand}
        table = Naive(
            hands=hands,
            boneyard=sorted(rest) if boneyard is None else list(map(bone, boneyard)),
            order_known=boneyard is not None,
            most_draws=len(WHOLE_SET) * rules.draws,
            lead=[(6, 6)] if rules.partners and first else None,
            leader=recorded["leader"],
        )
        last_round = number == len(record["rounds"]) - 1
        place = wrong_in_play(table, recorded, number, last_round=last_round)
        if place is not None:
            return place
        leader = settle(table, recorded, scores)
    return None


def seated_right(record: Json, rules: Rules) -> bool:
    players, teams = record["players"], record.get("teams")
    if len(players) not in rules.seats or len(set(players)) < len(players):
        return False
    return teams is None or sorted(map(sorted, teams)) == (
        [[0, 2], [1, 3]] if rules.partners else []
    )


def deal_is_right(recorded: Json, seats: int) -> bool:
    hands, boneyard = recorded["hands"], recorded.get("boneyard")
    tiles = [bone(name) for hand in hands for name in hand] + [bone(n) for n in boneyard or ()]
    if len(hands) != seats or any(len(hand) != 7 for hand in hands):
        return False
    if len(set(tiles)) < len(tiles) or not set(tiles) <= WHOLE_SET:
        return False
    return boneyard is None or set(tiles) == WHOLE_SET


def wrong_in_play(table: Naive, recorded: Json, number: int, *, last_round: bool) -> Place | None:
    for index, move in enumerate(recorded["moves"]):
        if not does(table, move):
            return Place(number, index)
    said, over = recorded["ended"], table.over()
    if over is None and (said is not None or not last_round):
        return Place(number, len(recorded["moves"]))
    left = recorded.get("left") or []
    shown = [(seat, tiles) for seat, tiles in enumerate(left) if tiles is not None]
    if over != said or any(
        sorted(map(bone, tiles)) != sorted(table.hands[seat]) for seat, tiles in shown
    ):
        return Place(number, None)
    return None


def settle(table: Naive, recorded: Json, scores: list[int]) -> int:
    """Add up a San Juan round; return the leader of the next one."""
    leader: int = recorded["leader"]
    if len(table.hands) != 4 or table.over() is None:
        return leader
    pips = table.pips()
    weights = [pips[0] + pips[2], pips[1] + pips[3]]
    last: int = next(move["seat"] for move in reversed(recorded["moves"]) if "lay" in move)
    if table.over() == "out":
        scores[last % 2] += sum(pips)
        return last
    if weights[0] == weights[1]:
        return leader
    winner = weights.index(min(weights))
    scores[winner] += sum(pips)
    return last if last % 2 == winner else (last + 1) % 4
