"""A rule set is one frozen value of three parts: play, score and payout.

Play decides what was legal at the time. Score and payout are opinions about the facts and can be
exchanged at any time. A variant is a row of values; no code tests the name of a rule set.
"""

import operator
from collections.abc import Iterator
from typing import Annotated, Literal, LiteralString, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ..tiles import DOUBLES, HIGHEST_PIP, NAMES, WILD_PIPS, TileName, bit, set_up_to
from .matching import MatchRule


def _fault(code: LiteralString, **params: object) -> PydanticCustomError:
    """A validation error with a code and parameters instead of a sentence."""
    return PydanticCustomError(code, code, params)


class Value(BaseModel):
    """Frozen; rejects unknown fields."""

    # Validators are built on first use, which saves import time.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class HighestDouble(Value):
    """The holder of the highest double must lead it.

    ``unheld``: if no seat holds a double, the deal is void, or the heaviest tile is led.
    """

    kind: Literal["highest-double"] = "highest-double"
    unheld: Literal["deal-again", "heaviest-tile"] = Field(
        default="deal-again", exclude_if=lambda own: own == "deal-again"
    )


class HeaviestTile(Value):
    """The holder of the tile with most pips must lead it; if equal, the higher half decides."""

    kind: Literal["heaviest-tile"] = "heaviest-tile"


Unheld: TypeAlias = Literal["deal-again", "draw-for-it"]
"""If no seat holds the tile to lead.

- ``deal-again``: the deal is void.
- ``draw-for-it``: the seats draw one tile each in turn and keep it, until one of them draws the
  tile and leads it at once.
"""


class NamedTile(Value):
    """The holder of one given tile must lead it."""

    kind: Literal["named-tile"] = "named-tile"
    tile: TileName
    unheld: Unheld = Field(default="deal-again", exclude_if=lambda own: own == "deal-again")


class RoundDouble(Value):
    """The holder of the double of the round must lead it: of the highest pip in the first round.

    In each round it is the double of the next lower pip; after that of 0 the highest follows again.
    In a set with wild tiles the double wild is led if no seat holds the double of the round.
    """

    kind: Literal["round-double"] = "round-double"
    unheld: Unheld = "draw-for-it"


class ByLot(Value):
    """A seat drawn by lot leads, with any tile."""

    kind: Literal["lot"] = "lot"


class AnyDouble(Value):
    """A double of the leader's choice; the first seat that has one leads."""

    kind: Literal["any-double"] = "any-double"


class OwnHighestDouble(Value):
    """The highest double of the leader's hand; the first seat that has a double leads.

    In the first round a seat drawn by lot is the first.
    """

    kind: Literal["own-highest-double"] = "own-highest-double"


Lead: TypeAlias = Annotated[
    HighestDouble | HeaviestTile | NamedTile | RoundDouble | ByLot | OwnHighestDouble,
    Field(discriminator="kind"),
]
LaterLead: TypeAlias = Annotated[ByLot | AnyDouble | OwnHighestDouble, Field(discriminator="kind")]

NextLead: TypeAlias = Literal["same-rule", "winner", "rotate", "last-to-lay"]
"""Who leads after a finished round.

- ``same-rule``: as in the first round. Under the other values any tile may be led.
- ``winner``: the winner; of several, the first clockwise from the last leader; if nobody won, the
  last leader.
- ``rotate``: the seat after the last leader.
- ``last-to-lay``: the seat that went out; after a block the last to lay if its side won, the seat
  after it if its side lost, the last leader if nobody won.
"""


class Arms(Value):
    """A star: arms grow from the lead, a double. Each is begun before any of them is continued."""

    kind: Literal["arms"] = "arms"
    arms: int = Field(ge=3, le=8)
    doubles: Literal["no", "all-arms", "each-arm"] = Field(
        default="no", exclude_if=lambda own: own == "no"
    )
    """When all arms are begun. ``all-arms``: each must get a double before any other tile is laid.
    ``each-arm``: an arm must get a double before it goes on."""


class Crosswise(Value):
    """A line whose doubles lie crosswise. A spinner takes tiles on its sides, then on its ends."""

    kind: Literal["crosswise"] = "crosswise"
    spinners: Literal["none", "first", "every"] = "none"
    """The doubles from which play may branch."""


