"""Ways to damage a record. Each changes one thing, or reports that it does not apply."""

import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Damage: TypeAlias = Callable[[Json, Random], None]

TILES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
FOREIGN = ["7-7", "7-0", "9-4", "18-18"]
DAMAGES: list[Damage] = []


class NotApplicable(Exception):
    """This record has nothing of this kind to damage."""


def damage(name: str, change: Callable[[Json, Random], object]) -> None:
    """One more way to damage a record."""

    def damaging(record: Json, rng: Random) -> None:
        change(record, rng)

    damaging.__name__ = name.replace(" ", "_")
    DAMAGES.append(damaging)


def of_hand(name: str, change: Callable[[list[str], Random], object]) -> None:
    damage(name, lambda record, rng: change(rng.choice(a_round(record, rng)["hands"]), rng))


def of_hands(name: str, change: Callable[[list[str], list[str], Random], object]) -> None:
    """Of two hands."""

    def changed(record: Json, rng: Random) -> None:
        one, other = rng.sample(a_round(record, rng)["hands"], 2)
        change(one, other, rng)

    damage(name, changed)


def of_boneyard(name: str, change: Callable[[list[str], Random], object]) -> None:
    def changed(record: Json, rng: Random) -> None:
        boneyard = a_round(record, rng).get("boneyard") or []
        if len(boneyard) < 2:
            raise NotApplicable
        change(boneyard, rng)

    damage(name, changed)


def of_round(name: str, change: Callable[[Json, Random], object]) -> None:
    damage(name, lambda record, rng: change(a_round(record, rng), rng))


def of_move(
    name: str, change: Callable[[list[Json], int, Random], object], kind: str = "seat"
) -> None:
    """Of a move with a field of this kind, by its number in the round."""

    def changed(record: Json, rng: Random) -> None:
        moves = a_round(record, rng)["moves"]
        places = [at for at, move in enumerate(moves) if kind in move]
        if not places:
            raise NotApplicable
        change(moves, rng.choice(places), rng)

    damage(name, changed)


def a_round(record: Json, rng: Random) -> Json:
    round: Json = rng.choice(record["rounds"])
    return round


def put(items: Any, at: Any, value: object) -> None:
    items[at] = value


def swap(one: list[Any], at: int, other: list[Any], place: int) -> None:
    one[at], other[place] = other[place], one[at]


def in_(items: list[Any], rng: Random) -> int:
    return rng.randrange(len(items))


def boneyard_unknown(record: Json, rng: Random) -> None:
    a_round(record, rng)["boneyard"] = None


def passed(rng: Random) -> Json:
    return {"seat": rng.randrange(4), "pass": True}


of_hand("foreign tile dealt", lambda hand, rng: put(hand, in_(hand, rng), rng.choice(FOREIGN)))
of_hand("tile missing from hand", lambda hand, rng: hand.pop(in_(hand, rng)))
of_hand("tile too many", lambda hand, rng: hand.append(rng.choice(TILES)))
of_hands("tile dealt twice", lambda one, other, rng: put(one, in_(one, rng), rng.choice(other)))
of_hands(
    "hands trade a tile", lambda one, other, rng: swap(one, in_(one, rng), other, in_(other, rng))
)
of_round("hand missing", lambda dealt, _: dealt["hands"].pop())

of_boneyard("boneyard shuffled", lambda boneyard, rng: rng.shuffle(boneyard))
of_boneyard("boneyard tile lost", lambda boneyard, _: boneyard.pop())
of_boneyard("boneyard tile twice", lambda boneyard, _: boneyard.append(boneyard[0]))
DAMAGES.append(boneyard_unknown)
of_round(
    "boneyard trades with a hand",
    lambda dealt, rng: swap(
        rng.choice(dealt["hands"]), 0, dealt["boneyard"], in_(dealt.get("boneyard") or [], rng)
    ),
)

of_move(
    "foreign tile laid", lambda moves, at, rng: put(moves[at], "lay", rng.choice(FOREIGN)), "lay"
)
of_move("other tile laid", lambda moves, at, rng: put(moves[at], "lay", rng.choice(TILES)), "lay")
of_move(
    "other tile drawn", lambda moves, at, rng: put(moves[at], "draw", rng.choice(TILES)), "draw"
)
of_move("other seat", lambda moves, at, rng: put(moves[at], "seat", rng.randrange(4)))
of_move(
    "impossible seat", lambda moves, at, rng: put(moves[at], "seat", rng.choice([-1, 4, 9, 10**30]))
)
of_move(
    "passes instead", lambda moves, at, _: put(moves, at, {"seat": moves[at]["seat"], "pass": True})
)
of_move("pass put in", lambda moves, at, rng: moves.insert(at, passed(rng)))
of_move(
    "draw put in",
    lambda moves, at, rng: moves.insert(at, {"seat": moves[at]["seat"], "draw": rng.choice(TILES)}),
)
of_move("move left out", lambda moves, at, _: moves.pop(at))
of_move("last move left out", lambda moves, _, __: moves.pop())
of_move("cut short", lambda moves, at, _: put(moves, slice(at, None), []))
of_move("neighbours swapped", lambda moves, at, _: swap(moves, at - 1, moves, at))
of_move("moves swapped", lambda moves, at, rng: swap(moves, in_(moves, rng), moves, at))
of_move("move repeated", lambda moves, at, _: moves.insert(at, dict(moves[at])))
of_move("move at the end", lambda moves, at, _: moves.append(dict(moves[at])))
of_round("pass at the end", lambda dealt, rng: dealt["moves"].append(passed(rng)))
of_move(
    "other end",
    lambda moves, at, rng: put(moves[at], "at", rng.choice(["left", "right", "middle", *range(7)])),
    "lay",
)
of_move("end left out", lambda moves, at, _: moves[at].pop("at"), "at")
of_move("flipped", lambda moves, at, rng: put(moves[rng.choice([0, at])], "flipped", True), "lay")

of_round(
    "other ending", lambda dealt, rng: put(dealt, "ended", rng.choice(["out", "blocked", None]))
)
of_round(
    "other leader", lambda dealt, rng: put(dealt, "leader", rng.choice([0, 1, 2, 3, 7, -1, None]))
)
of_round(
    "tiles left invented",
    lambda dealt, rng: put(
        dealt, "left", [rng.choice([None, [], rng.sample(TILES, 2)]) for _ in dealt["hands"]]
    ),
)
damage("round left out", lambda record, rng: record["rounds"].remove(a_round(record, rng)))
damage(
    "round repeated",
    lambda record, rng: record["rounds"].append(json.loads(json.dumps(a_round(record, rng)))),
)
damage("rounds swapped", lambda record, rng: rng.shuffle(record["rounds"]))
damage(
    "one at two seats", lambda record, rng: put(record["players"], 0, rng.choice(record["players"]))
)
damage(
    "other number of seats",
    lambda record, rng: put(record, "players", [f"player {at}" for at in range(rng.randrange(7))]),
)
damage(
    "other teams",
    lambda record, rng: put(
        record, "teams", rng.choice([[[0, 1], [2, 3]], [[3, 1], [0, 2]], [[0, 2]], []])
    ),
)


def damaged(record: Json, damages: list[Damage], rng: Random) -> Json:
    """A copy with these damages, as far as they apply."""
    copy: Json = json.loads(json.dumps(record))
    for damage in damages:
        try:
            damage(copy, rng)
        except (NotApplicable, IndexError, KeyError, TypeError, ValueError):
            continue
    return copy
