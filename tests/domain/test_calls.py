"""What is said after a lay: points that must be claimed, and a knock on the last tile."""

from domino_ledger.domain.block_verdicts import verdict
from domino_ledger.domain.events import PointsClaimed, TurnEnded
from domino_ledger.domain.faults.act import act_fault
from domino_ledger.domain.game.decide import CallBlocked, DealRound, DoAct, UndoAct, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.inference import excluded_by_rules
from domino_ledger.domain.round.calls import points_in_play
from domino_ledger.domain.round.in_play import made_in_play
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import evolve
from domino_ledger.domain.tiles import UNSEEN, tile_named

from .builders import (
    act_of,
    any_hand,
    deal,
    evolved,
    moves,
    new_game,
    now,
    play,
    refusal,
    text_of,
    tiles,
)

HANDS = "5-5 5-0 6-4", "5-1 5-4 4-2"
LED = ("0 lays 5-5",)


def fives(*acts: str, target: int = 150) -> Game:
    """The worked round of all fives, where points must be claimed."""
    rules = any_hand("all-fives@1", 3, 2, play={"claims": "called"}, score={"target": target})
    return play(deal(new_game(rules, 2), *HANDS), *acts)


# -- Points


def test_points_that_nobody_claims_are_lost() -> None:
    game = fives(*LED)
    events = decide(game, DoAct(act_of("1 lays 5-4 right")))
    assert events[0] == TurnEnded(seat=0, inferred=True)
    assert made_in_play(now(evolved(game, events))).fives == (0, 0)
    assert made_in_play(now(fives(*LED, "0 ends the turn"))).fives == (0, 0)
    assert act_fault(now(fives(*LED)), act_of("0 lays 5-0 left")).code == "wrong-turn"


def test_another_seat_takes_points_that_were_not_claimed() -> None:
    game = fives(*LED, "1 claims 10")
    assert made_in_play(now(game)).fives == (0, 10)
    assert points_in_play(now(game)) == [(1, 10)]
    assert now(game).seat == 1


def test_a_false_claim_takes_nothing_and_another_may_follow() -> None:
    round = evolve(now(fives(*LED)), PointsClaimed(seat=0, points=15))
    assert [text_of(act) for act in legal_moves(round)] == ["0 claims 10", "0 ends the turn"]
    after = evolve(round, PointsClaimed(seat=1, points=10))
    assert (made_in_play(after).fives, after.seat) == ((0, 10), 1)
    again = evolve(after, PointsClaimed(seat=0, points=10))
    assert made_in_play(again).fives == (0, 10)
    assert act_fault(again, act_of("0 claims 10")).code == "claimed-already"


GOING_OUT = (*LED, "0 claims 10", "1 lays 5-1 right", "0 lays 5-4 left")


def last_tile(*acts: str) -> Game:
    """A round whose last tile makes 5 points, for 20 points in all."""
    rules = any_hand("all-fives@1", 2, 2, play={"claims": "called"}, score={"target": 20})
    return play(deal(new_game(rules, 2), "5-5 5-4", "5-1 3-2"), *GOING_OUT, *acts)


def test_a_called_end_lets_points_go() -> None:
    over = evolved(last_tile(), decide(last_tile(), CallBlocked()))
    assert (now(over).ended, made_in_play(now(over)).fives) == ("out", (10, 0))
    assert refusal(fives(*LED), CallBlocked()).code == "round-not-over"


def test_an_undo_takes_back_the_turn_that_was_let_go() -> None:
    game = fives(*LED, "1 lays 5-4 right")
    undone = evolved(game, decide(game, UndoAct()))
    assert moves(undone) == ["0 claims 10", "0 ends the turn"]
    again = evolved(undone, decide(undone, UndoAct()))
    assert moves(again) == ["0 lays 5-5"]


def test_the_reading_of_a_block_passes_over_claims() -> None:
    block = {"claims": "called", "draw": "none"}
    rules = any_hand("all-fives@1", 2, 2, play=block)
    game = deal(new_game(rules, 2), "5-5 4-1", "5-0 3-3")
    game = play(game, *LED, "0 claims 10", "1 lays 5-0 left", "1 claims 10")
    assert now(game).ended == "blocked"
    found = verdict(now(game), "could-have-forced-open")
    assert (found.status, found.blocker) == ("nobody", None)


# -- Knocks

FEET = {"knock_on_last_tile": True, "highest_pip": 3}
LAST = ("0 lays 3-3", "1 lays 3-2 toe-3-3-1")


def feet(*acts: str) -> Game:
    """A round of small hands of chicken foot, where the last tile is knocked."""
    rules = any_hand("chicken-foot@1", 3, 2, play=FEET)
    game = deal(new_game(rules, 2), "3-3 3-1 0-0", "3-2 3-0 2-1", next_tiles="2-0 1-1")
    return play(game, *acts)


def test_a_draw_for_no_knock_says_nothing_of_the_hand() -> None:
    rules = any_hand("chicken-foot@1", 3, 2, play=FEET)
    game = new_game(rules, 2)
    unseen = (tile_named("3-3"), UNSEEN, UNSEEN)
    game = evolved(game, decide(game, DealRound((unseen, tiles("3-2 3-0 2-1")), None, 0)))
    game = play(game, *LAST, "0 lays 3-1 toe-3-3-2")
    drawn = now(play(game, "0 draws ?"))
    assert excluded_by_rules(drawn) == excluded_by_rules(now(game))
    assert drawn.seat == 1
