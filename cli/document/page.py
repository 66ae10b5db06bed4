"""A page that can be printed as text, HTML or PDF: headings, tables and lists."""

from typing import NamedTuple

Row = tuple[str, ...]


class Table(NamedTuple):
    """A table of text."""

    caption: str
    heads: Row
    rows: tuple[Row, ...]
    figures_from: int
    """The first column that holds figures."""
    totals: bool = False
    """The last row holds totals."""
    dense: bool = False
    """For many columns: each is as wide as its content; no word is broken."""


class Page(NamedTuple):
    """A page; empty parts are left out."""

    title: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    outcome: str = ""
    """A sentence in bold."""
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Headings, each with its lines."""
    signatures: tuple[str, ...] = ()
    """The people who sign."""
    proof: tuple[tuple[str, str], ...] = ()
    """Names the events in the book that the page was made from."""
    checkpoint: str = ""
    """The signed log that these events are in, printed as text and as a QR code."""
