"""The errors of a text that is no record, and of a record that is not imported."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from ..errors import LedgerError

if TYPE_CHECKING:
    from ..transcript.game import Violation

Place: TypeAlias = tuple[int | str, ...]
"""Keys and indices that lead to a value in JSON."""

_LONGEST_SHOWN = 60


class Unreadable(LedgerError):
    """A text is not a record, or a typed line is not valid."""

    def __init__(self, code: str, /, *, place: Place = (), **params: object) -> None:
        """``place``: keys and indices in the JSON of a record, or the name of a text."""
        super().__init__(code, **params)
        self.place = place


class Rejected(LedgerError):
    """A record is not imported."""

    def __init__(
        self,
        code: str,
        /,
        *,
        violation: "Violation | None" = None,
        players: Sequence[str] = (),
        **params: object,
    ) -> None:
        """``violation``: the first one, if that is the reason; ``players``: names by seat."""
        super().__init__(code, **params)
        self.violation = violation
        self.players = players


def shown(value: object) -> str:
    """A value as JSON, cut where it is long."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
