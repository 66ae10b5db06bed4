"""People who are new to the book, and perhaps slips for people who are in it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from ledger.book import Book
from ledger.registry.players import all_names, perhaps_meant
from ledger.suggestions import KnownNames
from projections.messages import plural, shortened, text

from .output import plain, say
from .terminal.line_input import at_terminal

_MOST_REMARKED = 5
_LONGEST_NAME = 40


def names_meant(book: Book, names: Sequence[str]) -> list[str]:
    """The names of the players of a new game.

    At a terminal, asks about each name that may be a slip. Otherwise prints a remark, and the names
    stay.
    """
    meant = perhaps_meant(book, names)
    return [_meant(name, meant[name]) if name in meant else name for name in names]


def _meant(name: str, known: str) -> str:
    shown = {"name": shortened(name, _LONGEST_NAME), "known": shortened(known, _LONGEST_NAME)}
    if not at_terminal():
        say(text("{name} is new to the book. Did you mean {known}?", **shown))
        return name
    question = text("{name} is not in the book. Did you mean {known}?", **shown)
    return known if click.confirm(plain(question), err=True) else name


class Newcomers:
    """People new to the book in one file after the other, with names much like known ones."""

    def __init__(self, book: Book) -> None:
        self._known = KnownNames(all_names(book).values())
        self._file: str | None = None
        self._alike: list[tuple[str, str]] = []

    def note(self, file: str, new: Sequence[str], seated: Sequence[str]) -> None:
        """Note the new names of a game; prints the remark on the file before, if it was another."""
        if file != self._file:
            self.remark()
            self._file = file
        for name in new:
            known = self._known.closest(name, seated)
            if known is not None:
                self._alike.append((name, known))
        for name in new:
            self._known.add(name)

    def remark(self) -> None:
        """Print the remark on the last file."""
        if not self._alike:
            return
        pairs = ", ".join(
            f"{shortened(name, _LONGEST_NAME)} ({shortened(known, _LONGEST_NAME)}?)"
            for name, known in self._alike[:_MOST_REMARKED]
        )
        say(
            plural(
                "{file}: {number} new name is much like a known one: {pairs}",
                "{file}: {number} new names are much like known ones: {pairs}",
                len(self._alike),
                file=shortened(self._file or ""),
                pairs=pairs,
            )
        )
        self._alike.clear()


@contextmanager
def remarks_on_newcomers(book: Book) -> Iterator[Newcomers]:
    """Notes new names, and prints a remark on each file that has some like known ones."""
    newcomers = Newcomers(book)
    yield newcomers
    newcomers.remark()
