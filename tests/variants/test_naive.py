"""The naive models agree with the referee and with the worked examples of the rule text."""

import json
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from .naive import MODELS, Move, Naive, Said, model_of
from .naive.bendomino import BentLine
from .naive.common import block
from .naive.deals import HANDS, ROUNDS, random_deal, tiles_of

pytestmark = pytest.mark.unmeasured
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


def test_basic_train() -> None:
    hands = "9-9 9-4 5-0 3-2/5-5 1-1 4-1 5-2/3-3 2-2 8-7 3-1"
    model = model_of(dealt("basic-train@1", hands))
    zero_own, one_own = "9-4 train-0-left, 9-4 train-0-right", "5-2 train-1-left"
    at_two = "3-2 train-2-left, 3-2 train-2-right, done"
    play(
        model,
        (0, "9-9 train-0", "9-9 train-0"),
        (1, "1-1 train-1, 5-5 train-1", "5-5 train-1"),
        (2, "2-2 train-2, 3-3 train-2", "3-3 train-2"),
        (0, zero_own, "9-4 train-0-left"),
        (0, f"5-0 train-1-left, 5-0 train-1-right, {at_two}", "5-0 train-1-right"),
        (0, at_two, "done"),
        (1, one_own, one_own),
        (1, "4-1 train-0-left, done", "done"),
    )


def test_bendomino() -> None:
    model = model_of(dealt("bendomino@1", "1-1 5-3 3-2 4-0/3-1 4-2 6-0"))
    play(
        model,
        (0, "1-1", "1-1"),
        (1, "3-1 left, 3-1 right", "3-1 right"),
        (0, "3-2 right", "3-2 right"),
    )


def test_a_bent_line_that_closes() -> None:
    line = BentLine()
    line.lead("2-0")
    for tile in ("4-2", "4-1", "3-1", "5-3", "5-0", "4-0", "6-4"):
        [(bend, at)] = [(bend, at) for at, bend in line.placings(tile) if at == "right"]
        line.lay(tile, at, bend)
    assert line.placings("6-0") == [("left", "left"), ("right", "right")]
    line.lay("6-0", "right", "right")
    assert line.placings("6-0") == []


def test_a_third_bend_the_same_way_does_not_fit() -> None:
    line = BentLine()
    line.lead("1-1")
    line.lay("3-1", "right", "left")
    assert line.placings("5-3") == []
    assert line.placings("3-3") == [("right", "right")]
    assert line.placings("3-2") == [("right", "right")]


def test_gaple() -> None:
    hands = "0-0 6-1 6-3 6-6/5-1 2-1 4-1/3-0 4-0 2-2/6-5"
    model = model_of(dealt("gaple@1", hands))
    play(
        model,
        (0, "0-0", "0-0"),
        (1, "aside 2-1, aside 4-1, aside 5-1", "aside 4-1"),
        (2, "3-0 left, 4-0 left, 3-0 right, 4-0 right", "3-0 left"),
    )
    assert model.pips() == [28, 14, 8, 11]


def test_the_points_of_gaple() -> None:
    assert block([9, 6, 8, 12]) == [0, 23, 0, 0]


RANDOM = [
    (rules, seats, number)
    for rules, hands in HANDS.items()
    for number, seats in zip(range(20), cycle(hands), strict=False)
]


def random_said(rules: str, seats: int, number: int) -> Said:
    return random_deal(rules, seats, 1 + number % ROUNDS.get(rules, 9), Random(number))


@pytest.mark.parametrize(("rules", "seats", "number"), RANDOM)
def test_random_play(rules: str, seats: int, number: int) -> None:
    """Every round ends, keeps every tile, and offers no move twice."""
    said, chance = random_said(rules, seats, number), Random(number)
    model, first = model_of(said), None
    assert sorted(model.tiles()) == sorted(tiles_of(rules))
    while model.ended is None:
        offered = texts(model.moves())
        assert len({*offered}) == len(offered) > 0
        move = chance.choice(model.moves())
        model.do(move)
        if first is None and "lay" in move:
            first = move["seat"]
        assert sorted(model.tiles()) == sorted(tiles_of(rules))
    assert model.moves() == []
    assert (model.ended == "out") == ([] in model.hands)
    if rules != "mexican-train@1":
        assert first == said["leader"]


