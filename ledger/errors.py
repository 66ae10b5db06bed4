"""Errors of the ledger: a code and parameters, never a sentence.

`projections.messages.errors` makes the sentences. Codes are for programs and do not change.
"""

from typing import Any


class LedgerError(Exception):
    """Base class of all errors that are reported to the user."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
        """JSON values: names, ids, numbers, lists. ``reason`` is text of another program."""

    def __reduce__(self) -> tuple[Any, ...]:
        """So that a process can give it to another one, whatever a subclass takes to be made."""
        return _again, (type(self), self.args, vars(self))

    def __str__(self) -> str:
        """Code and parameters, for tracebacks."""
        return f"{self.code} {self.params}" if self.params else self.code


def _again(kind: type[LedgerError], args: tuple[Any, ...], fields: dict[str, Any]) -> LedgerError:
    """The error, made again by another process."""
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


class NotALedger(LedgerError):
    """There is no book; what is there is something else."""


class Unavailable(LedgerError):
    """The book cannot be read or written now: locked, read-only, disk full."""


class UnknownGame(LedgerError):
    """The book has no game of this name."""


class UnknownVersion(LedgerError):
    """The game has no version with this number."""


class UnknownPlayer(LedgerError):
    """The book has no player of this name."""


class NotNow(LedgerError):
    """The order is not possible now."""


class Conflict(LedgerError):
    """Another program has written to the same game, or taken the same name."""


class Tampered(LedgerError):
    """Stored events or hashes were changed or lost."""


class Mistyped(LedgerError):
    """What was typed cannot be what stands on the paper: its check character does not fit."""


class BadKey(LedgerError):
    """A key or its file cannot be used."""


class BadNote(LedgerError):
    """A signed text is not in its form."""
