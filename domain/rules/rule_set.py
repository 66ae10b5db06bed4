"""A rule set is one frozen value of three parts: play, score and payout.

Play says what was legal when it was done. Score and payout are opinions about the facts and can
be exchanged at any time. A variant is a row of values; nothing asks for a rule set's name.
"""

from typing import Annotated, Literal, LiteralString, Self, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ..tiles import HIGHEST_PIP, NAMES, TileName, set_up_to


def _fault(code: LiteralString, **params: object) -> PydanticCustomError:
    """An error of validation that carries a code and parameters instead of a sentence."""
    return PydanticCustomError(code, code, params)


class Value(BaseModel):
    """A frozen value that accepts no unknown field."""

    # Built when first used: each once, as a part of what it stands in.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class HighestDouble(Value):
    """The holder of the highest double dealt lays it; where nobody holds one the deal is void."""

    kind: Literal["highest-double"] = "highest-double"


class HeaviestTile(Value):
    """The holder of the tile with most pips lays it; equal pips: the one with the higher half."""

    kind: Literal["heaviest-tile"] = "heaviest-tile"


class NamedTile(Value):
    """The holder of one certain tile lays it; where nobody holds it the deal is void."""

    kind: Literal["named-tile"] = "named-tile"
    tile: TileName


class ByLot(Value):
    """A seat drawn by lot leads any tile."""

    kind: Literal["lot"] = "lot"


Lead: TypeAlias = Annotated[
    HighestDouble | HeaviestTile | NamedTile | ByLot, Field(discriminator="kind")
]

NextLead: TypeAlias = Literal["same-rule", "winner", "rotate", "last-to-lay"]
"""Who leads after a finished round.

``same-rule`` as in the first round. The others may lead any tile: ``winner`` the seat that won
(several: the first of them clockwise from the last leader; nobody: the last leader again);
``rotate`` the seat after the last leader; ``last-to-lay`` who went out, and after a block the last
to lay if that side won, the seat after it if it lost, the last leader where nobody won.
"""

Reading: TypeAlias = Literal[
    "last-to-lay",
    "last-choice",
    "knowing-lock",
    "point-of-no-return",
    "could-have-forced-open",
    "set-up",
]
"""An answer to the question who blocked a round (docs/rules/payout.md)."""


class Play(Value):
    """What is legal: set, seats, deal, lead, layout, matching, what one does who cannot play."""

    highest_pip: int = Field(default=6, ge=1, le=HIGHEST_PIP)
    hand: dict[int, int] = Field(min_length=1)
    """Tiles dealt to each seat, by the number of seats; its keys are the seats allowed."""
    partners: bool = False
    """Seats sit in two sides, partners across from each other."""
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    first_lead: Lead = HighestDouble()
    next_lead: NextLead = "same-rule"
    layout: Literal["line-of-play"] = "line-of-play"
    matching: Literal["equal"] = "equal"
    draw: Annotated[int, Field(ge=1)] | Literal["none", "until-playable"] = "none"
    """Tiles that a seat which cannot play draws in one turn at most, before it passes."""
    stays_in_boneyard: int = Field(default=0, ge=0)
    """The last tiles of the boneyard that may not be drawn."""
    may_draw_when_able: bool = False
    play_on: bool = False
    """After a seat is out the others play on until nobody can."""

    @model_validator(mode="after")
    def _deal_fits_the_set(self) -> Self:
        tiles = set_up_to(self.highest_pip).bit_count()
        for seats, hand in self.hand.items():
            if seats < 2 or hand < 1 or seats * hand > tiles:
                raise _fault("deal-too-big", seats=seats, hand=hand, tiles=tiles)
            if self.partners and seats % 2:
                raise _fault("odd-partners", seats=seats)
        lead = self.first_lead
        if isinstance(lead, NamedTile) and lead.tile >= tiles:
            raise _fault("lead-not-in-set", lead=NAMES[lead.tile], tiles=tiles)
        return self


