"""`python -m tests.books 0.1`: store the current answers about the book of this version."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .answers import BOOK, AskedBook, book_bytes, keep_answers

with TemporaryDirectory() as directory:
    (Path(directory) / BOOK).write_bytes(book_bytes(sys.argv[1]))
    keep_answers(sys.argv[1], AskedBook(Path(directory)))
