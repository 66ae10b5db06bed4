"""What was really scored is never refused, and never remarked on, when it is only noted."""

from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import NotedBonus, RoundReported
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.decide import ReportRound, decide
from domino_ledger.domain.game.noted_result import (
    Result,
    needs_pips_by_seat,
    remarks_on,
    usual_figures,
    won_by_figures,
)
from domino_ledger.domain.game.state import JudgedRound
from domino_ledger.domain.round.state import reported_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.scoring.figures import by_side
from domino_ledger.domain.scoring.score import (
    is_played_again,
    lacking,
    most_points,
    score_report,
    score_settled,
)
from domino_ledger.domain.seats import Sides
from tests.lanes import examples

from .builders import altered, new_game, refusal
from .random_games import ALL_RULES, AS_FOUND, SCORES, Setting, settings_of_play


def most(rules: RuleSet, seats: int, *, may_block: bool = True) -> int:
    table = table_for(rules.play, seats)
    pips, tiles = table.pips_left(table.tiles), table.tiles.bit_count()
    return most_points(rules.score, table.sides, pips, tiles, may_block=may_block)


@pytest.mark.parametrize(
    ("rules", "seats", "blocked", "out"),
    [
        ("block@1", 2, 168, 168),
        ("draw-nine@1", 5, 495, 495),
        ("partnership-sanjuan@1", 4, 168, 168),
        ("partnership-puerto-rican@1", 4, 268, 168),
        ("chicken-foot@1", 3, 545, 545),
        ("mexican-train@1", 4, 1142, 1142),
        ("basic-train@1", 4, 120 + 55 * 5, 120 + 55 * 5),
        ("all-fives@1", 3, 28 * 168 // 5 * 5 + 170, 28 * 168 // 5 * 5 + 170),
    ],
)
def test_the_most_that_a_side_can_score(rules: str, seats: int, blocked: int, out: int) -> None:
    assert most(PUBLISHED[rules], seats) == blocked
    assert most(PUBLISHED[rules], seats, may_block=False) == out


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ({"rounding": "each-hand", "points": "all-hands"}, 175),
        ({"rounding": "each-hand"}, 170),
        ({"rounding": "sum", "points_per": "five"}, 34),
        ({"block_bonus": 20, "blocked_winner": "nobody"}, 188),
        ({"points": "own-hand"}, 168),
        ({"points": "win"}, 1),
        ({"scale": {}}, 17),
        ({"blocked_points": "all-hands"}, 168),
    ],
)
def test_what_rules_add_is_part_of_the_most(score: dict[str, object], points: int) -> None:
    assert most(altered("partnership-pagat@1", score=score), 4) == points


def test_who_won_a_block_in_which_others_score() -> None:
    game = new_game(altered("block@1", score={"blocked_points": "heavier"}), 4)
    report = RoundReported(winners=(1, 2), ended="blocked", points=(0, 18, 18, 8))
    assert decide(game, ReportRound(Result(ended="blocked", points=(0, 18, 18, 8)))) == (report,)
    for result in (Result(points=(0, 18, 18, 8)), Result(ended="out", points=(0, 18, 0, 8))):
        needed = Fault("bad-result", {"needs": "winner"})
        assert refusal(game, ReportRound(result)) == needed


def settled(setting: Setting) -> Iterator[JudgedRound]:
    """The rounds of a random game that ended, all hands known."""
    *_, last = setting.plies(rounds=2)
    return (judged for judged in last.after.judged if judged.score is not None)


@pytest.mark.unmeasured
@given(settings_of_play(), SCORES)
@settings(AS_FOUND, max_examples=examples(120))
def test_no_played_round_scores_more(setting: Setting, score: Score) -> None:
    table = table_for(ALL_RULES[setting.name].play, setting.seats)
    pips, tiles = table.pips_left(table.tiles), table.tiles.bit_count()
    for judged in settled(setting):
        assume(score.in_play == "none" or judged.facts.in_play)
        assume(not is_played_again(score, table.sides, judged.facts))
        found = score_settled(score, table.sides, judged.facts)
        assert found is not None
        limit = most_points(score, table.sides, pips, tiles, may_block=judged.facts.out is None)
        assert found.points is None or max(found.points) <= limit


