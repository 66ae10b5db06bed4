"""The worked rounds of the rules pages."""

from collections.abc import Iterable

import pytest

from domain.events import RoundDealt
from domain.layout.ends import OneOf
from domain.layout.trains import COVER, SIDES, train
from domain.round.facts import facts_of, fives_in_play
from domain.round.lead import tiles_to_lead
from domain.round.legal import advance_legal, legal_moves
from domain.round.state import Round, new_round, union
from domain.rules.catalogue import PUBLISHED
from domain.rules.table import table_for
from domain.scoring.score import score_round
from domain.tiles import Pip, tile_named, tile_set
from tests.domain.builders import act_of, facts, tiles

BOTH = "left", "right"
Plies = Iterable[tuple[set[str], str]]
"""What may be done, and what is done."""


def dealt(
    rules: str, *hands: str, leader: int, boneyard: str = "", hub: str | None = None
) -> Round:
    """A first round of which only some tiles were dealt, as the pages show it."""
    table = table_for(PUBLISHED[rules].play, len(hands))
    deal = RoundDealt(
        hands=tuple(map(tiles, hands)),
        boneyard=tiles(boneyard),
        leader=leader,
        hub=None if hub is None else tile_named(hub),
    )
    held = union(tile_set(hand) for hand in deal.hands)
    return new_round(table, deal, tiles_to_lead(table.play, 0, held))


def walked(round: Round, plies: Plies) -> Round:
    for legal, act in plies:
        assert set(legal_moves(round)) == {act_of(each) for each in legal}
        round = advance_legal(round, act_of(act))
    return round


def ends(round: Round) -> dict[str, Pip | OneOf]:
    return {end.name: end.pip for end in round.front.ends}


def test_partnership_pagat() -> None:
    hands = "6-6 1-0", "6-1 5-0", "6-4 3-3", "6-2 2-2"
    after = walked(
        dealt("partnership-pagat@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"3 lays 6-2 left", "3 lays 6-2 right"}, "3 lays 6-2 right"),
            ({"2 lays 6-4 left"}, "2 lays 6-4 left"),
            ({"1 passes"}, "1 passes"),
        ),
    )
    assert ends(after) == {"left": 4, "right": 2}


def test_sebastopol() -> None:
    hands = "6-6 3-2 6-5 5-4 1-0", "6-1 6-0 4-4", "3-3 2-2", "6-4 6-3 4-2"
    after = walked(
        dealt("sebastopol@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-0 arm-1", "1 lays 6-1 arm-1"}, "1 lays 6-1 arm-1"),
            ({"2 passes"}, "2 passes"),
            ({"3 lays 6-3 arm-2", "3 lays 6-4 arm-2"}, "3 lays 6-4 arm-2"),
            ({"0 lays 6-5 arm-3"}, "0 lays 6-5 arm-3"),
            ({"1 lays 6-0 arm-4"}, "1 lays 6-0 arm-4"),
        ),
    )
    assert ends(after) == {"arm-1": 1, "arm-2": 4, "arm-3": 5, "arm-4": 0}


def test_cyprus() -> None:
    hands = "9-9 8-8 4-4", "7-7 5-5", "9-6 9-5", "9-4 9-3"
    round = dealt("cyprus@1", *hands, leader=0, boneyard="9-7 6-6 5-4")
    round = walked(
        round,
        (
            ({"0 lays 9-9"}, "0 lays 9-9"),
            ({"1 draws 9-7"}, "1 draws 9-7"),
            ({"1 lays 9-7 arm-1"}, "1 lays 9-7 arm-1"),
            ({"2 lays 9-6 arm-2", "2 lays 9-5 arm-2"}, "2 lays 9-6 arm-2"),
            ({"3 lays 9-4 arm-3", "3 lays 9-3 arm-3"}, "3 lays 9-4 arm-3"),
            ({"0 draws 6-6"}, "0 draws 6-6"),
            ({"0 passes"}, "0 passes"),  # 6-6 would fit arm-2, but arms are bare.
            ({"1 passes"}, "1 passes"),  # 5-4 stays in the boneyard.
        ),
    )
    assert ends(round) == {"arm-1": 7, "arm-2": 6, "arm-3": 4, "arm-4": 9}


