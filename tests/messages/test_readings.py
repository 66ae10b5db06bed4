"""Names of readings, and of ends."""

import pytest

from domain.rules.rule_set import Reading
from projections.messages.readings import placement_text, reading_text, view_text


@pytest.mark.parametrize(
    ("reading", "view"),
    [
        ("last-to-lay", "at the table"),
        ("knowing-lock", "the player's own view"),
        ("set-up", "open hands"),
    ],
)
def test_the_view_of_a_reading(reading: Reading, view: str) -> None:
    assert view_text(reading) == view
    assert reading_text(reading).startswith(f"{reading} ({view}): the blocker is ")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (None, "6-4"),
        ("left", "6-4 at the left end"),
        ("right", "6-4 at the right end"),
        ("arm-3", "6-4 at arm-3"),
    ],
)
def test_where_a_tile_lies(end: str | None, words: str) -> None:
    assert placement_text("6-4", end) == words
    assert placement_text("6-4", end, 4) == f"{words} with 4 open"
