"""Bonuses that were noted with a result (docs/rules/score.md#reported-rounds)."""

from typing import Any

import pytest

from domino_ledger.domain.events import BonusName, NotedBonus, RoundReported
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.faults.codes import Fault
from domino_ledger.domain.game.noted_result import Result, remarks_on, report_of
from domino_ledger.domain.round.state import reported_round
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import Table, table_for
from domino_ledger.domain.scoring.bonuses import Bonus
from domino_ledger.domain.scoring.score import Before, RoundScore, bonuses_in, score_settled

from .builders import altered

BONUSES: dict[str, Any] = {
    "capicua": {"points": 100},
    "chuchazo": {"points": 50},
    "round_pass": 25,
    "each_pass": 10,
    "opening_pass": {"double": 25, "other": 50},
    "by_round": [100, 75],
}


def rules(**score: Any) -> RuleSet:
    usual = {"points": "all-hands", "bonuses": BONUSES, "carry": "plus-one"}
    return altered("partnership-sanjuan@1", score=usual | score)


WITH = rules()
WITHOUT = rules(bonuses=None, carry="none")
DOUBLED = rules(bonuses={"capicua": {"factor": 2}})
TABLE = table_for(WITH.play, 4)


def noted(result: Result, under: RuleSet = WITH) -> RoundReported:
    found = report_of(TABLE, under.score, result)
    assert isinstance(found, RoundReported), found
    return found


def score_of(report: RoundReported, under: RuleSet, before: Before) -> RoundScore | None:
    facts = facts_of(reported_round(TABLE, report))
    return score_settled(under.score, TABLE.sides, facts, before)


def bonus(name: BonusName, seat: int | None = None) -> NotedBonus:
    return NotedBonus(name=name, seat=seat)


@pytest.mark.parametrize("under", [WITH, WITHOUT, DOUBLED])
def test_noted_points_count_as_they_are(under: RuleSet) -> None:
    """What-if, too: no bonus of the round and nothing carried is added."""
    report = noted(Result((0, 2), "out", 2, points=(231, 0), bonuses=(bonus("capicua"),)))
    before = Before((0, 0), (), rounds=1, carried=3)
    assert score_of(report, under, before) == RoundScore((0, 2), (231, 0))


@pytest.mark.parametrize(
    ("bonuses", "under", "points"),
    [
        ((), WITH, (28, 0)),
        ((bonus("capicua"),), WITH, (128, 0)),
        ((bonus("capicua"),), DOUBLED, (56, 0)),
        ((bonus("capicua"), bonus("chuchazo", 2)), WITH, (178, 0)),
        ((bonus("round-pass", 1), bonus("each-pass")), WITH, (38, 25)),
        ((bonus("capicua"), bonus("opening-pass"), bonus("round")), WITHOUT, (28, 0)),
    ],
)
def test_with_pips_they_are_added(
    bonuses: tuple[NotedBonus, ...], under: RuleSet, points: tuple[int, ...]
) -> None:
    """9, 12 and 7 are left; there is no bonus of the round unless it was noted."""
    result = Result(None, "out", 2, pips=(9, 12, 0, 7), bonuses=bonuses)
    report = noted(result, under)
    assert score_of(report, under, Before((0, 0))) == RoundScore((0, 2), points)


def test_the_list_of_noted_bonuses() -> None:
    every = bonus("capicua"), bonus("round-pass", 1), bonus("each-pass"), bonus("carry")
    report = noted(Result((0, 2), None, 2, points=(231, 40), bonuses=every))
    assert report.ended == "out"
    facts = facts_of(reported_round(TABLE, report))
    assert bonuses_in(WITH.score, TABLE, facts) == (
        *(Bonus("capicua", 2, (0, 2), 100), Bonus("round-pass", 1, (1, 3), 25)),
        *(Bonus("each-pass", None, (0, 2), 10), Bonus("carry", None, (0, 2))),
    )
    nothing = bonuses_in(WITHOUT.score, TABLE, facts)
    assert [(each.name, each.points) for each in nothing] == [
        (each.name, None) for each in report.bonuses
    ]


@pytest.mark.parametrize(
    ("result", "params"),
    [
        (Result((0, 2), "blocked", points=(9, 0), bonuses=(bonus("capicua"),)), "bonus-out"),
        (Result((0, 2), "out", 2, points=(9, 0), bonuses=(bonus("chuchazo", 0),)), "bonus-out"),
        (Result(None, "out", 2, pips=(1, 2), bonuses=(bonus("opening-pass"),)), "bonus-points"),
        (Result(None, "out", 2, pips=(1, 2), bonuses=(bonus("round"),)), "bonus-points"),
        (Result(None, "out", 2, pips=(1, 2), bonuses=(bonus("carry"),)), "bonus-points"),
    ],
)
def test_bonuses_that_do_not_fit(result: Result, params: str) -> None:
    assert report_of(TABLE, WITH.score, result) == Fault("bad-result", {"needs": params})


def test_a_seat_that_is_not_there() -> None:
    result = Result((0, 2), points=(9, 0), bonuses=(bonus("round-pass", 4),))
    assert report_of(TABLE, WITH.score, result) == Fault("bad-result", {"seats": 4})


def test_points_do_not_show_who_won_where_passes_bring_some() -> None:
    result = Result(points=(40, 25))
    assert report_of(TABLE, WITH.score, result) == Fault("bad-result", {"needs": "winner"})
    assert noted(result, WITHOUT).winners == (0, 1, 2, 3)


def remarks(result: Result, under: RuleSet = WITH, table: Table = TABLE) -> list[str]:
    return [each.code for each in remarks_on(under.score, reported_round(table, noted(result)))]


def test_what_is_remarked() -> None:
    capicua = bonus("capicua")
    assert remarks(Result((0, 2), "out", points=(99, 0), bonuses=(capicua,))) == [
        "less-than-bonuses"
    ]
    assert remarks(Result((0, 2), "out", points=(100, 0), bonuses=(capicua,))) == []
    assert remarks(Result((0, 2), "out", points=(100_000, 0))) == ["too-many-points"]
    # All 168 pips, and each bonus once.
    assert remarks(Result((0, 2), "out", points=(168 + 100 + 50 + 25 + 50 + 100, 0))) == []
    assert remarks(Result((0, 2), "out", points=(169, 0)), WITHOUT) == ["too-many-points"]
