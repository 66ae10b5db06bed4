"""Every golden transcript, byte for byte."""

from pathlib import Path

import pytest

from .transcripts import TRANSCRIPTS, played_again


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_the_same_answers(transcript: Path) -> None:
    assert played_again(transcript) == transcript.read_text()
