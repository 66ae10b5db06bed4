"""Sentences about events at a table."""

from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.disputes.events import DisputeOpened
from domino_ledger.domain.events import (
    Act,
    ActUndone,
    Event,
    GameAbandoned,
    GameForfeited,
    LastTileKnocked,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    PointsClaimed,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    TurnLost,
    TurnPassed,
    Way,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.game.decrees import RoundDecrees
from domino_ledger.domain.scoring.settlement import Blame
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.projections.messages.act_words import calls_text
from domino_ledger.projections.messages.acts import (
    act_text,
    event_text,
    move_text,
    seating_of,
    stepped_over_text,
)
from domino_ledger.projections.messages.steps import (
    not_in_game_text,
    outcome_lines,
    payment_lines,
    reason_text,
    round_in_short,
    step_text,
    turn_text,
)
from domino_ledger.projections.replay.frames import PassReason, frames
from domino_ledger.projections.replay.game_replay import Missing, NotInGame
from domino_ledger.projections.results.game_result import count_round
from tests.domain.builders import any_hand, deal, new_game, now, play
from tests.projections.replays import recorded

SIX_FOUR, ONES, WILD_SEVEN = map(tile_named, ("6-4", "1-1", "W-7"))


@pytest.mark.parametrize(
    ("act", "sentence", "move"),
    [
        (laid(0, SIX_FOUR, None), "Ana lays 6-4", "6-4"),
        (laid(0, SIX_FOUR, "left"), "Ana lays 6-4 at the left end", "6-4 left"),
        (laid(0, SIX_FOUR, "arm-3"), "Ana lays 6-4 at arm-3", "6-4 arm-3"),
        (laid(0, SIX_FOUR, "train-2-right"), "Ana lays 6-4 at train 3 right", "6-4 train 3 right"),
        (
            laid(0, SIX_FOUR, "left", way=Way(open=6)),
            "Ana lays 6-4 at the left end with 6 open",
            "6-4 left open 6",
        ),
        (
            laid(0, WILD_SEVEN, "toe-9-9-2", way=Way(wild=3)),
            "Ana lays W-7 at toe-9-9-2, the wild half as 3",
            "W-7 toe-9-9-2 wild 3",
        ),
        (
            laid(0, ONES, "left", way=Way(bend="left")),
            "Ana lays 1-1 at the left end, bent to the left",
            "1-1 left bend left",
        ),
        (TileSetAside(seat=0, tile=SIX_FOUR), "Ana sets 6-4 aside", "aside 6-4"),
        (TileSetAside(seat=0, tile=UNSEEN), "Ana sets a tile aside", "aside"),
        (PointsClaimed(seat=0, points=15), "Ana claims 15", "claim 15"),
        (
            TileRuledOut(seat=0, tile=SIX_FOUR, end="left"),
            "Ana lays 6-4 at the left end: it finds no room, the table rules",
            "6-4 left unfit",
        ),
        (LastTileKnocked(seat=0), "Ana knocks on the last tile", "tap"),
        (drew(0, UNSEEN), "Ana draws a tile", "draw"),
        (TurnLost(seat=0, cause="time"), "Ana loses the turn: the time is up", "lose the turn"),
        (TurnLost(seat=0, cause="absent"), "Ana loses the turn: not at the table", "lose the turn"),
    ],
)
def test_an_act(act: Act, sentence: str, move: str) -> None:
    names = ["Ana", "Ben"]
    assert (act_text(act, names), move_text(act, names)) == (sentence, move)


def test_calls_that_are_due() -> None:
    assert calls_text((PointsClaimed(seat=0, points=5), PointsClaimed(seat=0, points=15))) == (
        "5 or 15 to claim"
    )
    assert calls_text((LastTileKnocked(seat=0),)) == ""
    assert calls_text(()) == ""


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (PassReason("round-over"), "the round is over"),
        (PassReason("hand-empty"), "no tile left"),
        (PassReason("no-double"), "no double to begin the train with"),
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
        (
            ShuffleCommitted(algorithm="domino-shuffle/1", server="0a", seats=()),
            "the program commits to its seed: 0a; shuffle 4ee2-387e-05d2-6130-882a",
        ),
        (ShuffleAborted(), "no deal was made with the seeds committed to"),
        (SeedsRecorded(server="0a", seats=()), None),
        (TilesShown(seat=1, tiles=(SIX_FOUR,)), "Ben had 6-4 left"),
        (TilesShown(seat=1, tiles=()), "Ben had no tile left"),
        (PipsNoted(pips=(None, 5)), "pips left: Ben 5"),
        (PipsNoted(pips=(0, 12)), "pips left: Ana 0, Ben 12"),
        (GameAbandoned(reason=""), "the game is abandoned"),
        (GameAbandoned(reason="rain"), "the game is abandoned: rain"),
        (GameForfeited(seat=0, reason=""), "Ana forfeits the game"),
        (GameForfeited(seat=0, reason="late"), "Ana forfeits the game: late"),
        (PlayResumed(), "play goes on"),
        (passed(0), None),
        (ActUndone(), None),
        (DisputeOpened(dispute=1, by=UUID(int=1), claim="no"), None),
    ],
)
def test_an_event_beyond_the_steps(event: Event, sentence: str | None) -> None:
    assert event_text(event, ("Ana", "Ben")) == sentence


