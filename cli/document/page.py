"""What is printed, in whatever form: headings, tables and lines."""

from typing import NamedTuple

Row = tuple[str, ...]


class Table(NamedTuple):
    """Rows of text under heads."""

    caption: str
    heads: Row
    rows: tuple[Row, ...]
    figures_from: int
    """The first of the columns that hold figures."""
    totals: bool = False
    """The last row holds them."""
    dense: bool = False
    """Many columns under words: each as wide as it needs, no head broken within a word."""


class Page(NamedTuple):
    """Something to be printed; what is empty is left out."""

    title: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    outcome: str = ""
    """A sentence that stands out."""
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Headings with what stands under them."""
    signatures: tuple[str, ...] = ()
    """Who is to sign."""
    proof: tuple[tuple[str, str], ...] = ()
    """What ties it to the book."""