class Forks(Value):
    """A line of play in which a matador may lie crosswise: then both of its halves are open ends.

    A matador that is a double lies in line.
    """

    kind: Literal["forks"] = "forks"


class Feet(Value):
    """Toes grow from the lead, a double, and from every later double.

    All toes of a double must have their tile before any other end is served.
    """

    kind: Literal["feet"] = "feet"
    opener_takes: int = Field(default=6, ge=1, le=8)
    """The toes of the lead."""
    toes: int = Field(default=3, ge=1, le=8)
    """The toes of a later double."""
    dead_foot: Literal["blocks", "waived"] = Field(
        default="blocks", exclude_if=lambda own: own == "blocks"
    )
    """Bare toes for which no tile is left outside the table; ``waived``: play goes on."""


class Trains(Value):
    """Each seat has a train, where it may lay; other seats may lay there at times.

    ``begin``: from the hub, a double in the middle; or every seat begins its train with a double of
    its own, and it grows at both ends.
    """

    kind: Literal["trains"] = "trains"
    begin: Literal["hub", "own-double"] = "hub"
    hub: Literal["set-aside", "led"] = Field(
        default="set-aside", exclude_if=lambda own: own == "set-aside"
    )
    """``set-aside``: the double of the round, taken out before the deal. ``led``: the lead."""
    public: bool = True
    """One more train grows from the hub, where every seat may lay."""
    dead_double: Literal["needs-no-cover", "needs-cover"] = "needs-no-cover"
    """A double whose pip is on no tile outside the table."""
    begin_public: Literal["any-time", "after-own-train"] = Field(
        default="any-time", exclude_if=lambda own: own == "any-time"
    )
    """When a seat may begin the public train."""
    marked_empty: Literal["open", "closed"] = Field(
        default="open", exclude_if=lambda own: own == "open"
    )
    """Whether other seats may begin a train whose marker is up."""
    cover: Literal["on-the-double", "anywhere"] = Field(
        default="on-the-double", exclude_if=lambda own: own == "on-the-double"
    )
    """``anywhere``: a seat that laid a double lays one more tile, at any end, and owes no cover."""
    doubles_chain: bool = Field(default=False, exclude_if=operator.not_)
    """A seat that has laid a double may lay further doubles before the cover."""
    out_on_double: bool = Field(default=True, exclude_if=bool)
    """The last tile of a hand may be a double."""
    first_turn: Literal["one", "as-many-as-fit"] = Field(
        default="one", exclude_if=lambda own: own == "one"
    )
    """``as-many-as-fit``: in its first turn a seat lays on its own train as long as a tile fits."""
    engine: Literal["any-double", "own-highest"] = Field(
        default="any-double", exclude_if=lambda own: own == "any-double"
    )
    """The double with which a seat begins its train; the first is the highest double dealt."""
    train_ends: Literal[2, 1] = Field(default=2, exclude_if=lambda own: own == 2)
    """The ends at which a train grows from its engine."""


class Bent(Value):
    """A line of tiles that each turn it by 120 degrees; a tile must find room."""

    kind: Literal["bent"] = "bent"
    low_to_high: Literal["left", "right"] = "left"
    """How a tile turns that is walked from its lower to its higher half."""
    fit: Literal["lattice", "ruled"] = Field(
        default="lattice", exclude_if=lambda own: own == "lattice"
    )
    """What decides whether a tile finds room; ``ruled``: the table, which sees the real tiles."""


Layout: TypeAlias = (
    Literal["line-of-play"]
    | Annotated[Arms | Crosswise | Forks | Feet | Trains | Bent, Field(discriminator="kind")]
)
"""Where tiles may lie."""

Reading: TypeAlias = Literal[
    "last-to-lay",
    "last-choice",
    "knowing-lock",
    "point-of-no-return",
    "could-have-forced-open",
    "set-up",
]
"""A definition of who blocked a round (docs/rules/payout.md)."""


Turn: TypeAlias = Literal["one-tile", "cover-doubles", "guest-tiles", "while-able"]
"""How long a turn lasts.

- ``one-tile``: until a tile is laid.
- ``cover-doubles``: a double is covered next, by the same seat or the next one that can.
- ``guest-tiles``: after a tile on its own train the seat may lay one on each other train.
- ``while-able``: the seat may go on as long as it can lay.
"""


