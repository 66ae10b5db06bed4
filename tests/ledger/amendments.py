"""Helper for amended games."""

from ledger.book import Book
from ledger.records.amend import prepare, write
from ledger.records.format import read_record
from ledger.store.stream import Stream, game_id

from .games import Json, line


def amend(book: Book, newer: Json, *, why: str = "typed wrongly", by: str | None = None) -> Stream:
    """Amend the game of this record, as played; return its stream."""
    game = game_id(newer["id"])
    write(prepare(book, game, read_record(line(newer)), as_played=True), why, by)
    return book.stream(game)
