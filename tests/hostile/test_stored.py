"""A sample of changes of all that is stored: each is found, or decides nothing."""

from tests.lanes import examples

from .__main__ import finds


def test_a_change_of_what_is_stored_is_found_or_decides_nothing() -> None:
    assert list(finds("stored", range(1, examples(60) + 1), seed=1)) == []
