"""Numbers that are typed, and the sentence for what is none."""

from typing import Any

import click


class WholeNumber(click.ParamType[int]):
    """A whole number, perhaps of so much or more."""

    name = "integer"

    def __init__(self, least: int | None = None) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; BadParameter says what was expected."""
        number = _read(value)
        if number is None or (self._least is not None and number < self._least):
            least = "" if self._least is None else f" of {self._least} or more"
            self.fail(f"{value!r} is not a whole number{least}", param, ctx)
        return number


def _read(value: Any) -> int | None:
    try:
        return int(value)
    except ValueError:
        return None