def test_cross() -> None:
    hands = "5-0 3-3", "5-5 2-2", "4-4 1-1"
    round = dealt("cross@1", *hands, leader=1, boneyard="5-3 6-6 6-4")
    round = walked(
        round,
        (
            ({"1 lays 5-5"}, "1 lays 5-5"),
            ({"2 draws 5-3"}, "2 draws 5-3"),
            ({"2 lays 5-3 arm-1"}, "2 lays 5-3 arm-1"),
            ({"0 lays 5-0 arm-2"}, "0 lays 5-0 arm-2"),  # Not 3-3 at arm-1.
        ),
    )
    assert ends(round) == {"arm-1": 3, "arm-2": 0, "arm-3": 5}


def test_maltese_cross() -> None:
    hands = "6-6 6-4 3-3 1-0", "6-3 6-2 4-4 5-5"
    round = dealt("maltese-cross@1", *hands, leader=0, boneyard="6-1 1-1 2-2")
    round = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-2 arm-1", "1 lays 6-3 arm-1"}, "1 lays 6-3 arm-1"),
            ({"0 lays 6-4 arm-2"}, "0 lays 6-4 arm-2"),
            ({"1 lays 6-2 arm-3"}, "1 lays 6-2 arm-3"),
            ({"0 draws 6-1"}, "0 draws 6-1"),
            ({"0 lays 6-1 arm-4"}, "0 lays 6-1 arm-4"),
            ({"1 lays 4-4 arm-2"}, "1 lays 4-4 arm-2"),
            ({"0 lays 3-3 arm-1"}, "0 lays 3-3 arm-1"),
            ({"1 draws 1-1"}, "1 draws 1-1"),
            ({"1 lays 1-1 arm-4"}, "1 lays 1-1 arm-4"),
            ({"0 draws 2-2"}, "0 draws 2-2"),
            ({"0 lays 2-2 arm-3"}, "0 lays 2-2 arm-3"),
        ),
    )
    assert ends(round) == {"arm-1": 3, "arm-2": 4, "arm-3": 2, "arm-4": 1}
    assert not any(end.first for end in round.front.ends)


def test_all_fives() -> None:
    round = dealt("all-fives@1", "5-5 5-0 6-4", "5-1 5-4 4-2", leader=0)
    round = walked(
        round,
        (
            ({"0 lays 5-5"}, "0 lays 5-5"),
            (
                {"1 lays 5-1 left", "1 lays 5-1 right", "1 lays 5-4 left", "1 lays 5-4 right"},
                "1 lays 5-4 right",
            ),
            ({"0 lays 5-0 left", "0 lays 6-4 right"}, "0 lays 5-0 left"),
            ({"1 lays 4-2 right", "1 lays 5-1 spinner-5-5-1"}, "1 lays 5-1 spinner-5-5-1"),
        ),
    )
    assert ends(round) == {"left": 0, "right": 4, "spinner-5-5-1": 1, "spinner-5-5-2": 5}
    assert [*fives_in_play(round)] == [(1, 5), (0, 0), (1, 0), (0, 10)]


def test_muggins() -> None:
    round = dealt("muggins@1", "6-6 3-3 5-2", "6-3 6-4 6-5", leader=0)
    anywhere = {f"1 lays {tile} {end}" for tile in ("6-3", "6-4", "6-5") for end in BOTH}
    round = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            (anywhere, "1 lays 6-3 right"),
            ({"0 lays 3-3 right"}, "0 lays 3-3 right"),
            ({"1 lays 6-4 left", "1 lays 6-5 left"}, "1 lays 6-4 left"),
        ),
    )
    assert ends(round) == {"left": 4, "right": 3}
    assert [*fives_in_play(round)] == [(1, 10), (0, 0), (1, 15), (0, 0)]


