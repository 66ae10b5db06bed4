"""The end of a round: out, blocked, and playing on after a seat is out."""

import pytest

from domain.events import GameWon, RoundBlocked, RoundWon
from domain.game.decide import Refused
from domain.game.state import standing_of
from domain.round.facts import facts_of
from domain.round.legal import legal_moves

from .builders import any_hand, deal, house, new_game, now, play, text_of

LOT = any_hand("block-lot@1", 2, 2, 3)
PLAY_ON = any_hand("block-lot@1", 2, 3, play={"play_on": True})
OUT = ("0 lays 4-3", "1 lays 6-4 right", "0 lays 3-0 left", "1 lays 6-5 right")


def test_a_round_is_over_when_a_seat_has_no_tile_left() -> None:
    game = deal(new_game(LOT, 2), "4-3 3-0", "6-4 6-5", leader=0)
    over = now(play(game, *OUT[:3]))
    assert over.events[-1] == RoundWon(seat=0)
    assert over.ended == "out"
    assert legal_moves(over) == ()
    assert facts_of(over).pips == (0, 11)


def test_a_round_is_blocked_when_no_seat_can_play_or_draw() -> None:
    game = deal(new_game(LOT, 2), "4-4 3-0", "6-5 6-6", leader=0)
    over = now(play(game, "0 lays 4-4"))
    assert over.events[-1] == RoundBlocked()
    facts = facts_of(over)
    assert (facts.ended, facts.out, facts.last_to_lay) == ("blocked", None, 0)
    assert (facts.pips, facts.tiles, facts.leader) == ((3, 23), (1, 2), 0)


def test_one_seat_that_can_play_keeps_the_round_open() -> None:
    game = deal(new_game(LOT, 3), "4-4 3-0", "6-5 6-6", "5-5 4-1", leader=0)
    game = play(game, "0 lays 4-4")
    assert now(game).ended is None
    assert now(play(game, "1 passes")).ended is None


@pytest.mark.parametrize(("stays", "ended"), [(0, None), (1, None), (2, "blocked")])
def test_a_round_is_not_blocked_while_a_tile_may_be_drawn(stays: int, ended: str | None) -> None:
    values = {"highest_pip": 2, "stays_in_boneyard": stays}
    rules = any_hand("forced-block@1", 2, 2, play=values)
    game = deal(new_game(rules, 2), "2-2 1-0", "0-0 1-1", leader=0)
    assert now(play(game, "0 lays 2-2")).ended == ended


def test_a_seat_whose_last_tile_blocks_is_out() -> None:
    rules = any_hand("block-lot@1", 1, 2)
    over = now(play(deal(new_game(rules, 2), "4-4", "6-5", leader=0), "0 lays 4-4"))
    assert over.ended == "out"


def test_without_play_on_the_others_do_not_play() -> None:
    game = deal(new_game(LOT, 3), "4-3 3-0", "6-4 5-5", "6-5 6-6", leader=0)
    game = play(game, "0 lays 4-3", "1 lays 6-4 right", "2 lays 6-5 right", "0 lays 3-0 left")
    assert now(game).ended == "out"


def test_play_on_until_blocked_counts_the_hands_left_then() -> None:
    game = deal(new_game(PLAY_ON, 3), "4-3 3-0", "6-4 5-5", "6-5 6-6", leader=0)
    game = play(game, "0 lays 4-3", "1 lays 6-4 right", "2 lays 6-5 right", "0 lays 3-0 left")
    assert now(game).ended is None
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 lays 5-5 right"]
    game = play(game, "1 lays 5-5 right")
    facts = facts_of(now(game))
    assert now(game).events[-1] == RoundWon(seat=0)
    assert (facts.ended, facts.out, facts.pips) == ("out", 0, (0, 0, 12))
    assert standing_of(game).scores == (12, 0, 0)


def test_play_on_a_seat_that_is_out_passes() -> None:
    rules = any_hand("forced-block@1", 1, 2, 3, play={"play_on": True})
    game = deal(new_game(rules, 3), "4-3", "6-4", "5-5", leader=0, next_tiles="6-6 1-1 2-2 6-3")
    game = play(game, "0 lays 4-3", "1 lays 6-4 right", "2 draws 6-6", "2 lays 6-6 right")
    assert [text_of(act) for act in legal_moves(now(game))] == ["0 passes"]


def test_play_on_until_all_are_out() -> None:
    rules = any_hand("block-lot@1", 1, 2, play={"play_on": True})
    game = play(deal(new_game(rules, 2), "4-3", "6-4", leader=0), "0 lays 4-3", "1 lays 6-4 right")
    assert now(game).events[-1] == RoundWon(seat=0)
    assert facts_of(now(game)).tiles == (0, 0)


def test_play_on_may_block_before_a_seat_is_out() -> None:
    game = deal(new_game(PLAY_ON, 3), "4-4 3-0", "6-5 6-6", "5-5 2-1", leader=0)
    assert now(play(game, "0 lays 4-4")).ended == "blocked"


def test_a_game_of_one_round_is_over_with_it() -> None:
    game = play(deal(new_game(LOT, 2), "4-3 3-0", "6-4 6-5", leader=0), *OUT[:3])
    assert game.won == GameWon(seats=(0,))
    with pytest.raises(Refused, match="game-is-over"):
        deal(game, "4-3 3-0", "6-4 6-5", leader=0)


def test_a_game_up_to_a_target_goes_on() -> None:
    rules = any_hand("draw@1", 2, 2, score={"target": 12})
    game = deal(new_game(rules, 2), "4-4 4-0", "6-4 6-5", next_tiles="1-1")
    game = play(game, "0 lays 4-4", "1 lays 6-4 left", "0 lays 4-0 right")
    assert game.won is None
    assert standing_of(game).scores == (11, 0)
    again = deal(game, "4-4 4-0", "6-4 6-5")
    over = play(again, "0 lays 4-4", "1 lays 6-4 left", "0 lays 4-0 right")
    assert over.won == GameWon(seats=(0,))
    assert standing_of(over) == ((22, 0), (0,), 2)


def test_partners_win_together() -> None:
    rules = house(
        "partnership-sanjuan@1",
        play={"hand": {4: 1}, "first_lead": {"kind": "lot"}},
        score={"target": 5},
    )
    game = play(deal(new_game(rules, 4), "4-3", "6-4", "5-5", "1-0", leader=1), "1 lays 6-4")
    assert game.won == GameWon(seats=(1, 3))
    assert standing_of(game).scores == (0, 18)
