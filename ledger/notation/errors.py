"""What is wrong with a text, and where; `projections.messages.notation` makes the sentences."""

from typing import Any

from ..records.format import Unreadable
from ..records.validation import Place


class Slip:
    """What is wrong at a place, or what is expected there: a code and its parameters."""

    __slots__ = ("code", "params")

    def __init__(self, code: str, /, **params: Any) -> None:
        self.code = code
        self.params = params


class NotationError(Unreadable):
    """The text is not in the notation; lines and columns count from 1."""

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
        """``line`` is None where there is only one; ``column`` where the whole line is meant."""
        super().__init__(code, place=place, **params)
        self.line = line
        self.column = column
