"""Errors of the notation; `projections.messages.notation` makes the sentences."""

from typing import Any

from ..records.validation import Place, Unreadable


class Slip:
    """What is wrong or expected at a place: a code and parameters."""

    __slots__ = ("code", "params")

    def __init__(self, code: str, /, **params: Any) -> None:
        self.code = code
        self.params = params


class NotationError(Unreadable):
    """A syntax error; lines and columns count from 1."""

    def __init__(
        self,
        line: int | None,
        column: int | None,
        code: str,
        /,
        *,
        place: Place = (),
        **params: object,
    ) -> None:
        """``line`` is None for a single typed line, ``column`` for an error of the whole line."""
        super().__init__(code, place=place, **params)
        self.line = line
        self.column = column
