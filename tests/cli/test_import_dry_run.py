"""`import --dry-run`: the outcomes of an import, and the book stays as it is."""

from pathlib import Path
from unittest.mock import patch

import pytest

from domino_ledger.ledger.book import Book
from tests.ledger.games import line, record
from tests.ledger.test_extending import begun, plain

from .command import Command

GAME, OTHER = record("payout.jsonl"), record("payout.jsonl", 1)
NEXT = OTHER | {"id": "next", "after": GAME["id"]}


@pytest.mark.parametrize("booked", [True, False], ids=["extends a game of the book", "new book"])
def test_it_says_what_an_import_would_do_and_takes_no_copy(
    domino: Command, tmp_path: Path, booked: bool
) -> None:
    """Also of games that the same file has before: extended twice, equal, other, and followed."""
    if booked:
        (tmp_path / "begun.jsonl").write_bytes(line(begun(GAME, 0, 4)))
        assert domino("import begun.jsonl").code == 0
    stages = [begun(GAME, 0, 4), begun(GAME, 0, 8), plain(GAME), plain(GAME)]
    others = [NEXT, OTHER, OTHER | {"id": GAME["id"]}]
    (tmp_path / "games.jsonl").write_bytes(b"".join(map(line, [*stages, *others])))
    before = domino("export").out
    there = sorted(tmp_path.iterdir())
    with patch.object(Book, "copy", side_effect=AssertionError):
        dry = domino("import games.jsonl --dry-run --json")
    assert sorted(tmp_path.iterdir()) == there
    assert domino("export").out == before
    done = domino("import games.jsonl --json")
    assert (dry.code, dry.out) == (done.code, done.out)
    assert dry.err == done.err.replace(" rejected\n", " rejected, nothing written\n")
    assert done.err.endswith("2 extended, 2 unchanged, 2 rejected\n") == booked
