"""Each step of a replay has its act, the legal moves, and the result."""

import json
import re
from uuid import UUID

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cli.terminal.drawn_replay import frame_picture
from cli.text.replay import frame_text, plain_seating
from domain.events import IrregularityNoted, TileDrawn, TileLaid, TurnLost, drew, laid, passed
from domain.game.state import Game, evolve_game
from domain.hidden.seat_view import UnseenAside, UnseenDraw
from domain.rules.catalogue import PUBLISHED
from domain.tiles import bit, names_of, tile_named, tile_set
from ledger.live.simulation import Simulation
from projections.drawing.shapes import HIGHEST_WITH_DOTS
from projections.replay.frames import Frame, frames
from projections.replay.json_format import act_json, frame_json
from tests.domain.houses import Setting, settings_of_play
from tests.lanes import examples

from .replays import codes, kinds, passing, recorded


def test_a_round_is_a_deal_its_acts_and_an_end() -> None:
    steps = frames(recorded("draw"))
    assert [step.number for step in steps] == list(range(39))
    assert kinds(steps[:3]) == ["deal", "lay", "lay"]
    assert kinds(steps[-2:]) == ["lay", "end"]
    assert [step.move for step in steps] == [None, *range(37), None]


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", ["draw", "irregular", "irregular-over", "unfinished", "void"])
def test_first_steps_of_a_round_may_be_left_out(game: str) -> None:
    whole = frames(recorded(game), only=0)
    for since in range(len(whole)):
        assert frames(recorded(game), only=0, since=since) == whole[since:]


def test_steps_left_out_of_a_round_with_points_in_play() -> None:
    players = UUID(int=1), UUID(int=2)
    game = Simulation(PUBLISHED["muggins@1"], 2, seed=1).play(1, players).game
    whole = frames(game, only=0)
    for since in (2, 5, len(whole) - 1):
        assert frames(game, only=0, since=since) == whole[since:]


def test_each_act_with_the_legal_moves() -> None:
    step = frames(recorded("draw"))[2]
    six_three = tile_named("6-3")
    assert step.act == laid(0, six_three, "right")
    assert step.could == (laid(0, six_three, "left"), laid(0, six_three, "right"))
    assert step.view.turn == 1
    assert step.view.moves is not None
    assert len(step.view.moves) == 3


def test_the_end_has_the_result() -> None:
    result = frames(recorded("draw"))[-1].result
    assert result is not None
    assert result._asdict() == {
        "ended": "out",
        "out": 1,
        "pips": (40, 0),
        "winners": (1,),
        "points": [0, 40],
        "game": None,
        "regular": True,
        "stopped": False,
        "waits": False,
        "report": None,
        "remarks": (),
    }


def test_points_follow_the_teams_of_the_record() -> None:
    ends = [step.result for step in frames(recorded("sanjuan")) if step.result is not None]
    assert ends[0].points == [0, 10]
    assert [end.game for end in ends[:-1]] == [None] * (len(ends) - 1)
    assert ends[-1].game in ((0, 2), (1, 3))


def test_one_round_alone() -> None:
    everything = frames(recorded("void"))
    alone = frames(recorded("void"), only=1)
    assert {step.round for step in alone} == {1}
    assert [step.number for step in alone] == list(range(len(alone)))
    assert len(alone) == len(everything) - 2


def test_a_void_deal_has_an_end_and_no_turn() -> None:
    steps = frames(recorded("void"))[:2]
    assert kinds(steps) == ["deal", "end"]
    assert steps[0].view.turn is None
    assert steps[1].result is not None
    assert (steps[1].result.ended, steps[1].result.winners) == ("void", None)


def test_no_turn_after_the_last_act() -> None:
    last = frames(recorded("draw"))[-2]
    assert (last.view.turn, last.view.moves) == (None, ())


def test_the_seat_sees_other_hands_only_at_the_end() -> None:
    *before, end = frames(recorded("draw"), 1)
    assert all(step.view.hands[0].tiles is None for step in before)
    assert end.view.hands[0].tiles is not None


def test_the_seat_sees_only_its_own_moves() -> None:
    for step in frames(recorded("draw"), 1)[1:-1]:
        assert step.act is not None
        assert (step.could is None) == (step.act.seat != 1)


def test_a_round_that_is_not_over_stops_and_is_hidden() -> None:
    steps = frames(recorded("unfinished"))
    assert all(step.view.open for step in steps if step.round == 0)
    assert not any(step.view.open for step in steps if step.round == 1)
    assert steps[-1].kind == "stop"
    assert steps[-1].view.turn == 0
    assert all(step.view.open for step in frames(recorded("unfinished"), open=True))


def test_inferred_passes_are_no_moves() -> None:
    game = passing("4-1 6-4", "5-0 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    assert game.current is not None
    stepped_over = evolve_game(game, passed(1, inferred=True))
    after = evolve_game(stepped_over, laid(0, tile_named("6-4"), "right"))
    steps = frames(after)[1:4]
    assert kinds(steps) == ["lay", "pass", "lay"]
    assert [step.move for step in steps] == [0, None, 1]


# -- irregularities


def test_irregularities_are_at_their_steps() -> None:
    steps = frames(recorded("irregular-over"))
    assert [step.number for step in steps if step.noted] == [2]
    assert codes(steps[2]) == ["passed-though-able"]
    assert steps[2].reason is None
    assert steps[-1].result is not None
    assert steps[-1].result.winners is None


def test_a_seat_sees_irregularities_only_at_the_end() -> None:
    *before, end = frames(recorded("irregular-over"), 0)
    assert not any(step.noted for step in before)
    assert codes(end) == ["passed-though-able"]


def test_irregularities_of_a_round_in_play_are_hidden() -> None:
    assert not any(step.noted for step in frames(recorded("irregular")))
    assert [codes(step) for step in frames(recorded("irregular"), open=True) if step.noted] == [
        ["passed-though-able"]
    ]


def test_irregularities_of_the_deal_and_of_the_end() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=())
    game = evolve_game(game, IrregularityNoted(code="wrong-leader"))
    game = evolve_game(game, laid(0, tile_named("6-6"), None))
    game = evolve_game(game, IrregularityNoted(code="round-not-over"))
    deal_, lead, stop = frames(game, open=True)
    assert [codes(deal_), codes(lead), codes(stop)] == [["wrong-leader"], [], ["round-not-over"]]


