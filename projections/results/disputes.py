"""The disputes about a game, step by step, and the rulings in force."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias, assert_never, get_args
from uuid import UUID

from ...domain.disputes.decide import find_dispute
from ...domain.disputes.events import (
    CLOSED,
    DisputeAnswered,
    DisputeEvent,
    DisputeOpened,
    DisputeWithdrawn,
    Remedy,
    Role,
    RulingAppealed,
    RulingMade,
    Status,
    disputes_of,
)
from ...domain.game.decrees import in_force
from ...ledger.book import Book
from ...ledger.disputes import disputed_games
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from ..as_json import Json, as_json
from .signatures import SignedEntry

StepName: TypeAlias = Literal[
    "opened", "answered", "ruled", "appealed", "withdrew-claim", "withdrew-appeal"
]

_NONE_SIGNED: Mapping[int, SignedEntry] = {}
_OF_THE_DESK: tuple[type[DisputeEvent], ...] = get_args(DisputeEvent)


class DisputeStep(NamedTuple):
    """One step of a dispute."""

    step: StepName
    by: str
    """A name."""
    at: str
    """When it was recorded, RFC 3339."""
    text: str
    """The claim, the answer, or the reason."""
    remedies: tuple[Remedy, ...]
    in_force: bool
    """The step is the ruling in force."""
    role: Role | None
    """Of the person, in a ruling; None if it is unknown."""
    version: int
    """The number of its event in the game, from 1."""


class DisputeHistory(NamedTuple):
    """A dispute with all its steps."""

    game: str
    """The record's id."""
    dispute: int
    status: Status
    round: int | None
    move: int | None
    steps: tuple[DisputeStep, ...]

    @property
    def closed(self) -> bool:
        """The dispute does not wait for a ruling."""
        return self.status in CLOSED


class Ruling(NamedTuple):
    """A ruling in force."""

    dispute: int
    by: str
    at: str
    reason: str
    remedies: tuple[Remedy, ...]
    role: Role | None
    """As whom the person ruled; None if that is unknown."""


def disputes_in(book: Book, game: UUID | None = None) -> Iterator[DisputeHistory]:
    """The disputes about a game, or about every game in the order of recording."""
    names = people_names(book)
    for each in disputed_games(book) if game is None else [game]:
        yield from histories(book.stream(each), names)


def history_of(stream: Stream, names: dict[UUID, str], dispute: int) -> DisputeHistory:
    """The dispute of that number; raises Refused if there is none."""
    find_dispute(stream.game, dispute)
    return histories(stream, names)[dispute - 1]


def histories(stream: Stream, names: dict[UUID, str]) -> tuple[DisputeHistory, ...]:
    """The disputes about a game, in order of number."""
    steps: dict[int, list[DisputeStep]] = {}
    for event, step in _steps(stream, names):
        steps.setdefault(event.dispute, []).append(step)
    return tuple(
        DisputeHistory(
            stream.game.opened.record,
            dispute.number,
            dispute.status,
            dispute.opened.round,
            dispute.opened.move,
            tuple(steps[dispute.number]),
        )
        for dispute in disputes_of(stream.game.desk)
    )


def rulings(stream: Stream, names: dict[UUID, str]) -> tuple[Ruling, ...]:
    """The rulings in force, in order of time."""
    return tuple(
        Ruling(event.dispute, step.by, step.at, step.text, step.remedies, step.role)
        for event, step in _steps(stream, names)
        if step.in_force
    )


def _steps(stream: Stream, names: dict[UUID, str]) -> list[tuple[DisputeEvent, DisputeStep]]:
    """The steps of all disputes, in order of time."""
    events = stream.game.desk
    counting = in_force(events)
    entries = (entry for entry in stream.entries if type(entry.event) in _OF_THE_DESK)
    return [
        (
            event,
            DisputeStep(
                _name(event),
                shown_name(names, event.by),
                entry.recorded_at,
                _text(event),
                event.remedies if isinstance(event, RulingMade) else (),
                place in counting,
                event.role if isinstance(event, RulingMade) else None,
                entry.originator_version,
            ),
        )
        for place, (event, entry) in enumerate(zip(events, entries, strict=True))
    ]


def _name(event: DisputeEvent) -> StepName:
    match event:
        case DisputeOpened():
            return "opened"
        case DisputeAnswered():
            return "answered"
        case RulingMade():
            return "ruled"
        case RulingAppealed():
            return "appealed"
        case DisputeWithdrawn(what="claim"):
            return "withdrew-claim"
        case DisputeWithdrawn():
            return "withdrew-appeal"
        case _:
            assert_never(event)


def _text(event: DisputeEvent) -> str:
    if isinstance(event, DisputeOpened):
        return event.claim
    return event.answer if isinstance(event, DisputeAnswered) else event.reason


def history_json(history: DisputeHistory, signed: Mapping[int, SignedEntry] = _NONE_SIGNED) -> Json:
    """A dispute for programs (docs/disputes.md); ``signed``: by number of the event."""
    shown: Json = as_json(history)
    shown["said"] = shown.pop("steps")
    for step in shown["said"]:
        of_a_ruling = {name: step.pop(name) for name in ("remedies", "in_force", "role")}
        signature = signed.get(step.pop("version"))
        if step["step"] == "ruled":
            if signature is not None:
                step["signature"] = as_json(signature)
            step.update(of_a_ruling)
    return shown
