"""Ways to damage a record. Each changes one thing, or reports that it does not apply."""

import json
import random
from collections.abc import Callable
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Damage: TypeAlias = Callable[[Json, random.Random], None]

TILES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
FOREIGN = ["7-7", "7-0", "9-4", "18-18"]


class NotApplicable(Exception):
    """This record has nothing of this kind to damage."""


def a_round(record: Json, rng: random.Random) -> Json:
    round: Json = rng.choice(record["rounds"])
    return round


def a_move(record: Json, rng: random.Random, kind: str = "seat") -> tuple[list[Json], int]:
    moves = a_round(record, rng)["moves"]
    places = [at for at, move in enumerate(moves) if kind in move]
    if not places:
        raise NotApplicable
    return moves, rng.choice(places)


def seat_of(record: Json, rng: random.Random) -> int:
    return rng.randrange(len(record["players"]))


def foreign_tile_dealt(record: Json, rng: random.Random) -> None:
    hand = rng.choice(a_round(record, rng)["hands"])
    hand[rng.randrange(len(hand))] = rng.choice(FOREIGN)


def foreign_tile_laid(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "lay")
    moves[at]["lay"] = rng.choice(FOREIGN)


def other_tile_laid(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "lay")
    moves[at]["lay"] = rng.choice(TILES)


def other_tile_drawn(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "draw")
    moves[at]["draw"] = rng.choice(TILES)


def tile_dealt_twice(record: Json, rng: random.Random) -> None:
    hands = a_round(record, rng)["hands"]
    first, second = rng.sample(range(len(hands)), 2)
    hands[first][rng.randrange(len(hands[first]))] = rng.choice(hands[second])


def hands_trade_a_tile(record: Json, rng: random.Random) -> None:
    hands = a_round(record, rng)["hands"]
    one, other = rng.sample(range(len(hands)), 2)
    mine, theirs = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
    hands[one][mine], hands[other][theirs] = hands[other][theirs], hands[one][mine]


def tile_missing_from_hand(record: Json, rng: random.Random) -> None:
    hand = rng.choice(a_round(record, rng)["hands"])
    hand.pop(rng.randrange(len(hand)))


def tile_too_many(record: Json, rng: random.Random) -> None:
    rng.choice(a_round(record, rng)["hands"]).append(rng.choice(TILES))


def hand_missing(record: Json, rng: random.Random) -> None:
    a_round(record, rng)["hands"].pop()


def boneyard_of(record: Json, rng: random.Random) -> list[str]:
    boneyard: list[str] = a_round(record, rng).get("boneyard") or []
    if len(boneyard) < 2:
        raise NotApplicable
    return boneyard


def boneyard_shuffled(record: Json, rng: random.Random) -> None:
    rng.shuffle(boneyard_of(record, rng))


def boneyard_tile_lost(record: Json, rng: random.Random) -> None:
    boneyard_of(record, rng).pop()


def boneyard_tile_twice(record: Json, rng: random.Random) -> None:
    boneyard = boneyard_of(record, rng)
    boneyard.append(boneyard[0])


def boneyard_unknown(record: Json, rng: random.Random) -> None:
    a_round(record, rng)["boneyard"] = None


def boneyard_trades_with_a_hand(record: Json, rng: random.Random) -> None:
    round = a_round(record, rng)
    if not round.get("boneyard"):
        raise NotApplicable
    hand, place = rng.choice(round["hands"]), rng.randrange(len(round["boneyard"]))
    hand[0], round["boneyard"][place] = round["boneyard"][place], hand[0]


