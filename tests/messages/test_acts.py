"""Sentences about what happens at a table."""

import pytest

from domain.events import (
    Event,
    GameAbandoned,
    GameForfeited,
    PlayPaused,
    TilesShown,
    TurnLost,
    TurnPassed,
    drew,
    laid,
    passed,
)
from domain.hidden.seat_view import SeenAct, UnseenDraw
from domain.tiles import tile_named
from projections.messages.acts import (
    act_text,
    event_text,
    in_names,
    labelled,
    move_text,
    outcome_lines,
    reason_text,
    seating_of,
    step_text,
)
from projections.replay.frames import PassReason, frames
from tests.projections.replays import recorded

SIX_FOUR = tile_named("6-4")


@pytest.mark.parametrize(
    ("act", "sentence", "move"),
    [
        (laid(0, SIX_FOUR, None), "Ana lays 6-4", "6-4"),
        (laid(0, SIX_FOUR, "left"), "Ana lays 6-4 at the left end", "6-4 left"),
        (laid(0, SIX_FOUR, "right"), "Ana lays 6-4 at the right end", "6-4 right"),
        (laid(0, SIX_FOUR, "arm-3"), "Ana lays 6-4 at arm-3", "6-4 at arm-3"),
        (drew(0, SIX_FOUR), "Ana draws 6-4", "draw 6-4"),
        (UnseenDraw(0), "Ana draws a tile", "draw"),
        (passed(0), "Ana passes", "pass"),
        (TurnLost(seat=0, cause="time"), "Ana loses the turn: the time is up", "lose the turn"),
        (TurnLost(seat=0, cause="absent"), "Ana loses the turn: not at the table", "lose the turn"),
    ],
)
def test_an_act(act: SeenAct, sentence: str, move: str) -> None:
    assert (act_text(act, "Ana"), move_text(act)) == (sentence, move)


def test_the_lead() -> None:
    assert act_text(laid(0, SIX_FOUR, None), "Ana", leads=True) == "Ana leads 6-4"


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (PassReason("round-over"), "the round is over"),
        (PassReason("hand-empty"), "no tile left"),
        (PassReason("nothing-fits", (1, 4)), "nothing fits 1 or 4"),
        (PassReason("nobody-draws", (6,)), "nothing fits 6, and nobody draws in this game"),
        (PassReason("boneyard-empty", (6,)), "nothing fits 6, and the boneyard is empty"),
        (
            PassReason("reserve", (6,), 1),
            "nothing fits 6, and the last tile of the boneyard stays there",
        ),
        (
            PassReason("reserve", (6,), 2),
            "nothing fits 6, and the last 2 tiles of the boneyard stay there",
        ),
        (
            PassReason("draw-limit", (6,), 1),
            "nothing fits 6, and no more than one tile is drawn in a turn",
        ),
        (
            PassReason("draw-limit", (6,), 3),
            "nothing fits 6, and no more than 3 tiles are drawn in a turn",
        ),
    ],
)
def test_why_a_seat_had_to_pass(reason: PassReason, sentence: str) -> None:
    assert reason_text(reason) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (PlayPaused(), "play is paused"),
        (TilesShown(seat=1, tiles=(SIX_FOUR,)), "Ben had 6-4 left"),
        (TilesShown(seat=1, tiles=()), "Ben had no tile left"),
        (GameAbandoned(reason=""), "the game is abandoned"),
        (GameAbandoned(reason="rain"), "the game is abandoned: rain"),
        (GameForfeited(seat=0, reason=""), "Ana forfeits the game"),
        (GameForfeited(seat=0, reason="late"), "Ana forfeits the game: late"),
        (passed(0), None),
    ],
)
def test_an_event_beyond_the_steps(event: Event, sentence: str | None) -> None:
    assert event_text(event, ("Ana", "Ben")) == sentence


def test_the_end_of_a_round() -> None:
    game = recorded("draw")
    seating = seating_of(game, ("ana", "ben"))
    end = frames(game)[-1]
    assert step_text(end, seating) == "ben is out"
    assert list(outcome_lines(end, seating)) == [
        "in hand  ana 40, ben 0",
        "won by   ben",
        "points   ana 0, ben 40",
    ]
    assert not list(outcome_lines(frames(game)[-2], seating))


def test_a_pass_that_the_record_leaves_out() -> None:
    game = recorded("draw")
    step = next(step for step in frames(game) if isinstance(step.act, TurnPassed))
    seating = seating_of(game, ("ana", "ben"))
    assert step_text(step, seating) == "ben passes: nothing fits 1 or 3, and the boneyard is empty"
    unsaid = step._replace(act=passed(1, inferred=True))
    assert step_text(unsaid, seating).endswith("the boneyard is empty (not in the record)")


def test_labels_are_as_wide_as_the_widest() -> None:
    assert labelled("line", "6-6") == "line     6-6"
    assert labelled("boneyard", "(3)") == "boneyard (3)"


def test_seats_become_names() -> None:
    assert in_names("seat 1 acts, but seat 0 or 1 may", ("Ana", "Ben")) == (
        "Ben acts, but Ana or Ben may"
    )
    assert in_names("seat 2 acts", ("Ana", "Ben")) == "seat 2 acts"
