"""Findings on a round with more possible deals than the search limit."""

import pytest

from domain.rules.catalogue import PUBLISHED
from projections.results import hidden_tiles
from tests.ledger.games import record

from .audits import report
from .test_unseen import SANJUAN, unclaimed, unseen


def test_findings_do_not_depend_on_the_search_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_tiles, "MOST_DEALS", 1)
    game = unclaimed(unseen(SANJUAN))
    found = report(game)["rounds"][0]
    assert (found["winners"], found["points"]) == (
        [1, 3],
        report(record(*SANJUAN))["rounds"][0]["points"],
    )
    rules = PUBLISHED[game["rules"]].model_dump(mode="json")
    rules |= {"id": "losers@1", "score": rules["score"] | {"points": "losing-hands"}}
    found = report(game | {"rules": rules})["rounds"][0]
    assert (found["winners"], found["points"]) == ([1, 3], None)
