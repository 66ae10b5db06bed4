"""The naive models agree with the referee and with the worked examples of the rule text."""

import json
from pathlib import Path

import pytest

from .naive import MODELS, Move, Naive, Said, model_of

DATA = Path(__file__).parents[1] / "data" / "variants"


def rounds() -> list[Said]:
    return [
        json.loads(line)
        for rules in MODELS
        for line in (DATA / f"{rules}.jsonl").read_text().splitlines()
    ]


def texts(moves: list[Move]) -> list[str]:
    """Moves as text, in order."""
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


@pytest.mark.parametrize("said", rounds(), ids=lambda said: f"{said['rules']}-{said['round']}")
def test_a_round_of_the_referee(said: Said) -> None:
    model, shown = model_of(said), []
    for ply, (move, legal) in enumerate(zip(said["moves"], said["legal"], strict=True)):
        if model.ended is None:
            assert texts(model.moves()) == texts(legal), ply
            model.do(move)
        else:  # After a block the referee lists the passes that show it.
            assert model.ended == "blocked"
            assert move == {"seat": move["seat"], "pass": True}
            shown.append(move["seat"])
    assert len(shown) == len({*shown})
    assert model.ended == said["ended"]
    assert model.moves() == []
    assert (model.pips(), model.points()) == (said["pips"], said["points"])
    assert model.next() == said["next"]


def dealt(rules: str, hands: str, boneyard: str = "", **more: object) -> Said:
    """A deal as the rule text writes it: hands by a slash, the boneyard as it is drawn."""
    by_seat = [hand.split() for hand in hands.split("/")]
    plain = {"rules": rules, "round": 1, "seats": len(by_seat), "starter": 0, "leader": 0}
    return {**plain, "hands": by_seat, "boneyard": boneyard.split(), **more}


def text(move: Move) -> str:
    """A move as a player says it: ``6-4 left``, ``draw 5-2``, ``pass``."""
    return " ".join(
        key if value is True else str(value) if key in {"lay", "at"} else f"{key} {value}"
        for key, value in move.items()
        if key != "seat"
    )


def play(model: Naive, *plies: tuple[int, str, str]) -> None:
    """By ply: the seat in turn, what is legal for it, what it does."""
    for seat, legal, does in plies:
        moves = model.moves()
        assert [move["seat"] for move in moves] == [seat] * len(moves)
        assert sorted(map(text, moves)) == sorted(legal.split(", "))
        [move] = [move for move in moves if text(move) == does]
        model.do(move)


def test_mexican_train() -> None:
    hands = "12-7 7-7 5-4/12-3 7-4 3-1/6-5 12-9 9-7"
    model = model_of(dealt("mexican-train@1", hands, "8-8 9-9 7-1", hub="12-12"))
    play(
        model,
        (0, "12-7 public, 12-7 train-0", "12-7 train-0"),
        (1, "12-3 public, 12-3 train-1", "12-3 public"),
        (2, "12-9 train-2", "12-9 train-2"),
        (0, "7-7 train-0", "7-7 train-0"),
        (0, "draw 8-8", "draw 8-8"),
        (0, "marker up", "marker up"),
        (1, "7-4 train-0", "7-4 train-0"),
        (2, "9-7 train-2", "9-7 train-2"),
    )


def test_chicken_foot() -> None:
    hands = "9-9 9-5 5-4 7-7/9-1 9-2 5-5 8-1/9-3 9-4 5-1 6-0"
    model = model_of(dealt("chicken-foot@1", hands, "9-8 5-0 4-3"))
    play(
        model,
        (0, "9-9", "9-9"),
        (1, "9-1 toe-9-9-1, 9-2 toe-9-9-1", "9-1 toe-9-9-1"),
        (2, "9-3 toe-9-9-2, 9-4 toe-9-9-2", "9-3 toe-9-9-2"),
        (0, "9-5 toe-9-9-3", "9-5 toe-9-9-3"),
        (1, "9-2 toe-9-9-4", "9-2 toe-9-9-4"),
        (2, "9-4 toe-9-9-5", "9-4 toe-9-9-5"),
        (0, "draw 9-8", "draw 9-8"),
        (0, "9-8 toe-9-9-6", "9-8 toe-9-9-6"),
        (1, "8-1 toe-9-9-1, 5-5 toe-9-9-3, 8-1 toe-9-9-6", "5-5 toe-9-9-3"),
        (2, "5-1 toe-5-5-1", "5-1 toe-5-5-1"),
        (0, "5-4 toe-5-5-2", "5-4 toe-5-5-2"),
        (1, "draw 5-0", "draw 5-0"),
        (1, "5-0 toe-5-5-3", "5-0 toe-5-5-3"),
        (2, "6-0 toe-5-5-3", "6-0 toe-5-5-3"),
    )
    assert (model.ended, model.points(), model.next()) == ("out", [14, 9, 0], 1)


def test_spinner() -> None:
    model = model_of(dealt("spinner@1", "9-9 W-7 7-3 6-1/9-4 W-W 3-0/9-7 8-3 W-5"))
    at_seven = [f"W-7 toe-9-9-2 wild {pip}" for pip in range(10)]
    play(
        model,
        (0, "9-9", "9-9"),
        (1, "9-4 toe-9-9-1, W-W toe-9-9-1 wild 9", "9-4 toe-9-9-1"),
        (2, "9-7 toe-9-9-2, W-5 toe-9-9-2 wild 9", "9-7 toe-9-9-2"),
    )
    assert model.pips() == [34, 23, 26]  # W-7 and 6-1 are 24 of the 34.
    open_play = ["W-7 toe-9-9-1 wild 4", "7-3 toe-9-9-2", *at_seven]
    assert len(open_play) == 12
    play(
        model,
        (0, ", ".join(open_play), "W-7 toe-9-9-2 wild 3"),
        (
            1,
            "W-W toe-9-9-1 wild 4, W-W toe-9-9-2 wild 3, 3-0 toe-9-9-2",
            "W-W toe-9-9-2 wild 3",
        ),
        (2, "8-3 toe-W-W-1, W-5 toe-W-W-1 wild 3", "8-3 toe-W-W-1"),
    )
