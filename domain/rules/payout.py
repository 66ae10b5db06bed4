"""The rules of payout: who owes whom, and the value of a pip."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag

from .field import Value, always, rule

Reading: TypeAlias = Literal[
    "last-to-lay", "last-choice", "knowing-lock", "point-of-no-return", "could-have-forced-open",
    "set-up",
]  # fmt: skip
"""A definition of who blocked a round (docs/rules/payout.md)."""
MOST_FACTOR = 100
"""The most that a block and a shutout may multiply a payment by, together."""


def _for_shutouts() -> Any:
    return rule(
        "once",
        "whether a round of a game that is a shutout is paid once, or once for each game that it "
        "counts as",
        needs={"each-game": {"score.shutout": ("object",)}},
    )


class Payout(Value):
    """Who owes whom: who is liable for a block, and what an assistant pays."""

    reading: Reading | None = always(
        None, "the reading that names who is liable for a block; null: nobody is"
    )
    win_factor: int = always(
        2,
        "times the pips of the others that a blocker collects who wins",
        least=0,
        most=MOST_FACTOR,
    )
    loss_factor: int = always(
        1,
        "times the pips of the others that a blocker pays who does not win",
        least=0,
        most=MOST_FACTOR,
    )
    loser_pays: Literal["each-his-own", "winner-everything"] = always(
        "each-his-own", "who receives the payment of a blocker that did not win"
    )
    assisted: Literal["whole-amount", "assistants-own-pips"] = always(
        "whole-amount",
        "what blocker and assistant settle between them; the others neither pay nor receive",
    )
    tied_winners: Literal["share", "nobody"] = always(
        "share",
        "whether payments are pooled and shared, odd units clockwise from the leader, or nobody "
        "pays",
    )
    tied_blocker: Literal["loses", "wins"] = always(
        "loses", "whether a blocker who ties for fewest has won"
    )
    shutout: Literal["once", "each-game"] = _for_shutouts()


PROGRAM_NAME = "^[a-z][a-z0-9-]{0,39}$"
SHA256 = "^[0-9a-f]{64}$"


class ProgramPayout(Value):
    """A function that a program has under this name decides who owes whom (docs/python.md)."""

    kind: Literal["program"] = "program"
    name: str = Field(pattern=PROGRAM_NAME, description="the name of the function")
    sha256: str = Field(
        pattern=SHA256, description="the SHA-256 of its source; a function with another one differs"
    )
    reading: Reading | None = rule(
        None,
        "the reading that names the blocker and the assistant whom the function is given; "
        "null: it is given none",
    )
    shutout: Literal["once", "each-game"] = _for_shutouts()


def _kind_of_payout(given: object) -> str:
    kind = given.get("kind") if isinstance(given, dict) else getattr(given, "kind", None)
    return "program" if kind == "program" else "pips"


AnyPayout: TypeAlias = Annotated[
    Annotated[Payout, Tag("pips")] | Annotated[ProgramPayout, Tag("program")],
    Discriminator(_kind_of_payout),
]
"""Who owes whom: by the pips left, or as the function of a program says."""


class Stake(Value):
    """The value of one pip in whole minor units of a currency (ISO 4217; XXX: no currency)."""

    currency: str = Field(
        default="XXX", pattern="^[A-Z]{3}$", description="the currency (ISO 4217); XXX is none"
    )
    minor_per_pip: int = always(1, "minor units (cents) for each pip", least=0, most=10**9)