def test_five_up() -> None:
    hands = "6-6 4-4 1-0 2-1 3-0", "6-4 5-4 4-0 2-0 3-1"
    round = walked(
        dealt("five-up@1", *hands, leader=0),
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            ({"1 lays 6-4 left", "1 lays 6-4 right"}, "1 lays 6-4 right"),
            ({"0 lays 4-4 right"}, "0 lays 4-4 right"),
            ({"1 lays 4-0 right", "1 lays 5-4 right"}, "1 lays 5-4 right"),
        ),
    )
    assert ends(round) == {"left": 6, "right": 5, "spinner-4-4-1": 4}
    assert [*fives_in_play(round)] == [(1, 0), (0, 20), (1, 0), (0, 0)]


def test_matador() -> None:
    round = dealt("matador@1", "6-6 3-1 5-2", "6-1 1-0 4-3 0-0", leader=0, boneyard="5-5 5-4")
    first = ("1-0", "0-0", "4-3 {} open 3", "4-3 {} open 4", "6-1 {} open 1", "6-1 {} open 6")
    after = walked(
        round,
        (
            ({"0 lays 6-6"}, "0 lays 6-6"),
            (placed(1, *first), "1 lays 1-0 left"),
            (
                placed(0, "5-2 {} open 2", "5-2 {} open 5") | {"0 lays 3-1 right"},
                "0 lays 5-2 left open 5",
            ),
            (
                placed(1, *first[1:]),
                "1 lays 6-1 right open 1",
            ),
            ({"0 passes"}, "0 passes"),
        ),
    )
    assert ends(after) == {"left": 5, "right": 1}


def placed(seat: int, *tiles: str) -> set[str]:
    """Each tile at both ends; ``{}`` is where the end stands."""
    texts = (tile if "{}" in tile else f"{tile} {{}}" for tile in tiles)
    return {f"{seat} lays {text.format(end)}" for text in texts for end in BOTH}


def test_chicken_foot() -> None:
    hands = "9-9 9-5 5-4 7-7", "9-1 9-2 5-5 8-1", "9-3 9-4 5-1 6-0"
    round = walked(
        dealt("chicken-foot@1", *hands, leader=0, boneyard="9-8 5-0 4-3"),
        (
            ({"0 lays 9-9"}, "0 lays 9-9"),
            ({"1 lays 9-1 toe-9-9-1", "1 lays 9-2 toe-9-9-1"}, "1 lays 9-1 toe-9-9-1"),
            ({"2 lays 9-3 toe-9-9-2", "2 lays 9-4 toe-9-9-2"}, "2 lays 9-3 toe-9-9-2"),
            ({"0 lays 9-5 toe-9-9-3"}, "0 lays 9-5 toe-9-9-3"),
            ({"1 lays 9-2 toe-9-9-4"}, "1 lays 9-2 toe-9-9-4"),
            ({"2 lays 9-4 toe-9-9-5"}, "2 lays 9-4 toe-9-9-5"),
            ({"0 draws 9-8"}, "0 draws 9-8"),
            ({"0 lays 9-8 toe-9-9-6"}, "0 lays 9-8 toe-9-9-6"),
        ),
    )
    assert [*ends(round).values()] == [1, 3, 5, 2, 4, 8]
    round = walked(
        round,
        (
            (
                {"1 lays 8-1 toe-9-9-1", "1 lays 5-5 toe-9-9-3", "1 lays 8-1 toe-9-9-6"},
                "1 lays 5-5 toe-9-9-3",
            ),
            ({"2 lays 5-1 toe-5-5-1"}, "2 lays 5-1 toe-5-5-1"),
            ({"0 lays 5-4 toe-5-5-2"}, "0 lays 5-4 toe-5-5-2"),
            ({"1 draws 5-0"}, "1 draws 5-0"),
            ({"1 lays 5-0 toe-5-5-3"}, "1 lays 5-0 toe-5-5-3"),
        ),
    )
    toes = {f"toe-9-9-{toe}": pip for toe, pip in ((1, 1), (2, 3), (4, 2), (5, 4), (6, 8))}
    assert ends(round) == toes | {"toe-5-5-1": 1, "toe-5-5-2": 4, "toe-5-5-3": 0}
    assert not any(end.first for end in round.front.ends)
    round = walked(round, (({"2 lays 6-0 toe-5-5-3"}, "2 lays 6-0 toe-5-5-3"),))
    assert points("chicken-foot@1", round) == (14, 9, 0)


