"""Rounds of any game replayed: of the other layouts by the naive models of their rules.

The models share no code with the program.
"""

from itertools import groupby

from tests.variants.naive import Move, Naive, model_of
from tests.variants.naive.feet import ChickenFoot
from tests.variants.naive.gaple import Gaple
from tests.variants.naive.trains import MexicanTrain

from .recount_play import Act, Json, OpenEnd, Played, Position, play


def replay(record: Json, rules: Json) -> list[Played]:
    """The rounds of a record of a clean game."""
    if "model" not in rules:
        return [play(recorded, rules) for recorded in record["rounds"]]
    rounds: list[Played] = []
    for recorded in record["rounds"]:
        number = 1 + sum(played.ended != "void" for played in rounds)
        if recorded["leader"] is None:
            rounds.append(void(recorded))
        else:
            rounds.append(play_with_model(recorded, rules["model"], number))
    return rounds


def void(recorded: Json) -> Played:
    hands, boneyard = tuple(map(tuple, recorded["hands"])), tuple(recorded["boneyard"])
    dealt = Position(hands, boneyard, (), 0)
    return Played(dealt, [], dealt, "void", None, draws=False)


def play_with_model(recorded: Json, id: str, number: int) -> Played:
    naive = model_of(
        {
            "rules": id,
            "round": number,
            "seats": len(recorded["hands"]),
            "hands": recorded["hands"],
            "boneyard": recorded["boneyard"],
            "starter": recorded.get("starter", recorded["leader"]),
            "leader": recorded["leader"],
            **({"hub": recorded["hub"]} if "hub" in recorded else {}),
        }
    )
    dealt = position(naive)
    acts: list[Act] = []
    for move in recorded["moves"]:
        while naive.seat != move["seat"]:
            add(acts, naive, left_out(naive))
        add(acts, naive, move)
    assert naive.ended == recorded["ended"]
    return Played(
        dealt,
        acts,
        position(naive),
        naive.ended,
        recorded["leader"],
        draws=False,
        counted=tuple(naive.pips()),
        hub=recorded.get("hub"),
    )


def left_out(naive: Naive) -> Move:
    """The end of a turn that a record need not mention."""
    return next(move for move in naive.moves() if {"pass", "marker", "done"} & move.keys())


def add(acts: list[Act], naive: Naive, move: Move) -> None:
    """Do the move, and note it; the end of a turn is no act."""
    seat, before = move["seat"], position(naive)
    match move:
        case {"lay": name}:
            how = {key: move[key] for key in ("open", "wild", "bend") if key in move}
            acts.append(Act("L", seat, name, move.get("at"), before, **how))
        case {"draw": name}:
            acts.append(Act("D", seat, name, None, before))
        case {"aside": name}:
            acts.append(Act("P", seat, name, None, before))
        case {"pass": True} | {"marker": "up"}:
            acts.append(Act("P", seat, None, None, before, marker="marker" in move))
        case _:
            assert move == {"seat": seat, "done": True}
    if naive.ended is None:  # Passes may follow that show the block.
        naive.do(move)


def position(naive: Naive) -> Position:
    pips = line_ends(naive)
    return Position(
        hands=tuple(map(tuple, naive.hands)),
        boneyard=tuple(naive.boneyard),
        ends=(pips["left"], pips["right"]) if "left" in pips else (),
        turn=naive.seat,
        others=tuple(end for end in open_ends(naive, pips) if end.name not in {"left", "right"}),
        aside=tuple(map(tuple, naive.asides)) if isinstance(naive, Gaple) else (),
    )


def line_ends(naive: Naive) -> dict[str, int]:
    """By open end, its pip."""
    line = getattr(naive, "line", None)
    return naive.ends if line is None else {at: end.pip for at, end in line.ends.items()}  # type: ignore[attr-defined]


def open_ends(naive: Naive, pips: dict[str, int]) -> list[OpenEnd]:
    if isinstance(naive, ChickenFoot):
        return toes(naive)
    ends = [OpenEnd(name, pip, seat=owner(name)) for name, pip in pips.items()]
    if not isinstance(naive, MexicanTrain):
        return ends
    return [
        end._replace(marked=end.seat in naive.up, comes_first=end.name in naive.uncovered[:1])
        for end in ends
    ]


def owner(end: str) -> int | None:
    stem, *numbers = end.split("-")
    return int(numbers[0]) if stem == "train" else None


def toes(naive: ChickenFoot) -> list[OpenEnd]:
    """Free toes of one double are alike: the lowest stands for all of them."""
    free = [
        list(alike) for _, alike in groupby(naive.free_toes, lambda toe: toe.rpartition("-")[0])
    ]
    room = {alike[0]: len(alike) for alike in free}
    hidden = set(naive.free_toes) - room.keys()
    return [
        OpenEnd(name, pip, room.get(name, 1), comes_first=name in naive.free_toes[:1])
        for name, pip in naive.ends.items()
        if name not in hidden
    ]
