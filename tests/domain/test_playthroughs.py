"""Whole games, byte by byte as they were told before."""

import pytest

from domain.rules.catalogue import PUBLISHED

from .playthrough import FILES, TOLD, file_of, told


@pytest.mark.parametrize("name", TOLD)
def test_the_game_equals_the_playthrough(name: str) -> None:
    assert told(name) == file_of(name).read_text()


def test_every_published_rule_set_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert set(PUBLISHED) <= set(TOLD)
    assert {path.stem for path in FILES.iterdir()} == set(TOLD)
