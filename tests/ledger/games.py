"""Records of `tests/data`, and helpers to import and export them."""

import json
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from uuid import UUID

from domino_ledger.domain.game.state import Game
from domino_ledger.domain.house import CountingChanged
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import SAME_PLAY, CountedBy
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import Imported, Importer, rules_of
from domino_ledger.ledger.records.line_reader import lines_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.base import LogRow
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.ledger.transcript.game import Transcript, judge, transcribe
from domino_ledger.ledger.transcript.given import given_in_book

Json: TypeAlias = dict[str, Any]

DATA = Path(__file__).parents[1] / "data"
FILES = ("openspiel-block.jsonl", "payout.jsonl", "sanjuan.jsonl")


@cache
def lines(file: str) -> tuple[bytes, ...]:
    """The lines of a file of `tests/data`."""
    return tuple((DATA / file).read_bytes().splitlines(keepends=True))


def record(file: str, number: int = 0) -> Json:
    """One of these records; a copy that a test may change."""
    read: Json = json.loads(lines(file)[number])
    return read


def line(record: Json) -> bytes:
    return json.dumps(record).encode() + b"\n"


def game_with(rules: str | RuleSet, players: Iterable[str], *rounds: Json, **fields: Any) -> Json:
    """A record of these rounds."""
    named = rules if isinstance(rules, str) else rules.model_dump(mode="json")
    head = {"format": "domino-record/1", "id": "a game", "rules": named, "players": [*players]}
    return head | {"rounds": [*rounds]} | fields


def without_claims(game: Json) -> Json:
    """A copy as it is exported: without claims."""
    rounds = [{k: v for k, v in each.items() if k != "claims"} for each in game["rounds"]]
    copy: Json = json.loads(json.dumps(game | {"rounds": rounds}))
    copy.pop("claims", None)
    return copy


def read(record: Json) -> Transcript:
    """The record as events, under the rules that it names."""
    return transcript(line(record))


def transcript(line: bytes) -> Transcript:
    """The record in this line as events, under the rules that it names."""
    parsed = read_record(line)
    players = tuple(UUID(int=seat + 1) for seat in range(len(parsed.players)))
    return transcribe(parsed, rules_of(parsed, PUBLISHED), players)


def game_of(record: Json) -> Game:
    """The game of this record."""
    game = read(record).game
    assert game is not None
    return game


def new_book(directory: Path, name: str = "book.db") -> Book:
    return open_book(directory / name, create=True, lock_timeout=1)


def take(book: Book, texts: Iterable[bytes], *, as_played: bool = False) -> list[Imported]:
    return list(Importer(book, as_played=as_played).take(enumerate(texts, 1)))


def take_one(book: Book, record: Json, *, as_played: bool = False) -> Imported:
    (imported,) = take(book, [line(record)], as_played=as_played)
    return imported


def kept(directory: Path, game: Json, *, as_played: bool = False) -> Json:
    """The game as a book exports it; as such it comes back to this book, and into another."""
    first, second = new_book(directory, "first.db"), new_book(directory, "second.db")
    with closing(first), closing(second):
        assert take_one(first, game, as_played=as_played).outcome == "added"
        out = exported(first)
        for record in (game, *map(json.loads, out)):
            assert take_one(first, record, as_played=as_played).outcome == "unchanged"
        assert [each.outcome for each in take(second, out, as_played=as_played)] == ["added"]
        assert exported(second) == out
    found: Json = json.loads(out[0])
    return found


def take_file(book: Book, file: str) -> list[Imported]:
    with (DATA / file).open("rb") as opened:
        return list(Importer(book).take(lines_of(opened)))


def write_copied(book: Book, log: Iterable[LogRow], names: Iterable[tuple[Any, ...]]) -> None:
    """Write rows of the log of another book, and of its names."""
    statement = "INSERT INTO player_name VALUES (?, ?, ?)"
    book.recorder.insert([row[1:] for row in log], changes=[(statement, row) for row in names])


def exported(book: Book) -> list[bytes]:
    """Every game, with unfinished rounds."""
    names = all_names(book)
    return [line_of(record_of(book.stream(game), names, open=True)) for game in book.games()]


def judged_alike(stream: Stream, exported: bytes) -> bool:
    """The events of the game and the record exported of it come to the same judgement."""
    opened, parsed = stream.game.opened, read_record(exported)
    of_book = judge(given_in_book(stream, {}))
    of_record = transcribe(parsed, opened.rules, opened.players)
    assert of_book.game is not None
    assert of_record.game is not None
    return (of_book.violations, of_book.unchecked, of_book.game.rounds) == (
        of_record.violations,
        of_record.unchecked,
        of_record.game.rounds,
    )


def booked(directory: Path, file: str = "payout.jsonl", number: int = 0) -> tuple[Book, UUID]:
    """A new book with one game; returns the book and the id of the game."""
    book = new_book(directory)
    game = record(file, number)
    assert take_one(book, game).outcome == "added"
    return book, game_id(game["id"])


def counted_by(rules: RuleSet) -> CountingChanged:
    """The decision that games of the same play count by these rules."""
    counting = (CountedBy(played=SAME_PLAY, rules=rules),)
    return CountingChanged(rules=counting)
