"""Times for people."""

import pytest

from projections.messages.times import moment


@pytest.mark.parametrize(
    ("time", "words"),
    [
        ("2026-03-01T21:30:59.5Z", "2026-03-01 21:30 UTC"),
        ("2026-03-01T21:30:00+00:00", "2026-03-01 21:30 UTC"),
        ("2026-03-01T21:30:00-04:00", "2026-03-01 21:30 -04:00"),
    ],
)
def test_to_the_minute_with_the_offset(time: str, words: str) -> None:
    assert moment(time) == words
