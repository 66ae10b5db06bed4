"""Perft: lines of play from fixed deals, counted by the domain.

A naive model agrees with the domain move by move (`test_reference`, `tests/variants`).
"""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet

from .perft import file_of, lines, read, round_of


@pytest.mark.unmeasured
@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=PUBLISHED)
def test_the_domain_agrees_with_the_file(rules: RuleSet) -> None:
    counted = list(read(file_of(rules).read_text()))
    assert {len(count.deal.hands) for count in counted} == set(rules.play.hand)
    for count in counted:
        round = round_of(rules, count.deal)
        depths = range(1, len(count.lines) + 1)
        assert tuple(lines(round, depth) for depth in depths) == count.lines
