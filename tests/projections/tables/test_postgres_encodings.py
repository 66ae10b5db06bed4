"""A book is created and written only in a database whose encoding holds every text."""

from contextlib import closing

import psycopg
import pytest

from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.store.postgres.schema import STATEMENTS
from domino_ledger.projections.tables.catch_up import set_up_in_database
from tests.ledger.games import lines, take
from tests.postgres import drop_database, fresh_database


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_in_another_encoding(server: str, encoding: str) -> None:
    """No book is created there; one that was created by an earlier version is read-only."""
    url = fresh_database(server, encoding)
    try:
        for dry_run in (True, False):
            with pytest.raises(Unavailable) as error:
                make_book(url, dry_run=dry_run)
            assert refused(error.value) == ("wrong-encoding", encoding, "UTF8")
        with psycopg.connect(url) as earlier:
            assert earlier.execute("SELECT to_regclass('stored_events')").fetchone() == (None,)
            for statement in STATEMENTS:
                earlier.execute(statement)
            earlier.execute("INSERT INTO player_name VALUES (repeat('0', 32), 'Ana', '')")
        with closing(open_book(url)) as book:
            for write in (
                lambda: take(book, lines("payout.jsonl")[:1]),
                lambda: rename(book, "Ana", "Eva"),
                lambda: set_up_in_database(book),
            ):
                with pytest.raises(Unavailable) as error:
                    write()
                assert refused(error.value) == ("wrong-encoding", encoding, "UTF8")
            assert book.last_position() == 0
            assert book.query("SELECT name FROM player_name") == [("Ana",)]
    finally:
        drop_database(server, url)


def refused(error: Unavailable) -> tuple[object, ...]:
    return error.code, error.params["encoding"], error.params["needed"]
