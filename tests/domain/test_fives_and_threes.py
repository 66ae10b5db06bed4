"""Fives and threes, exact targets and rounds until a side is out, where tiles are misplaced."""

from typing import Any

import pytest
from pydantic import ValidationError

from domino_ledger.domain.events import IrregularityNoted, RoundDealt
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.in_play import (
    made_in_play,
    may_have_won,
    reached_target,
    refused_in_play,
)
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.score import score_settled
from tests.variants.fives_and_threes import to_61

from .builders import act_of, altered, evolved, hands, new_game, now


def round_of(rules: RuleSet, *each: str, acts: str, seats: int = 2) -> Game:
    dealt = RoundDealt(hands=hands(*each), leader=0)
    return evolved(new_game(rules, seats), [dealt, *map(act_of, acts.split(", "))])


SMALL = to_61(play={"hand": {2: 3}})


def test_multiples_are_facts_whatever_the_rules_of_score_are() -> None:
    game = round_of(SMALL, "6-4 5-5 1-0", "6-5 3-2 2-1", acts="0 lays 6-4, 1 lays 6-5 right")
    made = made_in_play(now(game))
    assert (made.fives, made.threes) == ((10, 0), (0, 9))
    muggins = altered("muggins@1", play={"hand": {2: 3}})
    same = round_of(muggins, "6-4 5-5 1-0", "6-5 3-2 2-1", acts="0 lays 6-4, 1 lays 6-5 right")
    assert made_in_play(now(same)) == made
    assert refused_in_play(now(same)) == ()


@pytest.mark.parametrize(
    ("tile", "fives", "threes"),
    [
        ("3-1", None, None),  # 6-6 counts 12, the open half 3 or 1.
        ("1-0", (0, 0), None),  # 13 is neither; 12 is a multiple of three.
        ("2-1", (0, 0), (12, 0)),  # 14 or 13: nothing.
    ],
)
def test_points_that_depend_on_how_a_misplaced_tile_lies(
    tile: str, fives: tuple[int, ...] | None, threes: tuple[int, ...] | None
) -> None:
    dealt = RoundDealt(hands=hands("6-6 5-5 4-3", f"{tile} 4-2 3-2"), leader=0)
    lays = act_of("0 lays 6-6"), act_of(f"1 lays {tile} left")
    acts = lays[0], IrregularityNoted(code="does-not-fit"), lays[1]
    in_play = altered("all-fives@1", play={"hand": {2: 3}, "win_in_play": True})
    exactly = (fives, threes) if threes is not None else (None, None)
    for rules, expected, known in (
        (in_play, (fives, threes), fives is not None),
        (SMALL, exactly, threes is not None),
    ):
        round = now(evolved(new_game(rules, 2), [dealt, *acts]))
        made, goal = made_in_play(round), round.start.goal
        assert (made.fives, made.threes) == expected
        assert goal is not None
        assert may_have_won(round) is not known
        assert reached_target(round, goal) is None


@pytest.mark.parametrize(
    ("like", "play", "score"),
    [
        ("block@1", {"until": "side-out"}, {}),
        ("block@1", {"exact_target": True}, {}),
        ("muggins@1", {}, {"in_play": "fives-and-threes", "points_per": "five"}),
        ("block@1", {}, {"in_play": "fives-and-threes"}),
        (
            "partnership-sanjuan@1",
            {"until": "side-out", "play_on": True},
            {},
        ),
    ],
)
def test_where_a_field_makes_no_sense(
    like: str, play: dict[str, Any], score: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError, match="does-not-go-with"):
        altered(like, play=play, score=score)


def test_points_for_tiles_and_for_fives_and_threes() -> None:
    """They add up: 9 gives 3, and 1 for going out; two tiles left, of 5 points each."""
    rules = to_61(play={"hand": {2: 2}})
    rules = rules.model_copy(
        update={"score": rules.score.model_copy(update={"per_tile": 5, "bonuses": None})}
    )
    game = round_of(rules, "6-3 4-1", "6-5 3-2", acts="0 lays 6-3")
    facts = game.judged[0].facts._replace(ended="out", out=0, tiles=(0, 2), pips=(0, 16))
    score = score_settled(rules.score, game.table.sides, facts)
    assert score is not None
    assert score.points == (13, 0)
