"""Errors of records that a transcript cannot show; the others are in `tests/golden/misread.txt`."""

import json
from codecs import BOM_UTF8

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.records.format import read_record, read_rules
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.messages.errors import error_text
from tests.ledger.games import line, record

from .raises import raises_message

RULES = PUBLISHED["block@1"].model_dump(mode="json")
GAME = record("payout.jsonl")


def said(text: bytes) -> str:
    with pytest.raises(Unreadable) as raised:
        read_record(text)
    return error_text(raised.value)


def test_no_json() -> None:
    assert said(BOM_UTF8 + line(GAME)) == "it begins with a UTF-8 byte order mark"
    assert said(b'{"id":' + b"9" * 5000 + b"}").startswith(
        "not JSON that can be read: the number is too large at column "
    )
    assert said(b'{"id": "\xff"}') == "not UTF-8 at byte 9"
    with raises_message(Unreadable, "^not JSON, at line 2, column 2$"):
        read_rules(b"{\n x}")


def test_nul_in_rules() -> None:
    with raises_message(Unreadable, "^title: expected text without NUL, not 'a"):
        read_rules(json.dumps(RULES | {"title": "a\0"}).encode())
    assert read_rules(json.dumps(RULES | {"title": "\\u0000"}).encode()).title == "\\u0000"