@pytest.mark.parametrize(
    ("result", "voided", "sentence", "outcome"),
    [
        ({"winners": None}, True, "ben is out, void by a ruling", None),
        ({"winners": None}, False, "ben is out", "counts for nothing"),
        ({"winners": None, "waits": True}, False, "ben is out", "not settled until more is known"),
        (
            {"winners": None, "waits": True, "regular": False},
            False,
            "ben is out",
            "not settled until it is ruled on",
        ),
        (
            {"winners": None, "out": None, "ended": "blocked"},
            False,
            "blocked: nobody can play",
            "counts for nothing",
        ),
        (
            {"winners": None, "out": None, "ended": "blocked", "stopped": True},
            False,
            "blocked: the table stopped it",
            "counts for nothing",
        ),
    ],
)
def test_the_end_of_a_round_without_a_winner(
    result: dict[str, Any], voided: bool, sentence: str, outcome: str | None
) -> None:
    game = recorded("draw")
    seating = seating_of(game, ("ana", "ben"))
    end = frames(game)[-1]
    assert end.result is not None
    end = end._replace(result=end.result._replace(**result), voided=voided)
    assert step_text(end, seating) == sentence
    lines = ["in hand  ana 40, ben 0", *([] if outcome is None else [outcome])]
    assert list(outcome_lines(end, seating)) == lines


def test_an_unfinished_round() -> None:
    seating = seating_of(recorded("draw"), ("ana", "ben"))
    stop = frames(recorded("draw"))[1]._replace(kind="stop", act=None)
    assert step_text(stop, seating) == "not over: it is the turn of ana"
    assert step_text(stop._replace(voided=True), seating) == "not over, void by a ruling"
    assert not list(outcome_lines(stop, seating))


def test_a_round_on_one_line() -> None:
    seating = seating_of(recorded("draw"), ("ana", "ben"))
    *_, end = frames(recorded("draw"))
    assert end.result is not None
    pointless = end._replace(result=end.result._replace(points=None))
    unsettled = end._replace(result=end.result._replace(winners=None))
    stop = frames(recorded("draw"))[1]._replace(kind="stop", act=None)
    assert [
        round_in_short(end, seating, [0, 40]),
        round_in_short(pointless, seating, None),
        round_in_short(unsettled, seating, [0, 0]),
        round_in_short(end._replace(voided=True), seating, [0, 0]),
        round_in_short(frames(recorded("void"))[1], seating, [0, 0]),
        round_in_short(stop, seating, [0, 0]),
    ] == [
        "round 1: ben is out; won by ben; points ana 0, ben 40; standing ana 0, ben 40",
        "round 1: ben is out; won by ben",
        "round 1: ben is out; counts for nothing",
        "round 1: ben is out, void by a ruling",
        "round 1: void: nobody may lead with these hands",
        "round 1: not over: it is the turn of ana",
    ]


def test_a_seat_that_is_stepped_over() -> None:
    inferred = TurnPassed(seat=1, inferred=True)
    assert (
        stepped_over_text(inferred, ["ana", "ben"]) == "ben is stepped over: taken to have passed"
    )
    assert stepped_over_text(passed(1), ["ana", "ben"]) is None


def test_whose_turn_it_is() -> None:
    view = frames(recorded("draw"))[1].view
    assert turn_text(view, ("ana", "ben")) == "it is the turn of ana"
    assert turn_text(view._replace(turn=None), ("ana", "ben")) == "nobody may lead"


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "unknown-round",
            {"record": "g", "round": 4, "rounds": 0},
            "g: there is no round 5: the game has none",
        ),
        (
            "unknown-round",
            {"record": "g", "round": 4, "rounds": 1},
            "g: there is no round 5: there is only 1",
        ),
        (
            "unknown-round",
            {"record": "g", "round": 4, "rounds": 3},
            "g: there is no round 5: the rounds are 1 to 3",
        ),
        (
            "unknown-seat",
            {"seat": "x"},
            "there is no seat 'x' in this game, and no player of that name",
        ),
        ("unknown-player", {"record": "g", "player": "eva"}, "eva does not play in g"),
        (
            "unknown-move",
            {"record": "g", "round": 1, "move": 4, "moves": 3},
            "g: there is no move 5 in round 2: the moves are 1 to 3",
        ),
        ("unknown-step", {"step": -9, "steps": 0}, "there is no step -9: no round has been dealt"),
        ("unknown-step", {"step": -9, "steps": 1}, "there is no step -9: there is only 1"),
        (
            "unknown-step",
            {"step": -9, "steps": 4},
            "there is no step -9: there are 4, the last is -1",
        ),
    ],
)
def test_missing_parts_of_a_game(code: Missing, params: dict[str, Any], sentence: str) -> None:
    assert not_in_game_text(NotInGame(code, **params)) == sentence


@pytest.mark.parametrize(
    ("blame", "sentence"),
    [(Blame(), []), (Blame(1), ["Ben blocked"]), (Blame(1, 0), ["Ben blocked, and Ana assisted"])],
)
def test_what_a_round_costs(blame: Blame, sentence: list[str]) -> None:
    rules = any_hand("block-lot@1", 1, 2)
    game = play(deal(new_game(rules, 2), "6-5", "6-3", leader=0), "0 lays 6-5")
    result = count_round(game, game.opened.rules, 0, now(game))
    blocked = result._replace(
        facts=result.facts._replace(ended="blocked"), decreed=RoundDecrees(blame=blame)
    )
    lines = list(payment_lines(blocked, "EUR", ["Ana", "Ben"]))
    assert lines == [*sentence, "net      Ana EUR 0.09, Ben EUR -0.09"]
