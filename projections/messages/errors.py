"""What an error of the program says to the person who runs it."""

import errno
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ledger.errors import LedgerError

from . import mark, text

Params: TypeAlias = Mapping[str, Any]

TEMPLATES = {
    # The book: where it is, and whether it can be read and written.
    "no-ledger": mark("there is no ledger at {book}: import, simulate, demo or init makes one"),
    "no-ledger-on-server": mark("there is no ledger at {book}: domino init makes one"),
    "other-database": mark("{book} is an SQLite file, but not a ledger"),
    "book-is-directory": mark("{book} is a directory, not a ledger"),
    "not-a-ledger": mark("{book} is not a ledger"),
    "not-a-database": mark("{book} is not a ledger, or it is damaged: {reason}"),
    "damaged": mark("{book} is a damaged ledger: {reason}"),
    "other-program": mark("{book} holds the events of another program, in schema {schema}"),
    "no-schema": mark("{book} has no schema to make a ledger in"),
    "no-directory": mark("{book} cannot be made: there is no directory {directory}"),
    "book-unreadable": mark("{book} cannot be read: {reason}"),
    "locked": mark("{book} is locked by another program: try again later"),
    "in-use": mark("{book} was in use by another program just then: try again ({reason})"),
    "read-only": mark("{book} is read-only: nothing was written"),
    "cannot-open": mark("{book} cannot be opened, or its directory cannot be written"),
    "disk-full": mark("{book} cannot be written, the disk is full: nothing was written"),
    "disk-error": mark("{book} cannot be read or written: {reason}"),
    "unusable-book": mark("{book} cannot be used: {reason}"),
    "unreachable": mark("{book} cannot be reached: {reason}"),
    "connection-lost": mark("{book} broke off the connection: {reason}"),
    "perhaps-written": mark(
        "{book} broke off the connection: this may or may not have been written, look first"
    ),
    "not-permitted": mark("{book} does not let this user do that: {reason}"),
    "written-meanwhile": mark("{book} has been written to by another program meanwhile ({reason})"),
    "copy-in-use": mark("{book} is in use by another program, which keeps an old copy"),
    "copy-kept": mark("{book} would keep a copy: {reason}"),
    "bad-url": mark(
        "the address of the ledger is no URL of the form {form}: "
        "write / @ : ? # in a name or password as %2F %40 %3A %3F %23"
    ),
    "other-scheme": mark("{scheme}:// cannot be a ledger: a file can, or {form}"),
    "unsafe-setting": mark(
        "{variable} is set: programs that follow the log would miss events for ever; unset it"
    ),
    "postgres-not-installed": mark(
        "a ledger in PostgreSQL needs more: pip install 'domino-ledger[postgres]'"
    ),
    # What is in the book.
    "unknown-game": mark("there is no game {name!r} in the book"),
    "ambiguous-game": mark("more than one game in the book begins with {name!r}"),
    "unknown-player": mark("there is no player {name!r} in the book"),
    "name-taken": mark("there is a player {name!r} already"),
    "name-length": mark("a name has 1 to {most} characters, not {length}"),
    "name-characters": mark("a name is more than blanks, and has no NUL: {name!r} will not do"),
    "unknown-rules": mark("there are no rules {rules!r}; known are {known}"),
    "rules-published": mark("{rules} is published and never changes: give yours another version"),
    "another-game": mark("the record is called {record!r}, but that of the game {booked!r}"),
    # Tampering.
    "book-inconsistent": mark("{book} is not what was recorded: {reason}"),
    "last-event-lost": mark("the last event of game {game} is missing, or not what was recorded"),
    "event-missing": mark("event {event} of game {game} is missing"),
    "event-unreadable": mark("event {event} of game {game} is not readable"),
    "event-malformed": mark("event {event} of game {game} is not stored as events are"),
    "hash-changed": mark(
        "event {event} of game {game} is not what was recorded: its hash has changed"
    ),
    "no-opening": mark("game {game} does not begin with its opening"),
    "entry-unreadable": mark("an event is not readable"),
    "unknown-topic": mark("no event is called {topic!r}"),
    "event-not-of-topic": mark("what is stored as {topic} is not an event of that kind"),
}
"""By code."""


def error_text(error: Exception) -> str:
    """The error as one sentence."""
    match error:
        case LedgerError():
            return _ledger_error(error)
        case OSError() if error.errno == errno.ENOSPC:
            return text("the disk is full")
        case OSError() if error.filename is not None:
            return text("{file}: {reason}", file=error.filename, reason=error.strerror)
        case _:
            return text(
                "unexpected {kind}: {error} (set DOMINO_TRACEBACK=1 to see where)",
                kind=type(error).__name__,
                error=error,
            )


def _ledger_error(error: LedgerError) -> str:
    if error.code in _MADE:
        return _MADE[error.code](error.params)
    values = {name: _shown(value) for name, value in error.params.items()}
    return text(TEMPLATES.get(error.code, error.code), **values)


def _shown(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list) else value


def _unknown_version(params: Params) -> str:
    if params["newest"] == 1:
        return text("{record} has version 1 alone, not version {version}", **params)
    return text("{record} has versions 1 to {newest}, not version {version}", **params)


_MADE: dict[str, Callable[[Params], str]] = {"unknown-version": _unknown_version}
"""By code, where one template is not enough."""
