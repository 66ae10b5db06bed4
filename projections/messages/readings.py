"""The readings of a block: the hands that each considers, and its rule."""

from collections.abc import Mapping
from typing import NamedTuple

from domain.layout.line import LEFT, RIGHT
from domain.rules.rule_set import Reading

from . import mark, text


class _Reading(NamedTuple):
    view: str
    """The hands that it considers (docs/rules/payout.md)."""
    rule: str


_READINGS: Mapping[Reading, _Reading] = {
    "last-to-lay": _Reading(
        mark("at the table"), mark("the blocker is the player who laid the last tile")
    ),
    "last-choice": _Reading(
        mark("open hands"),
        mark(
            "the blocker is the player who laid the last tile, "
            "if they could have laid so that the round went on"
        ),
    ),
    "knowing-lock": _Reading(
        mark("the player's own view"),
        mark(
            "the blocker is the player who locked both ends for good, as far as they could see, "
            "and could have laid differently"
        ),
    ),
    "point-of-no-return": _Reading(
        mark("open hands"),
        mark(
            "the blocker is the player who laid the tile after which the round was bound to block"
        ),
    ),
    "could-have-forced-open": _Reading(
        mark("open hands"),
        mark(
            "the blocker is the player who last could have made sure that a seat went out, "
            "and laid differently"
        ),
    ),
    "set-up": _Reading(
        mark("open hands"),
        mark(
            "the blocker is the seat on the right of the player who let the round block in the "
            "end, if both had a choice"
        ),
    ),
}


def view_text(reading: Reading) -> str:
    """The hands that the reading considers: ``open hands``."""
    return text(_READINGS[reading].view)


def reading_text(reading: Reading) -> str:
    """The reading, the hands that it considers, and its rule."""
    return text(
        "{reading} ({view}): {rule}",
        reading=reading,
        view=view_text(reading),
        rule=text(_READINGS[reading].rule),
    )


def placement_text(tile: str, end: str | None, open: int | None = None) -> str:
    """A tile, its end, and the half that stays open: ``6-4 at the left end``. A lead has no end."""
    if open is not None:
        placement = placement_text(tile, end)
        return text("{placement} with {pip} open", placement=placement, pip=open)
    match end:
        case None:
            return tile
        case end if end == LEFT:
            return text("{tile} at the left end", tile=tile)
        case end if end == RIGHT:
            return text("{tile} at the right end", tile=tile)
        case end:
            return text("{tile} at {end}", tile=tile, end=end)