def test_spinner() -> None:
    hands = "9-9 W-7 7-3 6-1", "9-4 W-W 3-0", "9-7 8-3 W-5"
    round = walked(
        dealt("spinner@1", *hands, leader=0),
        (
            ({"0 lays 9-9"}, "0 lays 9-9"),
            (
                {"1 lays 9-4 toe-9-9-1", "1 lays W-W toe-9-9-1 wild 9"},
                "1 lays 9-4 toe-9-9-1",
            ),
            (
                {"2 lays 9-7 toe-9-9-2", "2 lays W-5 toe-9-9-2 wild 9"},
                "2 lays 9-7 toe-9-9-2",
            ),
        ),
    )
    assert ends(round) == {"toe-9-9-1": 4, "toe-9-9-2": 7}
    at_seven = {f"0 lays W-7 toe-9-9-2 wild {pip}" for pip in range(10)}
    open_play = {"0 lays W-7 toe-9-9-1 wild 4", "0 lays 7-3 toe-9-9-2"} | at_seven
    assert len(open_play) == 12
    after = walked(round, ((open_play, "0 lays W-7 toe-9-9-1 wild 4"),))
    assert ends(after) == {"toe-9-9-1": 7, "toe-9-9-2": 7}
    round = walked(
        round,
        (
            (open_play, "0 lays W-7 toe-9-9-2 wild 3"),
            (
                {
                    "1 lays W-W toe-9-9-1 wild 4",
                    "1 lays W-W toe-9-9-2 wild 3",
                    "1 lays 3-0 toe-9-9-2",
                },
                "1 lays W-W toe-9-9-2 wild 3",
            ),
        ),
    )
    assert ends(round) == {"toe-9-9-1": 4, "toe-W-W-1": 3}
    assert [end.room for end in round.front.ends] == [1, 3]
    walked(
        round,
        (({"2 lays 8-3 toe-W-W-1", "2 lays W-5 toe-W-W-1 wild 3"}, "2 lays 8-3 toe-W-W-1"),),
    )


def test_pips_of_wild_halves_and_of_the_double_blank() -> None:
    spinner = table_for(PUBLISHED["spinner@1"].play, 3)
    assert spinner.pips_left(tile_set(tiles("W-7 6-1"))) == 24
    assert spinner.pips_left(tile_set(tiles("W-W 0-0"))) == 20
    other = PUBLISHED["spinner@1"].play.model_copy(update={"wild_half": 25})
    assert table_for(other, 3).pips_left(tile_set(tiles("W-7 W-W 6-1"))) == 3 * 25 + 7 + 7
    chicken_foot = table_for(PUBLISHED["chicken-foot@1"].play, 3)
    assert chicken_foot.pips_left(tile_set(tiles("0-0 2-1"))) == 53


def test_mexican_train() -> None:
    hands = "12-7 7-7 5-4", "12-3 7-4 3-1", "6-5 12-9 9-7"
    round = walked(
        dealt("mexican-train@1", *hands, leader=0, boneyard="8-8 9-9 7-1", hub="12-12"),
        (
            ({"0 lays 12-7 public", "0 lays 12-7 train-0"}, "0 lays 12-7 train-0"),
            ({"1 lays 12-3 public", "1 lays 12-3 train-1"}, "1 lays 12-3 public"),
            ({"2 lays 12-9 train-2"}, "2 lays 12-9 train-2"),
            ({"0 lays 7-7 train-0"}, "0 lays 7-7 train-0"),
        ),
    )
    assert {end.name: end.first for end in round.front.ends if end.first} == {"train-0": COVER}
    round = walked(
        round,
        (
            ({"0 draws 8-8"}, "0 draws 8-8"),
            ({"0 raises the marker"}, "0 raises the marker"),
            ({"1 lays 7-4 train-0"}, "1 lays 7-4 train-0"),
        ),
    )
    assert ends(round) == {"train-0": 4, "train-1": 12, "train-2": 9, "public": 3}
    assert {end.name for end in round.front.ends if end.marked} == {"train-0"}
    walked(round, (({"2 lays 9-7 train-2"}, "2 lays 9-7 train-2"),))


