"""Standings in columns equal those of single games, for every rule value."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import RoundScore
from domino_ledger.domain.scoring.standing import Standing
from domino_ledger.domain.seats import Sides, sides_by_seat
from domino_ledger.projections.tables.results import Standings, standings
from tests.domain.builders import standing

pytestmark = pytest.mark.unmeasured


@st.composite
def scores(draw: st.DrawFn) -> Score:
    """Rules with every way for a game to end and to be won."""
    target = draw(st.none() | st.integers(1, 12))
    rounds = draw(st.none() | st.integers(1, 4)) if target is None else None
    points = ["losing-hands", "own-hand"] if target or rounds else ["losing-hands", "none"]
    return Score.model_validate(
        {
            "points": draw(st.sampled_from(points)),
            "target": target,
            "rounds": rounds,
            "winners": draw(st.sampled_from(["highest", "all-past-target", "lowest"])),
        }
    )


SIDES: tuple[Sides, ...] = (
    *(tuple((seat,) for seat in range(seats)) for seats in range(2, 6)),
    ((0, 2), (1, 3)),
    ((0, 3), (1, 4), (2, 5)),
)


def rows(figures: Sequence[Sequence[int]], width: int) -> NDArray[np.int64]:
    """Read-only, so that a function that changes its argument fails."""
    array = np.array(figures, np.int64).reshape(len(figures), width)
    array.setflags(write=False)
    return array


@st.composite
def scored_games(draw: st.DrawFn) -> tuple[Score, Sides, list[list[RoundScore]]]:
    """Rounds in which several sides score, even if no hands could lead to it."""
    rules, sides = draw(scores()), draw(st.sampled_from(SIDES))
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
    lengths = list(map(len, games))
    assert standings_in(stands, rules, sides, lengths) == [
        standing(rules, sides, each) for each in games
    ]
    assert not stands.won[~stands.decided].any()
    assert stands.game.tolist() == [7 * at + 5 for at in range(len(games))]


def standings_in(
    stands: Standings, rules: Score, sides: Sides, lengths: list[int]
) -> list[Standing]:
    counted = np.split(stands.counted, np.cumsum(lengths)[:-1])
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
