"""Ambiguous text in games typed from books is refused with the unambiguous forms."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.notation.errors import NotationError
from projections.messages.errors import error_text
from tests.domain.houses import AS_FOUND
from tests.lanes import examples
from tests.ledger.notation.books import (
    ALIGNED,
    DOTS,
    HEAD,
    hands,
    joined,
    numbered,
    round_of,
)
from tests.ledger.notation.test_edits import edited, first_changed, misread

pytestmark = pytest.mark.unmeasured


def refusal(deal: str, table: str) -> str:
    with pytest.raises(NotationError) as raised:
        round_of(deal, table)
    return error_text(raised.value)


REFUSED = {
    "not clear whose": (
        joined(" "),
        (
            "line 12, column 1: row 1, on line 11, has fewer cells than players: put '.' in each "
            "cell where nothing was done (only the last row may end early)"
        ),
    ),
    "begins under another": (
        "South West  North East\n        6-6 6-0 6-5\n",
        (
            "line 11, column 9: it is not clear whose cells these are: put '.' in each cell where "
            "nothing was done"
        ),
    ),
    "another order": (
        "South North West East\n6-6 . . .\n",
        (
            "line 10, column 1: the columns must stand in the order of play, which 'Players:' "
            "gives: South, West, North, East"
        ),
    ),
    "a row left out": (
        numbered(*"1235678"),
        "line 14, column 1: expected row 4, not row 5: no row may be missing or be given twice",
    ),
    "a result": (
        f"{DOTS}South-North win 34\n",
        (
            "line 18, column 1: expected a tile such as '6-4', 'pass' or '.', or a line such as "
            "'Ended: out', or '#' before a remark, not 'South-North'"
        ),
    ),
    "tiles left": (
        f"{DOTS}South: 3-1 4-4\n",
        (
            "line 18, column 6: expected 'Left South:' for tiles left at the end, 'Hand South:' "
            "for tiles dealt, or no colon for a move"
        ),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_ambiguous_text_is_refused(what: str) -> None:
    table, sentence = REFUSED[what]
    assert refusal(hands(), table) == sentence


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
