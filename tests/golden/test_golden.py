"""Every golden transcript, byte for byte."""

from pathlib import Path

import pytest

from .transcripts import TRANSCRIPTS, played_again, transcript_called


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_same_answers(transcript: Path) -> None:
    assert played_again(transcript) == transcript.read_text()


def test_a_refusal_is_one_sentence_and_changes_nothing() -> None:
    """The book of this transcript is verified at its beginning and at its end."""
    answers = transcript_called("refused").read_text().split("$ domino ")
    refused = [answer.splitlines() for answer in answers if "\nexit " in answer]
    assert len(refused) > 100
    for command, sentence, *code in refused:
        assert sentence.startswith("2> domino: "), command
        assert [*filter(None, code)] in (["exit 1"], ["exit 2"]), command
    first, last = (answer for answer in answers if answer.startswith("verify --all\n"))
    assert first == last
