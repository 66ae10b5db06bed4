"""Scores and standings in columns equal those of single rounds, for every rule value."""

from collections.abc import Sequence
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from domain.round.facts import RoundFacts
from domain.rules.rule_set import Score
from domain.scoring.score import (
    Before,
    HandsLeft,
    RoundScore,
    Standing,
    score_round,
    score_sides,
    standing,
)
from domain.seats import Sides, sides_by_seat
from projections.tables.results import Standings, standings
from tests.domain.builders import facts

pytestmark = pytest.mark.unmeasured

SCORE_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "out_winner": st.sampled_from(["that-seat", "lowest-hand"]),
    "blocked_winner": st.sampled_from(
        ["fewest-pips", "fewest-tiles", "side-of-lowest-hand", "last-two", "nobody"]
    ),
    "tied": st.sampled_from(["each", "nobody", "not-the-blocker", "leading-side"]),
    "block_bonus": st.sampled_from([0, 7]),
    "points": st.sampled_from(["losing-hands", "all-hands", "own-hand", "tiles"]),
    "for_winning": st.sampled_from([0, 9]),
    "per_tile": st.sampled_from([0, 5]),
    "difference": st.sampled_from(["none", "to-all-hands", "to-each-hand"]),
    "rounding": st.sampled_from(["none", "sum", "each-hand"]),
    "in_play": st.sampled_from(["none", "fives"]),
    "to_get_in": st.sampled_from([0, 10]),
    "points_per": st.sampled_from(["pip", "five"]),
    "negative_points": st.sampled_from(["zero", "keep"]),
    "target": st.none() | st.integers(1, 12),
    "rounds": st.none() | st.integers(1, 4),
    "winners": st.sampled_from(["highest", "all-past-target", "lowest"]),
    "abandoned": st.sampled_from(["void", "as-it-stands"]),
    "forfeited": st.sampled_from(["others-win", "void"]),
}


def _possible_score(fields: dict[str, Any]) -> Score:
    if fields["rounding"] == "none":
        fields = fields | {"points_per": "pip"}
    if fields["target"] is not None:
        fields = fields | {"rounds": None}
    if fields["target"] is None and fields["rounds"] is None and fields["tied"] == "leading-side":
        fields = fields | {"tied": "each"}
    if fields["points"] not in {"losing-hands", "all-hands"}:
        fields = fields | {"in_play": "none", "block_bonus": 0}
    if fields["in_play"] == "none":
        fields = fields | {"to_get_in": 0}
    return Score.model_validate(fields)


ONE_ROUND = {"target": st.none(), "rounds": st.none()}
FOR_MONEY_ALONE = SCORE_FIELDS | ONE_ROUND | {"points": st.just("none")}
SCORES = (st.fixed_dictionaries(SCORE_FIELDS) | st.fixed_dictionaries(FOR_MONEY_ALONE)).map(
    _possible_score
)
SIDES: tuple[Sides, ...] = (
    *(tuple((seat,) for seat in range(seats)) for seats in range(2, 6)),
    ((0, 2), (1, 3)),
    ((0, 3), (1, 4), (2, 5)),
)

Games = list[list[RoundFacts]]


def seats_of(sides: Sides) -> int:
    return sum(map(len, sides))


class Played(NamedTuple):
    sides: Sides
    games: Games

    @property
    def rounds(self) -> list[RoundFacts]:
        return list(chain.from_iterable(self.games))


@st.composite
def ends(draw: st.DrawFn, seats: int) -> RoundFacts:
    """The end of a round with few different figures, so that ties are common."""
    few = st.lists(st.integers(0, 4), min_size=seats, max_size=seats)
    some_seat = st.none() | st.integers(0, seats - 1)
    fives = st.lists(st.sampled_from((0, 5, 15)), min_size=seats, max_size=seats)
    end = facts(
        *draw(few), out=draw(some_seat), tiles=tuple(draw(few)), last_to_lay=draw(some_seat)
    )
    made = tuple(draw(fives))
    from_ten = tuple(draw(st.sampled_from((0, each))) for each in made)
    if end.out is None and draw(st.booleans()):
        end = end._replace(ended="target")
    return end._replace(leader=draw(some_seat), in_play=made, in_play_from_ten=from_ten)


@st.composite
def played(draw: st.DrawFn) -> Played:
    """A few games of a few rounds with one number of seats; also no game at all."""
    sides = draw(st.sampled_from(SIDES))
    game = st.lists(ends(seats_of(sides)), min_size=1, max_size=5)
    return Played(sides, draw(st.lists(game, max_size=4)))


