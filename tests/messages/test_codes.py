"""The sentences that may stand for a code."""

from domino_ledger.projections.messages.codes import is_fault, sentences_of


def test_a_code_has_all_its_sentences() -> None:
    assert sentences_of("unknown-step")
    assert len(sentences_of("locked-by")) == 2
    assert sentences_of("no-such-code") == ()


def test_forms_for_one_and_many_are_both_given() -> None:
    found = sentences_of("unknown-round")
    assert "there is no round {round}: there is only 1" in found
    assert "there is no round {round}: the rounds are 1 to {number}" in found


def test_faults_are_told_from_errors() -> None:
    assert is_fault("wrong-turn")
    assert not is_fault("locked-by")
