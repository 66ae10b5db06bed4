"""Errors of records, for the person who wrote the record."""

import json
from codecs import BOM_UTF8

import pytest

from domain.rules.catalogue import PUBLISHED
from ledger.records.format import read_record, read_rules
from ledger.records.validation import Unreadable
from projections.messages.errors import error_text
from tests.ledger.games import Json, line, record

from .raises import raises_message

GAME = record("payout.jsonl")
RULES = PUBLISHED["block@1"].model_dump(mode="json")


def said(text: bytes) -> str:
    with pytest.raises(Unreadable) as raised:
        read_record(text)
    return error_text(raised.value)


def playing(**changes: object) -> Json:
    """Rules in full, with these changes in the part ``play``."""
    return RULES | {"play": RULES["play"] | changes}


def test_no_json() -> None:
    assert said(b'{"id": ') == "the JSON ends in the middle (one game is one line)"
    assert said(BOM_UTF8 + line(GAME)) == "it begins with a UTF-8 byte order mark"
    assert said(b"{} x") == "not JSON: more follows at column 4"
    assert said(b"{x") == "not JSON, at column 2"
    assert said(b'{"id":' + b"9" * 5000 + b"}").startswith(
        "not JSON that can be read: the number is too large at column "
    )
    assert said(b'{"id": "\xff"}') == "not UTF-8 at byte 9"
    with raises_message(Unreadable, "^not JSON, at line 2, column 2$"):
        read_rules(b"{\n x}")


def test_a_key_given_twice_and_nul_in_rules() -> None:
    written = json.dumps(RULES)
    twice = written.replace('"hand": {', '"hand": {"2": 1, "2": 1, ', 1)
    with raises_message(Unreadable, r"^play\.hand: '2' is given twice$"):
        read_rules(twice.encode())
    with raises_message(Unreadable, "^title: expected text without NUL, not 'a"):
        read_rules(json.dumps(RULES | {"title": "a\0"}).encode())
    assert read_rules(json.dumps(RULES | {"title": "\\u0000"}).encode()).title == "\\u0000"


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (
            {"wild_tiles": True, "matching": "sum", "layout": {"kind": "feet"}},
            "play.wild_tiles is true, so play.matching must be equal",
        ),
        ({"wild_tiles": True}, "play.wild_tiles is true, so play.layout must be feet"),
        (
            {"matching": "sum", "layout": {"kind": "bent"}},
            "play.layout is bent, so play.matching must be equal",
        ),
        (
            {"cannot_play": "set-aside", "draw": 1},
            "play.cannot_play is set-aside, so play.draw must be none",
        ),
        (
            {"cannot_play": "raise-marker"},
            "play.cannot_play is raise-marker, so play.layout must be hub-trains",
        ),
        (
            {"turn": "while-able", "layout": {"kind": "engine-trains"}},
            "play.layout is engine-trains, so play.turn must be one-tile",
        ),
    ],
)
def test_rules_that_do_not_go_together(play: Json, sentence: str) -> None:
    assert said(line(GAME | {"rules": playing(**play)})).endswith(sentence)


def test_a_game_ends_in_one_way() -> None:
    both = RULES | {"score": {"target": 100, "rounds": 10}}
    assert said(line(GAME | {"rules": both})).endswith(
        "score.rounds is 10, so score.target must be null"
    )
    without_points = RULES | {"score": {"points": "none", "rounds": 10}}
    assert said(line(GAME | {"rules": without_points})).endswith(
        "score.rounds is 10, so score.points must be losing-hands, all-hands, own-hand or tiles"
    )


def test_a_move_without_an_act() -> None:
    game = record("payout.jsonl")
    game["rounds"][0]["moves"][2] = {"seat": 0}
    with pytest.raises(Unreadable) as refused:
        read_record(line(game))
    assert (
        "moves[2] must have exactly one of lay, draw, pass, aside, marker, done and lost"
        in error_text(refused.value)
    )