def test_random_play_ends_both_ways() -> None:
    """In every game some rounds are blocked and some are not."""
    for rules, hands in HANDS.items():
        ends = set()
        for number in range(60):
            said, chance = random_said(rules, min(hands), number), Random(number)
            model = model_of(said)
            while model.ended is None:
                model.do(chance.choice(model.moves()))
            ends.add(model.ended)
        assert ends == {"out", "blocked"}, rules


def test_an_illegal_move_is_refused() -> None:
    model = model_of(dealt("bendomino@1", "1-1 5-3/3-1 4-2"))
    with pytest.raises(AssertionError):
        model.do({"seat": 0, "lay": "5-3"})


def after_a_drawn_double(**house: int) -> Naive:
    said = dealt("mexican-train@1", "2-1 9-9/2-0 1-0 9-8", "9-7 1-1 9-6", hub="2-2")
    model = model_of(said, **house)
    play(
        model,
        (0, "2-1 public, 2-1 train-0", "2-1 train-0"),
        (1, "2-0 public, 2-0 train-1", "2-0 public"),
        (0, "draw 9-7", "draw 9-7"),
        (0, "marker up", "marker up"),
        (1, "1-0 public, 1-0 train-0", "1-0 public"),
        (0, "draw 1-1", "draw 1-1"),
        (0, "1-1 public, 1-1 train-0", "1-1 public"),
    )
    return model


def test_who_drew_the_double_may_draw_for_the_cover() -> None:
    model = after_a_drawn_double()
    play(model, (0, "draw 9-6", "draw 9-6"), (0, "pass", "pass"), (1, "marker up", "marker up"))


def test_a_double_of_an_exhausted_pip_needs_no_cover() -> None:
    model = after_a_drawn_double(highest=2)
    play(model, (1, "draw 9-6", "draw 9-6"))


def test_a_double_may_be_the_last_tile() -> None:
    model = model_of(dealt("mexican-train@1", "12-5 5-5/12-4 0-0 2-1", hub="12-12", round=1))
    play(
        model,
        (0, "12-5 public, 12-5 train-0", "12-5 train-0"),
        (1, "12-4 public, 12-4 train-1", "12-4 public"),
        (0, "5-5 train-0", "5-5 train-0"),
    )
    assert (model.ended, model.points(), model.next()) == ("out", [0, 53], 1)


def test_a_marker_that_goes_up_is_not_yet_a_block() -> None:
    model = model_of(dealt("mexican-train@1", "12-5 9-8/12-4 5-3 9-7", hub="12-12"))
    play(
        model,
        (0, "12-5 public, 12-5 train-0", "12-5 train-0"),
        (1, "12-4 public, 12-4 train-1", "12-4 train-1"),
        (0, "marker up", "marker up"),
        (1, "5-3 train-0", "5-3 train-0"),
        (0, "pass", "pass"),
        (1, "marker up", "marker up"),
    )
    assert (model.ended, model.points()) == ("blocked", [17, 16])


def test_the_worth_of_the_double_blank() -> None:
    worth = {"mexican-train@1": 50, "chicken-foot@1": 50, "spinner@1": 0, "gaple@1": 0}
    for rules, pips in worth.items():
        said = dealt(rules, "0-0 3-2/9-9 1-0", hub="12-12")
        assert model_of(said).pips() == [5 + pips, 19], rules
    assert model_of(dealt("chicken-foot@1", "0-0/9-9"), double_blank=25).pips() == [25, 18]


def test_the_lead_is_drawn_for() -> None:
    said = dealt("chicken-foot@1", "5-4/3-2", "6-6 7-7 9-9 9-1", starter=1)
    model = model_of(said)
    play(
        model,
        (1, "draw 6-6", "draw 6-6"),
        (0, "draw 7-7", "draw 7-7"),
        (1, "draw 9-9", "draw 9-9"),
        (1, "9-9", "9-9"),
        (0, "draw 9-1", "draw 9-1"),
        (0, "9-1 toe-9-9-1", "9-1 toe-9-9-1"),
    )
    assert model.next() == 0


def test_a_foot_that_is_never_completed() -> None:
    said = dealt("chicken-foot@1", "9-9 4-4 3-2/9-5 5-5 8-7", "7-6 8-6")
    model = model_of(said, opener_takes=1, toes=1)
    play(
        model,
        (0, "9-9", "9-9"),
        (1, "9-5 toe-9-9-1", "9-5 toe-9-9-1"),
        (0, "draw 7-6", "draw 7-6"),
        (0, "pass", "pass"),
        (1, "5-5 toe-9-9-1", "5-5 toe-9-9-1"),
        (0, "draw 8-6", "draw 8-6"),
    )
    assert (model.ended, model.points()) == ("blocked", [40, 15])


