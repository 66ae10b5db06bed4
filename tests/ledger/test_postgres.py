"""The contract of every book, for PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domino_ledger.ledger.book import Book, make_book, open_book

from .contract import BookContract, Rows
from .contract_beside import TablesContract
from .contract_times import TimesContract
from .contract_together import TogetherContract


class InADatabase:
    @pytest.fixture(autouse=True)
    def opened(self, database: str) -> Iterator[list[Book]]:
        """The opened books, closed at the end."""
        self.url = database
        self.books: list[Book] = []
        make_book(database)
        yield self.books
        for book in self.books:
            book.close()

    def open(self, directory: Path) -> Book:  # noqa: ARG002 - a file's business
        book = open_book(self.url)
        self.books.append(book)
        return book

    def garble(self, book: Book, version: int) -> None:
        with psycopg.connect(str(book.address)) as plain:
            plain.execute(
                "CREATE FUNCTION garbles() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN "
                "NEW.state = convert_to(encode(NEW.state, 'hex'), 'UTF8'); RETURN NEW; END$$"
            )
            plain.execute(
                "CREATE TRIGGER garbles BEFORE INSERT ON stored_events FOR EACH ROW "
                f"WHEN (NEW.originator_version = {version}) EXECUTE FUNCTION garbles()"
            )


class TestTablesOfPostgres(InADatabase, TablesContract):
    pass


class TestTimesOfPostgres(InADatabase, TimesContract):
    pass


class TestTogetherInPostgres(InADatabase, TogetherContract):
    pass


class TestPostgresBook(InADatabase, BookContract):
    bytes_apart = 70  # The hash chain is checked by the same code for every storage.

    def change(self, book: Book, game: UUID, changed: Callable[[Rows], Rows]) -> None:
        with psycopg.connect(str(book.address)) as plain:
            plain.execute("SET session_replication_role = replica")  # No trigger fires.
            of_the_game = "FROM stored_events WHERE originator_id = %s"
            rows = plain.execute(
                f"SELECT originator_version, topic, state {of_the_game} ORDER BY 1", [game]
            ).fetchall()
            plain.execute(f"DELETE {of_the_game}", [game])
            plain.cursor().executemany(
                "INSERT INTO stored_events VALUES (%s, %s, %s, %s)",
                [(game, *row) for row in changed(rows)],
            )
