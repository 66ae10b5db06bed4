"""Fives and threes to exactly 61: records of the referee, worked figures, a second statement."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import RoundDealt, TileLaid
from domino_ledger.domain.game.state import Game, evolve_game, standing_of, winners_of
from domino_ledger.domain.round.in_play import refused_in_play
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.tiles import HALVES
from tests.domain.builders import act_of, evolved, hands, now
from tests.lanes import examples

from .fives_and_threes import standing_at, to_61
from .naive.fives_and_threes import FivesAndThrees
from .referee import by_seat

# -- Worked figures (CLUBS, section 14)


def played(game: Game, leader: int, each: tuple[str, ...], acts: str) -> Game:
    """The game after these acts of one more round."""
    deal = RoundDealt(hands=hands(*each), leader=leader)
    round = now(evolve_game(game, deal))
    round = reduce(advance_legal, map(act_of, acts.split(", ")), round)
    return evolved(game, [deal, *round.events])


def scores(game: Game) -> tuple[int, ...]:
    return standing_of(game).scores or ()


SMALL = to_61(play={"hand": {2: 2}})


@pytest.mark.parametrize(
    ("tile", "before", "after", "ended"),
    [
        # Seat 1 lays 6-6: 3 and 12 count 15, which gives 8. The lead counts 9, which gives 3.
        ("6-6 right", (0, 58), (3, 58), "blocked"),
        ("6-6 right", (0, 53), (3, 61), "target"),
        ("6-6 right", (0, 52), (3, 60), "blocked"),
        # It lays 3-3: 6 and 6 count 12, which gives 4.
        ("3-3 left", (0, 57), (3, 61), "target"),
        ("3-3 left", (0, 58), (3, 58), "blocked"),
        ("3-3 left", (59, 0), (59, 4), "blocked"),
        ("3-3 left", (58, 0), (61, 0), "target"),
    ],
)
def test_points_that_go_past_61_do_not_count(
    tile: str, before: tuple[int, ...], after: tuple[int, ...], ended: str
) -> None:
    game, acts = standing_at(SMALL, *before, seats=2), f"0 lays 6-3, 1 lays {tile}"
    each = "6-3 1-0", f"5-5 {tile.split(maxsplit=1)[0]}"
    game = played(game, 0, each, acts.split(", ", maxsplit=1)[0] if after[0] == 61 else acts)
    assert now(game).ended == ended
    assert scores(game) == after


OUT_WITH_SIX = ("4-3 5-3", "4-1 6-6"), "0 lays 4-3, 1 lays 4-1 right, 0 lays 5-3 left"
"""Seat 0 is out: 1 and 5 count 6, which gives 2; with 1 for going out, 3."""


@pytest.mark.parametrize(
    ("before", "after", "won"), [(58, 61, (0,)), (59, 59, None), (57, 60, None), (60, 60, None)]
)
def test_going_out_is_one_with_the_last_lay(
    before: int, after: int, won: tuple[int, ...] | None
) -> None:
    game = played(standing_at(SMALL, before, 0, seats=2), 0, *OUT_WITH_SIX)
    facts = game.judged[-1].facts
    assert (facts.ended, facts.out, facts.past_target) == ("out", 0, after == before)
    assert scores(game)[0] == after
    assert winners_of(game) == won


@pytest.mark.parametrize(
    ("count", "points"), [(15, 8), (6, 2), (12, 4), (20, 4), (10, 2), (9, 3), (3, 1), (7, 0)]
)
def test_what_a_count_gives(count: int, points: int) -> None:
    goal = now(played(standing_at(SMALL, 0, 0, seats=2), 0, *OUT_WITH_SIX)).start.goal
    assert goal is not None
    fives, threes = (0 if count % of else count for of in (5, 3))
    assert goal.of(fives, threes) == points


def test_a_side_is_out_with_both_its_seats_and_an_empty_seat_is_stepped_over() -> None:
    rules = to_61(partners=True, play={"hand": {4: 2}})
    each = "6-6 5-1", "6-1 4-4", "6-2 2-1", "5-2 4-0"
    acts = "0 lays 6-6, 1 lays 6-1 left, 2 lays 6-2 right, 3 lays 5-2 right, 0 lays 5-1 right"
    game = played(standing_at(rules, 0, 0, seats=4), 0, each, acts)
    round = now(game)
    assert (round.ended, round.hands[0], round.seat) == (None, 0, 1)
    game = played(standing_at(rules, 0, 0, seats=4), 0, each, f"{acts}, 1 passes, 2 lays 2-1 left")
    facts = game.judged[-1].facts
    assert (facts.ended, facts.out, facts.pips) == ("out", 2, (0, 8, 0, 4))
    longer = played(standing_at(rules, 0, 0, seats=4), 0, each, f"{acts}, 1 passes")
    assert now(longer).seat == 2


# -- A second statement


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_the_second_statement_agrees(data: st.DataObject) -> None:
    partners = data.draw(st.booleans())
    seats = 4 if partners else data.draw(st.sampled_from([2, 3, 4]))
    rules = to_61(partners=partners)
    sides = 2 if partners else seats
    before = data.draw(st.lists(st.integers(0, 60), min_size=sides, max_size=sides))
    chance = Random(data.draw(st.integers(0, 2**32)))
    game = standing_at(rules, *before, seats=seats)
    heap = [*range(28)]
    chance.shuffle(heap)
    size = rules.play.hand[seats]
    dealt = tuple(tuple(heap[seat * size : (seat + 1) * size]) for seat in range(seats))
    deal = RoundDealt(hands=dealt, leader=chance.randrange(seats))
    round = now(evolve_game(game, deal))
    in_halves = [[HALVES[tile] for tile in hand] for hand in dealt]
    naive = FivesAndThrees(
        in_halves, deal.leader or 0, by_seat(game, tuple(before)), partners=partners
    )
    while naive.ended is None:
        assert round.ended is None
        assert round.seat == naive.turn
        moves = legal_moves(round)
        laid = {
            (HALVES[move.tile], move.end or "lead") for move in moves if isinstance(move, TileLaid)
        }
        assert laid == naive.moves()
        act = chance.choice(moves)
        round = advance_legal(round, act)
        if isinstance(act, TileLaid):
            naive.lay(HALVES[act.tile], act.end or "lead")
        else:
            naive.do_pass()
    game = evolved(game, [deal, *round.events])
    assert round.ended == naive.ended
    assert by_seat(game, scores(game)) == naive.scores
    assert [lay.points for lay in refused_in_play(round)] == [each for _, each in naive.refused]
    left = [sum(sum(tile) for tile in hand) for hand in naive.hands]
    assert list(game.judged[-1].facts.pips) == left
    assert winners_of(game) == (
        tuple(seat for seat in range(seats) if naive.scores[seat] == 61)
        if 61 in naive.scores
        else None
    )