class Play(Value):
    """What is legal: set, seats, deal, lead, layout, matching, drawing and passing."""

    highest_pip: int = Field(default=6, ge=1, le=HIGHEST_PIP)
    wild_tiles: bool = Field(default=False, exclude_if=operator.not_)
    """The set has a tile with a wild half for each pip, and a double wild."""
    wild_half: int = Field(default=WILD_PIPS, ge=0, le=100, exclude_if=lambda own: own == WILD_PIPS)
    """The pips that a wild half counts in a hand."""
    double_blank: int = Field(default=0, ge=0, le=100, exclude_if=operator.not_)
    """The pips that 0-0 counts in a hand."""
    blank: int = Field(default=0, ge=0, le=100, exclude_if=operator.not_)
    """The pips that a blank half counts in a hand; 0-0 counts two, unless `double_blank` is set."""
    hand: dict[int, int] = Field(min_length=1)
    """Tiles dealt to each seat, by number of seats; the keys are the allowed numbers of seats."""
    turned_up: bool = Field(default=False, exclude_if=operator.not_)
    """A tile that was not dealt is turned up, and the line begins with it: no seat leads."""
    partners: bool = False
    """Seats that face each other are partners."""
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    first_lead: Lead = HighestDouble()
    next_lead: NextLead = "same-rule"
    later_lead: LaterLead = Field(default=ByLot(), exclude_if=lambda own: own == ByLot())
    """What is led where `next_lead` names the leader."""
    layout: Layout = "line-of-play"
    matching: MatchRule = "equal"
    draw: Annotated[int, Field(ge=1)] | Literal["none", "until-playable"] = "none"
    """The most tiles a seat that cannot play draws in one turn before it passes."""
    stays_in_boneyard: int = Field(default=0, ge=0)
    """The last tiles of the boneyard that may not be drawn."""
    may_draw_when_able: bool = False
    drawn_tile: Literal["must-lay", "may-keep"] = Field(
        default="must-lay", exclude_if=lambda own: own == "must-lay"
    )
    """``may-keep``: after a draw, the seat lays the tile drawn or passes, but lays no other."""
    cannot_play: Literal["pass", "set-aside", "raise-marker"] = Field(
        default="pass", exclude_if=lambda own: own == "pass"
    )
    """What ends the turn of a seat that cannot lay, nor draw.

    ``set-aside``: it puts a tile aside, face down. ``raise-marker``: it puts the marker of its
    train up, so that all may lay there; it passes if the marker is up already."""
    turn: Turn = Field(default="one-tile", exclude_if=lambda own: own == "one-tile")
    claims: Literal["automatic", "called"] = Field(
        default="automatic", exclude_if=lambda own: own == "automatic"
    )
    """``called``: points in play count for the first seat that claims them, before the next act."""
    knock_on_last_tile: bool = Field(default=False, exclude_if=operator.not_)
    """A seat that lays its last tile but one knocks; if it does not, it draws a tile."""
    play_on: bool = False
    """After a seat is out, the others play on until nobody can."""
    win_in_play: bool = Field(default=False, exclude_if=operator.not_)
    """The round and the game are over as soon as points in play reach the target."""

    @model_validator(mode="after")
    def _deal_fits_the_set(self) -> Self:
        tiles = set_up_to(self.highest_pip).bit_count() + self.wild_tiles * (self.highest_pip + 2)
        tiles -= sets_hub_aside(self)
        for seats, hand in self.hand.items():
            if seats < 2 or hand < 1 or seats * hand > tiles - self.turned_up:
                raise _fault("deal-too-big", seats=seats, hand=hand, tiles=tiles)
            if self.partners and seats % 2:
                raise _fault("odd-partners", seats=seats)
        lead = self.first_lead
        if isinstance(lead, NamedTile) and lead.tile >= tiles:
            raise _fault("lead-not-in-set", lead=NAMES[lead.tile], tiles=tiles)
        return self

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        wild, sums = self.wild_tiles, self.matching == "sum"
        hub = isinstance(self.layout, Trains) and self.layout.begin == "hub"
        for wrong, fault in (
            (wild and sums, _fault("wild-tiles-that-sum")),
            (wild and not isinstance(self.layout, Feet), _fault("wild-tiles-on-other-layout")),
            (
                self.cannot_play == "set-aside" and self.draw != "none",
                _fault("set-aside-and-draw"),
            ),
            (self.cannot_play == "raise-marker" and not hub, _fault("marker-without-train")),
            (self.turn == "cover-doubles" and not hub, _fault("cover-without-train")),
            (
                self.turn == "guest-tiles" and not begins_trains(self),
                _fault("guests-without-train"),
            ),
            (isinstance(self.layout, Bent) and sums, _fault("bent-tiles-that-sum")),
            (isinstance(self.layout, Forks) and not sums, _fault("forks-without-matadors")),
            (
                self.turned_up and self.layout != "line-of-play",
                _fault("turned-up-on-other-layout"),
            ),
            (self.turned_up and not _any_tile_leads(self), _fault("turned-up-and-led")),
            (self.calls and self.turn != "one-tile", _fault("calls-in-longer-turn")),
            (self.claims == "called" and self.knock_on_last_tile, _fault("claims-and-knocks")),
            (self.claims == "called" and self.win_in_play, _fault("claims-and-win-in-play")),
            *_trains_without_sense(self),
        ):
            if wrong:
                raise fault
        return self

    @property
    def calls(self) -> bool:
        """Whether a lay may call for a claim of points or for a knock."""
        return self.claims == "called" or self.knock_on_last_tile


