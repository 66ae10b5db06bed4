"""The file of tokens of a book, as commands name it."""

from pathlib import Path

from ..ledger.store.address import is_url
from ..web.tokens import SUFFIX, Tokens
from .declaring import option, usage_error

tokens = option("The file of tokens.  [default: beside the file of the book]", "--tokens FILE")


def tokens_of(url: str, named: str | None) -> Tokens | None:
    """The tokens in the file that was named, or beside the book; None for a book on a server."""
    if named is not None:
        return Tokens(Path(named))
    if is_url(url):
        return None
    book = Path(url)
    return Tokens(book.with_name(f"{book.name}{SUFFIX}"))


def tokens_to_write(url: str, named: str | None) -> Tokens:
    """The tokens to change. Raises UsageError for a book on a server without `--tokens`."""
    found = tokens_of(url, named)
    if found is None:
        raise usage_error("name the file of the tokens of this book with --tokens")
    return found
