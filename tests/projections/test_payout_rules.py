"""What is said of games that a function of a program pays, with the function and without it."""

import pytest

from domino_ledger.domain.disputes.events import ImposePenalty
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import ProgramPayout, Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.messages.rules import rule_sentences
from domino_ledger.projections.messages.score_sheet import sheet_json, waiting_text
from domino_ledger.projections.reports.score_sheet import Waiting, sheet_of
from domino_ledger.projections.results.game_result import count_game, net_of_game
from tests.domain.programs import deciding, pool

from .explaining import NAMES, explained
from .ruled import ruled_game, unclaimed
from .test_sheet import STREAM

PLAYED = PUBLISHED["forced-block@1"]
BY_READING = "by the reading"
FUNCTION, HASH = "the payout rule night-pool", "0" * 64


def paid_by(payout: ProgramPayout) -> RuleSet:
    return PLAYED.model_copy(update={"id": "night-pool@1", "payout": payout})


@pytest.fixture
def lacking() -> RuleSet:
    """Rules paid by a function that this program does not have."""
    with deciding(pool) as payout:
        return paid_by(payout)


def penalized(payout: ProgramPayout) -> Game:
    """A game with a penalty of 3 pips to each other seat, for the second one."""
    record = unclaimed("payout.jsonl", 0)
    record["rules"] = paid_by(payout).model_dump(mode="json")
    penalty = ImposePenalty(round=0, seat=1, offence="revoke", points_off=0, pips_to_others=3)
    return ruled_game(record, penalty)


def test_each_payment_is_explained_and_penalties_are_added() -> None:
    with deciding(pool) as payout:
        game = penalized(payout)
        assert net_of_game(count_game(game)) == (-2, -14, -2, 18)
        said = explained(game)
    start = said.index(f"{FUNCTION} decides, a function with the SHA-256 {HASH}")
    assert said[start + 1 :] == [
        "ana pays for night-pool: -5",
        "dora gets for night-pool: 5",
        "ben pays for night-pool: -5",
        "dora gets for night-pool: 5",
        "carl pays for night-pool: -5",
        "dora gets for night-pool: 5",
        "ben pays a penalty: -9",
        *(f"{name} gets their part of a penalty: 3" for name in ("ana", "carl", "dora")),
        "in all ana owes 2",
        "in all ben owes 14",
        "in all carl owes 2",
        "in all dora gets 18",
    ]


def test_a_reading_is_explained_too() -> None:
    with deciding(pool, reading="could-have-forced-open") as payout:
        rules = paid_by(payout)
        result = count_game(penalized(payout), rules)
        messages = [step.message for step in explain(result, result.rounds[0], NAMES)]
        assert any(each.startswith(BY_READING) for each in messages)


def test_without_the_function_it_is_said_which_is_missing(lacking: RuleSet) -> None:
    assert isinstance(lacking.payout, ProgramPayout)
    game = penalized(lacking.payout)
    result = count_game(game)
    assert result.winners == (3,)
    assert net_of_game(result) is None
    assert explained(game)[-1] == (
        f"not settled here: the payout rule night-pool decides, and its function with the SHA-256 "
        f"{HASH} is missing"
    )


def test_a_score_sheet_says_so_too(lacking: RuleSet) -> None:
    assert isinstance(lacking.payout, ProgramPayout)
    sheet = sheet_of(count_game(penalized(lacking.payout)), NAMES, STREAM)
    assert sheet.waiting == (Waiting(0, None, payout="night-pool"),)
    assert waiting_text(sheet.waiting[0]) == (
        "round 1: the payout rule night-pool is missing here: money not settled"
    )
    (waits,) = sheet_json(sheet)["waiting"]
    assert waits["code"] == "payout-missing"


def test_the_rules_name_the_function(lacking: RuleSet) -> None:
    said = [each.text for each in rule_sentences(lacking, 4, Stake()) if each.topic == "money"]
    assert said == [
        f"Who pays whom is decided by {FUNCTION}, a function whose source has the SHA-256 {HASH}.",
        "A pip is worth 1 (no currency is named).",
    ]
    with deciding(pool, reading="set-up") as payout:
        said = [each.text for each in rule_sentences(paid_by(payout), 4, Stake())]
    assert any("decided by the reading" in each for each in said)
    assert not any("blocker" in each for each in said if "reading" not in each)
