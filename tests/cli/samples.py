"""Sample records for commands, and parsers for their output."""

import csv
import json
from pathlib import Path

from tests.ledger.games import Json, line, record

from .command import Command

LOT = record("openspiel-block.jsonl")
"""Two seats; 31 -31."""
SERIES = record("sanjuan.jsonl")
BLOCKED = record("payout.jsonl")
"""Four seats; 12 -36 17 7, seat 1 the blocker."""
GAMES = (
    LOT | {"id": "one", "stake": {"currency": "EUR", "minor_per_pip": 5}},
    LOT | {"id": "two", "stake": {"currency": "JPY", "minor_per_pip": 100}},
    LOT | {"id": "three"},
)


def put(domino: Command, *games: Json) -> None:
    Path("games.jsonl").write_bytes(b"".join(map(line, games)))
    assert domino("import games.jsonl --as-played").code == 0


def jsons(text: str) -> list[Json]:
    return [json.loads(each) for each in text.splitlines()]


def spreadsheet(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]
