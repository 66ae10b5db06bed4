"""Errors of the web itself; their sentences stand with those of the ledger."""

from ..ledger.errors import LedgerError


class NotKnown(LedgerError):
    """The request carries no token, or one that is not in force."""


class NotAllowed(LedgerError):
    """The token does not allow this."""


class NotFromHere(LedgerError):
    """The request was made by a page of another site, or for another host."""


class TooMuch(LedgerError):
    """The body, or the number of requests, is beyond a limit."""


class Busy(LedgerError):
    """The answer took too long, or too many streams are open."""


class NotServed(LedgerError):
    """This server was not started with what the answer needs."""


class BadTokens(LedgerError):
    """The file of tokens cannot be used, or does not have this token."""


class NoPort(LedgerError):
    """The server cannot listen there."""
