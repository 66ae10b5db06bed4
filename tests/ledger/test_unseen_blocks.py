"""The blocker of a round with unseen tiles: what all possible deals agree on."""

import json

import pytest

from domino_ledger.domain.block_verdicts import (
    NOT_KNOWN,
    READINGS,
    Verdict,
    partly_known,
    verdict,
    verdicts,
)
from domino_ledger.domain.hidden.inference import possibilities
from domino_ledger.domain.round.state import Round

from .games import lines, read
from .test_hands_removed import without_hands

FEW_DEALS = [0, 3, 6, 11, 46, 59, 62, 87, 97]
"""Blocked rounds with at most 200 possible deals if no hand was seen."""


def blind(number: int) -> Round:
    game = json.loads(lines("payout.jsonl")[number])
    hidden = read(without_hands(game, read(game), left=False)).game
    assert hidden is not None
    return hidden.rounds[0]


def summary(verdict: Verdict) -> tuple[object, ...]:
    evidence = verdict.evidence
    return *verdict[:3], None if evidence is None else evidence.act


@pytest.mark.parametrize("number", FEW_DEALS)
def test_a_verdict_is_what_every_possible_deal_agrees_on(number: int) -> None:
    round = blind(number)
    deals = possibilities(round, 200)
    assert deals is not None
    assert len(deals) > 1
    each = [verdicts(deal) for deal in deals]
    found = verdicts(round)
    for reading in READINGS:
        distinct = {summary(verdicts[reading]) for verdicts in each}
        if len(distinct) == 1:
            assert summary(found[reading]) == distinct.pop()
        else:
            assert found[reading] == NOT_KNOWN


def test_some_readings_differ_from_deal_to_deal() -> None:
    unknown = [reading for reading, said in verdicts(blind(3)).items() if said == NOT_KNOWN]
    assert unknown == ["point-of-no-return", "could-have-forced-open", "set-up"]


def test_a_stopped_search_reports_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partly_known, "deals_tried", lambda _: 200)
    deals = possibilities(blind(0), 200)
    assert deals is not None
    given_up = verdict(blind(0), "could-have-forced-open", bound=len(deals))
    assert (given_up.status, given_up.bound) == ("undetermined", 1)
