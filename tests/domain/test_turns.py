"""Turns: lay-downs, draws and passes, of seats that can play and seats that cannot."""

import pytest

from domain.round.legal import legal_moves
from domain.rules.rule_set import RuleSet

from .builders import any_hand, deal, held, new_game, now, play, text_of

LOT = any_hand("block-lot@1", 2, 2, 3)
DRAW = any_hand("forced-block@1", 2, 2, 3)
DRAW_TWO = any_hand("forced-block@1", 2, 2, play={"draw": 2})


def moves(rules: RuleSet, *each: str, acts: tuple[str, ...] = (), under: str = "") -> list[str]:
    """The legal moves after these acts; seat 0 leads."""
    game = play(deal(new_game(rules, len(each)), *each, leader=0, next_tiles=under), *acts)
    return [text_of(act) for act in legal_moves(now(game))]


def test_a_tile_is_laid_where_equal_halves_touch() -> None:
    assert moves(LOT, "4-3 0-0", "6-4 3-2", acts=("0 lays 4-3",)) == [
        "1 lays 3-2 left",
        "1 lays 6-4 right",
    ]


def test_a_tile_that_fits_both_ends_is_two_lay_downs() -> None:
    assert moves(LOT, "4-4 0-0", "6-4 5-5", acts=("0 lays 4-4",)) == [
        "1 lays 6-4 left",
        "1 lays 6-4 right",
    ]


def test_the_outer_half_is_the_new_open_end() -> None:
    after = ("0 lays 4-3", "1 lays 6-4 right")
    assert moves(LOT, "4-3 6-6", "6-4 5-5", acts=after) == ["0 lays 6-6 right"]
    turned = ("0 lays 4-3 flipped", "1 lays 6-4 left")
    assert moves(LOT, "4-3 6-6", "6-4 5-5", acts=turned) == ["0 lays 6-6 left"]


def test_a_seat_that_can_play_must() -> None:
    assert moves(DRAW, "4-3 0-0", "6-4 5-5", acts=("0 lays 4-3",)) == ["1 lays 6-4 right"]


def test_block_a_seat_that_cannot_play_passes() -> None:
    assert moves(LOT, "4-3 4-0", "6-6 5-5", acts=("0 lays 4-3",)) == ["1 passes"]


def test_draw_until_playable() -> None:
    game = deal(new_game(DRAW, 2), "4-3 0-0", "6-6 5-5", leader=0, next_tiles="1-1 2-2 4-4")
    game = play(game, "0 lays 4-3", "1 draws 1-1", "1 draws 2-2")
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 draws 4-4"]
    assert held(now(game), 1) == "1-1 2-2 5-5 6-6"
    drawn = play(game, "1 draws 4-4")
    assert [text_of(act) for act in legal_moves(now(drawn))] == ["1 lays 4-4 right"]


def test_draw_boneyard_empty_pass() -> None:
    rules = any_hand("forced-block@1", 2, 2, play={"highest_pip": 2})
    acts = ("0 lays 2-2", "1 draws 1-0")
    assert moves(rules, "2-2 2-1", "0-0 1-1", acts=acts, under="1-0 2-0") == ["1 draws 2-0"]
    whole = any_hand("forced-block@1", 3, 2, play={"highest_pip": 2})
    assert moves(whole, "2-2 2-1 2-0", "0-0 1-0 1-1", acts=("0 lays 2-2",)) == ["1 passes"]


@pytest.mark.parametrize(("draws", "then"), [(1, "1 draws 2-2"), (2, "1 passes")])
def test_draw_up_to_the_limit_then_pass(draws: int, then: str) -> None:
    acts = ("0 lays 4-3", "1 draws 1-1", "1 draws 2-2")[: draws + 1]
    assert moves(DRAW_TWO, "4-3 4-0", "6-6 5-5", acts=acts, under="1-1 2-2") == [then]


