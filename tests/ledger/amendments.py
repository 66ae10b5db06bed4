"""Helper for amended games."""

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.records.amend import prepare, write
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.store.stream import Stream

from .games import Json, line


def amend(book: Book, newer: Json, *, why: str = "typed wrongly", by: str | None = None) -> Stream:
    """Amend the game of this record, as played; return its stream."""
    game = game_id(newer["id"])
    write(prepare(book, game, read_record(line(newer)), as_played=True), why, by)
    return book.stream(game)
