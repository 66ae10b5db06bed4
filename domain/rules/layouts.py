"""Where tiles may lie, as rule sets say it."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from .field import Needs, Value, always, rule


class Arms(Value):
    """A star: arms grow from the lead, a double. Each is begun before any of them is continued."""

    kind: Literal["arms"] = "arms"
    arms: int = Field(ge=3, le=8, description="the number of arms")
    doubles: Literal["no", "all-arms", "each-arm"] = rule(
        "no",
        "whether arms need a double when all are begun: each before any other tile is laid, or "
        "each before it goes on",
    )


class Crosswise(Value):
    """A line whose doubles lie crosswise. A spinner takes tiles on its sides, then on its ends."""

    kind: Literal["crosswise"] = "crosswise"
    spinners: Literal["none", "first", "every"] = always(
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
    opener_takes: int = always(6, "the toes of the lead", least=1, most=8)
    toes: int = always(3, "the toes of a later double", least=1, most=8)
    dead_foot: Literal["blocks", "waived"] = rule(
        "blocks", "whether bare toes for which no tile is left outside the table block the round"
    )


class HubTrains(Value):
    """Each seat has a train that grows from the hub, a double in the middle.

    A seat lays on its own train, and on each train whose marker is up. In a turn one tile is laid,
    and another after a double.
    """

    kind: Literal["hub-trains"] = "hub-trains"
    hub: Literal["set-aside", "led"] = rule(
        "set-aside",
        "how the hub comes there: it is taken out before the deal, the double of the round; or it "
        "is the lead",
    )
    public: Literal["any-time", "after-own-train", "none"] = rule(
        "any-time",
        "when a seat may begin the public train, where every seat may lay; or that there is none",
    )
    marked_empty: Literal["open", "closed"] = rule(
        "open", "whether other seats may begin a train whose marker is up"
    )
    cover: Literal["live-doubles", "every-double", "anywhere"] = rule(
        "live-doubles",
        "which doubles need a cover before anything else is laid: those for which a tile is left "
        "outside the table, or every one; or that another tile is laid at any end, and no cover is "
        "owed",
    )
    doubles_chain: bool = rule(
        False, "whether a seat that has laid a double may lay further doubles before the cover"
    )
    out_on_double: bool = rule(True, "whether the last tile of a hand may be a double")
    first_turn: Literal["one", "as-many-as-fit"] = rule(
        "one", "how many tiles a seat lays on its own train in its first turn"
    )


class EngineTrains(Value):
    """Each seat has a train that it begins with a double of its own, the engine.

    In a turn a seat lays on its own train, and then perhaps one guest tile on each other train.
    """

    kind: Literal["engine-trains"] = "engine-trains"
    engine: Literal["any-double", "own-highest"] = rule(
        "any-double", "the double of a hand that may be the engine; the first is the highest dealt"
    )
    train_ends: Literal[2, 1] = rule(2, "the ends at which a train grows from its engine")


class Bent(Value):
    """A line of tiles that each turn it by 120 degrees; a tile must find room."""

    kind: Literal["bent"] = "bent"
    low_to_high: Literal["left", "right"] = always(
        "left", "how a tile turns the line, walked from its lower to its higher half"
    )
    fit: Literal["lattice", "ruled"] = rule(
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
LAYOUT_NEEDS: Final[Needs] = {
    "forks": {"play.matching": ("sum",)},
    "bent": {"play.matching": ("equal",)},
    "hub-trains": {"play.turn": ("one-tile",)},
    "engine-trains": {"play.turn": ("one-tile",)},
}
Trains: TypeAlias = HubTrains | EngineTrains
"""Layouts in which each seat has a train, and which say themselves how long a turn lasts."""
ONE_TILE_A_TURN = "line-of-play", "arms", "crosswise", "forks", "feet", "bent"


def leads_hub(layout: Layout) -> bool:
    """The trains grow from the lead."""
    return isinstance(layout, HubTrains) and layout.hub == "led"


def rules_fit(layout: Layout) -> bool:
    """The table rules whether a tile finds room."""
    return isinstance(layout, Bent) and layout.fit == "ruled"