def ways_to_note(judged: JudgedRound, sides: Sides) -> Iterator[Result]:
    """The result of a played round in each form that says enough."""
    rules, facts, score = judged.rules, judged.facts, judged.score
    assert score is not None
    if facts.out is not None:
        how = Result(ended="out", out=facts.out)
    else:
        how = Result(ended="blocked" if facts.ended == "blocked" else None)
    won = how._replace(winners=score.winners)
    if score.points is None:
        yield won
    else:
        yield won._replace(points=score.points)
        yield Result(winners=score.winners, points=score.points)
        follows = rules.out_winner == "that-seat" and facts.out is not None
        if follows or (not rules.others_score and any(score.points)):
            yield how._replace(points=score.points)
    bonuses = tuple(NotedBonus(name=each.name, seat=each.seat) for each in judged.bonuses)
    if bonuses:
        yield won._replace(points=score.points, bonuses=bonuses)
    if {bonus.name for bonus in bonuses} & {"opening-pass", "round", "carry"}:
        return  # What these bring depends on more than the pips.
    how, won = how._replace(bonuses=bonuses), won._replace(bonuses=bonuses)
    for pips in {facts.pips, by_side(sides, facts.pips)}:
        if lacking(rules, how.ended, by_side=len(pips) < len(facts.pips)) is None:
            yield won._replace(pips=pips)
            if rules.blocked_winner != "fewest-tiles":
                yield how._replace(pips=pips)


@pytest.mark.parametrize("name", ALL_RULES)
@given(data=st.data())
@settings(AS_FOUND, max_examples=examples(12))
def test_what_was_scored_can_be_noted(name: str, data: st.DataObject) -> None:
    setting = data.draw(settings_of_play(name))
    rules = ALL_RULES[name]
    game = new_game(rules, setting.seats)
    for judged in settled(setting):
        for result in ways_to_note(judged, game.table.sides):
            report, *others = decide(game, ReportRound(result))
            assert isinstance(report, RoundReported)
            assert {type(event).__name__ for event in others} <= {"GameWon"}
            assert remarks_on(rules.score, reported_round(game.table, report)) == ()
            assert score_report(rules.score, game.table.sides, report) == judged.score


@pytest.mark.parametrize(
    ("rules", "figures"),
    [
        ("block@1", "pips"),
        ("forced-block@1", "pips"),  # Nothing is scored, and pips are paid for.
        ("partnership-sanjuan@1", "points"),
        ("all-fives@1", "points"),  # What was scored in play is in no hand.
        ("basic-train@1", "points"),
        ("mexican-train@1", "pips"),
    ],
)
def test_which_figures_are_noted(rules: str, figures: str) -> None:
    assert usual_figures(PUBLISHED[rules]) == figures


def test_pips_of_each_seat_where_the_lowest_hand_wins_for_its_side() -> None:
    rules = PUBLISHED["block@1"]
    lowest = rules.score.model_copy(update={"blocked_winner": "side-of-lowest-hand"})
    assert needs_pips_by_seat(lowest)
    assert not needs_pips_by_seat(rules.score)
    assert usual_figures(rules.model_copy(update={"score": lowest})) == "pips"


@pytest.mark.parametrize(
    ("winners", "pips", "found"),
    [
        ((0,), (0, 12, 8, 0), True),  # Two are out of pips: the other one ties.
        ((0,), (3, 12, 8, 9), True),
        ((1,), (7, 12, 8, 9), False),
        ((0,), (0, 12, 8), False),  # Three figures of four seats name nobody.
        ((), (0, 12, 8, 9), True),  # Nobody was given: the figures name who it is.
    ],
)
def test_whether_the_figures_name_the_winners(
    winners: tuple[int, ...], pips: tuple[int, ...], *, found: bool
) -> None:
    rules = PUBLISHED["block@1"]
    result = Result(winners, "blocked", pips=pips)
    assert won_by_figures(table_for(rules.play, 4), rules.score, result) == found
