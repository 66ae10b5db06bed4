"""Columns say of every round and game what the domain says, under every value of every field."""

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.facts import RoundFacts
from domain.rules import Payout, Score
from domain.score import RoundScore, Sides, Standing, score_round, standing
from domain.settlement import Blame, settle
from projections.read_models.columns import (
    BoolArray,
    FactColumns,
    IntArray,
    ScoreColumns,
    StandingColumns,
    score_columns,
    standing_columns,
)
from projections.read_models.settlement_columns import LARGEST, settle_columns
from tests.domain.table_talk import facts

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
}
FOR_MONEY_ALONE = SCORE_FIELDS | {"points": st.just("none"), "target": st.none()}
SCORES = (st.fixed_dictionaries(SCORE_FIELDS) | st.fixed_dictionaries(FOR_MONEY_ALONE)).map(
    Score.model_validate
)
PAYOUT_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "reading": st.sampled_from([None, "last-to-lay", "set-up"]),
    "win_factor": st.integers(0, 3),
    "loss_factor": st.integers(0, 3),
    "loser_pays": st.sampled_from(["each-his-own", "winner-everything"]),
    "assisted": st.sampled_from(["whole-amount", "assistants-own-pips"]),
    "tied_winners": st.sampled_from(["share", "nobody"]),
    "tied_blocker": st.sampled_from(["loses", "wins"]),
}
PAYOUTS = st.fixed_dictionaries(PAYOUT_FIELDS).map(Payout.model_validate)
SIDES: tuple[Sides, ...] = (
    *(tuple((seat,) for seat in range(seats)) for seats in range(2, 6)),
    ((0, 2), (1, 3)),
    ((0, 3), (1, 4), (2, 5)),
)

Games = list[list[RoundFacts]]


def seats_of(sides: Sides) -> int:
    return sum(map(len, sides))


@st.composite
def ends(draw: st.DrawFn, seats: int) -> RoundFacts:
    """How a round may end: so few pips that ties are common."""
    few = st.lists(st.integers(0, 4), min_size=seats, max_size=seats)
    some_seat = st.none() | st.integers(0, seats - 1)
    return facts(*draw(few), out=draw(some_seat), tiles=tuple(draw(few)))._replace(
        leader=draw(some_seat)
    )


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


def column(figures: Iterable[int | None]) -> IntArray:
    """Read-only, so that a bulk function that wrote into what it was given would fail."""
    return frozen(np.array([-1 if each is None else each for each in figures], np.int64))


def rows(figures: Sequence[tuple[int, ...]], width: int) -> IntArray:
    return frozen(np.array(figures, np.int64).reshape(len(figures), width))


def frozen(array: IntArray) -> IntArray:
    array.setflags(write=False)
    return array


def columns_of(games: Games, seats: int) -> FactColumns:
    ends = list(chain.from_iterable(games))
    return FactColumns(
        game=column(7 * number + 5 for number, game in enumerate(games) for _ in game),
        leader=column(end.leader for end in ends),
        out=column(end.out for end in ends),
        pips=rows([end.pips for end in ends], seats),
        tiles=rows([end.tiles for end in ends], seats),
    )


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
    assert set(PAYOUT_FIELDS) == set(Payout.model_fields)


@given(SCORES, played())
def test_each_round_is_worth_what_the_domain_says(rules: Score, played: Played) -> None:
    sides = played.sides
    scored = score_columns(rules, sides, columns_of(played.games, seats_of(sides)))
    assert scores_in(scored) == [score_round(rules, sides, end) for end in played.rounds]
    assert scored.winners.shape == (len(played.rounds), seats_of(sides))
    assert scored.points is None or scored.points.shape == (len(played.rounds), len(sides))


@given(SCORES, played())
def test_each_game_stands_where_the_domain_says(rules: Score, played: Played) -> None:
    sides = played.sides
    columns = columns_of(played.games, seats_of(sides))
    stands = standing_columns(rules, sides, columns, score_columns(rules, sides, columns))
    expected = [
        standing(rules, sides, (score_round(rules, sides, end) for end in game))
        for game in played.games
    ]
    assert standings_in(stands) == expected
    assert not stands.winners[~stands.decided].any()
    lengths = list(map(len, played.games))
    assert stands.first.tolist() == [sum(islice(lengths, number)) for number in range(len(lengths))]


class Settled(NamedTuple):
    """All that money depends on, of one round."""

    end: RoundFacts
    winners: frozenset[int]
    blame: Blame
    per_pip: int


@st.composite
def settlements(draw: st.DrawFn, seats: int) -> Settled:
    """Whoever won and whoever is blamed, whether or not the pips would say so."""
    seat = st.integers(0, seats - 1)
    blocker, assistant = draw(st.none() | seat), draw(st.none() | seat)
    return Settled(
        end=draw(ends(seats)),
        winners=draw(st.frozensets(seat)),
        blame=Blame(blocker, None if assistant == blocker else assistant),
        per_pip=draw(st.integers(0, 5) | st.just(10**12)),
    )


def settled_in_columns(rules: Payout, rounds: Sequence[Settled], seats: int) -> IntArray:
    won = rows([tuple(seat in each.winners for seat in range(seats)) for each in rounds], seats)
    return settle_columns(
        rules,
        columns_of([[each.end for each in rounds]], seats),
        won.astype(np.bool_),
        column(each.blame.blocker for each in rounds),
        column(each.blame.assistant for each in rounds),
        column(each.per_pip for each in rounds),
    )


@given(PAYOUTS, st.integers(2, 6).flatmap(lambda seats: st.lists(settlements(seats), max_size=12)))
def test_each_round_is_settled_as_the_domain_says(rules: Payout, rounds: list[Settled]) -> None:
    seats = len(rounds[0].end.pips) if rounds else 4
    net = settled_in_columns(rules, rounds, seats)
    assert net.shape == (len(rounds), seats)
    assert [tuple(row) for row in net.tolist()] == [
        settle(rules, each.end, tuple(sorted(each.winners)), each.blame, each.per_pip)
        for each in rounds
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


def test_the_largest_amount_that_fits_is_settled_and_one_more_is_refused() -> None:
    loser_pays_all = Settled(facts(0, 1, out=0), frozenset({0}), Blame(), LARGEST)
    assert settled_in_columns(Payout(win_factor=1), [loser_pays_all], 2).tolist() == [
        [LARGEST, -LARGEST]
    ]
    with pytest.raises(OverflowError, match=r"^1 pips at .*, 2 times, do not fit into 64 bits$"):
        settled_in_columns(Payout(win_factor=2), [loser_pays_all], 2)
    with pytest.raises(OverflowError, match=r"^1 pips at .*, 3 times"):
        settled_in_columns(Payout(win_factor=0, loss_factor=3), [loser_pays_all], 2)
    two_pips = loser_pays_all._replace(end=facts(1, 1))
    with pytest.raises(OverflowError, match=r"^2 pips at"):
        settled_in_columns(Payout(win_factor=1), [two_pips], 2)
