"""Disputes with who said what and when, and the rulings in force."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from domain.disputes.events import (
    DeskEvent,
    DisputeAnswered,
    DisputeOpened,
    RulingAppealed,
    RulingMade,
)
from domain.disputes.remedies import Remedy
from domain.disputes.rulings_in_force import in_force
from domain.disputes.state import Status, disputes_of
from ledger.registry.players import shown_name
from ledger.store.stream import Stream

Json = dict[str, Any]

_STEPS: Mapping[type[DeskEvent], str] = {
    DisputeOpened: "opened",
    DisputeAnswered: "answered",
    RulingMade: "ruled",
    RulingAppealed: "appealed",
}


class Said(NamedTuple):
    """One step in the course of a dispute."""

    step: str
    """``opened``, ``answered``, ``ruled`` or ``appealed``."""
    by: str
    """A name."""
    at: str
    """When it was recorded, RFC 3339."""
    text: str
    """The claim, the answer, or the reason."""
    remedies: tuple[Remedy, ...] = ()
    """What was ordered."""
    in_force: bool = False
    """It is the ruling that counts."""


class Course(NamedTuple):
    """A dispute from its opening on."""

    dispute: int
    status: Status
    round: int | None
    move: int | None
    said: tuple[Said, ...]


class Ruling(NamedTuple):
    """A ruling in force."""

    dispute: int
    by: str
    at: str
    reason: str
    remedies: tuple[Remedy, ...]


def courses(stream: Stream, names: dict[UUID, str]) -> tuple[Course, ...]:
    """The disputes about a game by number."""
    steps: dict[int, list[Said]] = {}
    for event, said in _said(stream, names):
        steps.setdefault(event.dispute, []).append(said)
    return tuple(
        Course(
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
        Ruling(event.dispute, said.by, said.at, said.text, said.remedies)
        for event, said in _said(stream, names)
        if said.in_force
    )


def _said(stream: Stream, names: dict[UUID, str]) -> list[tuple[DeskEvent, Said]]:
    """Everything said at the desk, in order."""
    desk = stream.game.desk
    counting = in_force(desk)
    times = (entry.recorded_at for entry in stream.entries if type(entry.event) in _STEPS)
    return [
        (
            event,
            Said(
                _STEPS[type(event)],
                shown_name(names, event.by),
                at,
                _text(event),
                event.remedies if isinstance(event, RulingMade) else (),
                place in counting,
            ),
        )
        for place, (event, at) in enumerate(zip(desk, times, strict=True))
    ]


def _text(event: DeskEvent) -> str:
    if isinstance(event, DisputeOpened):
        return event.claim
    return event.answer if isinstance(event, DisputeAnswered) else event.reason


def ruling_json(ruling: Ruling) -> Json:
    """A ruling in force for programs."""
    return ruling._asdict() | {"remedies": _remedies_json(ruling.remedies)}


def course_json(course: Course) -> Json:
    """A dispute for programs; only a ruling has remedies, and says whether it is in force."""
    return course._asdict() | {"said": [_said_json(said) for said in course.said]}


def _said_json(said: Said) -> Json:
    told: Json = {"step": said.step, "by": said.by, "at": said.at, "text": said.text}
    if said.step != "ruled":
        return told
    return told | {"remedies": _remedies_json(said.remedies), "in_force": said.in_force}


def _remedies_json(remedies: tuple[Remedy, ...]) -> list[Json]:
    return [remedy.model_dump(mode="json") for remedy in remedies]
