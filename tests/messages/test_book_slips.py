"""A slip in a game typed from a book is refused at its line, or the text reads as it stands."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.random_games import AS_FOUND
from tests.lanes import examples
from tests.ledger.notation.books import ALIGNED, DOTS, HEAD, hands, joined, numbered
from tests.ledger.notation.test_edits import edited, first_changed, misread

pytestmark = pytest.mark.unmeasured


@settings(AS_FOUND, max_examples=examples(60))
@given(
    st.sampled_from([DOTS, ALIGNED, joined("\t"), joined(","), joined(" | "), numbered()]),
    st.randoms(use_true_random=False),
    st.integers(1, 3),
)
def test_a_slip_in_a_table_is_refused_at_its_line_or_read(
    table: str, rng: random.Random, slips: int
) -> None:
    before = f"{HEAD}{hands()}{table}"
    after = before
    for _ in range(slips):
        after = edited(after, rng)
    assert misread(after, first_changed(before, after)) == []
