"""Sentences about differences between a record and the book."""

import pytest

from domain.faults.codes import Params
from ledger.records.diff import Difference
from projections.messages.differences import difference_text

NAMES = ("ana", "ben")
PASS: Params = {"event": "turn-passed", "seat": 0}


@pytest.mark.parametrize(
    ("event", "phrase"),
    [
        ({"event": "tile-laid", "seat": 1, "tile": "6-4"}, "ben leading 6-4"),
        (
            {"event": "tile-laid", "seat": 1, "tile": "6-4", "end": "left"},
            "ben laying 6-4 at left",
        ),
        (
            {"event": "tile-laid", "seat": 1, "tile": "6-1", "end": "left", "open": 6},
            "ben laying 6-1 at left with 6 open",
        ),
        ({"event": "tile-set-aside", "seat": 1}, "ben setting a tile aside"),
        ({"event": "marker-raised", "seat": 1}, "ben putting their marker up"),
        ({"event": "turn-ended", "seat": 1}, "ben ending their turn"),
        ({"event": "turn-lost", "seat": 1}, "ben losing their turn"),
        ({"event": "tiles-shown", "seat": 1}, "ben showing what they have left"),
        ({"event": "round-won", "seat": 1}, "ben out"),
        ({"event": "round-blocked"}, "the round blocked"),
        ({"event": "round-dealt"}, "another deal"),
        (
            {"event": "irregularity-noted", "code": "wrong-ending", "recorded": '"out"'},
            'wrong-ending: "out"',
        ),
        ({"event": "game-abandoned"}, "the game abandoned"),
        ({"event": "game-forfeited"}, "the game forfeited"),
    ],
)
def test_an_event_instead_of_another(event: Params, phrase: str) -> None:
    difference = Difference(None, None, "other-event", {"booked": PASS, "recorded": event})
    assert difference_text(difference, NAMES) == f"the book has ana passing, the record {phrase}"
