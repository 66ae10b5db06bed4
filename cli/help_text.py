"""Help in any script: lines are as long as the columns that their signs take."""

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest

import click

from ..projections.messages.widths import left, width

_AS_IT_STANDS = "\b\n"
"""Before a paragraph whose lines are kept, as click has it."""


class _Formatter(click.HelpFormatter):
    """click counts signs, and breaks lines at blanks; an ideograph takes two columns."""

    def write_text(self, text: str) -> None:
        if _is_narrow(text):
            super().write_text(text)
            return
        blank = " " * self.current_indent
        for line in _lines(text, self.width - self.current_indent):
            self.write(f"{blank}{line}".rstrip() + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = list(rows)
        if all(map(_is_narrow, chain.from_iterable(rows))):
            super().write_dl(rows, col_max, col_spacing)
            return
        first = min(col_max, max(width(term) for term, _ in rows)) + col_spacing
        blank = " " * self.current_indent
        for term, text in rows:
            lines = list(_lines(text, max(10, self.width - self.current_indent - first - 2)))
            if width(term) > first - col_spacing:
                lines.insert(0, "")
            for beginning, line in zip_longest([term], lines, fillvalue=""):
                self.write(f"{blank}{left(beginning, first)}{line}".rstrip() + "\n")


class Context(click.Context):
    """Formats help as above."""

    formatter_class = _Formatter


def _is_narrow(text: str) -> bool:
    """Each sign takes one column."""
    return all(width(line) == len(line) for line in text.splitlines())


def _lines(text: str, columns: int) -> Iterator[str]:
    """The text in lines of at most so many columns, its paragraphs apart."""
    from wcwidth import wrap  # noqa: PLC0415 - slow, and few languages need it

    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        if paragraph.startswith(_AS_IT_STANDS):
            yield from paragraph.removeprefix(_AS_IT_STANDS).splitlines()
        else:
            yield from wrap(" ".join(paragraph.split()), columns)
