"""A rule set is one frozen value of three parts: play, score and payout.

Play decides what was legal at the time. Score and payout are opinions about the facts and can be
exchanged at any time. A variant is a row of values; no code tests the name of a rule set.

Each field is described here and nowhere else: what it decides, its values, default and bounds, and
what its values need of other fields. `rule_fields` reads that back, for `domino rules fields` and
for the tables of docs/rules. The sentences for players are in `projections/messages/rules.py`.
"""

from collections.abc import Mapping
from functools import cache, partial
from operator import attrgetter
from typing import Annotated, Any, Final, Literal, LiteralString, Self, TypeAlias, cast, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag, model_validator
from pydantic_core import PydanticCustomError

from ..tiles import DOUBLES, HIGHEST_PIP, NAMES, WILD_PIPS, TileName, bit, set_up_to
from .ids import AGREED, RULE_SET_ID
from .matching import MatchRule

Needs: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By value of a field: by other field, such as `play.turn`, the values that it may have beside.

A value is a word, the kind of an object, ``object`` for one without kinds, ``true`` or ``false``,
``number`` for any but 0, ``list`` for any but an empty one, ``null``.
"""


def _fault(code: LiteralString, **params: object) -> PydanticCustomError:
    """A validation error with a code and parameters instead of a sentence."""
    return PydanticCustomError(code, code, params)


def _rule(
    default: Any,
    decides: str,
    *,
    least: int | None = None,
    most: int | None = None,
    needs: Needs | None = None,
    always: bool = False,
) -> Any:
    """A field of a rule set, with what it decides, and bounds of a number.

    JSON has the field where it differs from the default; ``always``: everywhere. A default that is
    a model without values of its own is given as its class: it is made when it is first needed.
    """
    of_kind = isinstance(default, type)
    return Field(
        **{"default_factory" if of_kind else "default": default},
        description=decides,
        ge=least,
        le=most,
        json_schema_extra=None if needs is None else {"needs": cast("JsonValue", needs)},
        exclude_if=None if always else lambda own: own == (default() if of_kind else default),
    )


_always = partial(_rule, always=True)
"""A field that JSON has everywhere."""


class Value(BaseModel):
    """Frozen; rejects unknown fields."""

    # Validators are built on first use, which saves import time. `Play` and `RuleSet` are built at
    # once: pydantic takes what is built over into what has it, a rule set or an event, but would
    # build what is deferred again for each.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class HighestDouble(Value):
    """The holder of the highest double that was dealt leads it."""

    kind: Literal["highest-double"] = "highest-double"
    unheld: Literal["deal-again", "heaviest-tile"] = _rule(
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
    unheld: Unheld = _rule("deal-again", _UNHELD)


class RoundDouble(Value):
    """The holder of the double of the round leads it: of the highest pip in the first round.

    In each round it is the double of the next lower pip; after that of 0 the highest follows again.
    In a set with wild tiles the double wild is led if no seat holds the double of the round.
    """

    kind: Literal["round-double"] = "round-double"
    unheld: Unheld = _always("draw-for-it", _UNHELD)


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
_NAMES_WINNER: Final[Needs] = {
    value: {"play.next_lead": ("winner",)} for value in get_args(BlockLead)[1:]
}
_BY_RESULT = "winner", "rotate", "last-to-lay", "winning-side"


class Redeal(Value):
    """A hand with many doubles is a reason to deal again."""

    doubles: int = Field(ge=1, le=20, description="the least doubles in a hand for which it is")
    who: Literal["may", "must"] = _always(
        "may", "whether the deal is void if a player asks for that before the lead, or always"
    )


class Arms(Value):
    """A star: arms grow from the lead, a double. Each is begun before any of them is continued."""

    kind: Literal["arms"] = "arms"
    arms: int = Field(ge=3, le=8, description="the number of arms")
    doubles: Literal["no", "all-arms", "each-arm"] = _rule(
        "no",
        "whether arms need a double when all are begun: each before any other tile is laid, or "
        "each before it goes on",
    )


class Crosswise(Value):
    """A line whose doubles lie crosswise. A spinner takes tiles on its sides, then on its ends."""

    kind: Literal["crosswise"] = "crosswise"
    spinners: Literal["none", "first", "every"] = _always(
        "none", "the doubles from which play may branch"
    )


class Forks(Value):
    """A line in which a matador may lie crosswise: then both of its halves are open ends.

    A matador that is a double lies in line.
    """

    kind: Literal["forks"] = "forks"


class Feet(Value):
    """Toes grow from the lead, a double, and from every later double.

    All toes of a double must have their tile before any other end is served.
    """

    kind: Literal["feet"] = "feet"
    opener_takes: int = _always(6, "the toes of the lead", least=1, most=8)
    toes: int = _always(3, "the toes of a later double", least=1, most=8)
    dead_foot: Literal["blocks", "waived"] = _rule(
        "blocks", "whether bare toes for which no tile is left outside the table block the round"
    )


class HubTrains(Value):
    """Each seat has a train that grows from the hub, a double in the middle.

    A seat lays on its own train, and on each train whose marker is up. In a turn one tile is laid,
    and another after a double.
    """

    kind: Literal["hub-trains"] = "hub-trains"
    hub: Literal["set-aside", "led"] = _rule(
        "set-aside",
        "how the hub comes there: it is taken out before the deal, the double of the round; or it "
        "is the lead",
    )
    public: Literal["any-time", "after-own-train", "none"] = _rule(
        "any-time",
        "when a seat may begin the public train, where every seat may lay; or that there is none",
    )
    marked_empty: Literal["open", "closed"] = _rule(
        "open", "whether other seats may begin a train whose marker is up"
    )
    cover: Literal["live-doubles", "every-double", "anywhere"] = _rule(
        "live-doubles",
        "which doubles need a cover before anything else is laid: those for which a tile is left "
        "outside the table, or every one; or that another tile is laid at any end, and no cover is "
        "owed",
    )
    doubles_chain: bool = _rule(
        False, "whether a seat that has laid a double may lay further doubles before the cover"
    )
    out_on_double: bool = _rule(True, "whether the last tile of a hand may be a double")
    first_turn: Literal["one", "as-many-as-fit"] = _rule(
        "one", "how many tiles a seat lays on its own train in its first turn"
    )


class EngineTrains(Value):
    """Each seat has a train that it begins with a double of its own, the engine.

    In a turn a seat lays on its own train, and then perhaps one guest tile on each other train.
    """

    kind: Literal["engine-trains"] = "engine-trains"
    engine: Literal["any-double", "own-highest"] = _rule(
        "any-double", "the double of a hand that may be the engine; the first is the highest dealt"
    )
    train_ends: Literal[2, 1] = _rule(2, "the ends at which a train grows from its engine")


class Bent(Value):
    """A line of tiles that each turn it by 120 degrees; a tile must find room."""

    kind: Literal["bent"] = "bent"
    low_to_high: Literal["left", "right"] = _always(
        "left", "how a tile turns the line, walked from its lower to its higher half"
    )
    fit: Literal["lattice", "ruled"] = _rule(
        "lattice",
        "what decides whether a tile finds room: the lattice, or the table, which sees the tiles",
    )


Layout: TypeAlias = (
    Literal["line-of-play"]
    | Annotated[
        Arms | Crosswise | Forks | Feet | HubTrains | EngineTrains | Bent,
        Field(discriminator="kind"),
    ]
)
"""Where tiles may lie."""
Trains: TypeAlias = HubTrains | EngineTrains
"""Layouts in which each seat has a train, and which say themselves how long a turn lasts."""
_ONE_TILE_A_TURN = "line-of-play", "arms", "crosswise", "forks", "feet", "bent"

Reading: TypeAlias = Literal[
    "last-to-lay", "last-choice", "knowing-lock", "point-of-no-return", "could-have-forced-open",
    "set-up",
]  # fmt: skip
"""A definition of who blocked a round (docs/rules/payout.md)."""


class Play(Value, defer_build=False):
    """What is legal: set, seats, deal, lead, layout, matching, drawing and passing."""

    highest_pip: int = _always(6, "the set", least=1, most=HIGHEST_PIP)
    wild_tiles: bool = _rule(
        False,
        "whether the set has a tile with a wild half for each pip, and a double wild",
        needs={"true": {"play.layout": ("feet",), "play.matching": ("equal",)}},
    )
    wild_half: int = _rule(WILD_PIPS, "what a wild half counts in a hand", least=0, most=100)
    double_blank: int = _rule(0, "what 0-0 counts in a hand", least=0, most=100)
    blank: int = _rule(
        0,
        "what a blank half counts in a hand; 0-0 counts two, unless double_blank says otherwise",
        least=0,
        most=100,
    )
    double_counts: Literal["full", "once", "none"] = _rule(
        "full",
        "what a double counts in a hand: both halves, one, or nothing; 0-0 counts what double_blank"
        " says, if it says anything",
        needs={value: {"play.wild_tiles": ("false",)} for value in ("once", "none")},
    )
    hand: dict[int, int] = Field(
        min_length=1,
        description="the tiles dealt to each seat, by number of seats; no other number may play",
    )
    taken_out: dict[int, tuple[TileName, ...]] = _rule(
        {}, "the tiles that are taken out of the set before the game, by number of seats"
    )
    redeal: Redeal | None = _rule(
        None, "whether a hand with many doubles makes a deal void; null: it does not"
    )
    turned_up: bool = _rule(
        False,
        "whether the line begins with a tile that was not dealt, and no seat leads",
        needs={
            "true": {
                "play.layout": ("line-of-play",),
                "play.first_lead": ("lot",),
                "play.later_lead": ("lot",),
            }
        },
    )
    partners: bool = _always(False, "whether seats that face each other are partners")
    direction: Literal["clockwise", "counterclockwise"] = _always("clockwise", "which seat is next")
    first_lead: Lead = _always(HighestDouble, "who leads the first round, and with what")
    next_lead: NextLead = _always("same-rule", "who leads the rounds after it")
    out_lead: Literal["first-of-winners", "that-seat"] = _rule(
        "first-of-winners",
        "which winner leads next under winner, after a seat went out: the first clockwise from the "
        "last leader, or that seat, if it won",
        needs={"that-seat": {"play.next_lead": ("winner",)}},
    )
    block_lead: BlockLead = _rule(
        "first-of-winners",
        "which winner leads next under winner, after a block: the first clockwise from the last "
        "leader, the lightest, one of their choice, the blocker or one of their choice; or that "
        "the first lead is made again",
        needs=_NAMES_WINNER,
    )
    after_tie: AfterTie | None = _rule(
        None,
        "who leads after a round that nobody won, where next_lead asks for the result; null: the "
        "seat after the last leader under rotate, else the last leader",
        needs={value: {"play.next_lead": _BY_RESULT} for value in get_args(AfterTie)},
    )
    later_lead: LaterLead = _rule(
        ByLot, "what is led in the rounds after it, where next_lead names the leader"
    )
    layout: Layout = _always(
        "line-of-play",
        "where tiles may lie",
        needs={
            "forks": {"play.matching": ("sum",)},
            "bent": {"play.matching": ("equal",)},
            "hub-trains": {"play.turn": ("one-tile",)},
            "engine-trains": {"play.turn": ("one-tile",)},
        },
    )
    matching: MatchRule = _always("equal", "which halves may touch")
    draw: Annotated[int, Field(ge=1)] | Literal["none", "until-playable"] = _always(
        "none", "the most tiles that a seat which cannot lay draws in a turn"
    )
    stays_in_boneyard: int = _always(
        0, "the last tiles of the boneyard that may not be drawn", least=0
    )
    may_draw_when_able: bool = _always(False, "whether a seat may draw although it can lay")
    drawn_tile: Literal["must-lay", "may-keep"] = _rule(
        "must-lay",
        "whether a seat that has drawn must lay if it can, or lays the tile drawn or passes",
    )
    cannot_play: Literal["pass", "set-aside", "raise-marker"] = _rule(
        "pass",
        "what ends the turn of a seat that can neither lay nor draw: it passes, puts a tile aside "
        "face down, or puts the marker of its train up",
        needs={
            "set-aside": {"play.draw": ("none",)},
            "raise-marker": {"play.layout": ("hub-trains",)},
        },
    )
    turn: Literal["one-tile", "while-able"] = _rule(
        "one-tile", "how long a turn lasts: until a tile is laid, or as long as the seat can lay"
    )
    claims: Literal["automatic", "called"] = _rule(
        "automatic",
        "whether points in play count at once, or for the first seat that claims them",
        needs={
            "called": {
                "score.in_play": ("fives",),
                "play.turn": ("one-tile",),
                "play.knock_on_last_tile": ("false",),
                "play.win_in_play": ("false",),
            }
        },
    )
    knock_on_last_tile: bool = _rule(
        False,
        "whether a seat that lays its last tile but one must knock, or draws a tile",
        needs={"true": {"play.turn": ("one-tile",), "play.layout": _ONE_TILE_A_TURN}},
    )
    play_on: bool = _always(
        False, "whether the others play on after a seat is out, until nobody can"
    )
    until: Literal["seat-out", "side-out"] = _rule(
        "seat-out",
        "whether a round lasts until a seat is out, or until all seats of a side are; a seat "
        "without a tile is stepped over",
        needs={
            "side-out": {
                "play.partners": ("true",),
                "play.play_on": ("false",),
                "play.turn": ("one-tile",),
                "play.layout": _ONE_TILE_A_TURN,
                "play.cannot_play": ("pass",),
                "play.knock_on_last_tile": ("false",),
                "play.claims": ("automatic",),
            }
        },
    )
    win_in_play: bool = _rule(
        False,
        "whether points in play that reach the target end the round and the game",
        needs={
            "true": {
                "score.in_play": ("fives", "fives-and-threes"),
                "score.target": ("number",),
            }
        },
    )
    exact_target: bool = _rule(
        False,
        "whether points in play and those for going out must come to the target exactly: what would"
        " go past it does not count",
        needs={"true": {"play.win_in_play": ("true",), "score.to_get_in": ("null",)}},
    )

    @model_validator(mode="after")
    def _deal_fits_the_set(self) -> Self:
        tiles = set_up_to(self.highest_pip).bit_count() + self.wild_tiles * (self.highest_pip + 2)
        tiles -= sets_hub_aside(self)
        for seats, hand in self.hand.items():
            left = tiles - len(set(self.taken_out.get(seats, ())))
            if seats < 2 or hand < 1 or seats * hand > left - self.turned_up:
                raise _fault("deal-too-big", seats=seats, hand=hand, tiles=left)
            if self.partners and seats % 2:
                raise _fault("odd-partners", seats=seats)
        lead = self.first_lead
        if isinstance(lead, NamedTile) and lead.tile >= tiles:
            raise _fault("lead-not-in-set", lead=NAMES[lead.tile], tiles=tiles)
        return self

    @model_validator(mode="after")
    def _tiles_to_lead_stay(self) -> Self:
        whole = set_up_to(self.highest_pip)
        for tile in {tile for tiles in self.taken_out.values() for tile in tiles}:
            if not bit(tile) & whole:
                raise _fault("taken-out-of-no-set", tile=NAMES[tile])
            lead = self.first_lead
            led = isinstance(lead, NamedTile) and lead.tile == tile
            of_a_round = isinstance(lead, RoundDouble) or sets_hub_aside(self)
            if led or (of_a_round and bit(tile) & DOUBLES):
                raise _fault("lead-taken-out", tile=NAMES[tile])
        return self

    @model_validator(mode="after")
    def _hub_is_a_double(self) -> Self:
        if leads_hub(self.layout) and not _leads_doubles(self):
            raise _fault("hub-is-no-double")
        return self

    @property
    def may_begin_anew(self) -> bool:
        """A later round may be led as the first one, after some results."""
        return self.block_lead == "first-lead" or self.after_tie in {"first-lead", "leader-if-tied"}

    @property
    def calls(self) -> bool:
        """A lay may ask for a call, of any kind."""
        return self.claims == "called" or self.knock_on_last_tile


def sets_hub_aside(play: Play) -> bool:
    """A double is taken out before the deal, and the trains grow from it."""
    return isinstance(play.layout, HubTrains) and play.layout.hub == "set-aside"


def leads_hub(layout: Layout) -> bool:
    """The trains grow from the lead."""
    return isinstance(layout, HubTrains) and layout.hub == "led"


def _leads_doubles(play: Play) -> bool:
    """Every round is led with a double."""
    match play.first_lead:
        case NamedTile(tile=tile):
            first = bool(bit(tile) & DOUBLES)
        case HighestDouble(unheld=unheld):
            first = unheld == "deal-again"
        case rule:
            first = isinstance(rule, RoundDouble | OwnHighestDouble)
    return first and (play.next_lead == "same-rule" or not isinstance(play.later_lead, ByLot))


def rules_fit(layout: Layout) -> bool:
    """The table rules whether a tile finds room."""
    return isinstance(layout, Bent) and layout.fit == "ruled"


_COUNTS_HANDS: Final = "losing-hands", "all-hands"
_HAS_POINTS: Final = *_COUNTS_HANDS, "own-hand", "tiles", "win", "ways"
_WINS_POINTS: Final = *_COUNTS_HANDS, "tiles", "win", "ways"
MOST_BONUS: Final = 10**6
"""The most points of one bonus."""
_AFTER_PASSES: Final = {
    "play.cannot_play": ("pass",),
    "play.drawn_tile": ("must-lay",),
    "play.turn": ("one-tile",),
    "play.layout": _ONE_TILE_A_TURN,
}
"""What rules of play need so that a pass says that a seat could not lay."""


_WHERE_BOTH_ENDS_FIT: Final = {
    "play.layout": ("line-of-play", "crosswise", "bent"),
    "play.matching": ("equal",),
}
"""What rules of play need so that a tile may fit at both ends."""


class Capicua(Value):
    """Going out with a tile that fits at both ends: points, or times the points of the winner."""

    points: int | None = _rule(None, "points for the side that is out", least=1, most=MOST_BONUS)
    factor: int | None = _rule(
        None, "in place of points, times what the winner scores for the round", least=2, most=100
    )
    fits: Literal["each-half", "either-end"] = _rule(
        "each-half",
        "whether each half must fit at an end of its own, or one half at both is enough",
    )
    doubles: Literal["no", "yes"] = _rule("no", "whether a double counts")
    blanks: Literal["yes", "no"] = _rule("yes", "whether a tile with a blank counts")

    @model_validator(mode="after")
    def _points_or_factor(self) -> Self:
        if (self.points is None) == (self.factor is None):
            raise _fault("points-or-factor")
        return self


class Chuchazo(Value):
    """Going out with 0-0."""

    points: int = Field(description="points for the side that is out", ge=1, le=MOST_BONUS)
    both_ends: Literal["counts", "not"] = _rule(
        "counts", "whether it counts where both ends are blank"
    )


class OpeningPass(Value):
    """The seat after the leader must pass: points for the side of the leader."""

    double: int = _rule(0, "points if a double was led", least=0, most=MOST_BONUS)
    other: int = _rule(0, "points if another tile was led", least=0, most=MOST_BONUS)
    partner_passes: Literal["annuls", "counts"] = _rule(
        "annuls", "whether it counts if all pass up to the partner of the leader, who passes too"
    )


class Bonuses(Value):
    """Points beside those for hands, for what happened in a round."""

    capicua: Capicua | None = _rule(
        None,
        "what going out with a tile that fits at both ends brings",
        needs={"object": _WHERE_BOTH_ENDS_FIT},
    )
    chuchazo: Chuchazo | None = _rule(None, "what going out with 0-0 brings")
    opening_pass: OpeningPass | None = _rule(
        None,
        "what it brings the leader if the next seat must pass",
        needs={"object": _AFTER_PASSES},
    )
    out_points: int = _rule(
        0, "points for the side that is out, none in a block", least=0, most=MOST_BONUS
    )
    round_pass: int = _rule(
        0,
        "points for a seat that lays again after all others passed, in games of three or more",
        least=0,
        most=MOST_BONUS,
        needs={"number": _AFTER_PASSES},
    )
    each_pass: int = _rule(
        0,
        "points for each other side when a seat must pass",
        least=0,
        most=MOST_BONUS,
        needs={"number": _AFTER_PASSES},
    )
    by_round: tuple[Annotated[int, Field(ge=0, le=MOST_BONUS)], ...] = _rule(
        (), "points for the winner of the first round, of the second, and so on"
    )


class Scale(Value):
    """Points by steps of pips."""

    least: int = _always(3, "the pips below which there are no points", least=0, most=10**6)
    points: int = _always(2, "the points of the first step", least=0, most=10**6)
    up_to: int = _always(20, "the most pips of the first step", least=0, most=10**6)
    each: int = _always(
        10,
        "the pips of each later step, which brings one point more",
        least=1,
        most=10**6,
    )


class Ways(Value):
    """Points by the way in which a round was won."""

    simple: int = _rule(1, "points for going out otherwise", least=0, most=MOST_BONUS)
    double: int = _rule(2, "points for going out with a double", least=0, most=MOST_BONUS)
    both_ends: int = _rule(
        3, "points for going out with a tile that fits at both ends", least=0, most=MOST_BONUS
    )
    double_both_ends: int = _rule(
        4, "points for going out with a double that fits at both ends", least=0, most=MOST_BONUS
    )
    blocked: int = _rule(1, "points for winning a blocked round", least=0, most=MOST_BONUS)
    fits: Literal["each-half", "either-end"] = _rule(
        "each-half",
        "whether each half must fit at an end of its own, or one half at both is enough",
    )


class Shutout(Value):
    """A game in which the others scored next to nothing counts as several."""

    at_most: int = _always(
        0, "the most points that each side has which did not win it", least=0, most=10**9
    )
    games: int = _always(2, "the number of games that it counts as", least=2, most=100)


class Clock(Value):
    """How long a game is played at a table."""

    minutes: int = _always(30, "how long, from its start", least=1, most=10_000)
    in_play: Literal["finish", "void"] = _rule(
        "finish",
        "what becomes of the round that is being played then: it is finished, or counts for "
        "nothing, unless several sides lead alike",
    )


class Score(Value):
    """Who wins a round, how many points it brings, and who wins a game."""

    out_winner: Literal["that-seat", "lowest-hand"] = _always(
        "that-seat", "who wins when a seat went out"
    )
    blocked_winner: Literal[
        "fewest-pips", "fewest-tiles", "side-of-lowest-hand", "last-two", "nobody"
    ] = _always("fewest-pips", "who wins a blocked round")
    blocked_below: int = _rule(
        0,
        "the pips that the winner of a blocked round must have fewer of, or nobody wins; 0: any",
        least=0,
        most=10**6,
        needs={"number": {"score.blocked_winner": ("fewest-pips", "side-of-lowest-hand")}},
    )
    tied: Literal[
        "each", "nobody", "not-the-blocker", "leading-side", "opener", "blocker", "lightest-tile",
        "play-again",
    ] = _always("each", "who wins if several tie for lowest")  # fmt: skip
    last_two_tie: Literal["blocker", "opener"] = _rule(
        "blocker",
        "under last-two, who wins if both hands are equal",
        needs={"opener": {"score.blocked_winner": ("last-two",)}},
    )
    points: Literal["none", "losing-hands", "all-hands", "own-hand", "tiles", "win", "ways"] = (
        _always(
            "losing-hands",
            "whose pips count, and for whom; win: a round won is one point; ways: the points "
            "depend on the way in which it was won",
            needs={"ways": _WHERE_BOTH_ENDS_FIT},
        )
    )
    ways: Ways = _rule(Ways, "under ways, the points for each way")
    blocked_points: Literal["as-out", "all-hands", "losing-hands", "difference", "heavier"] = _rule(
        "as-out",
        "whose pips count in a blocked round: those of points; all hands; those that did not win, "
        "less the winner's own under difference; or for each side the heavier ones, less its own",
        needs={
            "all-hands": {"score.points": _COUNTS_HANDS},
            "losing-hands": {"score.points": _COUNTS_HANDS},
            "difference": {"score.points": _COUNTS_HANDS},
            "heavier": {"score.points": _COUNTS_HANDS, "score.blocked_below": ("null",)},
        },
    )
    scale: Scale | None = _rule(
        None,
        "the points for the pips of a round, by steps; null: as points_per says",
        needs={
            "object": {
                "score.points": _COUNTS_HANDS,
                "score.points_per": ("pip",),
                "score.in_play": ("none",),
            }
        },
    )
    for_winning: int = _rule(
        0, "under tiles, the points for winning the round", least=0, most=10**6
    )
    per_tile: int = _rule(
        0, "under tiles, the points for each tile in the losing hands", least=0, most=10**6
    )
    difference: Literal["none", "to-all-hands", "to-each-hand"] = _always(
        "none",
        "how often the winner's own pips are subtracted: never, once, or once a hand counted",
    )
    negative_points: Literal["zero", "keep"] = _always("zero", "what happens to a score below zero")
    block_bonus: int = _rule(
        0,
        "points more for the winner of a blocked round",
        least=0,
        most=10**6,
        needs={"number": {"score.points": _COUNTS_HANDS}},
    )
    bonuses: Bonuses | None = _rule(
        None,
        "points beside those for hands; null: there are none",
        needs={"object": {"score.points": _WINS_POINTS}},
    )
    carry: Literal["none", "plus-one", "double"] = _rule(
        "none",
        "what a round that nobody won adds to the next one that is won: nothing, a point for each "
        "such round, or as much as its winner scores in it",
        needs={
            "plus-one": {"score.points": _WINS_POINTS},
            "double": {"score.points": _WINS_POINTS},
        },
    )
    rounding: Literal["none", "sum", "each-hand"] = _rule(
        "none", "whether pips in hands go to the nearest multiple of five: their sum, or each hand"
    )
    in_play: Literal["none", "fives", "fives-and-threes"] = _rule(
        "none",
        "whether open ends that count a multiple of five are points of the seat that laid, or a "
        "fifth of it, and a third of a multiple of three",
        needs={
            "fives": {"play.layout": ("crosswise",), "score.points": _COUNTS_HANDS},
            "fives-and-threes": {
                "play.layout": ("crosswise",),
                "play.claims": ("automatic",),
                "score.points": _WINS_POINTS,
                "score.points_per": ("pip",),
            },
        },
    )
    to_get_in: Literal[0, 10] = _rule(
        0,
        "the least that a seat's first points in play must be in a game; until then none count",
        needs={"number": {"score.in_play": ("fives",)}},
    )
    points_per: Literal["pip", "five"] = _rule(
        "pip", "what is one point", needs={"five": {"score.rounding": ("sum", "each-hand")}}
    )
    target: int | None = _always(
        None,
        "the points that end the game; null: one round is a game, unless it has a number of rounds",
        least=1,
        most=10**9,
        needs={"number": {"score.points": _HAS_POINTS}},
    )
    rounds: int | None = _rule(
        None,
        "the number of rounds of a game",
        least=1,
        most=1000,
        needs={"number": {"score.points": _HAS_POINTS, "score.target": ("null",)}},
    )
    winners: Literal["highest", "all-past-target", "lowest"] = _always(
        "highest", "who wins when the game ends"
    )
    reset: Literal["none", "all-scored", "one-all-play-two"] = _rule(
        "none",
        "whether all points are lost as soon as every side has some, and the first lead is made "
        "again; under one-all-play-two, at one point each the winner of the next round stands at "
        "two instead, and the others at none",
        needs={
            "all-scored": {
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            },
            "one-all-play-two": {
                "score.points": ("win",),
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            },
        },
    )
    shutout: Shutout | None = _rule(
        None,
        "when a game counts as several; null: never",
        needs={
            "object": {
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            }
        },
    )
    abandoned: Literal["void", "as-it-stands", "leader-wins"] = _always(
        "void",
        "what counts of a game that was broken off: nothing, or its rounds; under leader-wins the "
        "side that is ahead alone wins it",
    )
    clock: Clock | None = _rule(
        None,
        "when a game is broken off at a table though nobody has reached the target; while several "
        "sides lead alike, one more round is played; null: never",
        needs={"object": {"score.target": ("number",), "score.abandoned": ("leader-wins",)}},
    )
    forfeited: Literal["others-win", "void"] = _rule(
        "others-win", "who wins a game that a seat gave up: the other sides with most points"
    )

    @property
    def one_round(self) -> bool:
        """One round is a game."""
        return self.target is None and self.rounds is None

    @property
    def asks_who_laid_last(self) -> bool:
        """Who wins a blocked round may depend on the seat that laid the last tile."""
        return self.blocked_winner == "last-two" or self.tied in {"not-the-blocker", "blocker"}

    @property
    def asks_who_blocked(self) -> bool:
        """A blocked round brings other points than one in which a seat went out, or other wins."""
        return self.block_bonus + self.blocked_below > 0 or self.blocked_points != "as-out"

    @property
    def others_score(self) -> bool:
        """Sides that did not win a round may score in it."""
        own = self.bonuses or Bonuses()
        passes = own.opening_pass is not None or own.round_pass > 0 or own.each_pass > 0
        return passes or self.in_play != "none" or self.blocked_points == "heavier"

    @property
    def asks_the_standing(self) -> bool:
        """Who wins a round may depend on the standing before it."""
        return self.tied == "leading-side"

    @property
    def asks_the_course(self) -> bool:
        """The score of a round may depend on how it was played, beside what is left in hand."""
        points = self.bonuses is not None or self.carry != "none" or self.points == "ways"
        ties = self.tied in {"opener", "lightest-tile"} or self.last_two_tie == "opener"
        return points or ties

    @property
    def asks_what_was_before(self) -> bool:
        """The score of a round may depend on the rounds before it."""
        by_round = self.bonuses is not None and bool(self.bonuses.by_round)
        return self.asks_the_standing or self.to_get_in > 0 or by_round or self.carry != "none"

    @property
    def counts_in_order(self) -> bool:
        """A round may depend on those before it, or be no round."""
        return self.asks_what_was_before or self.tied == "play-again" or self.reset != "none"

    @property
    def lowest_wins(self) -> bool:
        """The fewest points win a game; in a game of one round, if sides write down their hands."""
        return self.points == "own-hand" if self.one_round else self.winners == "lowest"

    @model_validator(mode="after")
    def _standing_of_several_rounds(self) -> Self:
        if self.one_round and self.asks_the_standing:
            raise _fault("standing-of-one-round", field="score.tied", value=self.tied)
        if self.one_round and self.carry != "none":
            raise _fault("standing-of-one-round", field="score.carry", value=self.carry)
        return self


MOST_FACTOR = 100
"""The most that a block may multiply a payment by."""


class Payout(Value):
    """Who owes whom: who is liable for a block, and what an assistant pays."""

    reading: Reading | None = _always(
        None, "the reading that names who is liable for a block; null: nobody is"
    )
    win_factor: int = _always(
        2,
        "times the pips of the others that a blocker collects who wins",
        least=0,
        most=MOST_FACTOR,
    )
    loss_factor: int = _always(
        1,
        "times the pips of the others that a blocker pays who does not win",
        least=0,
        most=MOST_FACTOR,
    )
    loser_pays: Literal["each-his-own", "winner-everything"] = _always(
        "each-his-own", "who receives the payment of a blocker that did not win"
    )
    assisted: Literal["whole-amount", "assistants-own-pips"] = _always(
        "whole-amount",
        "what blocker and assistant settle between them; the others neither pay nor receive",
    )
    tied_winners: Literal["share", "nobody"] = _always(
        "share",
        "whether payments are pooled and shared, odd units clockwise from the leader, or nobody "
        "pays",
    )
    tied_blocker: Literal["loses", "wins"] = _always(
        "loses", "whether a blocker who ties for fewest has won"
    )


PROGRAM_NAME = "^[a-z][a-z0-9-]{0,39}$"
SHA256 = "^[0-9a-f]{64}$"


class ProgramPayout(Value):
    """A function that a program has under this name decides who owes whom (docs/python.md)."""

    kind: Literal["program"] = "program"
    name: str = Field(pattern=PROGRAM_NAME, description="the name of the function")
    sha256: str = Field(
        pattern=SHA256, description="the SHA-256 of its source; a function with another one differs"
    )
    reading: Reading | None = _rule(
        None,
        "the reading that names the blocker and the assistant whom the function is given; "
        "null: it is given none",
    )


def _kind_of_payout(given: object) -> str:
    kind = given.get("kind") if isinstance(given, dict) else getattr(given, "kind", None)
    return "program" if kind == "program" else "pips"


AnyPayout: TypeAlias = Annotated[
    Annotated[Payout, Tag("pips")] | Annotated[ProgramPayout, Tag("program")],
    Discriminator(_kind_of_payout),
]
"""Who owes whom: by the pips left, or as the function of a program says."""


Offence: TypeAlias = Literal[
    "revoke", "wrong-tile", "exposed-tile", "out-of-turn", "overdraw", "wrong-count", "signalling",
    "time", "absent",
]  # fmt: skip
"""What a seat can be penalized for (docs/rules/rulings.md)."""


PenaltyLead: TypeAlias = Literal["by-rules", "offended"]
"""Who leads after a round with an offence: as the rules say, or the seat after the offender."""


class Penalty(Value):
    """What an offence costs unless the arbiter orders otherwise."""

    points_off: int = _always(
        0, "subtracted from the points of the offender's side", least=0, most=10**9
    )
    points_to_others: int = _always(0, "given to each other side", least=0, most=10**9)
    pips_to_others: int = _always(
        0,
        "the number of pips whose stake the offender pays to each seat of another side",
        least=0,
        most=10**6,
    )
    of_target_percent: int = _rule(
        0,
        "the part of the target, in percent and rounded down, that the points taken off or given "
        "are at least; of an offence without points, those given",
        least=0,
        most=100,
    )
    voids_round: bool = _rule(
        False, "whether the round is stopped and void; the points count beside it, and no pips"
    )
    next_lead: PenaltyLead = _rule(
        "by-rules", "who leads next: as the rules say, or the seat after the offender"
    )


Family: TypeAlias = Literal["block", "draw"]
"""Whether a seat that cannot play passes or draws; ``game_variant`` in the tables."""


class RuleSet(Value, defer_build=False):
    """A variant. A published ``name@version`` never changes.

    A rule set agreed at the table has an id such as ``draw@1+score.target=50`` (`agreed_id`).
    """

    id: str = Field(pattern=RULE_SET_ID, description="its name and version")
    title: str = _always("", "for people")
    source: str = _always("", "where the rules come from, for people")
    play: Play = Field(description="what is legal")
    score: Score = _always(Score, "who wins what")
    payout: AnyPayout | None = _always(None, "who owes whom; null: no money is paid")
    penalties: dict[Offence, Penalty] | None = _rule(
        None, "what offences cost, where it differs from docs/rules/rulings.md"
    )
    parent: str | None = _rule(
        None, "the id of the rule set that the players changed; null: they changed nothing"
    )

    @property
    def family(self) -> Family:
        """The article's variant of these rules."""
        return "block" if self.play.draw == "none" else "draw"

    @property
    def reading(self) -> Reading | None:
        """The reading that names the blocker; None if no payment depends on it."""
        return None if self.payout is None else self.payout.reading

    @model_validator(mode="after")
    def _id_names_the_parent(self) -> Self:
        named, agreed, _ = self.id.partition(AGREED)
        if self.parent != (named if agreed else None):
            raise _fault("other-parent", id=self.id, parent=self.parent)
        return self

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for field, needs in _all_needs():
            value = self._value(field)
            plain = _plain(value)
            for other, allowed in needs.get(plain, {}).items():
                if _plain(self._value(other)) not in allowed:
                    said = {"field": field, "value": value if plain == "number" else plain}
                    raise _fault("does-not-go-with", **said, other=other, allowed=list(allowed))
        return self

    def _value(self, field: str) -> object:
        """The value of a field; None if it is within an object that is not there."""
        try:
            return attrgetter(field)(self)
        except AttributeError:
            return None


@cache
def _all_needs() -> tuple[tuple[str, Needs], ...]:
    """The fields whose values need something of others, by path."""
    return tuple(
        (f"{part}.{name}", cast("Needs", extra["needs"]))
        for part, model in (("play", Play), ("score", Score), ("score.bonuses", Bonuses))
        for name, field in model.model_fields.items()
        if isinstance(extra := field.json_schema_extra, dict)
    )


def _plain(value: object) -> str:
    """A value as in `Needs`."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() if value:
            return "number"
        case BaseModel():
            return str(getattr(value, "kind", "object"))
        case _:
            return "null"


class Stake(Value):
    """The value of one pip in whole minor units of a currency (ISO 4217; XXX: no currency)."""

    currency: str = Field(
        default="XXX", pattern="^[A-Z]{3}$", description="the currency (ISO 4217); XXX is none"
    )
    minor_per_pip: int = _always(1, "minor units (cents) for each pip", least=0, most=10**9)
