"""What a text says of one game, and on which lines, before the play is looked at."""

from dataclasses import dataclass, field

from .errors import Slip
from .lexer import Cursor
from .move_grammar import Json


@dataclass(slots=True)
class DraftRound:
    """One round."""

    record: Json
    """Without ``ended`` where the text does not say it."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    """By what may be given only once, its line."""
    moves: list[int] = field(default_factory=list)
    """By move, its line."""
    rows: list[int] = field(default_factory=list)
    """By move, its row in a printed table, from 1; empty where there is none."""
    is_table: bool = False


@dataclass(slots=True)
class Draft:
    """One game."""

    record: Json
    """Without its rounds."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    rounds: list[DraftRound] = field(default_factory=list)


def once(given: dict[str, int], name: str, cursor: Cursor, of: str = "") -> None:
    """Note the line on which this is given; NotationError where it was given before."""
    if name in given:
        field = f"{name.split(maxsplit=1)[0].capitalize()}{of}"
        raise cursor.error(Slip("given-twice", field=field, first=given[name]))
    given[name] = cursor.line or 0
