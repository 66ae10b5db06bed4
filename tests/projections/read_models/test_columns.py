"""Scores and standings in columns are the domain's, under every value of every field."""

from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from domain.round.facts import RoundFacts
from domain.rules.rule_set import Payout, Score
from domain.scoring.score import RoundScore, Standing, score_round, standing
from domain.seats import Sides
from projections.tables.scoring.score_columns import (
    BoolArray,
    ScoreColumns,
    StandingColumns,
    score_columns,
    standing_columns,
)
from projections.tables.scoring.settlement_columns import settle_columns
from tests.domain.table_talk import facts

from .rounds_in_columns import columns_of, ends, flags, rows

SCORE_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "out_winner": st.sampled_from(["that-seat", "lowest-hand"]),
    "blocked_winner": st.sampled_from(["fewest-pips", "fewest-tiles"]),
    "tied": st.sampled_from(["each", "nobody"]),
    "points": st.sampled_from(["losing-hands", "all-hands"]),
    "difference": st.sampled_from(["none", "to-all-hands", "to-each-hand"]),
    "negative_points": st.sampled_from(["zero", "keep"]),
    "target": st.none() | st.integers(1, 12),
    "winners": st.sampled_from(["highest", "all-past-target"]),
    "abandoned": st.sampled_from(["void", "as-it-stands"]),
    "forfeited": st.sampled_from(["others-win", "void"]),
}
FOR_MONEY_ALONE = SCORE_FIELDS | {"points": st.just("none"), "target": st.none()}
SCORES = (st.fixed_dictionaries(SCORE_FIELDS) | st.fixed_dictionaries(FOR_MONEY_ALONE)).map(
    Score.model_validate
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
def played(draw: st.DrawFn) -> Played:
    """A few games of a few rounds, all of one number of seats; also no game at all."""
    sides = draw(st.sampled_from(SIDES))
    game = st.lists(ends(seats_of(sides)), min_size=1, max_size=5)
    return Played(sides, draw(st.lists(game, max_size=4)))


def seats_in(row: BoolArray) -> tuple[int, ...]:
    return tuple(np.flatnonzero(row).tolist())


def scores_in(columns: ScoreColumns) -> list[RoundScore]:
    points = [None] * len(columns.winners) if columns.points is None else columns.points.tolist()
    return [
        RoundScore(seats_in(winners), None if each is None else tuple(each))
        for winners, each in zip(columns.winners, points, strict=True)
    ]


def standings_in(columns: StandingColumns) -> list[Standing]:
    scores = [None] * len(columns.first) if columns.scores is None else columns.scores.tolist()
    counted = np.split(columns.counted, columns.first[1:])
    assert all(part[: part.sum()].all() for part in counted)
    return [
        Standing(
            None if each is None else tuple(each),
            seats_in(winners) if decided else None,
            int(part.sum()),
        )
        for each, winners, decided, part in zip(
            scores, columns.winners, columns.decided, counted, strict=bool(len(columns.first))
        )
    ]


def test_every_field_is_drawn() -> None:
    assert set(SCORE_FIELDS) == set(Score.model_fields)


@given(SCORES, played())
def test_each_round_is_worth_what_the_domain_says(rules: Score, played: Played) -> None:
    sides = played.sides
    scored = score_columns(rules, sides, columns_of(played.games, seats_of(sides)))
    assert scores_in(scored) == [score_round(rules, sides, end) for end in played.rounds]
    assert scored.winners.shape == (len(played.rounds), seats_of(sides))
    assert scored.points is None or scored.points.shape == (len(played.rounds), len(sides))


@st.composite
def scored_games(draw: st.DrawFn) -> tuple[Score, Sides, list[list[RoundScore]]]:
    """Rounds that several sides score in, whether or not hands could bring it about."""
    rules, sides = draw(SCORES), draw(st.sampled_from(SIDES))
    winners = st.frozensets(st.sampled_from(sides)).map(lambda won: tuple(sorted(chain(*won))))
    points = st.tuples(*(st.integers(-3, 9) for _ in sides))
    none = rules.points == "none"
    game = st.lists(st.builds(RoundScore, winners, st.none() if none else points), min_size=1)
    return rules, sides, draw(st.lists(game, max_size=4))


@given(scored_games())
def test_each_game_stands_where_the_domain_says(
    drawn: tuple[Score, Sides, list[list[RoundScore]]],
) -> None:
    rules, sides, games = drawn
    seats, rounds = seats_of(sides), list(chain.from_iterable(games))
    columns = columns_of([[facts(*range(seats)) for _ in game] for game in games], seats)
    points = None
    if rules.points != "none":
        points = rows([each.points or () for each in rounds], len(sides))
    stands = standing_columns(
        rules, sides, columns, ScoreColumns(flags([each.winners for each in rounds], seats), points)
    )
    assert standings_in(stands) == [standing(rules, sides, game) for game in games]
    assert not stands.winners[~stands.decided].any()
    lengths = list(map(len, games))
    assert stands.first.tolist() == [sum(islice(lengths, number)) for number in range(len(lengths))]


@given(SCORES, played())
def test_what_was_scored_in_columns_stands_as_in_the_domain(rules: Score, played: Played) -> None:
    sides = played.sides
    columns = columns_of(played.games, seats_of(sides))
    stands = standing_columns(rules, sides, columns, score_columns(rules, sides, columns))
    assert standings_in(stands) == [
        standing(rules, sides, (score_round(rules, sides, end) for end in game))
        for game in played.games
    ]


def test_whole_numbers_stay_whole() -> None:
    rules, sides = Score(target=5), SIDES[0]
    columns = columns_of([[facts(1, 3)], [facts(0, 9, out=0)]], 2)
    scored = score_columns(rules, sides, columns)
    stands = standing_columns(rules, sides, columns, scored)
    net = settle_columns(
        Payout(), columns, scored.winners, columns.out, columns.out, columns.leader
    )
    for figures in (scored.points, stands.scores, stands.first, net):
        assert figures is not None
        assert figures.dtype == np.int64
    for answers in (scored.winners, stands.counted, stands.winners, stands.decided):
        assert answers.dtype == np.bool_
