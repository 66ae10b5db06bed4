"""Sample records for commands, and parsers for their output."""

import csv
import json
from html.parser import HTMLParser
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


class Outline(HTMLParser):
    """The elements of a page, which all must be closed, with ids, references and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags, self.attributes = set[str](), set[str]()
        self.ids, self.used = set[str](), set[str]()
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.attributes |= values.keys()
        self.ids.add(values.get("id") or "")
        self.used.add(values.get("href") or "#")
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
