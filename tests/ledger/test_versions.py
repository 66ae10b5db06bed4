"""Amended games: old versions stay in the stream, and only the newest counts."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domain.events import GameAmended, GameOpened, RoundDealt
from domain.game.decide import Abandon, decide
from ledger.book import Book
from ledger.errors import Conflict, UnknownVersion
from ledger.records.amend import AnotherGame, prepare, write
from ledger.records.export import export_line, record_of
from ledger.records.format import read_record
from ledger.records.validation import Rejected
from ledger.records.versions import (
    all_amendments,
    amendments_in,
    version_of,
    versions_of,
)
from ledger.registry.name_changes import erase, rename
from ledger.registry.players import UnusableName, all_names, player_called
from ledger.store.batch import Batch
from ledger.store.stream import game_id

from .amendments import amend
from .games import Json, line, new_book, record, take_one

FIRST = record("payout.jsonl")
SECOND = record("payout.jsonl", 1) | {"id": FIRST["id"]}
THIRD = FIRST | {"players": ["s0", "s1", "s2", "zoe"]}
GAME = game_id(FIRST["id"])


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with closing(new_book(tmp_path)) as book:
        assert take_one(book, FIRST).outcome == "added"
        yield book


def test_the_stream_holds_every_version(book: Book) -> None:
    before = book.stream(GAME)
    stream = amend(book, SECOND, why="another game was typed", by="s1")
    after = amend(book, THIRD)
    assert after.entries[: before.version] == before.entries
    assert [version.number for version in versions_of(after)] == [1, 2, 3]
    assert [version.game for version in versions_of(after)] == [
        *after.game.earlier,
        after.game,
    ]
    assert versions_of(after)[0].entries == before.entries
    assert versions_of(after)[1] == version_of(stream)
    names = all_names(book)
    written = [json.loads(export_line(after, names, version=number)) for number in (1, 2, 3)]
    assert written == [without_claims(FIRST), without_claims(SECOND), without_claims(THIRD)]
    assert record_of(after, names) == record_of(after, names, version=3)
    assert export_line(before, names) == export_line(after, names, version=1)


def without_claims(record: Json) -> Json:
    """A record as it is exported: without claims."""
    rounds = [{k: v for k, v in each.items() if k != "claims"} for each in record["rounds"]]
    return {key: value for key, value in record.items() if key != "claims"} | {"rounds": rounds}


def test_a_version_has_the_events_of_a_separate_game(book: Book) -> None:
    stream = amend(book, SECOND)
    older, newer = versions_of(stream)
    for version in (older, newer):
        opened, dealt = version.events[:2]
        assert isinstance(opened, GameOpened)
        assert isinstance(dealt, RoundDealt)
    assert isinstance(newer.entries[0].event, GameAmended)
    assert len(newer.events) == len(newer.entries)


def test_who_amended_when_and_why(book: Book) -> None:
    stream = amend(book, SECOND, why="first", by="s1")
    stream = amend(book, THIRD, why="second")
    first, second = amendments_in(stream)
    assert (first.record, first.version, first.reason) == (FIRST["id"], 2, "first")
    assert first.by == player_called(book, "s1")
    assert (second.version, second.by, second.reason) == (3, None, "second")
    assert first.recorded_at <= second.recorded_at
    assert all_amendments(book) == {GAME: [first, second]}


def test_only_amended_games_have_amendments(book: Book) -> None:
    take_one(book, record("payout.jsonl", 2))
    begun = record("openspiel-block.jsonl") | {"rounds": []}
    take_one(book, begun)
    stream = book.stream(game_id(begun["id"]))
    book.append(stream, decide(stream.game, Abandon()))
    assert all_amendments(book) == {}


@pytest.mark.parametrize("number", [0, 2, -1])
def test_an_unknown_version(book: Book, number: int) -> None:
    with pytest.raises(UnknownVersion) as one:
        version_of(book.stream(GAME), number)
    assert one.value.params == {"record": FIRST["id"], "newest": 1, "version": number}
    with pytest.raises(UnknownVersion) as two:
        version_of(amend(book, SECOND), 3)
    assert two.value.params == {"record": FIRST["id"], "newest": 2, "version": 3}


# -- refusals


def test_another_game(book: Book) -> None:
    other = read_record(line(FIRST | {"id": "other"}))
    with pytest.raises(AnotherGame) as raised:
        prepare(book, GAME, other)
    assert raised.value.params == {"record": "other", "booked": FIRST["id"]}


def test_illegal_play(book: Book) -> None:
    wrong = json.loads(line(FIRST))
    wrong["rounds"][0]["moves"][5]["lay"] = "6-5"
    with pytest.raises(Rejected, match="illegal") as raised:
        prepare(book, GAME, read_record(line(wrong)))
    violation = raised.value.violation
    assert violation is not None
    assert (violation.round, violation.move, violation.code) == (0, 5, "tile-twice")
    stream = amend(book, wrong)
    assert [round.regular for round in stream.game.rounds] == [False]
    assert stream.game.earlier[0].rounds[0].regular


def test_a_concurrent_amendment_is_a_conflict(book: Book) -> None:
    slow = prepare(book, GAME, read_record(line(THIRD)))
    stream = amend(book, SECOND)
    with pytest.raises(Conflict):
        write(slow, "too late", None)
    assert book.stream(GAME).hash == stream.hash
    assert "zoe" not in all_names(book).values()


@pytest.mark.parametrize("name", ["", " ", "x" * 501])
def test_an_invalid_author(book: Book, name: str) -> None:
    before = book.stream(GAME).hash
    with pytest.raises(UnusableName):
        amend(book, SECOND, by=name)
    assert book.stream(GAME).hash == before


# -- players


def players(book: Book) -> tuple[UUID, ...]:
    return book.stream(GAME).game.opened.players


def test_players_can_be_corrected(book: Book) -> None:
    before = players(book)
    amend(book, THIRD, by="the arbiter")
    assert players(book) == (*before[:3], player_called(book, "zoe"))
    assert player_called(book, "the arbiter") not in before
    assert set(all_names(book).values()) == {"s0", "s1", "s2", "s3", "zoe", "the arbiter"}


def test_a_player_is_named_by_id(book: Book) -> None:
    player = player_called(book, "s2")
    stream = amend(book, SECOND, by=str(player))
    assert amendments_in(stream)[0].by == player


def test_a_former_name_names_the_same_player(book: Book) -> None:
    before = players(book)
    rename(book, "s3", "sigrid")
    amend(book, SECOND)
    assert players(book) == before


def test_an_erased_player_stays_the_same(book: Book) -> None:
    """Any name at their own seat means this player; at other seats, only the label does."""
    before = players(book)
    erase(book, "s3")
    amend(book, SECOND)
    assert players(book) == before
    assert "s3" not in all_names(book).values()
    shown = f"player-{before[3].hex[:12]}"
    amend(book, FIRST | {"players": [shown, "s1", "s2", "s0"]})
    assert players(book) == (before[3], before[1], before[2], before[0])
    amend(book, FIRST | {"players": ["zoe", "s1", "s2", shown]})
    zoe = player_called(book, "zoe")
    assert players(book) == (zoe, before[1], before[2], before[3])
    amend(book, FIRST | {"players": ["zoe", "s1", "s2", "s0"]})
    assert players(book) == (zoe, before[1], before[2], before[0])


def test_a_new_name_written_by_another_program(tmp_path: Path, book: Book) -> None:
    slow = prepare(book, GAME, read_record(line(THIRD)))
    with closing(new_book(tmp_path)) as other:
        take_one(other, record("payout.jsonl", 3) | {"players": ["s0", "s1", "zoe", "the arbiter"]})
    write(slow, "the fourth was another", "the arbiter")
    stream = book.stream(GAME)
    assert stream.game.opened.players[3] == player_called(book, "zoe")
    assert amendments_in(stream)[0].by == player_called(book, "the arbiter")
    assert stream.version == len(stream.entries)


def test_times_stay_with_their_moves(book: Book) -> None:
    timed = json.loads(line(SECOND))
    timed["rounds"][0]["moves"][1]["t"] = "2026-01-02T03:04:05+00:00"
    stream = amend(book, timed)
    (version, name) = (version_of(stream), all_names(book))
    assert [entry.happened_at for entry in version.entries if entry.happened_at] == [
        "2026-01-02T03:04:05+00:00"
    ]
    assert record_of(stream, name)["rounds"][0]["moves"][1]["t"] == "2026-01-02T03:04:05+00:00"


# -- import


def test_the_newest_version_is_imported_again(book: Book) -> None:
    stream = amend(book, SECOND, why="another game was typed")
    assert take_one(book, SECOND).outcome == "unchanged"
    again = take_one(book, FIRST)
    at = amendments_in(stream)[0].recorded_at
    assert again.outcome == "rejected"
    assert again.error is not None
    assert (again.error.code, again.error.params) == (
        "superseded",
        {"record": FIRST["id"], "version": 1, "at": at, "reason": "another game was typed"},
    )
    other = take_one(book, THIRD).error
    assert other is not None
    assert (other.code, other.params) == (
        "other-player",
        {"record": FIRST["id"], "booked": "s3", "named": "zoe"},
    )


def test_a_batch_extends_and_adds(book: Book) -> None:
    """Pending events of one game are visible before they are written."""
    batch = Batch(book)
    stream = book.stream(GAME)
    batch.extend(stream, [GameAmended(reason="", by=None, opening=stream.game.opened)])
    assert batch.holds(GAME)
    assert book.stream(GAME).version == stream.version + 1
