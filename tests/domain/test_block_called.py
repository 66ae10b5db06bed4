"""A block is called after turns that ended without a word.

Mexican Train is blocked when nothing can be drawn and every seat, its marker up, cannot lay. A
marker that goes up may open a lay for another seat, so it is not yet a block.
"""

import pytest

from domino_ledger.domain.events import (
    ActUndone,
    Event,
    MarkerRaised,
    RoundBlocked,
    TurnEnded,
    TurnPassed,
)
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decide import CallBlocked, UndoAct, block_called, decide
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.hidden.doubts import Question
from domino_ledger.domain.hidden.inference import whereabouts

from .builders import any_hand, deal, evolved, new_game, now, play, refusal, unseen

TRAINS = any_hand("mexican-train@1", 2, 2, play={"highest_pip": 3, "stays_in_boneyard": 5})
"""The hub is 3-3. Two seats are dealt four of the other nine tiles; five sleep."""
FEW_SLEEP = any_hand("mexican-train@1", 4, 2, play={"highest_pip": 3, "stays_in_boneyard": 1})
GUESTS = any_hand("basic-train@1", 3, 2, play={"highest_pip": 3})
RAISED = tuple(MarkerRaised(seat=seat, inferred=True) for seat in (0, 1))


def trains(hands: tuple[str, str], *acts: str) -> Game:
    return play(deal(new_game(TRAINS, 2), *hands, leader=0), *acts)


def called(game: Game) -> tuple[Event, ...]:
    return decide(game, CallBlocked())


NO_HUB_PIP = "0-0 1-0", "1-1 2-1"


def test_the_markers_go_up_without_a_word() -> None:
    assert called(trains(NO_HUB_PIP)) == (*RAISED, RoundBlocked())
    assert called(trains(NO_HUB_PIP, "0 raises the marker")) == (RAISED[1], RoundBlocked())


def test_a_seat_whose_marker_is_up_passes_without_a_word() -> None:
    game = trains(("0-0 2-0", "3-1 2-2"), "0 raises the marker", "1 lays 3-1 train-1")
    assert called(game) == (TurnPassed(seat=0, inferred=True), RAISED[1], RoundBlocked())


def test_it_is_no_block_if_a_marker_opens_a_lay_for_another() -> None:
    """When seat 1 has marked its train, which shows 1, seat 0 can lay 2-1 there."""
    game = trains(("3-0 2-1", "3-1 2-2"), "0 lays 3-0 train-0", "1 lays 3-1 train-1")
    assert refusal(game, CallBlocked()) == Fault(
        "round-not-over", {"said": "blocked", "seat": 0, "could": ("2-1",)}
    )


def test_it_is_no_block_while_a_seat_can_lay() -> None:
    game = trains(("3-0 2-1", "3-1 2-2"))
    assert refusal(game, CallBlocked()) == Fault(
        "round-not-over", {"said": "blocked", "seat": 0, "could": ("3-0",)}
    )
    stopped = evolved(game, decide(game, CallBlocked(as_played=True)))
    assert [type(event).__name__ for event in now(stopped).events] == [
        "IrregularityNoted",
        "RoundBlocked",
    ]


def test_nobody_draws_without_a_word() -> None:
    rules = any_hand("mexican-train@1", 2, 2, play={"highest_pip": 3})
    game = deal(new_game(rules, 2), *NO_HUB_PIP, leader=0)
    assert refusal(game, CallBlocked()) == Fault(
        "round-not-over", {"said": "blocked", "seat": 0, "duty": "draw"}
    )


def test_hands_that_nobody_saw_may_be_blocked() -> None:
    assert called(unseen(TRAINS)) == (*RAISED, RoundBlocked())
    round, question = block_called(now(unseen(TRAINS)), 0, None, "blocked")
    assert isinstance(question, Question)
    assert round.acts == RAISED


def test_a_seat_surely_held_a_tile_with_the_pip_of_the_hub() -> None:
    """Three tiles have it, and only one tile sleeps."""
    said = {"said": "blocked", "duty": "lay-unseen"}
    assert refusal(unseen(FEW_SLEEP), CallBlocked()) == Fault("round-not-over", said)
    round = now(unseen(FEW_SLEEP))
    assert isinstance(block_called(round, 0, whereabouts(round), "blocked")[1], Fault)


@pytest.mark.parametrize(
    "acts", [(), ("0 raises the marker",), ("0 raises the marker", "1 lays 3-1 train-1")]
)
def test_what_ended_without_a_word_is_undone_with_the_call(acts: tuple[str, ...]) -> None:
    before = trains(("0-0 2-0", "3-1 2-2") if acts[1:] else NO_HUB_PIP, *acts)
    over = evolved(before, called(before))
    undone = decide(over, UndoAct())
    assert set(undone) == {ActUndone()}
    assert now(evolved(over, undone)) == now(before)


def test_a_turn_that_may_go_on_is_over() -> None:
    """Seat 1 could lay 3-0 as a guest of seat 0, but need not; it goes on no train of its own."""
    game = deal(new_game(GUESTS, 2), "3-3 0-0 1-0", "2-2 2-1 3-0", leader=0)
    acts = "0 lays 3-3 train-0", "1 lays 2-2 train-1", "0 passes", "1 lays 2-1 train-1-left"
    assert called(play(game, *acts)) == (TurnEnded(seat=1, inferred=True), RoundBlocked())
