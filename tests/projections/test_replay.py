"""Each step of a replay has its act, the legal moves, and the result."""

import json
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cli.terminal.drawn_replay import frame_picture
from cli.text.replay import frame_text, plain_seating
from domain.events import TileDrawn, TileLaid, TileSetAside, TurnLost, drew, laid, passed
from domain.game.state import Game
from domain.tiles import UNSEEN, bit, names_of, tile_named, tile_set
from projections.drawing.shapes import HIGHEST_WITH_DOTS
from projections.replay.frames import Frame, frames
from projections.replay.json_format import act_json, frame_json
from tests.domain.random_games import Setting, settings_of_play
from tests.lanes import examples

from .replays import codes, recorded


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", ["draw", "irregular", "irregular-over", "unfinished", "void"])
def test_first_steps_of_a_round_may_be_left_out(game: str) -> None:
    whole = frames(recorded(game), only=0)
    for since in range(len(whole)):
        assert frames(recorded(game), only=0, since=since) == whole[since:]


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


# -- irregularities


def test_a_seat_sees_irregularities_only_at_the_end() -> None:
    *before, end = frames(recorded("irregular-over"), 0)
    assert not any(step.noted for step in before)
    assert codes(end) == ["could-play"]


def test_irregularities_of_a_round_in_play_are_hidden() -> None:
    assert not any(step.noted for step in frames(recorded("irregular")))
    assert [codes(step) for step in frames(recorded("irregular"), open=True) if step.noted] == [
        ["could-play"]
    ]


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


def test_acts_are_written_as_in_a_record() -> None:
    assert act_json(laid(0, tile_named("6-4"), None, flipped=True)) == {
        "lay": "6-4",
        "flipped": True,
    }
    assert act_json(drew(0, tile_named("6-4"))) == {"draw": "6-4"}
    assert act_json(drew(0, UNSEEN)) == {"draw": None}
    assert act_json(TileSetAside(seat=0, tile=UNSEEN)) == {"aside": None}
    assert act_json(passed(0)) == {"pass": True}
    assert act_json(passed(0, inferred=True)) == {"pass": True, "inferred": True}
    assert act_json(drew(0, UNSEEN)) == {"draw": None}
    assert act_json(TurnLost(seat=0, cause="time")) == {"lost": "time"}
