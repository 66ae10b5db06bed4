"""A page to be printed as text, HTML or PDF: headings, tables and lines."""

from typing import NamedTuple

Row = tuple[str, ...]


class Table(NamedTuple):
    """Rows of text under heads."""

    caption: str
    heads: Row
    rows: tuple[Row, ...]
    figures_from: int
    """The first column that holds figures."""
    totals: bool = False
    """The last row holds totals."""
    dense: bool = False
    """Many columns: each as wide as its content, no heading broken within a word."""


class Page(NamedTuple):
    """A page; empty parts are left out."""

    title: str
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    outcome: str = ""
    """A sentence that stands out."""
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Headings, each with its lines."""
    signatures: tuple[str, ...] = ()
    """The people who sign."""
    proof: tuple[tuple[str, str], ...] = ()
    """What ties the page to the book."""