def rows(figures: Sequence[Sequence[int]], width: int) -> NDArray[np.int64]:
    """Read-only, so that a function that changes its argument fails."""
    array = np.array(figures, np.int64).reshape(len(figures), width)
    array.setflags(write=False)
    return array


def left_in(rounds: Sequence[RoundFacts], seats: int) -> HandsLeft:
    out = rows([(_seat(each.out),) for each in rounds], 1)[:, 0]
    pips = rows([each.pips for each in rounds], seats).T
    tiles = rows([each.tiles for each in rounds], seats).T
    in_play = rows([each.in_play or () for each in rounds], seats).T
    from_ten = rows([each.in_play_from_ten or () for each in rounds], seats).T
    last = rows([(_seat(each.last_to_lay),) for each in rounds], 1)[:, 0]
    after = rows([(_seat(each.after_last),) for each in rounds], 1)[:, 0]
    left = HandsLeft(out, list(pips), list(tiles), list(in_play), last, after)
    at_target = rows([(each.ended == "target",) for each in rounds], 1)[:, 0]
    return left._replace(from_ten=list(from_ten), at_target=at_target)


def _seat(seat: int | None) -> int:
    return -1 if seat is None else seat


def test_every_field_is_drawn() -> None:
    assert set(SCORE_FIELDS) == set(Score.model_fields)


@given(SCORES, played(), st.randoms(use_true_random=False))
def test_columns_are_scored_as_each_round_is(rules: Score, played: Played, random: Random) -> None:
    sides, rounds = played.sides, played.rounds
    seats = seats_of(sides)
    before = [
        Before(
            tuple(random.randint(0, 2) for _ in sides),
            tuple(random.randint(0, 1) for _ in range(seats)),
        )
        for _ in rounds
    ]
    left = left_in(rounds, seats)._replace(
        before=list(rows([each.points for each in before], len(sides)).T),
        came_in=list(rows([each.came_in for each in before], seats).T),
    )
    won, points = score_sides(rules, sides, left)
    for column in (*won, *points):
        assert column.dtype == np.int64
        assert column.shape == (len(rounds),)
    for at, end in enumerate(rounds):
        winners = tuple(
            sorted(chain(*(side for side, each in zip(sides, won, strict=True) if each[at])))
        )
        worth = None if rules.points == "none" else tuple(each[at] for each in points)
        assert score_round(rules, sides, end, before[at]) == (winners, worth)


@st.composite
def scored_games(draw: st.DrawFn) -> tuple[Score, Sides, list[list[RoundScore]]]:
    """Rounds in which several sides score, even if no hands could lead to it."""
    rules, sides = draw(SCORES), draw(st.sampled_from(SIDES))
    winners = st.frozensets(st.sampled_from(sides)).map(lambda won: tuple(sorted(chain(*won))))
    points = st.tuples(*(st.integers(-3, 9) for _ in sides))
    none = rules.points == "none"
    game = st.lists(st.builds(RoundScore, winners, st.none() if none else points), min_size=1)
    return rules, sides, draw(st.lists(game, max_size=4))


@given(scored_games())
def test_games_in_columns_stand_as_each_game_does(
    drawn: tuple[Score, Sides, list[list[RoundScore]]],
) -> None:
    rules, sides, games = drawn
    rounds = list(chain.from_iterable(games))
    game = rows([(7 * at + 5,) for at, each in enumerate(games) for _ in each], 1)[:, 0]
    won = rows([[side[0] in each.winners for side in sides] for each in rounds], len(sides)) > 0
    points = rows([each.points or (0,) * len(sides) for each in rounds], len(sides))
    stands = standings(rules, game, won, points)
    assert standings_in(stands, rules, sides) == [standing(rules, sides, each) for each in games]
    assert not stands.won[~stands.decided].any()
    lengths = list(map(len, games))
    assert stands.first.tolist() == [sum(islice(lengths, number)) for number in range(len(lengths))]


def standings_in(stands: Standings, rules: Score, sides: Sides) -> list[Standing]:
    counted = np.split(stands.counted, stands.first[1:])
    assert all(part[: part.sum()].all() for part in counted)
    by_seat = stands.won[:, sides_by_seat(sides)]
    return [
        Standing(
            None if rules.points == "none" else tuple(scores),
            tuple(np.flatnonzero(won).tolist()) if decided else None,
            int(part.sum()),
        )
        for scores, won, decided, part in zip(
            stands.scores.tolist(), by_seat, stands.decided, counted, strict=bool(len(by_seat))
        )
    ]