def sets_hub_aside(play: Play) -> bool:
    """A double is taken out before the deal, and the trains grow from it."""
    layout = play.layout
    return isinstance(layout, Trains) and layout.begin == "hub" and layout.hub == "set-aside"


def leads_hub(layout: Layout) -> bool:
    """The trains grow from the lead."""
    return isinstance(layout, Trains) and layout.hub == "led"


def _trains_without_sense(play: Play) -> Iterator[tuple[bool, PydanticCustomError]]:
    """Values of a layout of trains that have no sense beside others, each with its fault."""
    layout = play.layout
    if not isinstance(layout, Trains):
        return
    plain = Trains(begin=layout.begin, public=layout.public, dead_double=layout.dead_double)
    engine = {"engine": layout.engine, "train_ends": layout.train_ends}
    hub, covers = layout.begin == "hub", play.turn == "cover-doubles"
    yield (
        not hub and layout != plain.model_copy(update=engine),
        _fault("hub-rules-without-hub"),
    )
    yield (
        hub and (layout.engine, layout.train_ends) != ("any-double", 2),
        _fault("engine-rules-without-engine"),
    )
    yield (
        layout.engine == "own-highest" and play.turn != "guest-tiles",
        _fault("engine-without-guests"),
    )
    yield layout.hub == "led" and not _leads_doubles(play), _fault("hub-is-no-double")
    yield not layout.public and layout.begin_public != "any-time", _fault("public-without-train")
    yield (
        not covers
        and (layout.cover != "on-the-double" or layout.doubles_chain or not layout.out_on_double),
        _fault("cover-rules-without-cover"),
    )
    yield not covers and layout.first_turn != "one", _fault("first-turn-without-cover")
    yield (
        layout.cover == "anywhere" and layout.dead_double == "needs-cover",
        _fault("dead-double-without-cover"),
    )


def _any_tile_leads(play: Play) -> bool:
    """In no round do the rules name the tile to lead."""
    later = play.next_lead == "same-rule" or isinstance(play.later_lead, ByLot)
    return isinstance(play.first_lead, ByLot) and later


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


def bars_tiles(layout: Layout) -> bool:
    """A tile that fits may be barred by the rest of its hand."""
    if not isinstance(layout, Trains):
        return False
    return layout.engine == "own-highest" or not layout.out_on_double


def rules_fit(layout: Layout) -> bool:
    """The table rules whether a tile finds room."""
    return isinstance(layout, Bent) and layout.fit == "ruled"


def waives_feet(layout: Layout) -> bool:
    """A foot that cannot be completed may stay incomplete."""
    return isinstance(layout, Feet) and layout.dead_foot == "waived"


def begins_trains(play: Play) -> bool:
    """Every seat begins its train with a double of its own."""
    return isinstance(play.layout, Trains) and play.layout.begin == "own-double"