def test_the_wild_double_on_a_foot() -> None:
    model = model_of(dealt("spinner@1", "9-9 9-3 1-1/W-W 9-4/9-1 9-2 9-5"))
    at_foot = [f"toe-{toe}" for toe in ("W-W-1", "W-W-2", "W-W-3", "9-9-2")]
    play(
        model,
        (0, "9-9", "9-9"),
        (1, "W-W toe-9-9-1 wild 9, 9-4 toe-9-9-1", "W-W toe-9-9-1 wild 9"),
        (2, ", ".join(f"9-{pip} {at_foot[0]}" for pip in (1, 2, 5)), f"9-1 {at_foot[0]}"),
        (0, f"9-3 {at_foot[1]}", f"9-3 {at_foot[1]}"),
        (1, f"9-4 {at_foot[2]}", f"9-4 {at_foot[2]}"),
    )
    assert model.ended == "out"


def test_the_outer_foot_waits_for_the_inner() -> None:
    said = dealt("spinner@1", "W-W 9-8 7-7/4-3 2-1/9-1 9-2", "9-9 9-4 9-5")
    model = model_of(said)
    play(
        model,
        (0, "W-W wild 9", "W-W wild 9"),
        (1, "draw 9-9", "draw 9-9"),
        (1, "9-9 toe-W-W-1", "9-9 toe-W-W-1"),
        (2, "9-1 toe-9-9-1, 9-2 toe-9-9-1", "9-1 toe-9-9-1"),
        (0, "9-8 toe-9-9-2", "9-8 toe-9-9-2"),
        (1, "draw 9-4", "draw 9-4"),
        (1, "9-4 toe-9-9-3", "9-4 toe-9-9-3"),
        (2, "9-2 toe-W-W-2", "9-2 toe-W-W-2"),
    )
    assert (model.ended, model.points()) == ("out", [14, 10, 0])


def test_the_wild_double_leads_only_where_nobody_holds_the_true_one() -> None:
    model = model_of(dealt("spinner@1", "W-W 8-8/9-9 7-7"))
    play(model, (1, "9-9", "9-9"), (0, "W-W toe-9-9-1 wild 9", "W-W toe-9-9-1 wild 9"))


def test_either_double_is_drawn_for() -> None:
    model = model_of(dealt("spinner@1", "8-8 1-0/7-7 2-0", "5-5 W-W 9-9", round=1))
    play(
        model,
        (0, "draw 5-5", "draw 5-5"),
        (1, "draw W-W", "draw W-W"),
        (1, "W-W wild 9", "W-W wild 9"),
        (0, "draw 9-9", "draw 9-9"),
        (0, "9-9 toe-W-W-1", "9-9 toe-W-W-1"),
    )
    assert model.next() == 0


def test_no_guest_tile_without_a_tile_of_ones_own() -> None:
    model = model_of(dealt("basic-train@1", "9-9 9-1 5-1/5-5 4-1 6-4/3-3 2-0 7-0"))
    own = "9-1 train-0-left, 9-1 train-0-right"
    guest = "5-1 train-1-left, 5-1 train-1-right, done"
    play(
        model,
        (0, "9-9 train-0", "9-9 train-0"),
        (1, "5-5 train-1", "5-5 train-1"),
        (2, "3-3 train-2", "3-3 train-2"),
        (0, own, "9-1 train-0-left"),
        (0, guest, "5-1 train-1-right"),
    )
    assert (model.ended, model.points()) == ("out", [140, 0, 0])
    model = model_of(dealt("basic-train@1", "9-9 9-1 5-1/5-5 4-1 6-4/3-3 2-0 7-0"))
    play(
        model,
        (0, "9-9 train-0", "9-9 train-0"),
        (1, "5-5 train-1", "5-5 train-1"),
        (2, "3-3 train-2", "3-3 train-2"),
        (0, own, "9-1 train-0-left"),
        (0, guest, "done"),
        (1, "pass", "pass"),
        (2, "pass", "pass"),
        (0, "5-1 train-0-left", "5-1 train-0-left"),
    )
    assert (model.ended, model.points()) == ("out", [140, 0, 0])


