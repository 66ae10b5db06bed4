"""Who leads a round, and with what, as rule sets say it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ..tiles import TileName
from .field import Value, always, rule


class HighestDouble(Value):
    """The holder of the highest double that was dealt leads it."""

    kind: Literal["highest-double"] = "highest-double"
    unheld: Literal["deal-again", "heaviest-tile"] = rule(
        "deal-again",
        "what happens if nobody holds a double: the deal is void, or the heaviest tile is led",
    )


class HeaviestTile(Value):
    """The holder of the tile with most pips leads it; of equal ones that with the higher half."""

    kind: Literal["heaviest-tile"] = "heaviest-tile"


Unheld: TypeAlias = Literal["deal-again", "draw-for-it"]
"""If no seat holds the tile to lead.

- ``deal-again``: the deal is void.
- ``draw-for-it``: the seats draw one tile each in turn and keep it, until one of them draws the
  tile and leads it at once.
"""
_UNHELD = "what happens if nobody holds it: the deal is void, or the seats draw for it"


class NamedTile(Value):
    """The holder of one given tile leads it."""

    kind: Literal["named-tile"] = "named-tile"
    tile: TileName = Field(description="the tile to lead")
    unheld: Unheld = rule("deal-again", _UNHELD)


class RoundDouble(Value):
    """The holder of the double of the round leads it: of the highest pip in the first round.

    In each round it is the double of the next lower pip; after that of 0 the highest follows again.
    In a set with wild tiles the double wild is led if no seat holds the double of the round.
    """

    kind: Literal["round-double"] = "round-double"
    unheld: Unheld = always("draw-for-it", _UNHELD)


class ByLot(Value):
    """A seat drawn by lot leads, with any tile."""

    kind: Literal["lot"] = "lot"


class AnyDouble(Value):
    """A double of the leader's choice; the first seat that has one leads."""

    kind: Literal["any-double"] = "any-double"


class OwnHighestDouble(Value):
    """The highest double of the leader's hand; the first seat that has a double leads.

    In the first round a seat drawn by lot is the first. If no seat has a double, the deal is void.
    """

    kind: Literal["own-highest-double"] = "own-highest-double"


Lead: TypeAlias = Annotated[
    HighestDouble | HeaviestTile | NamedTile | RoundDouble | ByLot | OwnHighestDouble,
    Field(discriminator="kind"),
]
LaterLead: TypeAlias = Annotated[ByLot | AnyDouble | OwnHighestDouble, Field(discriminator="kind")]
NextLead: TypeAlias = Literal["same-rule", "winner", "rotate", "last-to-lay", "winning-side"]
"""Who leads after a finished round.

- ``same-rule``: as in the first round. Under the other values any tile may be led.
- ``winner``: the winner; of several, the one that `out_lead` or `block_lead` names; if nobody won,
  the last leader.
- ``rotate``: the seat after the last leader.
- ``last-to-lay``: the seat that went out; after a block the last to lay if its side won, the seat
  after it if its side lost, the last leader if nobody won.
- ``winning-side``: a winner, whom the winners choose; if nobody won, the last leader.
"""
BlockLead: TypeAlias = Literal[
    "first-of-winners", "lightest", "winning-side", "blocker-or-side", "first-lead"
]
"""Which winner of a blocked round leads under ``winner``.

- ``first-of-winners``: the first clockwise from the last leader.
- ``lightest``: the one with the fewest pips; of equal ones the first in order of play from the seat
  that blocked, which is the last to lay.
- ``winning-side``: one whom the winners choose.
- ``blocker-or-side``: the seat that blocked if its side won, else one whom the winners choose.
- ``first-lead``: as in the first round, also what is led.
"""
AfterTie: TypeAlias = Literal[
    "last-leader", "next-seat", "first-lead", "leader-if-tied", "compare-doubles"
]
"""Who leads after a round that nobody won.

- ``last-leader``: the last leader.
- ``next-seat``: the seat after the last leader.
- ``first-lead``: as in the first round, also what is led.
- ``leader-if-tied``: the last leader if its side tied for lowest, else as in the first round.
- ``compare-doubles``: of the sides that tied, the seat that was dealt the highest double; without
  a double the last leader. If no sides tied, all seats are compared.
"""