def test_basic_train() -> None:
    hands = "9-9 9-4 5-0 3-2", "5-5 1-1 4-1 5-2", "3-3 2-2 8-7 3-1"
    at_two = {"0 lays 3-2 train-2-left", "0 lays 3-2 train-2-right", "0 ends the turn"}
    round = walked(
        dealt("basic-train@1", *hands, leader=0),
        (
            ({"0 lays 9-9 train-0"}, "0 lays 9-9 train-0"),
            ({"1 lays 1-1 train-1", "1 lays 5-5 train-1"}, "1 lays 5-5 train-1"),
            ({"2 lays 2-2 train-2", "2 lays 3-3 train-2"}, "2 lays 3-3 train-2"),
            ({"0 lays 9-4 train-0-left", "0 lays 9-4 train-0-right"}, "0 lays 9-4 train-0-left"),
            (
                {"0 lays 5-0 train-1-left", "0 lays 5-0 train-1-right"} | at_two,
                "0 lays 5-0 train-1-right",
            ),
            (at_two, "0 ends the turn"),
            ({"1 lays 5-2 train-1-left"}, "1 lays 5-2 train-1-left"),
            ({"1 lays 4-1 train-0-left", "1 ends the turn"}, "1 ends the turn"),
        ),
    )
    assert ends(round) == {
        **dict(zip(train_ends(0), (4, 9), strict=True)),
        **dict(zip(train_ends(1), (2, 0), strict=True)),
        **dict(zip(train_ends(2), (3, 3), strict=True)),
    }


def test_the_points_of_basic_train() -> None:
    rules, sides = PUBLISHED["basic-train@1"].score, ((0,), (1,), (2,))
    out = facts(0, 30, 7, out=0, tiles=(0, 4, 2))
    assert score_round(rules, sides, out) == ((0,), (120 + 5 * 6, 0, 0))
    blocked = facts(5, 30, 7, tiles=(1, 4, 2))
    assert score_round(rules, sides, blocked) == ((), (0, 0, 0))


def test_bendomino() -> None:
    round = walked(
        dealt("bendomino@1", "1-1 5-3 3-2 4-0", "3-1 4-2 6-0", leader=0),
        (({"0 lays 1-1"}, "0 lays 1-1"),),
    )
    assert spots(round) == {"left": ((0, 0), 3), "right": ((0, 1), 2)}
    round = walked(round, (({"1 lays 3-1 left", "1 lays 3-1 right"}, "1 lays 3-1 right"),))
    assert spots(round) == {"left": ((0, 0), 3), "right": ((-1, 1), 4)}
    round = walked(round, (({"0 lays 3-2 right"}, "0 lays 3-2 right"),))
    assert ends(round) == {"left": 1, "right": 2}
    assert spots(round) == {"left": ((0, 0), 3), "right": ((-2, 1), 2)}


def test_a_bent_line_whose_ends_meet() -> None:
    hands = "2-0 4-1 5-3 4-0 6-0", "4-2 3-1 5-0 6-4 5-5"
    round = dealt("bendomino@1", *hands, leader=0, boneyard="1-1")
    loop = ("4-2", "4-1", "3-1", "5-3", "5-0", "4-0", "6-4")
    round = advance_legal(round, act_of("0 lays 2-0"))
    for seat, tile in zip((1, 0) * 4, loop, strict=False):
        round = advance_legal(round, act_of(f"{seat} lays {tile} right"))
    joins = {"0 lays 6-0 left", "0 lays 6-0 right"}
    round = walked(round, ((joins | {"0 draws 1-1"}, "0 lays 6-0 right"),))
    assert round.ended == "out"
    assert all(end.spot is not None and not end.spot.takes for end in round.front.ends)


