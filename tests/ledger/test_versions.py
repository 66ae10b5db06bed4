"""Amended games: old versions stay in the stream, and only the newest counts."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.events import GameAmended
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict, UnknownVersion
from domino_ledger.ledger.records.amend import AnotherGame, prepare, write
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.unreadable import Rejected
from domino_ledger.ledger.records.versions import amendments_in, version_of, versions_of
from domino_ledger.ledger.registry.name_changes import erase
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.batch import Batch
from domino_ledger.ledger.store.ids import game_id

from .amendments import amend
from .games import line, new_book, record, take_one, without_claims

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
    assert [version.game for version in versions_of(after)] == [*after.game.earlier, after.game]
    assert versions_of(after)[0].entries == before.entries
    assert versions_of(after)[1] == version_of(stream)
    names = all_names(book)
    written = [json.loads(line_of(record_of(after, names, version=number))) for number in (1, 2, 3)]
    assert written == [without_claims(FIRST), without_claims(SECOND), without_claims(THIRD)]
    assert record_of(after, names) == record_of(after, names, version=3)
    assert line_of(record_of(before, names)) == line_of(record_of(after, names, version=1))


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


# -- players


def players(book: Book) -> tuple[UUID, ...]:
    return book.stream(GAME).game.opened.players


def test_players_can_be_corrected(book: Book) -> None:
    before = players(book)
    amend(book, THIRD, by="the arbiter")
    assert players(book) == (*before[:3], player_called(book, "zoe"))
    assert player_called(book, "the arbiter") not in before
    assert set(all_names(book).values()) == {"s0", "s1", "s2", "s3", "zoe", "the arbiter"}


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
