"""Rebuilds by any rules: the tables are as if they were new."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.projections.tables import verdicts
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.rebuild import judge_all
from tests.domain.builders import altered
from tests.lanes import examples
from tests.ledger.games import lines, take

from .figures_by_fold import rounds, rulings, seats
from .modelled import (
    Everything,
    booked,
    everything,
    exhaust,
    opened,
    owed,
    rebuild,
    rebuilt_rows,
    recount,
)
from .two_stores import BATCH, LAMPUNG

RULES: dict[str, RuleSet | None] = {
    "each its own": None,
    "money by a reading": PUBLISHED["forced-block@1"],
    "a lost block costs three times": LAMPUNG,
    "broken off, and counting": altered(
        "draw@1", score={"target": 60, "abandoned": "as-it-stands"}, payout={"reading": "set-up"}
    ),
    "surplus rounds": altered("block@1", score={"target": 20}, payout={"reading": "last-choice"}),
    "points, no money": PUBLISHED["block@1"],
    "money, no reading": PUBLISHED["block-lot@1"],
    "rounds run out": altered("partnership-sanjuan@1", score={"target": 5000}),
}


def count_by(keeper: Keeper, rules: RuleSet | None) -> Everything:
    """Count by these rules, and check every figure against the domain."""
    recount(keeper, rules)
    exhaust(keeper.catch_up())  # Rates the games.
    found = everything(keeper.models)
    ruled = rulings(keeper.book, rules)
    assert found["game_seat"] == sorted(seats(ruled), key=repr)
    assert found["round_fact"] == sorted(rounds(ruled), key=repr)
    assert booked(found) == owed(ruled)
    return found


# -- equal rules, other rules


@pytest.mark.unmeasured
def test_a_rebuild_changes_nothing(keeper: Keeper) -> None:
    before = everything(keeper.models)
    assert len(before) > 15
    assert rebuild(keeper) == 0
    assert everything(keeper.models) == before
    with opened(Path(keeper.book.path), 10_000) as at_once:
        assert rebuild(at_once) == 0
        assert everything(at_once.models) == before


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", list(RULES)[: examples(4)])
def test_games_counted_by_other_rules_agree_with_the_domain(name: str, keeper: Keeper) -> None:
    """Counted again from facts, they are as if all tables were made anew by these rules."""
    rules = RULES[name]
    found = count_by(keeper, rules)
    assert recount(keeper, rules) == 0
    assert rebuild(keeper, rules) == 0
    assert everything(keeper.models) == found
    file = Path(keeper.book.path)
    Path(f"{file}.tables").rename(file.with_name("before"))
    with opened(file, BATCH) as anew:
        exhaust(anew.catch_up())
        assert everything(anew.models) | {"verdict": []} == found | {"verdict": []}


@pytest.mark.unmeasured
def test_a_rebuild_back_books_the_opposite(keeper: Keeper) -> None:
    before = everything(keeper.models)
    there = recount(keeper, LAMPUNG)
    after = everything(keeper.models)
    changed = adjusting(after, {LAMPUNG.id})
    assert len(changed) == there > 0
    assert rebuild(keeper) == there
    back = everything(keeper.models)
    assert rebuilt_rows(back) == rebuilt_rows(before)
    assert booked(back) == booked(before)
    own = {row[1] for row in back["posting"]} - {LAMPUNG.id}
    assert adjusting(back, own) == [(*key, -amount) for *key, amount in changed]
    assert [row for row in back["posting"] if row[0] == "settlement"] == before["posting"]


def adjusting(rows: Everything, by: Collection[str]) -> list[tuple[Any, ...]]:
    """Round, player and amount of adjustments booked by these rules."""
    return sorted(
        (round_id, player, amount)
        for kind, rules, round_id, _, player, _, amount, _ in rows["posting"]
        if kind == "adjustment" and rules in by
    )


@pytest.mark.unmeasured
def test_later_games_are_counted_by_the_new_rules(keeper: Keeper) -> None:
    recount(keeper, LAMPUNG)
    take(keeper.book, lines("payout.jsonl")[25:40])
    exhaust(keeper.catch_up())
    found = everything(keeper.models)
    ruled = rulings(keeper.book, LAMPUNG)
    assert found["game_seat"] == sorted(seats(ruled), key=repr)
    assert booked(found) == owed(ruled)
    new = max(row[0] for row in found["game_fact"]) - 14
    assert {row[0] for row in found["posting"] if row[3] >= new} == {"settlement"}
    assert rebuild(keeper, LAMPUNG) == 0
    assert everything(keeper.models) == found


def test_verdicts_are_written_while_others_are_searched(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long search is written in parts."""
    tables = keeper.models
    exhaust(judge_all(keeper))
    found = everything(tables)["verdict"]
    with tables.writing() as connection:
        connection.rows("DELETE FROM verdict")
    monkeypatch.setattr(verdicts, "SECONDS_OF_SEARCH", -1)
    exhaust(judge_all(keeper))
    assert everything(tables)["verdict"] == found != []
