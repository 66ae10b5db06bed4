"""The tiles on the table in the order in which they were laid, seen outward."""

from typing import NamedTuple

from domain.events import EndName
from domain.layout.line import LEFT, RIGHT
from domain.layout.on_table import OnTable, TileOnTable
from domain.tiles import Pip


class OutwardTile(NamedTuple):
    """A tile with its halves as its branch grows."""

    placed: TileOnTable
    branch: EndName
    """On a line: left or right."""
    first: Pip
    """The half that is nearer to the lead."""
    second: Pip
    wild: tuple[bool, bool]
    """Which of them are wild; their pips are those that they stand for."""

    @property
    def act(self) -> int:
        return self.placed.act


def in_order(on_table: OnTable) -> list[OutwardTile]:
    """The tiles in the order in which they were laid."""
    lead = min((place for place, tile in enumerate(on_table) if tile.on is None), default=0)
    found = []
    for place, tile in enumerate(on_table):
        on_the_left = tile.branch is None and place < lead
        left, right = tile.halves
        first, second = (right, left) if on_the_left else (left, right)
        branch = tile.branch or (LEFT if on_the_left else RIGHT)
        wild = first.wild, second.wild
        found.append(OutwardTile(tile, branch, first.pip, second.pip, wild))
    return sorted(found, key=lambda tile: tile.act)