def test_a_double_of_a_bent_line_may_turn_either_way() -> None:
    round = dealt("bendomino@1", "5-5 2-2", "5-1 1-1", leader=0)
    round = walked(round, (({"0 lays 5-5"}, "0 lays 5-5"),))
    round = walked(round, (({"1 lays 5-1 left", "1 lays 5-1 right"}, "1 lays 5-1 right"),))
    round = walked(round, (({"0 passes"}, "0 passes"),))
    may = {"1 lays 1-1 right bend left", "1 lays 1-1 right bend right"}
    assert walked(round, ((may, "1 lays 1-1 right bend right"),)).ended == "out"


def test_gaple() -> None:
    hands = "0-0 6-1 6-3 6-6", "5-1 2-1 4-1", "3-0 4-0 2-2", "6-5"
    round = walked(
        dealt("gaple@1", *hands, leader=0),
        (
            ({"0 lays 0-0"}, "0 lays 0-0"),
            ({"1 sets aside 2-1", "1 sets aside 4-1", "1 sets aside 5-1"}, "1 sets aside 4-1"),
            (
                {f"2 lays {tile} {end}" for tile in ("3-0", "4-0") for end in BOTH},
                "2 lays 3-0 left",
            ),
        ),
    )
    assert ends(round) == {"left": 3, "right": 0}
    assert facts_of(round).pips == (7 + 9 + 12, 5 + 9, 4 + 4, 11)


@pytest.mark.parametrize(
    ("of_seat_1", "acts"),
    [
        ("4-2", ("1 sets aside 4-2",)),
        ("4-2 2-0", ("1 lays 2-0 left", "2 sets aside 5-3")),
    ],
)
def test_the_points_of_gaple(of_seat_1: str, acts: tuple[str, ...]) -> None:
    """The fewest pips win; to empty a hand by setting tiles aside decides nothing."""
    round = dealt("gaple@1", "0-0 5-4", of_seat_1, "5-3", "6-0 5-1", leader=0)
    for act in ("0 lays 0-0", *acts):
        assert round.ended is None
        round = advance_legal(round, act_of(act))
    found = facts_of(round)
    assert (found.ended, found.out, found.pips) == ("out", None, (9, 6, 8, 12))
    assert points("gaple@1", round) == (0, 9 + 8 + 12 - 6, 0, 0)


def test_doubles() -> None:
    hands = (
        "6-4 5-5 3-2 2-1 1-0",
        "6-3 5-4 5-0 2-0 3-0",
        "6-2 5-3 4-3 4-0 3-3",
        "6-1 5-2 4-4 1-1 0-0",
    )
    round = walked(
        dealt("doubles@1", *hands, leader=0, boneyard="2-2 6-6 6-0 5-1 4-1 3-1 6-5 4-2"),
        (
            ({"0 draws 2-2"}, "0 draws 2-2"),
            ({"1 draws 6-6"}, "1 draws 6-6"),
            ({"1 lays 6-6"}, "1 lays 6-6"),
            ({"2 lays 6-2 arm-1", "2 draws 6-0"}, "2 lays 6-2 arm-1"),
            ({"3 lays 6-1 arm-2", "3 draws 6-0"}, "3 lays 6-1 arm-2"),
            ({"0 lays 6-4 arm-3", "0 draws 6-0"}, "0 draws 6-0"),
        ),
    )
    assert ends(round) == {"arm-1": 2, "arm-2": 1, "arm-3": 6}


def train_ends(seat: int) -> tuple[str, ...]:
    """The names of the ends of a train that grows at both."""
    return tuple(f"{train(seat)}-{side}" for side in SIDES)


def spots(round: Round) -> dict[str, tuple[tuple[int, int], int]]:
    """By end of a bent line, its joint and its heading."""
    return {end.name: (end.spot.joint, end.spot.heading) for end in round.front.ends if end.spot}


def points(rules: str, round: Round) -> tuple[int, ...] | None:
    """By side, the points of a finished round."""
    score = PUBLISHED[rules].score
    return score_round(score, round.table.sides, facts_of(round)).points