def test_the_draw_limit_is_per_turn() -> None:
    rules = any_hand("forced-block@1", 3, 2, play={"draw": 2})
    each = ("4-1 4-0 6-0", "5-4 5-5 6-6")
    acts = ("0 lays 4-1", "1 lays 5-4 right", "0 draws 1-1", "0 lays 1-1 left", "1 lays 5-5 right")
    under = "1-1 2-2 3-3"
    assert moves(rules, *each, acts=acts, under=under) == ["0 draws 2-2"]
    assert moves(rules, *each, acts=(*acts, "0 draws 2-2"), under=under) == ["0 draws 3-3"]


@pytest.mark.parametrize(
    ("stays", "then"), [(0, "1 draws 1-0"), (1, "1 draws 1-0"), (2, "1 passes")]
)
def test_tiles_that_stay_in_the_boneyard_are_not_drawn(stays: int, then: str) -> None:
    values = {"highest_pip": 2, "stays_in_boneyard": stays}
    rules = any_hand("forced-block@1", 2, 2, play=values)
    acts = ("0 lays 2-2",)
    assert moves(rules, "2-2 2-1", "0-0 1-1", acts=acts, under="1-0 2-0") == [then]


def test_may_draw_when_able() -> None:
    rules = any_hand("forced-block@1", 2, 2, play={"may_draw_when_able": True})
    acts = ("0 lays 4-3",)
    assert moves(rules, "4-3 0-0", "6-4 5-5", acts=acts, under="1-0") == [
        "1 lays 6-4 right",
        "1 draws 1-0",
    ]


def test_no_draw_before_the_lead() -> None:
    rules = any_hand("forced-block@1", 2, 2, play={"may_draw_when_able": True})
    assert moves(rules, "4-3 0-0", "6-4 5-5") == ["0 lays 0-0", "0 lays 4-3"]


def test_any_tile_may_be_drawn_if_the_order_is_unknown() -> None:
    rules = any_hand("forced-block@1", 2, 2, play={"highest_pip": 2})
    game = deal(new_game(rules, 2), "2-2 0-0", "1-1 1-0", leader=0, ordered=False)
    game = play(game, "0 lays 2-2")
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 draws 2-0", "1 draws 2-1"]
    drawn = play(game, "1 draws 2-1")
    assert now(drawn).boneyard == (3,)


THREE = ("4-3 4-0", "6-4 5-5", "6-6 4-1")


def test_play_runs_clockwise() -> None:
    assert moves(LOT, *THREE, acts=("0 lays 4-3", "1 lays 6-4 right")) == ["2 lays 6-6 right"]


def test_play_runs_counterclockwise_and_next_is_not_left() -> None:
    rules = any_hand("block-lot@1", 2, 3, play={"direction": "counterclockwise"})
    game = play(deal(new_game(rules, 3), *THREE, leader=0), "0 lays 4-3")
    assert now(game).seat == 2
    assert game.table.left_of(0) == 1
    assert game.table.right_of(0) == 2
    assert now(play(game, "2 lays 4-1 right")).seat == 1


def test_a_pass_ends_the_turn_and_a_draw_does_not() -> None:
    game = play(deal(new_game(DRAW, 3), *THREE[::-1], leader=0, next_tiles="2-2"), "0 lays 6-6")
    assert now(game).seat == 1
    game = play(game, "1 lays 6-4 left", "2 lays 4-3 left", "0 draws 2-2")
    assert now(game).seat == 0


WHILE_ABLE = any_hand("block-lot@1", 3, 2, play={"turn": "while-able"})


def test_a_seat_that_has_laid_may_lay_again_or_end_its_turn() -> None:
    each = "3-3 1-0 3-0", "3-2 2-1 0-0"
    after = ("0 lays 3-3",)
    assert moves(WHILE_ABLE, *each, acts=after) == [
        "0 lays 3-0 left",
        "0 lays 3-0 right",
        "0 ends the turn",
    ]
