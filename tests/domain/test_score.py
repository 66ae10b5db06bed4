"""Points of a round: the examples of the rule text, and each field in both positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.facts import RoundFacts, facts_of
from domino_ledger.domain.round.course import Course, Fits
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.score import Scale, Score, Ways
from domino_ledger.domain.scoring.figures import by_side
from domino_ledger.domain.scoring.score import (
    Before,
    RoundScore,
    is_played_again,
    score_round,
    score_settled,
)
from domino_ledger.domain.scoring.standing import Progress, standing_at_first
from domino_ledger.domain.seats import Sides
from domino_ledger.domain.tiles import tile_named
from tests.ledger.games import Json

from .builders import any_hand, deal, facts, new_game, now, play
from .random_games import SCORES

ALONE: dict[int, Sides] = {seats: tuple((seat,) for seat in range(seats)) for seats in range(2, 6)}
ACROSS: Sides = ((0, 2), (1, 3))


def ruled(rules: str | Score, end: RoundFacts, sides: Sides | None = None) -> RoundScore:
    score = PUBLISHED[rules].score if isinstance(rules, str) else rules
    return score_round(score, sides or ALONE[len(end.pips)], end)


SAN_JUAN, BRAZIL = "partnership-sanjuan@1", "partnership-brazilian@1"
DOMINICAN, PUERTO_RICO = "partnership-dominican@1", "partnership-puerto-rican@1"
BY_SIDE = {"blocked_winner": "side-of-lowest-hand", "points": "all-hands"}
BY_TILES = {"blocked_winner": "fewest-tiles", "out_winner": "lowest-hand"}
BLOCKER_LOSES = {"tied": "not-the-blocker", "out_winner": "lowest-hand"}
LOCKED = facts(12, 9, 7, 10, last_to_lay=1)
"""Both sides have 19; seat 1 laid the last tile (docs/rules/block-rules.md)."""


def counterclockwise(end: RoundFacts) -> RoundFacts:
    return end._replace(after_last=((end.last_to_lay or 0) - 1) % len(end.pips))


Points = tuple[int, ...] | None


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("rules", "end", "winners", "points"),
    [
        # The lowest hand wins, by its difference from the others.
        ("block@1", facts(1, 3, 5, 8), (0,), (15, 0, 0, 0)),
        ("block@1", facts(1, 3, 5, 8, out=0), (0,), (15, 0, 0, 0)),
        ("block@1", facts(3, 3, 5, 8), (0, 1), (10, 10, 0, 0)),
        ("block@1", facts(20, 20), (0, 1), (0, 0)),
        (
            {"difference": "to-all-hands", "negative_points": "keep"},
            facts(20, 20),
            (0, 1),
            (-20,) * 2,
        ),
        # A hand of nothing but the double blank ties with the seat that is out.
        ("block@1", facts(0, 0, 12, out=1), (0, 1), (12, 12, 0)),
        ("block-heaviest@1", facts(0, 0, 12, out=1), (0, 1), (12, 12, 0)),
        ("block-article@1", facts(0, 0, 12, out=1), (1,), (0, 12, 0)),
        ("block-article@1", facts(9, 4), (1,), (0, 5)),
        ({"difference": "to-all-hands"}, facts(1, 3, 5, 8), (0,), (15, 0, 0, 0)),
        ({"difference": "to-each-hand"}, facts(1, 3, 5, 8), (0,), (13, 0, 0, 0)),
        ({"difference": "none"}, facts(1, 3, 5, 8), (0,), (16, 0, 0, 0)),
        ({"points": "all-hands", "difference": "to-all-hands"}, facts(2, 5, 9), (0,), (14, 0, 0)),
        # The losers' hands.
        ("draw@1", facts(0, 7, 30, out=0), (0,), (37, 0, 0)),
        ("draw-three@1", facts(6, 7, 30), (0,), (37, 0, 0)),
        ("draw@1", facts(6, 6, 30), (0, 1), (30, 30, 0)),
        ("block-lot@1", facts(9, 9), (), (0, 0)),
        ("block-lot@1", facts(9, 4, 2, 8), (2,), (0, 0, 21, 0)),
        ("forced-block@1", facts(9, 4, 4), (1, 2), None),
        ("forced-block@1", facts(0, 4, 0, out=2), (2,), None),
        # The fewest tiles decide a block alone.
        ({"blocked_winner": "fewest-tiles"}, facts(11, 3, tiles=(1, 2)), (0,), (3, 0)),
        ({}, facts(11, 3, tiles=(1, 2)), (1,), (0, 11)),
        (BY_TILES, facts(5, 0, 4, out=1, tiles=(1, 0, 3)), (1,), (0, 9, 0)),
        (BY_TILES, facts(5, 0, 0, out=1, tiles=(1, 0, 1)), (1, 2), (0, 5, 5)),
        # A tie loses for the blocker, in a blocked round alone.
        (BLOCKER_LOSES, facts(3, 3, 8, last_to_lay=0), (1,), (0, 11, 0)),
        (BLOCKER_LOSES, facts(3, 3, 8, last_to_lay=2), (0, 1), (8, 8, 0)),
        (BLOCKER_LOSES, facts(0, 0, 8, out=0, last_to_lay=0), (0, 1), (8, 8, 0)),
    ],
)
def test_points_of_a_round(
    rules: str | dict[str, object], end: RoundFacts, winners: tuple[int, ...], points: Points
) -> None:
    """The examples of the rule text, and each field in both positions."""
    score = rules if isinstance(rules, str) else Score.model_validate(rules)
    assert ruled(score, end) == (winners, points)


@pytest.mark.parametrize(
    ("rules", "end", "winners", "points"),
    [
        # The side that went out gets all pips in all hands; blocked, the lighter side.
        (SAN_JUAN, facts(30, 5, 0, 6, out=2), (0, 2), (41, 0)),
        (SAN_JUAN, facts(1, 8, 16, 7), (1, 3), (0, 32)),
        (SAN_JUAN, facts(1, 8, 16, 9), (), (0, 0)),
        # The side of the lowest hand, though it is heavier.
        (BY_SIDE, facts(1, 8, 16, 7), (0, 2), (32, 0)),
        (BY_SIDE, facts(7, 1, 30, 1), (1, 3), (0, 39)),
        (BY_SIDE, facts(30, 1, 0, 9, out=2), (0, 2), (40, 0)),
        (BY_SIDE, facts(1, 8, 16, 1), (0, 1, 2, 3), (26, 26)),
        (BY_SIDE | {"tied": "nobody"}, facts(1, 8, 16, 1), (), (0, 0)),
        # Ties in a blocked round under other rules.
        (SAN_JUAN, LOCKED, (), (0, 0)),
        (BRAZIL, LOCKED, (0, 2), (38, 0)),
        (PUERTO_RICO, LOCKED, (), (0, 0)),
        (DOMINICAN, counterclockwise(LOCKED), (1, 3), (0, 38)),
        # Of the last two hands the lighter wins, and the blocker's if they are equal.
        (DOMINICAN, LOCKED, (0, 2), (38, 0)),
        (DOMINICAN, facts(20, 9, 9, 20, last_to_lay=1), (1, 3), (0, 58)),
        (DOMINICAN, facts(30, 9, 1, 0, out=3, last_to_lay=3), (1, 3), (0, 40)),
        # A bonus for a block.
        (PUERTO_RICO, facts(12, 9, 7, 11, last_to_lay=1), (0, 2), (139, 0)),
        (PUERTO_RICO, facts(12, 9, 7, 0, out=3), (1, 3), (0, 28)),
    ],
)
def test_points_of_a_round_of_partners(
    rules: str | dict[str, object], end: RoundFacts, winners: tuple[int, ...], points: Points
) -> None:
    score = rules if isinstance(rules, str) else Score.model_validate(rules)
    assert ruled(score, end, ACROSS) == (winners, points)


CLUBS_7 = facts(12, 9, 7, 10, last_to_lay=1)._replace(after_last=0)
CLUBS_8 = facts(12, 9, 7, 10, leader=3, last_to_lay=0)._replace(after_last=3)


@pytest.mark.parametrize(
    ("rules", "end", "winners", "points"),
    [
        # CLUBS.md, section 7: seat 1 laid last, the next is 0, and sides are 19 : 19.
        ({"tied": "nobody"}, CLUBS_7, (), (0, 0)),
        ({"blocked_winner": "side-of-lowest-hand"}, CLUBS_7, (0, 2), (19, 0)),
        ({"blocked_winner": "last-two"}, CLUBS_7, (1, 3), (0, 19)),
        (
            {"blocked_winner": "last-two", "blocked_points": "all-hands"},
            CLUBS_7,
            (1, 3),
            (0, 38),
        ),
        (
            {"blocked_winner": "last-two", "blocked_points": "losing-hands"},
            CLUBS_7,
            (1, 3),
            (0, 19),
        ),
        ({"blocked_winner": "last-two", "points": "win"}, CLUBS_7, (1, 3), (0, 1)),
        ({"blocked_points": "difference"}, facts(1, 8, 16, 10), (0, 2), (1, 0)),
        ({"blocked_points": "difference"}, facts(1, 8, 0, 10, out=2), (0, 2), (18, 0)),
        ({"points": "win"}, facts(1, 8, 0, 10, out=2), (0, 2), (1, 0)),
        # Section 8: 19 : 19, seat 3 led, seat 0 blocked.
        ({"tied": "opener", "points": "all-hands"}, CLUBS_8, (1, 3), (0, 38)),
        ({"tied": "blocker", "points": "all-hands"}, CLUBS_8, (0, 2), (38, 0)),
        ({"tied": "not-the-blocker", "points": "all-hands"}, CLUBS_8, (1, 3), (0, 38)),
        ({"tied": "each", "points": "all-hands"}, CLUBS_8, (0, 1, 2, 3), (38, 38)),
        # The last two hands are equal.
        (
            {"blocked_winner": "last-two", "last_two_tie": "blocker"},
            facts(9, 9, 1, 2, leader=3, last_to_lay=0),
            (0, 2),
            (11, 0),
        ),
        (
            {"blocked_winner": "last-two", "last_two_tie": "opener"},
            facts(9, 9, 1, 2, leader=3, last_to_lay=0),
            (1, 3),
            (0, 10),
        ),
    ],
)
def test_how_clubs_count_a_block(
    rules: dict[str, object], end: RoundFacts, winners: tuple[int, ...], points: Points
) -> None:
    assert ruled(Score.model_validate(rules), end, ACROSS) == (winners, points)


@pytest.mark.parametrize(
    ("tied", "end", "winner"),
    [
        # Seats 0 and 1 tie; clockwise, then counterclockwise.
        ("blocker", facts(3, 3, 8, last_to_lay=0), 0),
        ("blocker", facts(3, 3, 8, last_to_lay=1), 1),
        ("blocker", facts(3, 3, 8, last_to_lay=2), 0),
        ("blocker", counterclockwise(facts(3, 3, 8, last_to_lay=2)), 1),
        ("opener", facts(3, 3, 8, leader=1), 1),
        ("opener", facts(3, 3, 8, leader=2), 0),
        ("opener", counterclockwise(facts(3, 3, 8, leader=2)), 1),
    ],
)
def test_a_tie_goes_to_the_first_of_the_tied_in_order_of_play(
    tied: str, end: RoundFacts, winner: int
) -> None:
    """CLUBS.md, section 8."""
    assert ruled(Score.model_validate({"tied": tied}), end).winners == (winner,)


@pytest.mark.parametrize(
    ("held", "left", "places"),
    [
        ("3-3 2-0", "1-1 0-0", (1, 0)),
        ("3-3 2-1", "1-0 2-0", (1, 0)),
        ("3-3 1-0", "2-0 2-1", (0, 1)),
    ],
)
def test_the_places_of_hands_by_their_lightest_tiles(
    held: str, left: str, places: tuple[int, ...]
) -> None:
    """3-3 is led, and blocks. By hand: 2 against 0 and 2; 3 against 1 and 2; 1 against 2 and 3."""
    rules = any_hand("block-lot@1", 2, 2, play={"highest_pip": 3}, payout=None)
    game = play(deal(new_game(rules, 2), held, left, leader=0), "0 lays 3-3")
    assert facts_of(now(game)).lightest == places


def test_every_hand_scores_the_heavier_ones() -> None:
    """CLUBS.md, section 7."""
    heavier = Score(blocked_points="heavier")
    assert ruled(heavier, facts(3, 5, 8)) == ((0,), (10, 3, 0))
    assert ruled(heavier, facts(17, 8, 8, 9)) == ((1, 2), (0, 18, 18, 8))
    assert ruled(heavier, facts(3, 0, 8, out=1)) == ((1,), (0, 11, 0))


@pytest.mark.parametrize(
    ("below", "pips", "winners"),
    [(6, (5, 9, 9), (0,)), (6, (6, 9, 9), ()), (0, (6, 9, 9), (0,)), (6, (5, 5, 9), (0, 1))],
)
def test_a_block_is_dead_unless_the_lightest_has_few_pips(
    below: int, pips: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """CLUBS.md, section 7: the rule of Martinique."""
    rules = Score(blocked_below=below, points="win")
    assert ruled(rules, facts(*pips)).winners == winners
    assert ruled(rules, facts(9, 0, 9, out=1)).winners == (1,)


@pytest.mark.parametrize(
    ("tile", "fits", "each_half", "either_end"),
    [("5-2", 0, 1, 1), ("5-2", 1, 1, 3), ("5-2", 2, 3, 3), ("5-5", 0, 2, 2), ("5-5", 2, 4, 4)],
)
def test_points_by_the_way_of_going_out(
    tile: str, fits: Fits, each_half: int, either_end: int
) -> None:
    """CLUBS.md, section 13; 5-2 fits 5 and 2 with each half, and 5 and 5 with the same one."""
    end = facts(0, 7, 9, out=0)._replace(course=Course(out_tile=tile_named(tile), fits=fits))
    by_half, by_end = (
        Score.model_validate({"points": "ways", "ways": {"fits": how}})
        for how in ("each-half", "either-end")
    )
    assert ruled(by_half, end) == ((0,), (each_half, 0, 0))
    assert ruled(by_end, end) == ((0,), (either_end, 0, 0))
    assert ruled(by_half, facts(4, 7, 9)) == ((0,), (1, 0, 0))
    assert ruled(Score(points="ways", ways=Ways(blocked=5)), facts(4, 7, 9)).points == (5, 0, 0)


def test_a_way_of_going_out_after_a_tie() -> None:
    """CLUBS.md, section 13: a carry of 1, and 5-2 out on 5 and 2, or on 5 and 5."""
    rules = Score(points="ways", carry="plus-one", target=6, tied="nobody")
    ways: tuple[tuple[Fits, int], ...] = (2, 4), (1, 2)
    for fits, points in ways:
        course = Course(out_tile=tile_named("5-2"), fits=fits)
        end = facts(0, 7, 9, 8, out=0)._replace(course=course)
        before = Before((0, 0), (0,) * 4, 1, 1)
        assert score_round(rules, ACROSS, end, before).points == (points, 0)


@pytest.mark.parametrize(
    ("pips", "points"),
    [(2, 0), (3, 2), (20, 2), (21, 3), (30, 3), (31, 4), (40, 4), (41, 5), (42, 5), (51, 6)],
)
def test_points_by_a_scale(pips: int, points: int) -> None:
    """CLUBS.md, section 15: the steps of `libre`."""
    assert ruled(Score(scale=Scale()), facts(pips, 0, out=1)) == ((1,), (0, points))


def test_only_who_scores_gets_the_first_step_of_a_scale() -> None:
    """CLUBS 7: the scale turns pips into points. A step from 0 pips on is no gift to the others."""
    rules = Score(tied="nobody", scale=Scale(least=0, points=2, up_to=20))
    assert score_round(rules, ACROSS, facts(0, 7, 9, 8, out=0)).points == (2, 0)
    assert score_round(rules, ACROSS, facts(0, 0, 9, 0, out=0)).points == (2, 0)
    assert score_round(rules, ACROSS, facts(5, 5, 5, 5)).points == (0, 0)


@pytest.mark.parametrize(
    ("lightest", "winners"), [((1, 0, 2), (1,)), ((0, 0, 0), ()), ((0, 2, 0), ()), ((), ())]
)
def test_a_tie_by_the_lightest_tile(lightest: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """CLUBS.md, section 8; by hand: 3-1 and 5-0 left, against 2-0 and 4-3, goes to the second."""
    rules = Score(tied="lightest-tile")
    end = facts(9, 9, 9)._replace(lightest=lightest)
    assert ruled(rules, end).winners == winners
    assert ruled(rules, facts(0, 0, 12, out=1)).winners == (1,)


@pytest.mark.parametrize(
    ("score", "end", "again"),
    [
        ({}, facts(5, 5, 9), True),
        ({}, facts(5, 6, 6), False),
        ({}, facts(0, 0, 9, out=0), False),
        ({"out_winner": "lowest-hand"}, facts(0, 0, 9, out=0), True),
        ({"blocked_winner": "nobody"}, facts(5, 5, 9), False),
        ({"blocked_winner": "last-two"}, facts(5, 5, 9), False),
        ({"blocked_below": 5}, facts(5, 5, 9), False),
    ],
)
def test_a_tie_that_is_played_again(score: Json, end: RoundFacts, again: bool) -> None:
    rules = Score(tied="play-again", **score)
    sides = ALONE[len(end.pips)]
    assert is_played_again(rules, sides, end) is again
    assert (score_settled(rules, sides, end) is None) is again
    assert not is_played_again(Score(tied="nobody", **score), sides, end)


@pytest.mark.parametrize(
    ("before", "winners", "winner"),
    [
        ((30, 20), "highest", (0, 2)),
        ((20, 30), "highest", (1, 3)),
        ((20, 30), "lowest", (0, 2)),
        ((30, 30), "highest", ()),
        ((), "highest", ()),
    ],
)
def test_a_tie_is_won_by_the_side_that_leads(
    before: tuple[int, ...], winners: str, winner: tuple[int, ...]
) -> None:
    rules = Score.model_validate({"tied": "leading-side", "winners": winners, "target": 100})
    assert score_round(rules, ACROSS, facts(1, 8, 16, 9), Before(before)).winners == winner
    assert score_round(rules, ACROSS, facts(1, 8, 16, 7), Before(before)).winners == (1, 3)
    assert score_round(rules, ACROSS, facts(9, 8, 0, 1, out=2), Before(before)).winners == (0, 2)


def test_of_three_that_tie_the_one_that_leads_them_wins() -> None:
    rules = Score(tied="leading-side", target=100)
    assert score_round(rules, ALONE[4], facts(3, 3, 3, 9), Before((5, 20, 5, 90))).winners == (1,)
    assert score_round(rules, ALONE[4], facts(3, 3, 3, 9), Before((20, 20, 5, 90))).winners == ()


def test_points_in_play_count_for_a_seat_that_has_come_in() -> None:
    rules = PUBLISHED["all-fives@1"].score.model_copy(update={"to_get_in": 10})
    made = facts(0, 3, out=0)._replace(in_play=(15, 20), in_play_from_ten=(0, 15))
    assert score_round(rules, ALONE[2], made).points == (5, 15)
    before = Before((0, 0), (1, 0))
    assert score_round(rules, ALONE[2], made, before).points == (20, 15)


def test_one_round_has_no_standing_before_it() -> None:
    with pytest.raises(ValidationError, match="standing-of-one-round"):
        Score(tied="leading-side")


def test_a_side_s_figures_are_those_of_its_seats_together() -> None:
    assert by_side(ACROSS, (1, 20, 300, 4000)) == (301, 4020)


@pytest.mark.unmeasured
@given(
    SCORES,
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.none() | st.integers(0, 3),
    st.permutations(range(4)),
)
def test_points_follow_the_seats_however_they_are_numbered(
    rules: Score, pips: list[int], out: int | None, renamed: list[int]
) -> None:
    """``renamed``: for each new seat, the old one."""
    end = facts(*pips, out=out)
    new_out = None if out is None else renamed.index(out)
    renamed_end = facts(*(pips[old] for old in renamed), out=new_out)._replace(
        last_to_lay=renamed.index(end.last_to_lay or 0),
        after_last=renamed.index(end.after_last or 0),
    )
    new, old = ruled(rules, renamed_end), ruled(rules, end)
    assert old.points is not None
    assert new.points == tuple(old.points[seat] for seat in renamed)
    assert new.winners == tuple(sorted(map(renamed.index, old.winners)))


def test_a_seat_that_has_come_in_stays_in() -> None:
    rules = PUBLISHED["all-fives@1"].score.model_copy(update={"to_get_in": 10, "target": 1000})
    sides, score = ((0,), (1,)), RoundScore((0,), (10, 0))
    made = RoundFacts(
        leader=0,
        ended="out",
        out=0,
        pips=(0, 5),
        tiles=(0, 1),
        last_to_lay=0,
        regular=True,
        in_play=(10, 0),
        in_play_from_ten=(10, 0),
    )
    nothing = made._replace(in_play=(0, 0), in_play_from_ten=(0, 0))
    progress = Progress(standing_at_first(rules, sides))
    for of_round, came_in in ((nothing, (0, 0)), (made, (1, 0)), (nothing, (1, 0))):
        progress = progress.after(rules, sides, score, None, of_round.in_play_from_ten)
        assert progress.before.came_in == came_in
