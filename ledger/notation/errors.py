"""Errors and remarks of the notation; `projections.messages.notation` makes the sentences."""

from typing import Any, NamedTuple

from ...domain.faults.codes import Fault
from ...domain.layout.ends import OneOf
from ...domain.tiles import Pip
from ..records.unreadable import Unreadable


class NotationError(Unreadable):
    """A syntax error; lines and columns count from 1."""

    def __init__(self, line: int | None, column: int | None, code: str, /, **params: Any) -> None:
        """``line`` is None for a single typed line, ``column`` for an error of the whole line."""
        super().__init__(code, **params)
        self.line = line
        self.column = column


class WrongEnding(NamedTuple):
    """The fault of a reading that does not end the round as written."""

    ended: str | None
    """The end as written; None: unfinished."""
    followed: bool = False
    """The text gives no end, but another round follows."""


class OtherEnd(NamedTuple):
    """A tile that fits at both ends, and the consequence of the other end."""

    tile: str
    end: str
    """The chosen end."""
    other: str
    wrong_line: int | None
    """The line that would then be wrong."""
    fault: Fault | WrongEnding | None
    """The fault of that line."""
    legal: bool
    """The chosen reading has no fault."""
    ended: str | None
    """How the round would end."""
    open_ends: tuple[Pip | OneOf, ...]
    """The pips of the open ends that would result."""
