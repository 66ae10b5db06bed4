"""The JSON Schema of records says the same as the reader, as far as a schema can."""

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest

from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.unreadable import Unreadable

from .record_schema import FILE, as_file, schema

HERE = Path(__file__).parents[1]
RECORDS = jsonschema_rs.validator_for(schema())


def lines() -> Iterator[str]:
    """Records of all variants, good and damaged, and lines that are no records."""
    for folder in ("data", "golden/records"):
        for file in sorted((HERE / folder).rglob("*.json*")):
            yield from filter(str.strip, file.read_bytes().decode("utf-8", "replace").splitlines())


def is_readable(line: str) -> bool:
    try:
        read_record(line.encode())
    except Unreadable:
        return False
    return True


def fits(line: str) -> bool:
    try:
        return RECORDS.is_valid(json.loads(line))
    except ValueError:
        return False


def test_the_schema_in_the_docs_is_that_of_the_reader() -> None:
    """`python -m tests.ledger.record_schema` writes it again."""
    assert FILE.read_text("utf-8") == as_file()


def test_every_record_that_is_read_fits_the_schema() -> None:
    read = [line for line in lines() if is_readable(line)]
    assert len(read) > 600
    assert [line for line in read if not fits(line)] == []


@pytest.mark.parametrize(
    ("changed", "to"),
    [
        ('"lay": "6-6"', '"lay": "66"'),
        ('"lay": "6-6"', '"lay": 27'),
        ('"lay": "6-6"', '"lays": "6-6"'),
        ('"leader": 0', '"leader": "0"'),
        ('"format": "domino-record/1"', '"format": "domino-record/2"'),
        ('"id": "g"', '"name": "g"'),
    ],
)
def test_what_the_schema_refuses_the_reader_refuses(changed: str, to: str) -> None:
    record = (
        '{"format": "domino-record/1", "id": "g", "rules": "block@1", "players": ["a", "b"], '
        '"rounds": [{"hands": [null, null], "leader": 0, "moves": [{"seat": 0, "lay": "6-6"}]}]}'
    )
    assert is_readable(record)
    assert fits(record)
    damaged = record.replace(changed, to)
    assert damaged != record
    assert not is_readable(damaged)
    assert not fits(damaged)
