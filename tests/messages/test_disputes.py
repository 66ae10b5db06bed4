"""Sentences about disputes and their steps."""

import pytest

from domino_ledger.projections.messages.disputes import step_text
from domino_ledger.projections.results.disputes import DisputeStep, StepName

AT = "2026-03-01T21:30:00Z"


@pytest.mark.parametrize(
    ("step", "words", "in_force", "sentence"),
    [
        ("opened", "a foul", False, "Eva opened: a foul"),
        ("answered", "no", False, "Eva answered: no"),
        ("appealed", "unfair", False, "Eva appealed: unfair"),
        ("withdrew-claim", "sorry", False, "Eva withdrew the claim: sorry"),
        ("withdrew-claim", "", False, "Eva withdrew the claim"),
        ("withdrew-appeal", "sorry", False, "Eva withdrew the appeal: sorry"),
        ("withdrew-appeal", "", False, "Eva withdrew the appeal"),
        ("ruled", "seen", True, "Eva ruled: seen"),
        ("ruled", "", True, "Eva ruled"),
        ("ruled", "seen", False, "Eva ruled (no longer in force): seen"),
        ("ruled", "", False, "Eva ruled (no longer in force)"),
    ],
)
def test_a_step(step: StepName, words: str, in_force: bool, sentence: str) -> None:
    assert step_text(DisputeStep(step, "Eva", AT, words, (), in_force, None, 1)) == sentence


def test_a_player_rules_for_the_table() -> None:
    step = DisputeStep("ruled", "Ana", AT, "seen", (), in_force=True, role="table", version=1)
    assert step_text(step) == "Ana ruled for the table, without an arbiter: seen"