class Score(Value):
    """What a finished round is worth, and who wins a game."""

    out_winner: Literal["that-seat", "lowest-hand"] = "that-seat"
    """Who wins a round in which a seat went out; a hand of only 0-0 ties under lowest-hand."""
    blocked_winner: Literal[
        "fewest-pips", "fewest-tiles", "side-of-lowest-hand", "last-two", "nobody"
    ] = "fewest-pips"
    """``side-of-lowest-hand``: the side of the seat with the fewest pips, however heavy the other.
    ``last-two``: of the seat that laid last and the one after it, the lighter hand; if they are
    equal, the seat that laid last."""
    tied: Literal["each", "nobody", "not-the-blocker", "leading-side"] = "each"
    """Who wins if several tie for lowest.

    ``not-the-blocker``: in a blocked round, those of them that did not lay last. ``leading-side``:
    the one of them that led the game before the round; nobody if several led alike."""
    points: Literal["none", "losing-hands", "all-hands", "own-hand", "tiles"] = "losing-hands"
    """The hands whose pips the winner scores; ``none``: the game is played only for money.

    ``own-hand``: every side writes down the pips of its own hands. ``tiles``: the winner scores
    `for_winning`, and `per_tile` for each tile in the losing hands."""
    for_winning: int = Field(default=0, ge=0, le=10**6, exclude_if=operator.not_)
    per_tile: int = Field(default=0, ge=0, le=10**6, exclude_if=operator.not_)
    difference: Literal["none", "to-all-hands", "to-each-hand"] = "none"
    """How often the winner's own pips are subtracted: never, once, or once a hand counted."""
    negative_points: Literal["zero", "keep"] = "zero"
    block_bonus: int = Field(default=0, ge=0, le=10**6, exclude_if=operator.not_)
    """Points more for the winner of a blocked round."""
    rounding: Literal["none", "sum", "each-hand"] = Field(
        default="none", exclude_if=lambda own: own == "none"
    )
    """Pips in hands count to the nearest multiple of five: their sum, or hand by hand."""
    in_play: Literal["none", "fives"] = Field(default="none", exclude_if=lambda own: own == "none")
    """``fives``: open ends that count a multiple of five are points of the seat that laid."""
    to_get_in: Literal[0, 10] = Field(default=0, exclude_if=operator.not_)
    """The least that a seat's first points in play must be in a game; until then none count."""
    points_per: Literal["pip", "five"] = Field(default="pip", exclude_if=lambda own: own == "pip")
    """``five``: one point for each five."""
    target: int | None = Field(default=None, ge=1, le=10**9)
    """Points that end the game; None: one round is a game, unless it has a number of rounds."""
    rounds: int | None = Field(default=None, ge=1, le=1000, exclude_if=lambda own: own is None)
    """The number of rounds of a game."""
    winners: Literal["highest", "all-past-target", "lowest"] = "highest"
    abandoned: Literal["void", "as-it-stands"] = "void"
    """What counts of a game that was broken off."""
    forfeited: Literal["others-win", "void"] = Field(
        default="others-win", exclude_if=lambda own: own == "others-win"
    )
    """``others-win``: if a seat gives up, the other side with most points wins."""

    @property
    def one_round(self) -> bool:
        """One round is a game."""
        return self.target is None and self.rounds is None

    @property
    def asks_who_laid_last(self) -> bool:
        """Who wins a blocked round may depend on the seat that laid the last tile."""
        return self.blocked_winner == "last-two" or self.tied == "not-the-blocker"

    @property
    def asks_the_standing(self) -> bool:
        """Who wins a round may depend on the standing before it."""
        return self.tied == "leading-side"

    @property
    def asks_what_was_before(self) -> bool:
        """The score of a round may depend on the rounds before it."""
        return self.asks_the_standing or self.to_get_in > 0

    @property
    def lowest_wins(self) -> bool:
        """The fewest points win a game; in a game of one round, if sides write down their hands."""
        return self.points == "own-hand" if self.one_round else self.winners == "lowest"

    @model_validator(mode="after")
    def _game_can_end(self) -> Self:
        if self.points == "none" and not self.one_round:
            raise _fault("target-without-points")
        if self.target is not None and self.rounds is not None:
            raise _fault("target-and-rounds")
        if self.asks_the_standing and self.one_round:
            raise _fault("standing-of-one-round")
        return self

    @model_validator(mode="after")
    def _every_point_counts(self) -> Self:
        if self.points in {"losing-hands", "all-hands"}:
            return self
        for field, counts in (
            ("in_play", self.in_play != "none"),
            ("block_bonus", self.block_bonus > 0),
        ):
            if counts:
                raise _fault("points-not-counted", points=self.points, field=field)
        return self

    @model_validator(mode="after")
    def _fives_are_whole(self) -> Self:
        if self.to_get_in and self.in_play == "none":
            raise _fault("getting-in-without-points")
        if self.points_per == "five" and self.rounding == "none":
            raise _fault("fives-without-rounding")
        return self