def test_nobody_gets_anything_for_a_block_of_trains() -> None:
    model = model_of(dealt("basic-train@1", "9-9 8-7/5-5 4-1/3-3 2-0", "1-1"))
    play(
        model,
        (0, "9-9 train-0", "9-9 train-0"),
        (1, "5-5 train-1", "5-5 train-1"),
        (2, "3-3 train-2", "3-3 train-2"),
    )
    assert (model.ended, model.pips(), model.points()) == ("blocked", [15, 5, 2], [0, 0, 0])


def test_after_a_draw_the_drawn_tile_or_nothing() -> None:
    model = model_of(dealt("bendomino@1", "1-1 2-1/3-1 6-5", "4-1 6-6 5-2"))
    play(
        model,
        (0, "1-1", "1-1"),
        (1, "3-1 left, 3-1 right, draw 4-1", "draw 4-1"),
        (1, "4-1 left, 4-1 right, pass", "pass"),
        (0, "2-1 left, 2-1 right, draw 6-6", "draw 6-6"),
        (0, "pass", "pass"),
        (1, "3-1 left, 3-1 right, 4-1 left, 4-1 right, draw 5-2", "draw 5-2"),
        (1, "pass", "pass"),
        (0, "2-1 left, 2-1 right", "2-1 left"),
    )


def test_the_heaviest_tile_leads_where_no_double_was_dealt() -> None:
    model = model_of(dealt("bendomino@1", "5-4 2-1/6-3 3-2", "6-6"))
    play(
        model,
        (1, "6-3", "6-3"),
        (0, "draw 6-6", "draw 6-6"),
        (0, "6-6 right bend left, 6-6 right bend right, pass", "6-6 right bend right"),
        (1, "3-2 left", "3-2 left"),
    )
    assert (model.ended, model.points(), model.next()) == ("out", [0, 12], None)


def gaple(hands: str, *plies: tuple[int, str, str]) -> tuple[object, ...]:
    """A second round, begun by seat 0: how it ended, its pips, its points, who is next."""
    model = model_of(dealt("gaple@1", hands, round=2))
    play(model, *plies)
    return model.ended, model.pips(), model.points(), model.next()


def test_the_lead_goes_on_to_the_first_who_has_a_double() -> None:
    hands = "5-4 6-5/3-1 2-1/2-2 4-4/6-6 1-0"
    ended, *_ = gaple(hands, (2, "2-2, 4-4", "2-2"), (3, "aside 1-0, aside 6-6", "aside 1-0"))
    assert ended is None


def test_who_sets_his_last_tile_aside_may_lose() -> None:
    found = gaple(
        "6-6 3-2/6-1 1-0/5-4 4-3/5-3 0-0",
        (0, "6-6", "6-6"),
        (1, "6-1 left, 6-1 right", "6-1 right"),
        (2, "aside 4-3, aside 5-4", "aside 5-4"),
        (3, "aside 0-0, aside 5-3", "aside 0-0"),
        (0, "aside 3-2", "aside 3-2"),
    )
    assert found == ("out", [5, 1, 16, 8], [0, 28, 0, 0], 1)


def test_who_has_laid_all_wins_alone() -> None:
    found = gaple(
        "6-6 6-5/6-1 0-0/5-4 4-3/5-3 2-0",
        (0, "6-6", "6-6"),
        (1, "6-1 left, 6-1 right", "6-1 right"),
        (2, "aside 4-3, aside 5-4", "aside 5-4"),
        (3, "aside 2-0, aside 5-3", "aside 2-0"),
        (0, "6-5 left", "6-5 left"),
    )
    assert found == ("out", [0, 0, 16, 10], [26, 0, 0, 0], 0)


def test_a_round_is_over_when_no_hand_fits() -> None:
    found = gaple(
        "6-6 3-2/6-1 5-0/5-4 4-3/5-3 2-0",
        (0, "6-6", "6-6"),
        (1, "6-1 left, 6-1 right", "6-1 right"),
    )
    assert found == ("blocked", [5, 5, 16, 10], [21, 21, 0, 0], 0)


def test_of_tied_winners_the_first_from_the_leader_is_next() -> None:
    found = gaple(
        "3-2/5-4 4-3/6-6 5-3/6-1 5-0",
        (2, "6-6", "6-6"),
        (3, "6-1 left, 6-1 right", "6-1 right"),
    )
    assert found == ("blocked", [5, 16, 8, 5], [19, 0, 0, 19], 3)
