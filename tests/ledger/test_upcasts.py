"""Old versions of events are read as the newest."""

import json
from pathlib import Path

import pytest

from domain.disputes.events import RulingMade
from domain.events import IrregularityNoted
from domain.faults.codes import frozen
from ledger.errors import Tampered
from ledger.store.codec import event_in
from ledger.store.upcasts import UPCASTS, params_in, upcast

ROOT = Path(__file__).parents[1]
NOTED = [
    json.loads(line)
    for line in (ROOT / "books" / "0.1" / "sentences.jsonl").read_bytes().splitlines()
]
WITHOUT_PARAMETERS = {"one player sits at two seats"}


def test_the_first_version_of_an_irregularity_is_read_as_the_second() -> None:
    body = (ROOT / "events" / "irregularity-noted-1.json").read_bytes()
    topic, newest = upcast("irregularity-noted/1", body)
    assert (topic, newest) == (
        IrregularityNoted.TOPIC,
        (ROOT / "events" / "irregularity-noted-2.json").read_bytes(),
    )


def test_a_ruling_of_the_first_version_has_no_role() -> None:
    body = (ROOT / "events" / "ruling-made-1.json").read_bytes()
    event = event_in("ruling-made/1", b'{"previous":"","event":' + body + b"}")
    assert isinstance(event, RulingMade)
    assert (event.role, event.reason, len(event.remedies)) == (None, "the deal shows it", 8)


def test_the_newest_version_is_left_as_it_is() -> None:
    assert upcast("turn-passed/1", b"as it is") == ("turn-passed/1", b"as it is")
    assert not any(newer.topic in UPCASTS for newer in UPCASTS.values())


def test_every_sentence_of_the_stored_book_is_parsed() -> None:
    unread = {each["message"] for each in NOTED if not params_in(each["code"], each["message"])}
    assert unread == WITHOUT_PARAMETERS


@pytest.mark.parametrize(
    ("code", "message", "params"),
    [
        (
            "bad-seats",
            "3 players where x@1 seats 2, 4",
            {"players": 3, "rules": "x@1", "allowed": [2, 4]},
        ),
        (
            "bad-seats",
            "teams [[0, 1], [2, 3]] where these rules have [[0, 2], [1, 3]]",
            {"teams": [[0, 1], [2, 3]], "sides": [[0, 2], [1, 3]]},
        ),
        ("game-over", "the game was left though it is over", {"done": "left"}),
        ("bad-deal", "1 hand dealt to 2 seats", {"hands": 1, "seats": 2}),
        ("wrong-turn", "there is no seat -1", {"no_seat": -1}),
        (
            "tile-twice",
            "seat 1 draws 6-6, which is not in the boneyard",
            {"seat": 1, "drawn": "6-6"},
        ),
        (
            "no-such-end",
            "seat 1 lays 6-4 at 'x y'; open ends: left (3) and right (4)",
            {"seat": 1, "tile": "6-4", "end": "x y", "ends": ["left", "right"], "pips": [3, 4]},
        ),
        (
            "no-such-end",
            "seat 1 lays 6-4 at None; open ends: left (3) and right (4)",
            {"seat": 1, "tile": "6-4", "ends": ["left", "right"], "pips": [3, 4]},
        ),
        ("no-such-end", "seat 1 lays 6-4 at 'x'y'; open ends: left (3)", {}),
        (
            "drew-though-able",
            "seat 1 draws a tile though a tile of its hand that nobody saw must have fitted",
            {"seat": 1, "drawn": "?", "duty": "lay-unseen"},
        ),
        (
            "round-not-over",
            "the next round is dealt, but seat 2 had to draw",
            {"seat": 2, "duty": "draw"},
        ),
        ("not-held", "somebody reworded this", {}),
        ("no-such-code", "seat 1 lays 6-4, which it does not hold", {}),
    ],
)
def test_sentences_of_the_first_version(code: str, message: str, params: object) -> None:
    assert params_in(code, message) == params


@pytest.mark.parametrize(
    "body", [b"{}", b"[]", b"nothing", b'{"code":1,"message":"x","recorded":null}']
)
def test_an_invalid_first_version_is_tampering(body: bytes) -> None:
    state = b'{"previous":"","recorded_at":"2026-01-02T03:04:05.000006Z","event":%b}' % body
    with pytest.raises(Tampered):
        event_in("irregularity-noted/1", state)


def test_parameters_are_read_as_tuples() -> None:
    state = (
        b'{"previous":"","recorded_at":"2026-01-02T03:04:05.000006Z","event":'
        b'{"code":"passed-though-able","message":"seat 1 passes though it could lay 6-1 or 6-4",'
        b'"recorded":null}}'
    )
    noted = event_in("irregularity-noted/1", state)
    assert isinstance(noted, IrregularityNoted)
    assert noted.params == {"seat": 1, "could": ("6-1", "6-4")} == frozen(noted.params)
