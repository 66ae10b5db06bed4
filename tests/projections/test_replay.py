"""Each step of a replay has its act, the legal moves, and the result."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domino_ledger.cli.terminal.drawn_replay import frame_picture
from domino_ledger.cli.text.replay import frame_text, plain_seating
from domino_ledger.domain.events import (
    IrregularityNoted,
    TileDrawn,
    TileLaid,
    TileSetAside,
    TurnLost,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.game.state import Game, evolve_game
from domino_ledger.domain.tiles import UNSEEN, bit, names_of, tile_named, tile_set
from domino_ledger.projections.drawing.shapes import HIGHEST_WITH_DOTS
from domino_ledger.projections.replay.frames import Frame, PassReason, frames
from domino_ledger.projections.replay.game_replay import NotInGame, replay_game
from domino_ledger.projections.replay.json_format import act_json, frame_json
from tests.domain.builders import evolved
from tests.domain.random_games import Setting, settings_of_play
from tests.lanes import examples
from tests.ledger.games import Json, game_of, lines, new_book, take

from .replays import codes, passing, reasons, recorded


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


def test_a_step_as_json_shows_what_the_seat_saw() -> None:
    first, *_, end = (json.loads(step.to_json()) for step in frames(recorded("draw"), 1))
    assert (first["hands"][0], first["line"]) == (None, [])
    assert None not in end["hands"]


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


@pytest.mark.unmeasured
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


# -- why a seat passed


def test_a_seat_that_is_out_while_others_play_on() -> None:
    acts = ("0 lays 6-6", "1 lays 6-4 left", "2 passes", "0 lays 6-5 right", "1 lays 4-3 left",
            "2 lays 5-3 left", "0 passes")  # fmt: skip
    hands = ("6-6 6-5", "6-4 4-3", "5-3 5-1")
    game = passing(*hands, like="block-lot@1", play_on=True, acts=acts)
    assert reasons(frames(game)) == [
        PassReason("nobody-draws", (4, 6)),
        PassReason("hand-empty"),
    ]


def test_a_free_draw_is_not_mentioned() -> None:
    game = passing("6-6 5-5", "5-4 4-4", acts=("0 lays 6-6",))
    assert reasons(frames(evolve_game(game, passed(1)))) == [PassReason("nothing-fits", (6,))]
    assert reasons(frames(evolve_game(game, passed(1)), 1)) == [None]


def test_a_pass_against_the_rules_was_not_forced() -> None:
    game = passing("4-1 6-4", "5-1 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    noted = IrregularityNoted(code="could-play")
    step = frames(evolved(game, (passed(1), noted)), open=True)[2]
    assert (step.kind, step.reason) == ("pass", None)
    assert step.could == (laid(1, tile_named("5-1"), "left"),)
    assert "could    5-1 left" in "\n".join(frame_text(step, plain_seating(game, ("ana", "ben"))))


def test_a_turn_that_was_not_taken_has_a_reason_only_if_the_hand_is_seen() -> None:
    game = passing("4-1 6-4", "5-0 3-0", like="block-lot@1", acts=("0 lays 4-1",))
    steps = evolved(game, (passed(1, inferred=True), laid(0, tile_named("6-4"), "right")))
    because = PassReason("nobody-draws", (1, 4))
    assert [reasons(frames(steps, viewer)) for viewer in (None, 0, 1)] == [
        [None],
        [None],
        [because],
    ]
    moves: list[Json] = [{"seat": 0, "lay": "6-6"}, {"seat": 0, "lay": "6-3", "at": "right"}]
    stepped_over = frames(unseen(moves), open=True)
    assert reasons(stepped_over) == [None]
    assert not any(hand.missing for hand in stepped_over[-1].view.hands)


def unseen(moves: list[Json]) -> Game:
    round = {"hands": None, "leader": 0, "moves": moves}
    record = {"format": "domino-record/1", "id": "unseen", "rules": "block@1"}
    return game_of(record | {"players": ["Ana", "Ben"], "rounds": [round]})


# -- as JSON


def test_acts_are_written_as_in_a_record() -> None:
    turned = laid(0, tile_named("6-4"), None, flipped=True)
    assert act_json(turned) == {"lay": "6-4", "flipped": True}
    assert act_json(drew(0, tile_named("6-4"))) == {"draw": "6-4"}
    assert act_json(drew(0, UNSEEN)) == {"draw": None}
    assert act_json(TileSetAside(seat=0, tile=UNSEEN)) == {"aside": None}
    assert act_json(passed(0)) == {"pass": True}
    assert act_json(passed(0, inferred=True)) == {"pass": True, "inferred": True}
    assert act_json(TurnLost(seat=0, cause="time")) == {"lost": "time"}


# -- of a book


def test_a_move_of_a_round(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        take(book, lines("replay.jsonl"), as_played=True)
        replay = replay_game(book, book.find("void"))
        unknown: tuple[dict[str, Any], ...] = ({"round": 7}, {"viewer": "cyd"}, {"viewer": -1})
        for asked in unknown:
            with pytest.raises(NotInGame):
                replay_game(book, book.find("draw"), **asked)
    assert replay.move(1, 3).act == laid(0, tile_named("4-2"), "left")
    assert (replay.move(1, -1).round, replay.move(1, -1).kind) == (1, "deal")
    for round, move, code in ((2, 0, "unknown-round"), (1, 13, "unknown-move")):
        with pytest.raises(NotInGame) as refused:
            replay.move(round, move)
        assert refused.value.code == code
