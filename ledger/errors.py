"""What can go wrong with a book, each with a sentence for whoever holds it."""


class LedgerError(Exception):
    """Something about the book that its user must hear of; the message is one sentence."""


class NotALedger(LedgerError):
    """There is no book, or the file is something else."""


class Unavailable(LedgerError):
    """The book cannot be read or written now: locked, read-only, disk full."""


class UnknownGame(LedgerError):
    """No game of that name is in the book."""


class UnknownPlayer(LedgerError):
    """No player of that name is in the book."""


class Conflict(LedgerError):
    """Somebody else has written to the same game, or taken the same name, meanwhile."""


class Tampered(LedgerError):
    """What is stored does not follow from what was stored before it."""
