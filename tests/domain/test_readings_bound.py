"""A search that exceeds its bound is undetermined, which is not "nobody"."""

from bisect import bisect_left
from random import Random

import pytest
from hypothesis import given

from domino_ledger.domain.block_verdicts import READINGS, Verdict, search_bound, verdict, verdicts
from domino_ledger.domain.block_verdicts.line_search import steps_at
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import bit, tile_named, tile_set

from .blocked_rounds import blocked, blocked_rounds, dealt, small

FOUR_SEATS = small(6, 4, 7)
LOOK_AHEAD: tuple[Reading, ...] = ("point-of-no-return", "could-have-forced-open", "set-up")


@pytest.fixture(scope="module")
def whole_game() -> Round:
    return blocked(FOUR_SEATS, Random(3))


@pytest.mark.parametrize("reading", LOOK_AHEAD)
@pytest.mark.parametrize("bound", [0, 1])
def test_past_the_bound_a_verdict_is_undetermined(
    whole_game: Round, reading: Reading, bound: int
) -> None:
    assert verdict(whole_game, reading, bound) == Verdict("undetermined", None, None, None, bound)
    assert verdict(whole_game, reading).status == "found"


def test_readings_without_lookahead_need_no_search(whole_game: Round) -> None:
    for reading in READINGS:
        if reading not in LOOK_AHEAD:
            enough, nothing = verdict(whole_game, reading), verdict(whole_game, reading, 0)
            assert (nothing.status, nothing.blocker) == (enough.status, enough.blocker)


@given(blocked_rounds())
def test_a_small_bound_may_hide_an_answer_but_changes_none(round: Round) -> None:
    enough = verdicts(round)
    for bound in (0, 1, 2, 5, 20):
        for reading, given_verdict in verdicts(round, bound).items():
            if given_verdict.status == "undetermined":
                assert given_verdict == Verdict("undetermined", None, None, None, bound)
            else:
                same = enough[reading]
                assert given_verdict.bound is None
                assert given_verdict[:3] == same[:3]


@pytest.mark.parametrize("name", ["block-lot@1", "chicken-foot@1"])
def test_the_rounds_of_a_game_share_what_may_be_searched(name: str) -> None:
    table = table_for(PUBLISHED[name].play, 2)
    bounds = [search_bound(table, number) for number in range(20_000)]
    assert len(set(bounds[:10])) == 1
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[19] == bounds[0] // 4
    assert sum(bounds) <= 2 * sum(bounds[:10])


def test_the_same_search_takes_the_same_number_of_positions() -> None:
    round = blocked(small(4, 3, 5, matching="sum"), Random(2))

    def is_enough(bound: int) -> bool:
        return all(verdict(round, reading, bound).bound is None for reading in LOOK_AHEAD)

    least = bisect_left(range(100_000), True, key=is_enough)
    assert least > 1
    assert (is_enough(least), is_enough(least - 1)) == (True, False)


def test_a_round_in_play_has_no_blocker() -> None:
    with pytest.raises(ValueError, match="only a blocked round"):
        verdict(dealt(FOUR_SEATS, Random(1)), "last-to-lay")


def test_the_tile_that_joins_both_ends_comes_last_for_a_helper() -> None:
    ends = tile_named("5-3")
    steps = steps_at(False, ends)
    both = tile_set((ends, tile_named("3-1")))
    assert steps[both] == (
        (bit(ends), tile_named("3-3")),
        (bit(ends), tile_named("5-5")),
        (bit(tile_named("3-1")), tile_named("5-1")),
    )
    assert steps_at(True, ends)[both] == steps[both][::-1]
