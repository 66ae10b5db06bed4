"""One parsed game with its line numbers, before ends are placed."""

from dataclasses import dataclass, field
from typing import Any

from .errors import Slip
from .lexer import Cursor
from .move_grammar import Json


@dataclass(slots=True)
class DraftRound:
    """One parsed round."""

    record: Json
    """Without ``ended`` if the text does not give it."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    """Line numbers of the lines that may be given only once."""
    moves: list[int] = field(default_factory=list)
    """By move, its line number."""
    rows: list[int] = field(default_factory=list)
    """By move, its row in a printed table, from 1; empty if there is no table."""
    is_table: bool = False


@dataclass(slots=True)
class Draft:
    """One parsed game."""

    record: Json
    """Without rounds."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    rounds: list[DraftRound] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    """By field of the rules, the value that the players agreed on."""


def once(given: dict[str, int], name: str, cursor: Cursor, of: str = "") -> None:
    """Remember the line of ``name`` in ``given``; raises NotationError if it was given before."""
    if name in given:
        field = f"{name.split(maxsplit=1)[0].capitalize()}{of}"
        raise cursor.error(Slip("given-twice", field=field, first=given[name]))
    given[name] = cursor.line or 0
