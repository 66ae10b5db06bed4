"""Sentences about differences between a record and the book."""

import pytest

from domino_ledger.domain.faults.codes import Params
from domino_ledger.ledger.records.differences import Difference
from domino_ledger.projections.messages.differences import difference_text

NAMES = ("ana", "ben")
PASS: Params = {"event": "turn-passed", "act": "pass", "seat": 0, "pass": True}


@pytest.mark.parametrize(
    ("event", "phrase"),
    [
        ({"event": "tile-laid", "act": "lay", "seat": 1, "lay": "6-4"}, "ben leading 6-4"),
        (
            {"event": "tile-laid", "act": "lay", "seat": 1, "lay": "6-1", "at": "left", "open": 6},
            "ben laying 6-1 at left with 6 open",
        ),
        (
            {"event": "tile-set-aside", "act": "aside", "seat": 1, "aside": None},
            "ben setting a tile aside",
        ),
        ({"event": "points-claimed", "act": "claim", "seat": 1, "claim": 15}, "ben claiming 15"),
        (
            {
                "event": "tile-ruled-out",
                "act": "ruling",
                "seat": 1,
                "lay": "6-4",
                "at": "left",
                "ruling": "does-not-fit",
            },
            "ben trying 6-4 that finds no room at left",
        ),
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