MOST_FACTOR = 100
"""The most that a block may multiply a payment by."""


class Payout(Value):
    """Who owes whom: who is liable for a block, and what an assistant pays."""

    reading: Reading | None = None
    """The reading that names the blocker; None: no player is liable for a block."""
    win_factor: int = Field(default=2, ge=0, le=MOST_FACTOR)
    loss_factor: int = Field(default=1, ge=0, le=MOST_FACTOR)
    loser_pays: Literal["each-his-own", "winner-everything"] = "each-his-own"
    """Who receives the payment of a blocker that did not win."""
    assisted: Literal["whole-amount", "assistants-own-pips"] = "whole-amount"
    """What blocker and assistant settle between them; the other seats neither pay nor receive."""
    tied_winners: Literal["share", "nobody"] = "share"
    """Payments are pooled and shared, odd units clockwise from the leader; or nobody pays."""
    tied_blocker: Literal["loses", "wins"] = "loses"


Offence: TypeAlias = Literal["revoke", "wrong-tile", "exposed-tile", "time", "absent"]
"""What a seat can be penalized for (docs/rules/rulings.md)."""


class Penalty(Value):
    """What an offence costs unless the arbiter orders otherwise."""

    points_off: int = Field(default=0, ge=0, le=10**9)
    """Subtracted from the points of the offender's side."""
    points_to_others: int = Field(default=0, ge=0, le=10**9)
    """Given to each other side."""
    pips_to_others: int = Field(default=0, ge=0, le=10**6)
    """The number of pips whose stake the offender pays to each seat of another side."""


RULE_SET_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*@[1-9][0-9]*(\+[a-z0-9_.-]+=[a-z0-9-]+)*$"
AGREED = "+"
"""In an id, stands before each change that was agreed at the table."""


Family: TypeAlias = Literal["block", "draw"]
"""Whether a seat that cannot play passes or draws; ``game_variant`` in the tables."""


def family_of(draw: int | str) -> Family:
    """The family that this value of ``play.draw`` makes."""
    return "block" if draw == "none" else "draw"


class RuleSet(Value):
    """A variant. A published ``name@version`` never changes.

    A rule set agreed at the table has an id such as ``draw@1+score.target=50`` (`agreed_id`).
    Always stored in full: records must not depend on the defaults of a later release.
    """

    id: str = Field(pattern=RULE_SET_ID)
    title: str = ""
    source: str = ""
    """Where the rules come from, as text for people."""
    family: Family = "block"
    play: Play
    score: Score = Score()
    payout: Payout | None = None
    penalties: dict[Offence, Penalty] | None = Field(
        default=None, exclude_if=lambda own: own is None
    )
    """Deviations from `PENALTIES`, which never changes; None: no deviations."""
    parent: str | None = Field(default=None, exclude_if=lambda own: own is None)
    """The id of the rule set that the players changed; None: they changed nothing."""

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
    def _ends_can_be_counted(self) -> Self:
        if self.score.in_play == "fives" and not isinstance(self.play.layout, Crosswise):
            raise _fault("fives-on-other-layout")
        if self.play.claims == "called" and self.score.in_play == "none":
            raise _fault("claims-without-points")
        by_target = self.score.in_play == "fives" and self.score.target is not None
        if self.play.win_in_play and not by_target:
            raise _fault("win-without-target")
        return self

    @model_validator(mode="after")
    def _family_follows_drawing(self) -> Self:
        if self.family != family_of(self.play.draw):
            raise _fault("family-mismatch", family=self.family, draw=self.play.draw)
        return self


class Stake(Value):
    """The value of one pip in whole minor units of a currency (ISO 4217; XXX: no currency)."""

    currency: str = Field(default="XXX", pattern="^[A-Z]{3}$")
    minor_per_pip: int = Field(default=1, ge=0, le=10**9)
