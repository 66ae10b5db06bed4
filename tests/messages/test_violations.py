"""Questions that depend on unseen tiles, and what would settle them."""

import pytest

from domain.faults.codes import Params
from ledger.transcript.game import Unchecked
from projections.messages.violations import unchecked_text


@pytest.mark.parametrize(
    ("needs", "phrase"),
    [
        ({"holders": (1,), "counts": (1,)}, "the unseen tile of ben"),
        (
            {"holders": (0, 1), "counts": (1, 2)},
            "the unseen tile of ana and the 2 unseen tiles of ben",
        ),
        ({"claim": "net"}, "the unseen tiles, for net"),
        ({"rounds": (0,)}, "the unseen tiles left in hand in round 1"),
        ({"rounds": (0, 2)}, "the unseen tiles left in hand in round 1 and 3"),
    ],
)
def test_what_would_settle_it(needs: Params, phrase: str) -> None:
    unchecked = Unchecked(2, 5, "could-play", needs)
    assert unchecked_text(unchecked, ("ana", "ben")) == (
        f"round 3, move 6: could-play? That depends on {phrase}"
    )
