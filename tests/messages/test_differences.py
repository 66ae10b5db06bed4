"""Sentences about differences between a record and the book."""

import pytest

from domain.faults.codes import Params
from ledger.records.differences import Difference, DifferenceCode
from projections.messages.differences import difference_text

NAMES = ("ana", "ben")
PASS: Params = {"event": "turn-passed", "seat": 0}


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("teams", {}, "the teams differ"),
        ("opening-field", {"field": "stake"}, "the stake differs from that in the book"),
        (
            "leader",
            {"booked": None, "recorded": 1},
            "in the book no seat leads, in the record ben",
        ),
        (
            "number-of-hands",
            {"booked": 2, "recorded": 3},
            "in the book there are 2 hands, in the record 3",
        ),
        ("hand", {"seat": 1}, "the hand of ben is not the one in the book"),
        ("boneyard", {}, "the boneyard is not the one in the book"),
        ("hub", {}, "the hub is not the one in the book"),
        ("shuffle", {}, "the shuffle is not the one in the book"),
        (
            "other-tile",
            {"event": {"event": "tile-drawn", "seat": 0}},
            "ana drawing a tile that is not the one in the book",
        ),
        ("only-in-book", {"event": PASS}, "only the book has ana passing"),
    ],
)
def test_a_difference(code: DifferenceCode, params: Params, sentence: str) -> None:
    assert difference_text(Difference(None, None, code, params), NAMES) == sentence


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


@pytest.mark.parametrize(
    ("round", "move", "sentence"),
    [
        (None, None, "only the record has seat 0 passing"),
        (2, None, "round 3: only the record has seat 0 passing"),
        (2, 7, "round 3, move 8: only the record has seat 0 passing"),
    ],
)
def test_its_place(round: int | None, move: int | None, sentence: str) -> None:
    difference = Difference(round, move, "only-in-record", {"event": PASS})
    assert difference_text(difference) == sentence
