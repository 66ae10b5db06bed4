"""The score sheet agrees with the rulings, and its sums are correct."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.disputes.events import CorrectPoints, ImposePenalty
from domino_ledger.domain.events import GameAbandoned, GameForfeited, IrregularityNoted
from domino_ledger.domain.game.state import Game, evolve_game, fold
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.projections.messages.score_sheet import ending_text, sheet_json, waiting_text
from domino_ledger.projections.reports.score_sheet import (
    Identity,
    RulingRemark,
    Sheet,
    score_sheet,
    sheet_of,
)
from domino_ledger.projections.results.game_result import count_game, net_of_game
from domino_ledger.projections.results.sides import points_by_team
from tests.domain.builders import altered, any_hand, deal, evolved, new_game, play
from tests.lanes import examples
from tests.ledger.games import booked, counted_by, game_of, record
from tests.ledger.kinds import KINDS

from .reports.books import unfinished
from .ruled import ruled_game

LOT = record("openspiel-block.jsonl")
SERIES = record("sanjuan.jsonl")
STREAM = Identity(UUID(int=7), "c0ffee", 12, "2026-01-02T03:04:05Z")


def sheet(game: Game, rules: RuleSet | None = None, *remarks: RulingRemark) -> Sheet:
    names = tuple(f"p{seat}" for seat in range(game.table.seats))
    return sheet_of(count_game(game, rules), names, STREAM, remarks)


def waiting(found: Sheet) -> list[str]:
    return list(map(waiting_text, found.waiting))


def endings(found: Sheet) -> list[str]:
    return [ending_text(round.ended) for round in found.rounds]


# -- what the game waits for


@pytest.mark.parametrize(
    ("noted", "outcome"),
    [([], "won"), ([IrregularityNoted(code="wrong-seat")], "waits-for-ruling")],
)
def test_a_game_with_disputed_seats_waits_for_a_ruling(
    noted: list[IrregularityNoted], outcome: str
) -> None:
    """Though every round was played by the rules."""
    game = evolved(new_game(any_hand("block-lot@1", 2, 2), 2), noted)
    game = deal(game, "6-6 5-5", "6-5 6-4", leader=0)
    found = sheet(play(game, "0 lays 6-6", "1 lays 6-5 left", "0 lays 5-5 left"))
    assert found.outcome.code == outcome


# -- what an arbiter ordered

PENALTY = ImposePenalty(round=1, seat=1, offence="revoke", points_off=5, points_to_others=30)


def test_points_stay_what_was_played_beside_corrections_and_penalties() -> None:
    found = sheet(ruled_game(SERIES, CorrectPoints(round=0, points=(4, 6)), PENALTY))
    first, second, third = found.rounds[:3]
    assert (first.points, first.played_points) == ((4, 6), (0, 10))
    assert (first.corrected, first.penalties) == ((4, 6), None)
    assert (second.points, second.played_points) == ((30, 11), (0, 16))
    assert (second.corrected, second.penalties) == (None, (30, -5))
    assert [round.totals for round in (first, second, third)] == [(4, 6), (34, 17), (34, 35)]
    assert (first.net, first.net_penalties, first.net_totals) == (None, None, None)


def test_points_beside_a_void_round_are_on_the_sheet_as_penalties() -> None:
    fine = PENALTY.model_copy(update={"voids_round": True})
    first, second, third = sheet(ruled_game(SERIES, fine)).rounds[:3]
    assert (second.points, second.penalties, second.totals) == (None, (30, -5), (30, 5))
    assert (first.totals, third.totals) == ((0, 10), (30, 23))


# -- what does not count


def other(**score: Any) -> RuleSet:
    rules = PUBLISHED["partnership-sanjuan@1"]
    return rules.model_copy(update={"score": rules.score.model_copy(update=score)})


def test_surplus_rounds_count_for_nothing() -> None:
    found = sheet(game_of(SERIES), other(target=100))
    assert endings(found)[5:7] == ["blocked", "p2 out, counts for nothing"]
    assert found.rounds[6][3:] == (None,) * 10
    assert found.rounds[5].totals == (73, 106)


def test_an_unseen_round_of_a_game_that_was_left_waits_no_longer() -> None:
    begun = unfinished(2, abandoned="as-it-stands")
    first, second = begun["rounds"]
    unseen = game_of(begun | {"rounds": [first, second | {"hands": None}]})
    assert endings(sheet(unseen))[1].endswith(", tiles left that nobody saw")
    left = sheet(evolve_game(unseen, GameAbandoned(reason="rain")))
    assert endings(left)[1].endswith("counts for nothing")
    assert waiting(left) == []


def test_disputed_seats() -> None:
    found = sheet(game_of(LOT | {"players": ["p0", "p0"]}))
    assert waiting(found) == ["game: one player sits at two seats"]
    assert found.rounds[0].won is None


# -- the book


def test_a_sheet_says_when_other_rules_count(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    other = altered("forced-block@1", payout={"loss_factor": 7})
    book.append_to_house(book.house(), [counted_by(other)])
    (remark,) = sheet_json(score_sheet(book, game))["remarks"]
    assert (remark["code"], remark["params"]) == (
        "other-rules-count",
        {"rules": "house@1", "own": "forced-block@1"},
    )
    assert remark["message"] == (
        "Under forced-block@1, as it was played; "
        "in statistics and money this game counts by house@1."
    )
    book.append_to_house(book.house(), [counted_by(PUBLISHED["draw@1"])])
    assert score_sheet(book, game).remarks == ()


@pytest.mark.parametrize(
    ("left", "says"),
    [
        (GameAbandoned(reason="rain"), "Not played to its end: abandoned: rain"),
        (GameAbandoned(), "Not played to its end: abandoned"),
        (GameForfeited(seat=1, reason="home"), "Not played to its end: forfeited by p1: home"),
        (GameForfeited(seat=1), "Not played to its end: forfeited by p1"),
    ],
)
def test_how_a_game_was_left_is_a_remark(left: GameAbandoned | GameForfeited, says: str) -> None:
    game = game_of(SERIES | {"rounds": SERIES["rounds"][:3]})
    found = sheet(evolve_game(game, left))
    (remark,) = sheet_json(found)["remarks"]
    assert remark["message"] == says
    assert remark["params"]["reason"] == left.reason


# -- the sums


@pytest.mark.unmeasured
@settings(max_examples=examples(60))
@given(
    kind=st.sampled_from(KINDS),
    number=st.integers(1, 10_000),
    counting=st.sampled_from([None, *PUBLISHED]),
)
def test_totals_are_those_of_the_ruling(
    kind: tuple[RuleSet, int], number: int, counting: str | None
) -> None:
    rules, seats = kind
    players = tuple(UUID(int=seat + 1) for seat in range(seats))
    game = fold(Simulation(rules, seats, seed=3).play(number, players).events)
    by = None if counting is None else PUBLISHED[counting]
    ruling, found = count_game(game, by), sheet(game, by)
    standing = points_by_team(game, ruling.standing.scores)
    assert last(found, lambda each: each.totals) == (standing and tuple(standing))
    assert last(found, lambda each: each.net_totals) == net_of_game(ruling)
    assert found.scored == (standing is not None)
    assert (found.outcome.code == "won") == bool(ruling.winners)


def last(found: Sheet, figures: Callable[[Any], Any]) -> Any:
    return next((figures(each) for each in found.rounds[::-1] if figures(each) is not None), None)
