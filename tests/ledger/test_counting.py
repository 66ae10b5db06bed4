"""How the rules by which games count are typed."""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import counting_text
from domino_ledger.ledger.registry.counting import countings
from domino_ledger.ledger.registry.rule_sets import UnknownRules


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ([], [""]),
        (["draw@1"], ["draw@1"]),
        (["draw@1", "draw@1"], ["draw@1"]),
        (["block@1=draw@1"], ["block@1=draw@1"]),
        (["all=draw@1"], ["all=draw@1"]),
        (["block@1+score.target=50"], ["block@1+score.target=50"]),
        (["block@1+score.target=50=draw@1"], ["block@1+score.target=50=draw@1"]),
        (["draw@1=block@1+score.target=50"], ["draw@1=block@1+score.target=50"]),
        (["block@1=draw@1", "block@1=block-lot@1"], ["block@1=draw@1", "block@1=block-lot@1"]),
        (["draw@1", "all-fives@1"], ["draw@1 all-fives@1"]),
        (
            ["draw@1", "draw@1+score.target=50", "matador@1"],
            ["draw@1 matador@1", "draw@1+score.target=50 matador@1"],
        ),
    ],
)
def test_several_rule_sets_for_the_same_games_are_alternatives(
    typed: list[str], meant: list[str]
) -> None:
    assert [counting_text(each) for each in countings(dict(PUBLISHED), typed)] == meant


@pytest.mark.parametrize("typed", ["", "draw@9", "draw@9=draw@1", "draw@1=draw@9", "=draw@1"])
def test_unknown_rules(typed: str) -> None:
    with pytest.raises(UnknownRules):
        countings(dict(PUBLISHED), [typed])
