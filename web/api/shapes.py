"""The shapes of answers, where no document describes them already."""

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from ...domain.disputes.events import Status
from ...ledger.records.import_ import Outcome
from ...projections.results.disputes import StepName
from ...projections.results.game_state import State

Item = TypeVar("Item")
Json = dict[str, Any]
StoredEvent: TypeAlias = Annotated[list[str], Field(min_length=2, max_length=2)]
"""Topic and state of an event, as stored."""


class Shape(BaseModel):
    """An object of an answer, which has these keys and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Items(Shape, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    next: str | None
    """To ask for the items after these with `after`; null: these are the last."""


class Problem(Shape):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    """The sentence for people."""
    code: str
    """Does not change."""
    params: Json
    state: Json | None = None
    """Of a change to a game that was refused: the game as it is."""


class Left(Shape):
    """How a game was left."""

    kind: str
    seat: int | None
    reason: str


class Amended(Shape):
    """An amendment of a game."""

    version: int
    recorded_at: str
    by: str | None
    reason: str


class GameSummary(Shape):
    """A game in a list."""

    id: str
    record: str
    """Its name."""
    rules: str
    started_at: str
    players: list[str]
    """In seat order."""
    player_ids: list[str]
    sides: list[list[int]]
    state: State
    rounds: int
    surplus: int
    scores: list[int] | None
    """By side."""
    winners: list[str]
    currency: str
    net: list[int] | None
    """By seat, in minor units."""
    left: Json | None
    version: int
    amended: list[Amended]


class Replay(Shape):
    """A round, step by step; docs/replay.md lists the keys of a step."""

    game: str
    players: list[str]
    viewer: int | None
    round: int
    rounds: int
    """That were dealt."""
    version: int
    steps: list[Json]


class Verification(Shape):
    """Whether a game is as it was recorded."""

    intact: bool
    code: str | None
    sentence: str | None
    """What was changed or lost; null: nothing."""
    events: int
    signatures: list[Json]


class Person(Shape):
    """A person of the book."""

    player: str
    name: str
    counts_as: str | None
    """The id of the person they were merged into."""


class Due(Shape):
    """What a player gets; negative: owes."""

    game: str | None
    player: str
    name: str
    currency: str
    amount: int
    """In minor units."""


class DisputeStep(Shape):
    """A step of a dispute; what a ruling orders is described in docs/disputes.md."""

    step: StepName
    by: str
    at: str
    text: str
    remedies: list[Json] = []
    in_force: bool = False
    role: str | None = None
    signature: Json | None = None


class Dispute(Shape):
    """A dispute with its steps."""

    game: str
    dispute: int
    status: Status
    round: int | None
    move: int | None
    said: list[DisputeStep]
    follows: Json | None = None
    """Of the ruling in force."""


class Amendment(Shape):
    """What became of an amendment."""

    game: str
    version: int


class RuleSetAdded(Shape):
    """A rule set of the book."""

    id: str
    added: bool
    """False: it was published already."""


class ImportedGame(Shape):
    """The outcome of one line of an import."""

    line: int
    record: str | None
    outcome: Outcome
    irregularities: int
    code: str | None
    """Why it was rejected."""
    sentence: str | None


class ImportCounted(Shape):
    """The last line of the answer to an import."""

    added: int
    extended: int
    unchanged: int
    rejected: int


class Health(Shape):
    """The book can be read."""

    status: Literal["ok"]
    position: int
    """Of the last event in the log."""
