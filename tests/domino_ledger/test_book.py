"""The Python API returns what the command prints."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger import (
    Book,
    UnknownGame,
    UnknownRules,
    Unreadable,
    audit_record,
    make_book,
    open_book,
)
from ledger.records.format import read_record

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "cli" / "samples" / "payout.jsonl"
LINES = SAMPLES.read_bytes().splitlines()[:5]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club.db", create=True) as book:
        assert [added.outcome for added in book.add(LINES)] == ["added"] * len(LINES)
        yield book


def test_a_book_is_created_once(tmp_path: Path) -> None:
    assert [make_book(tmp_path / "club.db") for _ in range(2)] == [True, False]


def test_records_come_as_mappings_and_texts_too(book: Book) -> None:
    game = json.loads(LINES[0])
    texts = [game, json.dumps(game), "no record"]
    assert [added.outcome for added in book.add(texts)] == ["unchanged", "unchanged", "rejected"]


def test_a_single_record_is_put_in_a_list(book: Book) -> None:
    before = [game.hash for game in book.games()]
    singles: list[Any] = [
        *(LINES[0], LINES[0].decode(), json.loads(LINES[0])),
        book.game(json.loads(LINES[0])["id"]).record(),
    ]
    for single in singles:
        with pytest.raises(TypeError, match="put a single one in a list"):
            book.add(single)
    assert [game.hash for game in book.games()] == before


def test_what_a_book_gives_it_takes_back(book: Book, tmp_path: Path) -> None:
    names = [json.loads(line)["id"] for line in LINES]
    records = [book.game(name).record() for name in names]
    texts = [record.to_json() for record in records]
    for form in (records, texts):
        assert {added.outcome for added in book.add(form)} == {"unchanged"}
    with open_book(tmp_path / "other.db", create=True) as other:
        assert {added.outcome for added in other.add(records)} == {"added"}
        assert [other.game(name).record() for name in names] == records


def test_every_record_is_read_again_from_its_json() -> None:
    for file in (ROOT / "tests" / "data").rglob("*.jsonl"):
        for line in file.read_bytes().splitlines()[:20]:
            try:
                record = read_record(line)
            except Unreadable:
                continue
            assert read_record(record.to_json().encode()) == record


def test_a_step_is_json_with_tiles_by_name(book: Book) -> None:
    step = json.loads(book.game(json.loads(LINES[0])["id"]).position(0, 0).to_json())
    assert step["act"].items() >= json.loads(LINES[0])["rounds"][0]["moves"][0].items()


def test_records_are_added_at_once(book: Book) -> None:
    book.add([json.loads(LINES[0]) | {"id": "another"}])
    assert "another" in {game.name for game in book.games()}


def test_games_come_in_the_order_of_recording(book: Book) -> None:
    ids = [json.loads(line)["id"] for line in LINES]
    assert [game.name for game in book.games()] == ids
    first = book.game(ids[0])
    assert first.id == UUID(str(first.id))
    assert first.players == tuple(json.loads(LINES[0])["players"])
    assert first.rules.id == "forced-block@1"
    assert len(first.hash) == 64
    with pytest.raises(UnknownGame):
        book.game("no-such-game")


def test_a_position_is_one_step_of_the_replay(book: Book) -> None:
    game = next(book.games())
    assert game.position(0, 2) in game.replay(round=0)
    with pytest.raises(IndexError, match="has no move 999 in round 0"):
        game.position(0, 999)
    for seat in (-1, len(game.players)):
        with pytest.raises(IndexError, match=f"not {seat}$"):
            game.replay(seat)


def test_claims_of_the_record_agree_with_the_ruling(book: Book) -> None:
    for line, game in zip(LINES, book.games(), strict=True):
        claimed = json.loads(line)["rounds"][0]["claims"]["net"]
        assert list(game.result().rounds[0].net or ()) == claimed
        assert game.audit().clean
        assert book.audit(game.record()).clean
        for record in (line, line.decode(), json.loads(line)):
            assert audit_record(record).clean
    assert (
        book.audit(LINES[0], "block-lot@1").result
        == audit_record(LINES[0], book.rule_sets()["block-lot@1"]).result
    )
    with pytest.raises(UnknownRules):
        next(book.games()).result("no-such-rules@1")


def test_tables_are_up_to_date_arrow_tables(book: Book) -> None:
    facts = book.round_facts()
    seats = sum(len(json.loads(line)["players"]) for line in LINES)
    assert facts.num_rows == seats
    assert book.statistics().schema.field("games").nullable is False
    assert book.table("game").num_rows == len(LINES)
    with pytest.raises(KeyError):
        book.table("no_such_table")


def test_the_log_can_be_read_from_a_position(book: Book) -> None:
    whole = list(book.tail())
    assert len(whole) == sum(game.events for game in book.games())
    assert list(book.tail(int(whole[9]["sequence"]))) == whole[10:]
    for nowhere in (-1, 10**9):
        with pytest.raises(IndexError, match=f"not {nowhere}$"):
            book.tail(nowhere)
