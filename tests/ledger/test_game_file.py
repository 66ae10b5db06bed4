"""Files of games, imported and exported without a command."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import LedgerError
from domino_ledger.ledger.records import game_file, import_
from domino_ledger.ledger.records.export import export_games
from domino_ledger.ledger.records.game_file import FileGame, ImportCounts, import_files
from domino_ledger.ledger.records.import_ import Imported
from domino_ledger.ledger.records.line_reader import Line, lines_of
from domino_ledger.projections.messages.errors import error_text

ROOT = Path(__file__).parents[2]
RECORDS = (ROOT / "tests" / "data" / "replay.jsonl").read_bytes()
NOTATION = (ROOT / "docs" / "examples" / "club-night.domino").read_bytes()


def lines(text: bytes) -> Iterator[Line]:
    return lines_of(BytesIO(text))


def test_every_game_is_reported_in_order_with_its_file(book: Book) -> None:
    seen: list[tuple[str, int, str]] = []

    def done(game: FileGame, imported: Imported) -> None:
        seen.append((game.file, game.line, imported.outcome))

    broken = NOTATION.replace(b"Ben pass", b"Ben paws")
    files = [("a.jsonl", lines(b"{}\n")), ("b.domino", lines(broken + b"\n" + NOTATION))]
    counts = import_files(book, files, done=done)
    assert counts == ImportCounts(added=1, rejected=2)
    assert [(file, outcome) for file, _, outcome in seen] == [
        ("a.jsonl", "rejected"),
        ("b.domino", "rejected"),
        ("b.domino", "added"),
    ]
    assert seen[1][1] < seen[2][1]


def test_hidden_rounds_are_counted_and_left_out(book: Book) -> None:
    import_files(book, [("replay.jsonl", lines(RECORDS))], as_played=True)
    (unfinished,) = export_games(book, [book.find("unfinished")])
    assert unfinished.hidden_rounds == 1
    assert len(unfinished.record["rounds"]) == 1


@pytest.mark.parametrize("unreadable", [b'{"id": 1}\n', b"Game: a\n\n"], ids=["record", "notation"])
def test_the_rest_of_a_file_without_games_is_left_out(
    unreadable: bytes, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 30
    monkeypatch.setattr(game_file, "MOST_UNREADABLE", most)
    monkeypatch.setattr(import_, "_MOST_OUTCOMES", most)
    errors: list[LedgerError] = []

    def done(_: FileGame, imported: Imported) -> None:
        assert imported.error is not None
        errors.append(imported.error)

    files = [("broken", lines(unreadable * 10 * most)), ("replay.jsonl", lines(RECORDS))]
    counts = import_files(book, files[:1], done=done)
    assert counts == ImportCounts(rejected=len(errors))
    assert most < len(errors) < 4 * most
    assert error_text(errors[-1]).endswith(
        "unreadable than readable: the rest of the file is left out"
    )
    assert import_files(book, files[1:], as_played=True).added == 6


def test_unreadable_games_among_others_are_no_reason_to_stop(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_file, "MOST_UNREADABLE", 3)
    monkeypatch.setattr(import_, "_MOST_OUTCOMES", 1)
    each = RECORDS.splitlines(keepends=True)
    text = b"".join(b"{}\n" + line for line in each)
    counts = import_files(book, [("mixed", lines(text))], as_played=True)
    assert (counts.added, counts.rejected) == (6, 6)
