"""Processes that add and rename players at once: no writer is in another's way."""

import sys
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen

from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.verification.chains import verify_book
from domino_ledger.projections.verification.recorded_names import verify_names

from .games import record, take_one

WRITERS, GAMES, RENAMES = 4, 12, 15
ADDS = """
import sys
from contextlib import closing
from domino_ledger.ledger.book import open_book
from tests.ledger.games import record, take_one
address, writer, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = record("openspiel-block.jsonl")
with closing(open_book(address, lock_timeout=60)) as book:
    for number in range(games):
        names = [f"{writer} {number}", f"shared {number}"]
        taken = take_one(book, game | {"id": f"{writer}-{number}", "players": names})
        assert taken.outcome == "added", taken
"""
CHANGES = """
import sys
from contextlib import closing
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.registry.name_changes import rename
address, times = sys.argv[1], int(sys.argv[2])
with closing(open_book(address, lock_timeout=60)) as book:
    for number in range(times):
        rename(book, f"Ann {number}", f"Ann {number + 1}")
"""


def written_at_once(address: str) -> None:
    """Every process ends well, and what they wrote is whole."""
    started = [
        Popen([sys.executable, "-c", ADDS, address, str(writer), str(GAMES)], stderr=PIPE)
        for writer in range(WRITERS)
    ]
    started.append(Popen([sys.executable, "-c", CHANGES, address, str(RENAMES)], stderr=PIPE))
    with closing(open_book(address)) as book:
        while any(each.poll() is None for each in started):
            verify_names(book)  # What is being written accuses nobody.
    for each in started:
        _, said = each.communicate(timeout=300)
        assert each.returncode == 0, said.decode()
    with closing(open_book(address)) as book:
        names = set(all_names(book).values())
        own = {f"{writer} {number}" for writer in range(WRITERS) for number in range(GAMES)}
        shared = {f"shared {number}" for number in range(GAMES)}
        assert names == own | shared | {f"Ann {RENAMES}", "Bob"}
        assert verify_book(book).games == WRITERS * GAMES + 1


def begin(address: str) -> None:
    with closing(open_book(address)) as book:
        first = record("openspiel-block.jsonl") | {"id": "first", "players": ["Ann 0", "Bob"]}
        assert take_one(book, first).outcome == "added"


def test_names_written_at_once_to_a_file(tmp_path: Path) -> None:
    file = str(tmp_path / "book.db")
    make_book(file)
    begin(file)
    written_at_once(file)


def test_names_written_at_once_to_a_database(database: str) -> None:
    make_book(database)
    begin(database)
    written_at_once(database)