class Score(Value):
    """What a finished round is worth, and who wins a game."""

    out_winner: Literal["that-seat", "lowest-hand"] = "that-seat"
    """Who wins a round in which a seat went out; an equally light 0-0 ties under lowest-hand."""
    blocked_winner: Literal["fewest-pips", "fewest-tiles"] = "fewest-pips"
    tied: Literal["each", "nobody"] = "each"
    """Who wins among those who tie for lowest."""
    points: Literal["none", "losing-hands", "all-hands"] = "losing-hands"
    """The hands whose pips the winner scores; ``none``: the game is played for money alone."""
    difference: Literal["none", "to-all-hands", "to-each-hand"] = "none"
    """The winner's own pips are taken off once, or once for each hand counted."""
    negative_points: Literal["zero", "keep"] = "zero"
    target: int | None = Field(default=None, ge=1, le=10**9)
    """Points that end the game; null: one round is a game."""
    winners: Literal["highest", "all-past-target"] = "highest"
    abandoned: Literal["void", "as-it-stands"] = "void"
    """What counts of a game that was broken off."""
    forfeited: Literal["others-win", "void"] = Field(
        default="others-win", exclude_if=lambda own: own == "others-win"
    )
    """Who wins a game that a seat gave up: of the other sides the one with most points."""

    @model_validator(mode="after")
    def _target_can_be_reached(self) -> Self:
        if self.points == "none" and self.target is not None:
            raise _fault("target-without-points")
        return self


class Payout(Value):
    """Who owes whom: stakes per pip, who is answerable for a block, what an assistant pays."""

    reading: Reading | None = None
    """The reading that names the blocker; null: no player is answerable for a block."""
    win_factor: int = Field(default=2, ge=0, le=100)
    loss_factor: int = Field(default=1, ge=0, le=100)
    loser_pays: Literal["each-his-own", "winner-everything"] = "each-his-own"
    """Who receives what a blocker pays who did not win."""
    assisted: Literal["whole-amount", "assistants-own-pips"] = "whole-amount"
    """What passes between blocker and assistant, and between no others."""
    tied_winners: Literal["share", "nobody"] = "share"
    """Payments are pooled and shared, odd units clockwise from the leader; or nobody pays."""
    tied_blocker: Literal["loses", "wins"] = "loses"


Offence: TypeAlias = Literal["revoke", "wrong-tile", "exposed-tile", "time", "absent"]
"""What a seat can be penalized for (docs/rules/rulings.md)."""


class Penalty(Value):
    """What an offence costs, where the arbiter says nothing else."""

    points_off: int = Field(default=0, ge=0, le=10**9)
    """Taken off the points of the side that offended."""
    points_to_others: int = Field(default=0, ge=0, le=10**9)
    """Given to each other side."""
    pips_to_others: int = Field(default=0, ge=0, le=10**6)
    """The pips whose stake the offender pays to each seat of another side."""


RULE_SET_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*@[1-9][0-9]*$"


class RuleSet(Value):
    """A published variant. A published ``name@version`` never changes.

    It is always written whole, defaults included: what is on record must not depend on what a
    default will be one day.
    """

    id: str = Field(pattern=RULE_SET_ID)
    title: str = ""
    source: str = ""
    """Where the rules come from, for people."""
    family: Literal["block", "draw"] = "block"
    """Who cannot play passes, or draws: the ``game_variant`` of the tables."""
    play: Play
    score: Score = Score()
    payout: Payout | None = None
    penalties: dict[Offence, Penalty] | None = Field(
        default=None, exclude_if=lambda own: own is None
    )
    """What offences cost here; null: what `PENALTIES` says, which never changes."""

    @property
    def reading(self) -> Reading | None:
        """The reading that names the blocker; None where nothing depends on it."""
        return None if self.payout is None else self.payout.reading

    def counted_by(self, other: "RuleSet | None") -> "RuleSet":
        """These rules of play with score and payout of others; None: as they are.

        Opinions about the facts can be exchanged; how was played cannot.
        """
        if other is None:
            return self
        return self.model_copy(update={"score": other.score, "payout": other.payout})

    @model_validator(mode="after")
    def _family_follows_drawing(self) -> Self:
        drawn = "block" if self.play.draw == "none" else "draw"
        if self.family != drawn:
            raise _fault("family-mismatch", family=self.family, draw=self.play.draw)
        return self


class Stake(Value):
    """What one pip is worth, in whole minor units of a currency (ISO 4217; XXX is none)."""

    currency: str = Field(default="XXX", pattern="^[A-Z]{3}$")
    minor_per_pip: int = Field(default=1, ge=0, le=10**9)
