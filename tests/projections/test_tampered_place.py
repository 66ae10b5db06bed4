"""Where in a game an event stands that is not what was recorded."""

import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.events import ActUndone, DealUndone, GameAmended
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.store.base import Store
from domino_ledger.ledger.store.ids import HOUSE, game_id
from domino_ledger.projections.messages.errors import error_text, unchanged_lines
from domino_ledger.projections.verification.chains import unchanged_games
from domino_ledger.projections.verification.tampered_place import _at, named

from .tails import games, written

NAMES = ("draw", "irregular-over")
DRAW, OTHER = map(game_id, NAMES)
UNCHANGED = "the other 1 game is as it was recorded"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written(tmp_path, games(*NAMES)).close()
    return tmp_path / "book.db"


def said(file: Path, event: int | None) -> list[str]:
    more = {} if event is None else {"event": event}
    code = "last-event-lost" if event is None else "hash-changed"
    with closing(open_book(file)) as book:
        error = named(book, Tampered(code, game=str(DRAW), **more))
    return [error_text(error), *unchanged_lines(error)]


def changed(file: Path, game: UUID, event: int) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("DROP TRIGGER stored_events_refuses_update")
        other.execute(
            "UPDATE stored_events SET state = CAST(state || ' ' AS BLOB) "
            "WHERE originator_id = ? AND originator_version = ?",
            (game.hex, event),
        )


@pytest.mark.parametrize(
    ("event", "at"),
    [(1, "the opening"), (2, "round 1, the deal"), (3, "round 1, move 1"), (4, "round 1, move 2")],
)
def test_an_event_is_named_by_game_round_and_move(file: Path, event: int, at: str) -> None:
    assert said(file, event) == [
        f"draw, {at} is not what was recorded: its hash has changed",
        UNCHANGED,
    ]


def test_a_game_whose_end_is_lost_is_named(file: Path) -> None:
    assert said(file, None) == [
        "the last event of draw is missing, or not what was recorded",
        UNCHANGED,
    ]


def test_a_game_whose_opening_cannot_be_read_has_its_id(file: Path) -> None:
    changed(file, DRAW, 1)
    assert said(file, 1)[0].startswith(f"{DRAW}, the opening is not what was recorded")


def test_a_game_whose_opening_is_no_longer_bytes_has_its_id(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("DROP TRIGGER stored_events_refuses_update")
        other.execute("UPDATE stored_events SET state = state || ' '")
    assert said(file, 3)[0].startswith(f"{DRAW}, round 1, move 1 is not what was recorded")


def test_the_other_games_that_were_found_unchanged_are_counted(file: Path) -> None:
    assert said(file, 3)[1:] == [UNCHANGED]
    changed(file, OTHER, 3)
    assert said(file, 3)[1:] == ["0 of the 1 other games are as they were recorded"]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("DROP TRIGGER stored_events_refuses_delete")
        other.execute(
            "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 3",
            (DRAW.hex,),
        )
    with closing(open_book(file)) as book:
        assert unchanged_games(book, OTHER) == (0, 1)


def test_who_may_not_see_all_events_is_told_of_no_other_game(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "sees_all", False)
    assert len(said(file, 3)) == 1


def test_what_is_of_no_game_stays_as_it_is(file: Path) -> None:
    with closing(open_book(file)) as book:
        for error in (
            Tampered("hash-changed", game=str(HOUSE), event=2),
            Tampered("event-malformed", game="no id", event=1),
            Tampered("entry-unreadable"),
        ):
            assert named(book, error) is error


LAY, PASSED = ("tile-laid/1", b"{}"), ("turn-passed/1", b'{"seat":0,"inferred":true}')
OPENED, DEAL = ("game-opened/1", b"{}"), ("round-dealt/1", b"{}")

_BEFORE = "before-deal", None, None


@pytest.mark.parametrize(
    ("kinds", "event", "at"),
    [
        ([OPENED, ("play-paused/1", b"{}")], 2, _BEFORE),
        ([OPENED, DEAL, LAY, PASSED, LAY], 5, ("move", 0, 1)),
        ([OPENED, DEAL, LAY, PASSED, LAY], 4, ("after-move", 0, 0)),
        ([OPENED, DEAL, LAY], 4, ("after-move", 0, 0)),
        ([OPENED, DEAL, LAY, ("round-won/1", b"{}"), DEAL, LAY], 6, ("move", 1, 0)),
        ([OPENED, DEAL, LAY, (ActUndone.TOPIC, b""), LAY], 5, ("move", 0, 0)),
        ([OPENED, DEAL, (DealUndone.TOPIC, b""), DEAL, LAY], 5, ("move", 0, 0)),
        ([OPENED, DEAL, LAY, (GameAmended.TOPIC, b""), DEAL, LAY], 6, ("move", 0, 0)),
        ([OPENED, LAY, (ActUndone.TOPIC, b""), (DealUndone.TOPIC, b"")], 4, _BEFORE),
        ([OPENED, DEAL, (ActUndone.TOPIC, b"")], 3, ("deal", 0, None)),
        ([OPENED, ("round-reported/1", b"{}"), DEAL], 3, ("deal", 1, None)),
    ],
)
def test_rounds_and_moves_are_counted_as_people_do(
    kinds: list[tuple[str, bytes]], event: int, at: tuple[str, int | None, int | None]
) -> None:
    rows = [(number, *each) for number, each in enumerate(kinds, 1)]
    assert _at(rows, event) == at


def test_a_missing_event_stands_after_the_one_before_it() -> None:
    kinds = enumerate([OPENED, DEAL, LAY, LAY], 1)
    rows = [(number + (number > 3), *each) for number, each in kinds]
    assert _at(rows, 4) == ("after-move", 0, 0)


def test_rounds_of_a_game_before_the_event_are_unchanged(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("unfinished"))) as book:
        game = str(game_id("unfinished"))
        error = named(book, Tampered("event-missing", game=game, event=22))
    assert error_text(error) == "unfinished, round 2, move 1 is missing"
    assert list(unchanged_lines(error)) == ["round 1 of this game is unchanged"]


def test_rounds_before_are_unchanged() -> None:
    error = Tampered("hash-changed", unchanged_rounds=2, unchanged_games=(41, 41))
    assert list(unchanged_lines(error)) == [
        "rounds 1 to 2 of this game are unchanged",
        "all other 41 games are as they were recorded",
    ]
