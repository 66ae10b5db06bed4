"""What can go wrong with a book: a code and its parameters, never a sentence.

`projections.messages.errors` makes the sentence. Codes are names for programs and do not change.
"""

from typing import Any


class LedgerError(Exception):
    """Something about the book that its user must know."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
        """What JSON can hold: names, ids, numbers, lists of these. ``reason`` is another program's
        text."""

    def __str__(self) -> str:
        """For tracebacks: code and parameters."""
        return f"{self.code} {self.params}" if self.params else self.code


class NotALedger(LedgerError):
    """There is no book, or the file is something else."""


class Unavailable(LedgerError):
    """The book cannot be read or written now: locked, read-only, disk full."""


class UnknownGame(LedgerError):
    """No game of that name is in the book."""


class UnknownPlayer(LedgerError):
    """No player of that name is in the book."""


class Conflict(LedgerError):
    """Another program wrote to the same game, or took the same name, in the meantime."""


class Tampered(LedgerError):
    """What is stored does not follow from what was stored before it."""
