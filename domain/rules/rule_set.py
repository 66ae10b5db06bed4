"""A rule set is one frozen value of three parts: play, score and payout.

Play decides what was legal at the time. Score and payout are opinions about the facts and can be
exchanged at any time. A variant is a row of values; no code tests the name of a rule set.

Each field is described with its part and nowhere else: what it decides, its values, default and
bounds, and what its values need of other fields. `rule_fields` reads that back, for `domino rules
fields` and for the tables of docs/rules. The sentences for players are in
`projections/messages/rules.py`.
"""

from functools import cache
from operator import attrgetter
from typing import Literal, Self, TypeAlias, cast

from pydantic import BaseModel, Field, model_validator

from .field import Needs, Value, always, invalid, rule
from .ids import AGREED, RULE_SET_ID
from .payout import MOST_FACTOR, AnyPayout, Payout, Reading
from .play import Play
from .score import Bonuses, Score

Offence: TypeAlias = Literal[
    "revoke", "wrong-tile", "exposed-tile", "out-of-turn", "overdraw", "wrong-count", "signalling",
    "time", "absent",
]  # fmt: skip
"""What a seat can be penalized for (docs/rules/rulings.md)."""
PenaltyLead: TypeAlias = Literal["by-rules", "offended"]
"""Who leads after a round with an offence: as the rules say, or the seat after the offender."""


class Penalty(Value):
    """What an offence costs unless the arbiter orders otherwise."""

    points_off: int = always(
        0, "subtracted from the points of the offender's side", least=0, most=10**9
    )
    points_to_others: int = always(0, "given to each other side", least=0, most=10**9)
    pips_to_others: int = always(
        0,
        "the number of pips whose stake the offender pays to each seat of another side",
        least=0,
        most=10**6,
    )
    of_target_percent: int = rule(
        0,
        "the part of the target, in percent and rounded down, that the points taken off or given "
        "are at least; of an offence without points, those given",
        least=0,
        most=100,
    )
    voids_round: bool = rule(
        False, "whether the round is stopped and void; the points count beside it, and no pips"
    )
    next_lead: PenaltyLead = rule(
        "by-rules", "who leads next: as the rules say, or the seat after the offender"
    )


Family: TypeAlias = Literal["block", "draw"]
"""Whether a seat that cannot play passes or draws; ``game_variant`` in the tables."""


class RuleSet(Value, defer_build=False):
    """A variant. A published ``name@version`` never changes.

    A rule set agreed at the table has an id such as ``draw@1+score.target=50`` (`agreed_id`).
    """

    id: str = Field(pattern=RULE_SET_ID, description="its name and version")
    title: str = always("", "for people")
    source: str = always("", "where the rules come from, for people")
    play: Play = Field(description="what is legal")
    score: Score = always(Score, "who wins what")
    payout: AnyPayout | None = always(None, "who owes whom; null: no money is paid")
    penalties: dict[Offence, Penalty] | None = rule(
        None, "what offences cost, where it differs from docs/rules/rulings.md"
    )
    parent: str | None = rule(
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
            raise invalid("other-parent", id=self.id, parent=self.parent)
        return self

    @model_validator(mode="after")
    def _money_fits_in_columns(self) -> Self:
        """A pip is paid no more often than docs/money.md says."""
        payout, shutout = self.payout, self.score.shutout
        if not isinstance(payout, Payout) or payout.shutout == "once" or shutout is None:
            return self
        factor = max(payout.win_factor, payout.loss_factor)
        if factor * shutout.games > MOST_FACTOR:
            raise invalid("too-much-for-a-shutout", games=shutout.games, factor=factor)
        return self

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for field, needs in _all_needs():
            value = self._value(field)
            plain = _plain(value)
            for other, allowed in needs.get(plain, {}).items():
                if _plain(self._value(other)) not in allowed:
                    raise invalid(
                        "does-not-go-with",
                        field=field,
                        value=value if plain == "number" else plain,
                        other=other,
                        allowed=list(allowed),
                    )
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
        for part, model in (
            ("play", Play),
            ("score", Score),
            ("score.bonuses", Bonuses),
            ("payout", Payout),
        )
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
