"""Names of rule sets; every title and source of a published one can be translated."""

import pytest

from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from projections import messages
from projections.messages.rule_sets import published_text, rules_text


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=lambda rules: rules.id)
def test_the_words_of_published_rules(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "projections.messages.rule_sets.text", lambda template: messages.text("({t})", t=template)
    )
    for words in filter(None, (rules.title, rules.source)):
        assert published_text(words) == f"({words})"


def test_what_was_agreed_at_the_table() -> None:
    assert rules_text("draw@1") == "draw@1"
    assert rules_text("draw@1+play.hand.2=5+score.target=50") == (
        "draw@1 with play.hand.2 5, score.target 50"
    )
