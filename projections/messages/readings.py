"""The readings of a block: the hands that each considers, its rule, its verdict and evidence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...domain.block_verdicts import Evidence, Verdict
from ...domain.round.state import Act
from ...domain.rules.payout import Reading
from ...domain.tiles import NAMES
from . import mark, mark_plural, text
from .acts import act_text
from .ends import where_text
from .templates import Template, Templates, filled


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


def rule_text(reading: Reading) -> str:
    """The rule of the reading alone."""
    return text(_READINGS[reading].rule)


def placement_text(
    names: Sequence[str], tile: str, end: str | None, open: int | None = None
) -> str:
    """Tile, end and the half that stays open: ``6-4 at the left end``. A lead has no end."""
    if open is not None:
        placement = placement_text(names, tile, end)
        return text("{placement} with {pip} open", placement=placement, pip=open)
    if end is None:
        return tile
    return text("{tile} at {end}", tile=tile, end=where_text(end, names))


UNDETERMINED = (
    Template(
        mark_plural(
            "undetermined after {number} position: nobody is fined on it",
            "undetermined after {number} positions: nobody is fined on it",
        ),
        number="positions",
    ),
    Template(mark("undetermined, as it depends on tiles that nobody saw: nobody is fined on it")),
)
"""By whether a search was given up after a number of positions."""


def blame_text(verdict: Verdict, names: Sequence[str]) -> str:
    """Who blocked the round, and who assisted; ``names`` by seat."""
    if verdict.status == "undetermined":
        params = {"positions": verdict.bound}
        return filled(UNDETERMINED, params, params)
    blocker, assistant = (
        None if seat is None else names[seat] for seat in (verdict.blocker, verdict.assistant)
    )
    return filled(_BLAME["blame"], {}, {"player": blocker, "assistant": assistant})


_BLAME: Templates = {
    "blame": (
        "{player} blocked it, assisted by {assistant}",
        "{player} blocked it",
        "nobody blocked it",
    )
}


def evidence_lines(
    acts: Sequence[Act], evidence: Evidence, move: int | None, names: Sequence[str]
) -> Iterator[str]:
    """The tile that blocked, and what would have kept the round open, with an example.

    ``move``: in which it was laid; ``names`` by seat.
    """
    act, instead, line = acts[evidence.act], evidence.instead, evidence.line
    values = {"move": move, "act": act_text(act, names)}
    if instead is None:
        yield text("move {move}: {act}", **values)
        return
    values["instead"] = placement_text(names, NAMES[instead.tile], instead.end, instead.open)
    if line is None:
        yield text(
            "move {move}: {act}; {instead} would have kept the round open for the moment", **values
        )
    elif line:
        yield text("move {move}: {act}; {instead} would have kept the round open", **values)
        moves = ", ".join(act_text(act, names) for act in line)
        yield text("for example: {moves}, and is out", moves=moves)
    else:
        yield text("move {move}: {act}; {instead} would have put them out at once", **values)
