"""Whole games equal their stored transcripts, byte by byte."""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED

from .playthrough import FILES, PLAYTHROUGHS, file_of, transcript


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_equals_the_playthrough(name: str) -> None:
    assert transcript(name) == file_of(name).read_text()


def test_every_published_rule_set_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert set(PUBLISHED) <= set(PLAYTHROUGHS)
    assert {path.stem for path in FILES.iterdir()} == set(PLAYTHROUGHS)
