"""The rules of play: what was legal at the time."""

from typing import Annotated, Final, Literal, Self, get_args

from pydantic import Field, model_validator

from ..tiles import DOUBLES, HIGHEST_PIP, NAMES, WILD_PIPS, TileName, bit, set_up_to
from .field import Needs, Value, always, invalid, rule
from .layouts import LAYOUT_NEEDS, ONE_TILE_A_TURN, HubTrains, Layout, leads_hub
from .leads import (
    AfterTie,
    BlockLead,
    ByLot,
    HighestDouble,
    LaterLead,
    Lead,
    NamedTile,
    NextLead,
    OwnHighestDouble,
    RoundDouble,
)
from .matching import MatchRule

_NAMES_WINNER: Final[Needs] = {
    value: {"play.next_lead": ("winner",)} for value in get_args(BlockLead)[1:]
}
_BY_RESULT = "winner", "rotate", "last-to-lay", "winning-side"


class Redeal(Value):
    """A hand with many doubles is a reason to deal again."""

    doubles: int = Field(ge=1, le=20, description="the least doubles in a hand for which it is")
    who: Literal["may", "must"] = always(
        "may", "whether the deal is void if a player asks for that before the lead, or always"
    )


class Play(Value, defer_build=False):
    """What is legal: set, seats, deal, lead, layout, matching, drawing and passing."""

    highest_pip: int = always(6, "the set", least=1, most=HIGHEST_PIP)
    wild_tiles: bool = rule(
        False,
        "whether the set has a tile with a wild half for each pip, and a double wild",
        needs={"true": {"play.layout": ("feet",), "play.matching": ("equal",)}},
    )
    wild_half: int = rule(WILD_PIPS, "what a wild half counts in a hand", least=0, most=100)
    double_blank: int = rule(0, "what 0-0 counts in a hand", least=0, most=100)
    blank: int = rule(
        0,
        "what a blank half counts in a hand; 0-0 counts two, unless double_blank says otherwise",
        least=0,
        most=100,
    )
    double_counts: Literal["full", "once", "none"] = rule(
        "full",
        "what a double counts in a hand: both halves, one, or nothing; 0-0 counts what double_blank"
        " says, if it says anything",
        needs={value: {"play.wild_tiles": ("false",)} for value in ("once", "none")},
    )
    hand: dict[int, int] = Field(
        min_length=1,
        description="the tiles dealt to each seat, by number of seats; no other number may play",
    )
    taken_out: dict[int, tuple[TileName, ...]] = rule(
        {}, "the tiles that are taken out of the set before the game, by number of seats"
    )
    redeal: Redeal | None = rule(
        None, "whether a hand with many doubles makes a deal void; null: it does not"
    )
    turned_up: bool = rule(
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
    partners: bool = always(False, "whether seats that face each other are partners")
    direction: Literal["clockwise", "counterclockwise"] = always("clockwise", "which seat is next")
    first_lead: Lead = always(HighestDouble, "who leads the first round, and with what")
    next_lead: NextLead = always("same-rule", "who leads the rounds after it")
    out_lead: Literal["first-of-winners", "that-seat"] = rule(
        "first-of-winners",
        "which winner leads next under winner, after a seat went out: the first clockwise from the "
        "last leader, or that seat, if it won",
        needs={"that-seat": {"play.next_lead": ("winner",)}},
    )
    block_lead: BlockLead = rule(
        "first-of-winners",
        "which winner leads next under winner, after a block: the first clockwise from the last "
        "leader, the lightest, one of their choice, the blocker or one of their choice; or that "
        "the first lead is made again",
        needs=_NAMES_WINNER,
    )
    after_tie: AfterTie | None = rule(
        None,
        "who leads after a round that nobody won, where next_lead asks for the result; null: the "
        "seat after the last leader under rotate, else the last leader",
        needs={value: {"play.next_lead": _BY_RESULT} for value in get_args(AfterTie)},
    )
    later_lead: LaterLead = rule(
        ByLot, "what is led in the rounds after it, where next_lead names the leader"
    )
    layout: Layout = always("line-of-play", "where tiles may lie", needs=LAYOUT_NEEDS)
    matching: MatchRule = always("equal", "which halves may touch")
    draw: Annotated[int, Field(ge=1)] | Literal["none", "until-playable"] = always(
        "none", "the most tiles that a seat which cannot lay draws in a turn"
    )
    stays_in_boneyard: int = always(
        0, "the last tiles of the boneyard that may not be drawn", least=0
    )
    may_draw_when_able: bool = always(False, "whether a seat may draw although it can lay")
    drawn_tile: Literal["must-lay", "may-keep"] = rule(
        "must-lay",
        "whether a seat that has drawn must lay if it can, or lays the tile drawn or passes",
    )
    cannot_play: Literal["pass", "set-aside", "raise-marker"] = rule(
        "pass",
        "what ends the turn of a seat that can neither lay nor draw: it passes, puts a tile aside "
        "face down, or puts the marker of its train up",
        needs={
            "set-aside": {"play.draw": ("none",)},
            "raise-marker": {"play.layout": ("hub-trains",)},
        },
    )
    turn: Literal["one-tile", "while-able"] = rule(
        "one-tile", "how long a turn lasts: until a tile is laid, or as long as the seat can lay"
    )
    claims: Literal["automatic", "called"] = rule(
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
    knock_on_last_tile: bool = rule(
        False,
        "whether a seat that lays its last tile but one must knock, or draws a tile",
        needs={"true": {"play.turn": ("one-tile",), "play.layout": ONE_TILE_A_TURN}},
    )
    play_on: bool = always(
        False, "whether the others play on after a seat is out, until nobody can"
    )
    until: Literal["seat-out", "side-out"] = rule(
        "seat-out",
        "whether a round lasts until a seat is out, or until all seats of a side are; a seat "
        "without a tile is stepped over",
        needs={
            "side-out": {
                "play.partners": ("true",),
                "play.play_on": ("false",),
                "play.turn": ("one-tile",),
                "play.layout": ONE_TILE_A_TURN,
                "play.cannot_play": ("pass",),
                "play.knock_on_last_tile": ("false",),
                "play.claims": ("automatic",),
            }
        },
    )
    win_in_play: bool = rule(
        False,
        "whether points in play that reach the target end the round and the game",
        needs={
            "true": {
                "score.in_play": ("fives", "fives-and-threes"),
                "score.target": ("number",),
            }
        },
    )
    exact_target: bool = rule(
        False,
        "whether points in play and those for going out must come to the target exactly: what would"
        " go past it does not count",
        needs={"true": {"play.win_in_play": ("true",), "score.to_get_in": ("null",)}},
    )

    def __hash__(self) -> int:
        # Of the set and the hands alone: dictionaries have no hash, and these differ most.
        return hash((self.highest_pip, frozenset(self.hand.items())))

    @model_validator(mode="after")
    def _deal_fits_the_set(self) -> Self:
        tiles = set_up_to(self.highest_pip).bit_count() + self.wild_tiles * (self.highest_pip + 2)
        tiles -= sets_hub_aside(self)
        for seats, hand in self.hand.items():
            left = tiles - len(set(self.taken_out.get(seats, ())))
            if seats < 2 or hand < 1 or seats * hand > left - self.turned_up:
                raise invalid("deal-too-big", seats=seats, hand=hand, tiles=left)
            if self.partners and seats % 2:
                raise invalid("odd-partners", seats=seats)
        lead = self.first_lead
        if isinstance(lead, NamedTile) and lead.tile >= tiles:
            raise invalid("lead-not-in-set", lead=NAMES[lead.tile], tiles=tiles)
        return self

    @model_validator(mode="after")
    def _tiles_to_lead_stay(self) -> Self:
        whole = set_up_to(self.highest_pip)
        for tile in {tile for tiles in self.taken_out.values() for tile in tiles}:
            if not bit(tile) & whole:
                raise invalid("taken-out-of-no-set", tile=NAMES[tile])
            lead = self.first_lead
            led = isinstance(lead, NamedTile) and lead.tile == tile
            of_a_round = isinstance(lead, RoundDouble) or sets_hub_aside(self)
            if led or (of_a_round and bit(tile) & DOUBLES):
                raise invalid("lead-taken-out", tile=NAMES[tile])
        return self

    @model_validator(mode="after")
    def _hub_is_a_double(self) -> Self:
        if leads_hub(self.layout) and not _leads_doubles(self):
            raise invalid("hub-is-no-double")
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
