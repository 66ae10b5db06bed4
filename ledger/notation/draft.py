"""What a text says of one game, and on which lines, before anybody looked at the play."""

from dataclasses import dataclass, field

from .move_grammar import Json


@dataclass(slots=True)
class DraftRound:
    """One round."""

    record: Json
    """Without ``ended`` where the text does not say it."""
    line: int
    fields: dict[str, int] = field(default_factory=dict)
    """By what is told but once, its line."""
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
