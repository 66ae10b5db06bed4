"""What is said of fives and threes to exactly 61."""

from functools import reduce

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.game.state import Game, evolve_game
from domino_ledger.domain.round.legal import advance_legal
from domino_ledger.projections.replay.frames import frames
from tests.domain.builders import act_of, altered, evolved, hands, now
from tests.variants.fives_and_threes import standing_at, to_61

from .explaining import explained

SMALL = to_61(play={"hand": {2: 2}})


def played(game: Game, each: tuple[str, ...], acts: str) -> Game:
    deal = RoundDealt(hands=hands(*each), leader=0)
    round = now(evolve_game(game, deal))
    round = reduce(advance_legal, map(act_of, acts.split(", ")), round)
    return evolved(game, [deal, *round.events])


OUT = ("4-3 5-3", "4-1 6-6"), "0 lays 4-3, 1 lays 4-1 right, 0 lays 5-3 left"
BLOCKED = ("6-3 1-0", "5-5 6-6"), "0 lays 6-3, 1 lays 6-6 right"


def test_points_in_play_and_for_going_out() -> None:
    said = explained(played(standing_at(SMALL, 50, 0, seats=2), *OUT), 1)
    assert "ana counted 2 in play: a fifth and a third of what the open ends made" in said
    assert "1 point for ana: ana is out" in said
    assert not any("tile in the other hands" in each for each in said)


def test_points_that_went_past_the_target() -> None:
    game = played(standing_at(SMALL, 59, 0, seats=2), *OUT)
    said = explained(game, 1)
    assert "3 points of ana count for nothing: they would have gone past the target" in said
    assert not any("ana is out" in each and "point" in each for each in said)
    blocked = played(standing_at(SMALL, 0, 58, seats=2), *BLOCKED)
    assert "8 points of ben count for nothing: they would have gone past the target" in explained(
        blocked, 1
    )


def test_a_game_won_in_the_middle_of_a_round_has_nothing_for_hands() -> None:
    tiles = {"per_tile": 5, "for_winning": 1}
    rules = altered("block@1", play=SMALL.play.model_dump(), score=SMALL.score.model_dump() | tiles)
    said = explained(played(standing_at(rules, 0, 53, seats=2), *BLOCKED), 1)
    assert "ben counted 8 in play: a fifth and a third of what the open ends made" in said
    assert not any("tile in the other hands" in each for each in said)
    out = explained(played(standing_at(rules, 0, 0, seats=2), *OUT), 1)
    assert any(
        "the points of ana are 6: 1 for going out, and 5 for each tile in the other hands" in each
        for each in out
    )


def test_what_each_step_scores() -> None:
    steps = frames(played(standing_at(SMALL, 0, 58, seats=2), *BLOCKED))
    assert [step.scored for step in steps if step.act is not None] == [3, 0]
    fives = altered(
        "all-fives@1",
        play={"hand": {2: 2}, "win_in_play": True, "exact_target": True},
        score={"target": 20, "rounding": "sum", "points_per": "five"},
    )
    steps = frames(played(standing_at(fives, 0, 19, seats=2), *BLOCKED))
    assert [step.scored for step in steps if step.act is not None] == [0, 0]
    steps = frames(played(standing_at(fives, 0, 10, seats=2), *BLOCKED))
    assert [step.scored for step in steps if step.act is not None] == [0, 3]