# -- hidden tiles

TILE = re.compile(r"\b(\d{1,2})[-|](\d{1,2})\b")


def tiles_in(text: str) -> int:
    return tile_set(tile_named("-".join(found)) for found in TILE.findall(text))


def printed(step: Frame, game: Game) -> str:
    """Everything that any output shows of this step."""
    seating = plain_seating(
        game, [f"player {'abcdefghij'[seat]}" for seat in range(game.table.seats)]
    )
    pictures = (
        "".join(text for text, _ in row)
        for dots in (True, False)[game.table.play.highest_pip > HIGHEST_WITH_DOTS :]
        for row in frame_picture(step, seating, 80, dots=dots, whole=True)
    )
    texts = (line for whole in (True, False) for line in frame_text(step, seating, whole=whole))
    return "\n".join([json.dumps(frame_json("a game", step)), *texts, *pictures])


@settings(max_examples=examples(15))
@given(settings_of_play(), st.data())
def test_no_hidden_tile_is_shown(setting: Setting, data: st.DataObject) -> None:
    games = [
        ply.after
        for ply in setting.plies(1)
        if ply.after.current is not None and ply.after.current.ended is None
    ]
    assume(games)
    game = data.draw(st.sampled_from(games))
    round = game.current
    assert round is not None
    viewer = data.draw(st.sampled_from([None, *range(game.table.seats)]))
    seen = tile_set(act.tile for act in round.acts if isinstance(act, TileLaid))
    if round.deal.hub is not None:
        seen |= bit(round.deal.hub)
    if viewer is not None:
        own = (act for act in round.acts if isinstance(act, TileDrawn) and act.seat == viewer)
        seen |= tile_set(round.deal.hands[viewer]) | tile_set(act.tile for act in own)
    out = tiles_in("\n".join(printed(step, game) for step in frames(game, viewer)))
    assert names_of(out & ~seen) == []


def test_the_search_for_tiles_finds_them() -> None:
    steps = frames(recorded("irregular"), open=True)
    out = tiles_in("\n".join(printed(step, recorded("irregular")) for step in steps))
    assert {"4-4", "6-6", "0-0"} <= set(names_of(out))


def test_an_unfinished_irregular_game_shows_no_hidden_tile() -> None:
    game = recorded("irregular")
    out = tiles_in("\n".join(printed(step, game) for step in frames(game)))
    assert names_of(out) == ["1-0", "4-0", "6-1"]


# -- as JSON


def test_the_keys_of_a_step() -> None:
    step = frame_json("draw", frames(recorded("draw"), 0)[9])
    assert step == {
        "game": "draw",
        "number": 9,
        "round": 0,
        "move": 8,
        "kind": "draw",
        "act": {"seat": 0, "draw": "4-3"},
        "could": [{"draw": None}],
        "reason": None,
        "reason_code": None,
        "reason_params": None,
        "noted": [],
        "viewer": 0,
        "open": False,
        "line": ["3-0", "0-2", "2-6", "6-6", "6-3", "3-5", "5-0"],
        "ends": {"left": 3, "right": 0},
        "hands": [["1-1", "4-2", "4-3", "4-4", "5-1", "5-2"], None],
        "tiles": [6, 3],
        "missing": [[], []],
        "boneyard": None,
        "boneyard_tiles": 12,
        "turn": 0,
        "moves": [{"lay": "4-3", "at": "left"}],
        "result": None,
    }


def test_a_deal_and_an_end_have_the_keys_of_a_step() -> None:
    steps = [frame_json("draw", step) for step in frames(recorded("draw"))]
    assert steps[0]["act"] is None
    assert steps[0]["ends"] == {}
    assert steps[0]["boneyard"][:2] == ["5-1", "4-3"]
    assert steps[-1]["result"]["points"] == [0, 40]
    assert all(step.keys() == steps[0].keys() for step in steps)


def test_acts_are_written_as_in_a_record() -> None:
    assert act_json(laid(0, tile_named("6-4"), None, flipped=True)) == {
        "lay": "6-4",
        "flipped": True,
    }
    assert act_json(drew(0, tile_named("6-4"))) == {"draw": "6-4"}
    assert act_json(UnseenDraw(0)) == {"draw": None}
    assert act_json(UnseenAside(0)) == {"aside": None}
    assert act_json(passed(0)) == {"pass": True}
    assert act_json(passed(0, inferred=True)) == {"pass": True, "inferred": True}
    assert act_json(UnseenDraw(0)) == {"draw": None}
    assert act_json(TurnLost(seat=0, cause="time")) == {"lost": "time"}


def test_notes_have_code_and_sentence() -> None:
    step = frame_json("irregular-over", frames(recorded("irregular-over"))[2])
    assert step["noted"] == [
        {
            "code": "passed-though-able",
            "params": {"seat": 1, "could": ("0-0", "2-0", "6-0", "6-1")},
            "message": "seat 1 passes though they could lay 0-0, 2-0, 6-0 or 6-1",
        }
    ]
