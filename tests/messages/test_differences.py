"""Sentences about differences between a record and the book."""

import pytest

from domain.faults.codes import Params
from ledger.records.differences import Difference
from projections.messages.differences import difference_text

NAMES = ("ana", "ben")
PASS: Params = {"event": "turn-passed", "seat": 0}


@pytest.mark.parametrize(
    ("event", "phrase"),
    [
        ({"event": "tile-laid", "seat": 1, "tile": "6-4"}, "ben leading 6-4"),
        (
            {"event": "tile-laid", "seat": 1, "tile": "6-1", "end": "left", "open": 6},
            "ben laying 6-1 at left with 6 open",
        ),
        ({"event": "tile-set-aside", "seat": 1}, "ben setting a tile aside"),
        ({"event": "tiles-shown", "seat": 1}, "ben showing what they have left"),
        ({"event": "round-blocked"}, "the round blocked"),
        (
            {"event": "irregularity-noted", "code": "wrong-ending", "recorded": '"out"'},
            'wrong-ending: "out"',
        ),
    ],
)
def test_an_event_instead_of_another(event: Params, phrase: str) -> None:
    difference = Difference(None, None, "other-event", {"booked": PASS, "recorded": event})
    assert difference_text(difference, NAMES) == f"the book has ana passing, the record {phrase}"