def other_seat(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves[at]["seat"] = seat_of(record, rng)


def impossible_seat(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves[at]["seat"] = rng.choice([-1, 4, 9, 10**30])


def passes_instead(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves[at] = {"seat": moves[at]["seat"], "pass": True}


def pass_put_in(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves.insert(at, {"seat": seat_of(record, rng), "pass": True})


def draw_put_in(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves.insert(at, {"seat": moves[at]["seat"], "draw": rng.choice(TILES)})


def move_left_out(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves.pop(at)


def last_move_left_out(record: Json, rng: random.Random) -> None:
    moves, _ = a_move(record, rng)
    moves.pop()


def cut_short(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    del moves[at:]


def neighbours_swapped(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves[at - 1], moves[at] = moves[at], moves[at - 1]


def moves_swapped(record: Json, rng: random.Random) -> None:
    moves = a_round(record, rng)["moves"]
    if len(moves) < 2:
        raise NotApplicable
    one, other = rng.sample(range(len(moves)), 2)
    moves[one], moves[other] = moves[other], moves[one]


def move_repeated(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves.insert(at, dict(moves[at]))


def move_at_the_end(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng)
    moves.append(dict(moves[at]))


def pass_at_the_end(record: Json, rng: random.Random) -> None:
    a_round(record, rng)["moves"].append({"seat": seat_of(record, rng), "pass": True})


def other_end(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "lay")
    moves[at]["at"] = rng.choice(["left", "right", "middle", *range(7)])


def end_left_out(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "at")
    del moves[at]["at"]


def flipped(record: Json, rng: random.Random) -> None:
    moves, at = a_move(record, rng, "lay")
    moves[rng.choice([0, at])]["flipped"] = True


def other_ending(record: Json, rng: random.Random) -> None:
    a_round(record, rng)["ended"] = rng.choice(["out", "blocked", None])


def other_leader(record: Json, rng: random.Random) -> None:
    a_round(record, rng)["leader"] = rng.choice([0, 1, 2, 3, 7, -1, None])


def tiles_left_invented(record: Json, rng: random.Random) -> None:
    seats = len(record["players"])
    a_round(record, rng)["left"] = [
        rng.choice([None, [], rng.sample(TILES, 2)]) for _ in range(seats)
    ]


def round_left_out(record: Json, rng: random.Random) -> None:
    record["rounds"].remove(a_round(record, rng))


def round_repeated(record: Json, rng: random.Random) -> None:
    record["rounds"].append(json.loads(json.dumps(a_round(record, rng))))


def rounds_swapped(record: Json, rng: random.Random) -> None:
    rng.shuffle(record["rounds"])


def one_at_two_seats(record: Json, rng: random.Random) -> None:
    record["players"][0] = rng.choice(record["players"])


def other_number_of_seats(record: Json, rng: random.Random) -> None:
    record["players"] = [f"player {at}" for at in range(rng.choice([0, 1, 2, 3, 4, 5, 6]))]


def other_teams(record: Json, rng: random.Random) -> None:
    record["teams"] = rng.choice([[[0, 1], [2, 3]], [[3, 1], [0, 2]], [[0, 2]], []])


DAMAGES: list[Damage] = [
    foreign_tile_dealt,
    foreign_tile_laid,
    other_tile_laid,
    other_tile_drawn,
    tile_dealt_twice,
    hands_trade_a_tile,
    tile_missing_from_hand,
    tile_too_many,
    hand_missing,
    boneyard_shuffled,
    boneyard_tile_lost,
    boneyard_tile_twice,
    boneyard_unknown,
    boneyard_trades_with_a_hand,
    other_seat,
    impossible_seat,
    passes_instead,
    pass_put_in,
    draw_put_in,
    move_left_out,
    last_move_left_out,
    cut_short,
    neighbours_swapped,
    moves_swapped,
    move_repeated,
    move_at_the_end,
    pass_at_the_end,
    other_end,
    end_left_out,
    flipped,
    other_ending,
    other_leader,
    tiles_left_invented,
    round_left_out,
    round_repeated,
    rounds_swapped,
    one_at_two_seats,
    other_number_of_seats,
    other_teams,
]


def damaged(record: Json, damages: list[Damage], rng: random.Random) -> Json:
    """A copy with these damages, as far as they apply."""
    copy: Json = json.loads(json.dumps(record))
    for damage in damages:
        try:
            damage(copy, rng)
        except (NotApplicable, IndexError, ValueError):
            continue
    return copy
