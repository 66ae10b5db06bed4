"""Bonuses and what is carried: the figures of the rule text, and a naive second statement."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import TileLaid, TurnPassed
from domino_ledger.domain.facts import RoundFacts, facts_of
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.course import Course, Fits, Move
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.rules.table import Table, table_for
from domino_ledger.domain.scoring.bonuses import Bonus
from domino_ledger.domain.scoring.score import Before, RoundScore, bonuses_in, score_settled
from domino_ledger.domain.scoring.standing import Progress, standing_at_first
from domino_ledger.domain.tiles import HALVES, tile_named

from .builders import altered, any_hand, deal, facts, new_game, now, play

ACROSS = ((0, 2), (1, 3))
ALL_HANDS = {"tied": "nobody", "points": "all-hands", "target": 500}


def scored(score: dict[str, Any], of: RoundFacts) -> tuple[int, ...]:
    found = score_settled(Score.model_validate(ALL_HANDS | score), ACROSS, of)
    assert found is not None
    assert found.points is not None
    return found.points


def four(hand: int, *, like: str = "partnership-dominican@1", **score: Any) -> RuleSet:
    """Rules for partners with small hands; any seat may lead."""
    play = {"first_lead": {"kind": "lot"}}
    return any_hand(like, hand, 4, play=play, score=ALL_HANDS | score)


def clockwise(hand: int, **score: Any) -> RuleSet:
    return four(hand, like="partnership-sanjuan@1", **score)


ON_5_AND_2 = (
    ("5-1 5-2", "2-1 6-3", "4-4 4-0", "3-1 3-0"),
    ("0 lays 5-1", "1 lays 2-1 left", "2 passes", "3 passes", "0 lays 5-2 right"),
)
ON_5_AND_5 = (
    ("5-1 5-2", "3-1 6-3", "5-3 6-6", "4-2 1-0"),
    ("0 lays 5-1", "1 lays 3-1 left", "2 lays 5-3 left", "3 passes", "0 lays 5-2 left"),
)
ON_2_AND_0 = (
    ("2-1 2-0", "1-0 6-3", "5-1 3-3", "4-1 1-1"),
    ("0 lays 2-1", "1 lays 1-0 left", "2 passes", "3 passes", "0 lays 2-0 left"),
)
"""In each the other hands have 9, 12 and 7 pips."""


def played_out(rules: RuleSet, dealt: tuple[str, ...], acts: tuple[str, ...]) -> Game:
    return play(deal(new_game(rules, 4), *dealt, leader=0), *acts)


@pytest.mark.parametrize(
    ("capicua", "round", "points"),
    [
        ({"points": 25}, ON_5_AND_2, 28 + 25),
        ({"points": 25}, ON_5_AND_5, 28),
        ({"points": 100, "fits": "either-end"}, ON_5_AND_5, 128),
        ({"points": 100, "fits": "either-end"}, ON_5_AND_2, 128),
        ({"points": 25}, ON_2_AND_0, 28 + 25),
        ({"points": 25, "blanks": "no"}, ON_2_AND_0, 28),
        ({"factor": 2}, ON_5_AND_2, 2 * 28),
        ({"factor": 2}, ON_5_AND_5, 28),
    ],
)
def test_a_capicua(capicua: dict[str, Any], round: tuple[Any, Any], points: int) -> None:
    """CLUBS 2: who goes out with a tile that fits both ends."""
    game = played_out(clockwise(2, bonuses={"capicua": capicua}), *round)
    (judged,) = game.judged
    assert judged.score == RoundScore((0, 2), (points, 0))
    named = [bonus.name for bonus in bonuses_in(judged.rules, game.table, judged.facts)]
    assert named == ([] if points == 28 else ["capicua"])


def test_the_list_says_which_move() -> None:
    rules = clockwise(2, bonuses={"capicua": {"points": 25}, "round_pass": 5, "each_pass": 10})
    game = played_out(rules, *ON_5_AND_2)
    (judged,) = game.judged
    assert bonuses_in(judged.rules, game.table, judged.facts) == (
        Bonus("capicua", 0, (0, 2), 25, move=4),
        Bonus("each-pass", 1, (1, 3), 10, move=2),
        Bonus("each-pass", 2, (0, 2), 10, move=3),
    )
    assert judged.score == RoundScore((0, 2), (28 + 25 + 10, 10))


@pytest.mark.parametrize(
    ("bonuses", "fits", "points"),
    [
        ({"chuchazo": {"points": 100}}, 0, 20 + 100),
        ({"chuchazo": {"points": 100}}, 2, 20 + 100),
        ({"chuchazo": {"points": 30, "both_ends": "not"}}, 0, 20 + 30),
        ({"chuchazo": {"points": 30, "both_ends": "not"}}, 2, 20),
        ({"chuchazo": {"points": 25}, "capicua": {"points": 25}}, 2, 20 + 25),
        ({"chuchazo": {"points": 25}, "capicua": {"points": 25, "doubles": "yes"}}, 2, 20 + 50),
        ({"capicua": {"points": 25, "doubles": "yes", "blanks": "no"}}, 2, 20),
    ],
)
def test_a_chuchazo(bonuses: dict[str, Any], fits: Fits, points: int) -> None:
    """CLUBS 3: going out with 0-0, others 6, 11, 3; beside a capicúa both count."""
    course = Course(out_tile=tile_named("0-0"), fits=fits, out=Move(0, 9), last=Move(0, 9))
    of = facts(0, 6, 11, 3, out=0)._replace(course=course)
    assert scored({"bonuses": bonuses}, of) == (points, 0)


def test_a_block_made_with_the_double_blank_is_none() -> None:
    """CLUBS 3: a block made with 0-0 is none; nor is there a capicúa in a block."""
    of = facts(4, 6, 11, 30)._replace(course=Course(last=Move(0, 9)))
    every = {"chuchazo": {"points": 100}, "capicua": {"points": 25, "doubles": "yes"}}
    assert scored({"bonuses": every}, of) == scored({}, of)


OPENING = {"opening_pass": {"double": 25, "other": 50}, "round_pass": 25}


@pytest.mark.parametrize(
    ("lead", "acts", "brought"),
    [
        ("6-4", ("3 passes", "2 lays 6-5 right", "1 passes", "0 lays 4-4 left"), (50, 0)),
        ("4-4", ("3 passes", "2 lays 4-0 left", "1 passes", "0 lays 6-4 right"), (25, 0)),
        ("6-4", ("3 passes", "2 passes", "1 lays 4-3 left", "0 lays 6-1 right"), (0, 0)),
        ("6-4", ("3 passes", "2 passes", "1 passes", "0 lays 6-1 right"), (25, 0)),
    ],
)
def test_an_opening_pass(lead: str, acts: tuple[str, ...], brought: tuple[int, int]) -> None:
    """CLUBS 4, Dominican (the next seat is seat - 1)."""
    hands = {
        "2 lays 6-5 right": ("6-4 4-4", "1-1 2-2", "6-5 3-3", "5-1 3-1"),
        "2 lays 4-0 left": ("6-4 4-4", "1-1 2-2", "4-0 3-3", "5-1 3-1"),
        "1 lays 4-3 left": ("6-4 6-1", "4-3 2-2", "5-2 3-3", "5-1 3-1"),
        "1 passes": ("6-4 6-1", "3-0 2-2", "5-2 3-3", "5-1 3-1"),
    }
    dealt = next(hand for act, hand in hands.items() if act in acts[1:3])
    rules = four(2, bonuses=OPENING)
    game = played_out(rules, dealt, (f"0 lays {lead}", *acts))
    (judged,) = game.judged
    plain = judged.rules.model_copy(update={"bonuses": None})
    without = score_settled(plain, ACROSS, judged.facts)
    assert judged.score is not None
    assert without is not None
    assert judged.score.points is not None
    assert without.points is not None
    more = tuple(a - b for a, b in zip(judged.score.points, without.points, strict=True))
    assert more == brought


def test_an_opening_pass_that_the_partner_does_not_annul() -> None:
    of = facts(0, 6, 11, 3, out=0)._replace(course=Course(lead=tile_named("6-4"), passed_lead=2))
    counts = {"opening_pass": {"other": 50, "partner_passes": "counts"}}
    assert scored({"bonuses": OPENING}, of) == (20, 0)
    assert scored({"bonuses": counts}, of) == (70, 0)


def test_nobody_has_a_partner() -> None:
    """Then none can annul it."""
    rules = altered("block@1", score={"points": "all-hands", "bonuses": OPENING})
    of = facts(0, 6, 11, out=0)._replace(course=Course(lead=tile_named("6-4"), passed_lead=2))
    found = score_settled(rules.score, ((0,), (1,), (2,)), of)
    assert found == RoundScore((0,), (67, 0, 0))


def test_a_pass_goes_to_each_other_side() -> None:
    rules = altered("block@1", score={"points": "all-hands", "bonuses": {"each_pass": 10}})
    table = table_for(rules.play, 3)
    of = facts(0, 6, 11, out=0)._replace(course=Course(passes=(Move(1, 1),), given=(0,)))
    assert score_settled(rules.score, table.sides, of) == RoundScore((0,), (27, 0, 10))
    found = bonuses_in(rules.score, table, of)
    assert [(each.seat, each.side, each.move) for each in found] == [(0, (0,), 1), (2, (2,), 1)]


# -- By round, carried


PUERTO_RICO = {"capicua": {"points": 100}, "by_round": [100, 75, 50, 25]}


def in_order(score: dict[str, Any], *rounds: RoundFacts | None) -> list[tuple[int, ...]]:
    """The points of each round of a game, by side; None: a void one."""
    rules = Score.model_validate(ALL_HANDS | score)
    progress = Progress(standing_at_first(rules, ACROSS))
    points: list[tuple[int, ...]] = []
    for each in rounds:
        found = None if each is None else score_settled(rules, ACROSS, each, progress.before)
        progress = progress.after(rules, ACROSS, found, None, None)
        if found is not None and found.points is not None:
            points.append(found.points)
    return points


FIRST, TIE, WITH_20 = facts(0, 9, 0, 5, out=0), facts(5, 9, 9, 5), facts(0, 9, 6, 5, out=0)
WITH_31 = facts(4, 0, 20, 7, out=1)._replace(
    course=Course(out_tile=tile_named("5-2"), fits=2, out=Move(1, 20), last=Move(1, 20))
)


def test_by_round_and_carried() -> None:
    """CLUBS 5: round 2 with 31 pips and a capicúa 100 is 206; a tie; round 4 with 20 is 45."""
    assert in_order({"bonuses": PUERTO_RICO}, FIRST, WITH_31, TIE, WITH_20) == [
        *((114, 0), (0, 206), (0, 0), (45, 0))
    ]


def test_a_void_round_uses_up_no_place() -> None:
    found = in_order({"bonuses": PUERTO_RICO}, FIRST, None, WITH_31)
    assert found == [(114, 0), (0, 206)]


def test_the_list_has_a_bonus_of_the_round() -> None:
    rules = altered("partnership-sanjuan@1", score=ALL_HANDS | {"bonuses": PUERTO_RICO})
    table = table_for(rules.play, 4)
    before = Before((0, 0), (), 1)
    assert bonuses_in(rules.score, table, WITH_31, before) == (
        Bonus("capicua", 1, (1, 3), 100, move=20),
        Bonus("round", 1, (1, 3), 75, move=20),
    )
    blocked = facts(30, 1, 9, 5)._replace(course=Course(last=Move(2, 20)))
    assert bonuses_in(rules.score, table, blocked) == (Bonus("round", 1, (1, 3), 100, move=20),)


@pytest.mark.parametrize(
    ("carry", "points"),
    [
        ("none", [(0, 0), (0, 0), (20, 0), (20, 0)]),
        ("plus-one", [(0, 0), (0, 0), (22, 0), (20, 0)]),
        ("double", [(0, 0), (0, 0), (40, 0), (20, 0)]),
    ],
)
def test_what_is_carried(carry: str, points: list[tuple[int, int]]) -> None:
    """Two ties, and two rounds that are won."""
    assert in_order({"carry": carry}, TIE, TIE, WITH_20, WITH_20) == points


@pytest.mark.parametrize(
    ("score", "points"),
    [
        # A void round leaves it.
        ({"carry": "double"}, [(0, 0), (40, 0)]),
        # With a bonus of the round: 2 x (20 + 75), its first place used up.
        ({"carry": "double", "bonuses": {"by_round": [100, 75]}}, [(0, 0), (190, 0)]),
        ({"carry": "plus-one", "bonuses": {"by_round": [100, 75]}}, [(0, 0), (96, 0)]),
    ],
)
def test_what_is_carried_over_a_void_round(
    score: dict[str, Any], points: list[tuple[int, int]]
) -> None:
    assert in_order(score, TIE, None, WITH_20) == points


def test_a_block_bonus_is_doubled_too() -> None:
    """A block with 5 + 1 + 9 + 6 pips, and 100 for it."""
    block = facts(5, 1, 9, 6)
    assert in_order({"carry": "double", "block_bonus": 100}, TIE, block) == [(0, 0), (0, 242)]


def test_points_in_play_are_not_doubled() -> None:
    rules = altered("all-fives@1", score={"carry": "double", "target": 500})
    of = facts(0, 20, out=0)._replace(in_play=(15, 5))
    found = score_settled(rules.score, ((0,), (1,)), of, Before((0, 0), (), 1, 1))
    assert found == RoundScore((0,), (40 + 15, 5))


# -- What makes no sense


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"score": {"bonuses": {"capicua": {}}}}, "points-or-factor"),
        ({"score": {"bonuses": {"capicua": {"points": 5, "factor": 2}}}}, "points-or-factor"),
        ({"score": {"points": "own-hand", "bonuses": {"each_pass": 1}}}, "does-not-go-with"),
        ({"score": {"carry": "double"}}, "standing-of-one-round"),
        ({"score": {"carry": "plus-one", "points": "none"}}, "standing-of-one-round"),
        (
            {
                "play": {"layout": {"kind": "arms", "arms": 4}},
                "score": {"bonuses": {"capicua": {"points": 5}}},
            },
            "does-not-go-with",
        ),
        (
            {"play": {"cannot_play": "set-aside"}, "score": {"bonuses": {"round_pass": 5}}},
            "does-not-go-with",
        ),
        ({"score": {"bonuses": {"by_round": [-1]}}}, "greater than or equal to 0"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        altered("block-lot@1", **changes)


# -- A naive second statement


def naive_course(
    table: Table, round: Round
) -> tuple[int, list[tuple[int, int]], list[tuple[int, int]], int]:
    """From the names of tiles alone: lead, passes after it, forced and round passes, the fit."""
    left = right = -1
    moves = [act for act in round.acts if isinstance(act, TileLaid | TurnPassed)]
    lays = [number for number, act in enumerate(moves) if isinstance(act, TileLaid)]
    passes = [n for n, act in enumerate(moves) if isinstance(act, TurnPassed) and n < lays[-1]]
    fits = 0
    for number in lays:
        act = moves[number]
        assert isinstance(act, TileLaid)
        low, high = HALVES[act.tile]
        if number == lays[-1] and number:
            straight, crossed = (low, high) == (left, right), (high, low) == (left, right)
            both = {left, right} <= {low, high}
            fits = 2 if straight or crossed else 1 if both else 0
        if number == 0:
            left, right = low, high
        elif act.end == "left":
            left = high if low == left else low
        else:
            right = high if low == right else low
    after_lead = 0
    while len(lays) > 1 and after_lead + 1 < lays[1]:
        after_lead += 1
    again = [
        (moves[first].seat, first)
        for first, second in pairwise(lays)
        if second - first == table.seats and moves[first].seat == moves[second].seat
    ]
    passed = [(moves[number].seat, number) for number in passes]
    return after_lead, passed, again if table.seats > 2 else [], fits


def played_at_random(rules: RuleSet, seats: int, random: Random) -> tuple[Game, Round]:
    """The game after the deal of a round, and the round after its end."""
    tiles = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    random.shuffle(tiles)
    dealt = [" ".join(tiles[7 * seat : 7 * seat + 7]) for seat in range(seats)]
    game = deal(new_game(rules, seats), *dealt, leader=random.randrange(seats))
    round = now(game)
    while round.ended is None:
        round = advance_legal(round, random.choice(legal_moves(round)))
    return game, round


@pytest.mark.unmeasured
@given(st.integers(2, 4), st.booleans(), st.randoms(use_true_random=False))
def test_the_course_of_random_rounds(seats: int, partners: bool, random: Random) -> None:
    partners = partners and seats == 4
    rules = altered("block-lot@1", play={"hand": {seats: 7}, "partners": partners})
    game, round = played_at_random(rules, seats, random)
    of = facts_of(round)
    found = of.course
    mine = found.passed_lead, list(found.passes), list(found.round_passes), found.fits
    after_lead, passed, again, fits = naive_course(game.table, round)
    assert mine == (after_lead, passed, again, fits if of.out is not None else 0)
    laid = [act for act in round.acts if isinstance(act, TileLaid)]
    assert (found.lead, found.led) == (laid[0].tile, Move(laid[0].seat, 0))
    assert found.out_tile == (laid[-1].tile if of.out is not None else None)
    every = {
        "capicua": {"points": 1000, "doubles": "yes"},
        "chuchazo": {"points": 500},
        "opening_pass": {"double": 3, "other": 5},
        "round_pass": 7,
        "each_pass": 10,
        "by_round": [11],
    }
    rules = rules.model_copy(
        update={"score": Score.model_validate(rules.score.model_dump() | {"bonuses": every})}
    )
    check_sums(rules, game.table, of)


@given(
    st.sampled_from([(2, False), (3, False), (4, False), (4, True)]),
    st.fixed_dictionaries(
        {},
        optional={
            "capicua": st.fixed_dictionaries(
                {"points": st.just(1000)},
                optional={
                    "fits": st.sampled_from(["each-half", "either-end"]),
                    "doubles": st.sampled_from(["no", "yes"]),
                    "blanks": st.sampled_from(["no", "yes"]),
                },
            ),
            "chuchazo": st.fixed_dictionaries(
                {"points": st.just(500), "both_ends": st.sampled_from(["counts", "not"])}
            ),
            "opening_pass": st.fixed_dictionaries(
                {
                    "double": st.just(3),
                    "other": st.just(5),
                    "partner_passes": st.sampled_from(["annuls", "counts"]),
                }
            ),
            "round_pass": st.just(7),
            "each_pass": st.just(11),
            "by_round": st.just([100, 75, 50]),
        },
    ),
    st.sampled_from(["none", "plus-one", "double"]),
    st.tuples(st.integers(0, 4), st.integers(0, 3)),
    st.randoms(use_true_random=False),
)
def test_random_rounds_score_as_clubs_say(
    seating: tuple[int, bool],
    bonuses: dict[str, Any],
    carry: str,
    earlier: tuple[int, int],
    random: Random,
) -> None:
    """A second statement of CLUBS 1 to 5, from the moves alone; ``earlier``: rounds and ties."""
    (seats, partners), (number, ties) = seating, earlier
    score = {"points": "all-hands", "target": 500, "bonuses": bonuses, "carry": carry}
    rules = altered(
        "block-lot@1",
        play={"hand": {seats: 7}, "partners": partners},
        score={"tied": "nobody"} | score,
    )
    game, round = played_at_random(rules, seats, random)
    of, sides = facts_of(round), game.table.sides
    before = Before((0,) * len(sides), (), number, ties)
    plain = score_settled(
        rules.score.model_copy(update={"bonuses": None, "carry": "none"}), sides, of
    )
    found = score_settled(rules.score, sides, of, before)
    assert plain is not None
    assert found is not None
    assert plain.points is not None
    points = list(plain.points)
    moves = [act for act in round.acts if isinstance(act, TileLaid | TurnPassed)]
    for side, more in naive_bonuses(game.table, round, moves, bonuses).items():
        points[side] += more
    for side, own in enumerate(sides):
        if {*own} <= {*plain.winners}:
            points[side] += dict(enumerate(bonuses.get("by_round", ()))).get(number, 0)
            if carry == "double" and ties:
                points[side] *= 2
            points[side] += ties if carry == "plus-one" else 0
    assert found == RoundScore(plain.winners, tuple(points))


def naive_bonuses(
    table: Table, round: Round, moves: list[TileLaid | TurnPassed], bonuses: dict[str, Any]
) -> dict[int, int]:
    """By side, what its bonuses bring, but for that of the round."""
    brought = dict.fromkeys(range(len(table.sides)), 0)
    after_lead, passed, again, fits = naive_course(table, round)
    lays = [act for act in moves if isinstance(act, TileLaid)]
    last, lead = lays[-1], lays[0]
    low, high = HALVES[last.tile]
    if round.ended == "out":
        side = table.side_of(last.seat)
        capicua, chuchazo = bonuses.get("capicua"), bonuses.get("chuchazo")
        if (
            capicua
            and (fits == 2 or (fits == 1 and capicua.get("fits") == "either-end"))
            and (low != high or capicua.get("doubles") == "yes")
            and (low > 0 or capicua.get("blanks") != "no")
        ):
            brought[side] += 1000
        if chuchazo and high == 0 and not (fits and chuchazo["both_ends"] == "not"):
            brought[side] += 500
    opening = bonuses.get("opening_pass")
    if opening and after_lead:
        annulled = len(table.sides) < table.seats and after_lead >= 2
        if opening["partner_passes"] == "counts" or not annulled:
            double = HALVES[lead.tile][0] == HALVES[lead.tile][1]
            brought[table.side_of(lead.seat)] += 3 if double else 5
    for seat, _ in again:
        brought[table.side_of(seat)] += bonuses.get("round_pass", 0)
    for seat, _ in passed:
        for side in brought:
            if side != table.side_of(seat):
                brought[side] += bonuses.get("each_pass", 0)
    return brought


def check_sums(rules: RuleSet, table: Table, of: RoundFacts) -> None:
    """The list adds up to what the sides score beside the hands."""
    with_bonuses = score_settled(rules.score, table.sides, of)
    plain = rules.score.model_copy(update={"bonuses": None})
    without = score_settled(plain, table.sides, of)
    assert with_bonuses is not None
    assert without is not None
    assert with_bonuses.points is not None
    assert without.points is not None
    more = [0] * len(table.sides)
    for bonus in bonuses_in(rules.score, table, of):
        assert bonus.seat in bonus.side
        more[table.sides.index(bonus.side)] += bonus.points or 0
    pairs = zip(with_bonuses.points, without.points, strict=True)
    assert [a - b for a, b in pairs] == more
