"""Sentences about disputes and their steps."""

from collections.abc import Mapping
from typing import assert_never

from domain.disputes.state import Status

from ..rulings.disputes import DisputeHistory, DisputeStep
from . import mark, text

_STATUS: Mapping[Status, str] = {
    "open": mark("open"),
    "answered": mark("answered"),
    "ruled": mark("ruled"),
    "appealed": mark("appealed"),
    "final": mark("final"),
}


def status_text(status: Status) -> str:
    """The status in one word."""
    return text(_STATUS[status])


def subject_text(history: DisputeHistory) -> str:
    """The disputed part: ``game``, ``round 2``, ``round 2, move 7``."""
    if history.round is None:
        return text("game")
    if history.move is None:
        return text("round {round}", round=history.round)
    return text("round {round}, move {move}", round=history.round, move=history.move)


def dispute_text(history: DisputeHistory) -> str:
    """The number, subject and status of the dispute in one line."""
    template = mark("dispute {dispute} about {game}: {status}")
    if history.move is not None:
        template = mark("dispute {dispute} about {game}, round {round}, move {move}: {status}")
    elif history.round is not None:
        template = mark("dispute {dispute} about {game}, round {round}: {status}")
    return text(
        template,
        dispute=history.dispute,
        game=history.game,
        round=history.round,
        move=history.move,
        status=status_text(history.status),
    )


def step_text(step: DisputeStep) -> str:
    """Who took the step, and their words."""
    return text(_step_template(step), by=step.by, text=step.text)


def _step_template(step: DisputeStep) -> str:
    match step.step:
        case "opened":
            return mark("{by} opened: {text}")
        case "answered":
            return mark("{by} answered: {text}")
        case "appealed":
            return mark("{by} appealed: {text}")
        case "ruled" if step.in_force:
            return mark("{by} ruled: {text}") if step.text else mark("{by} ruled")
        case "ruled" if step.text:
            return mark("{by} ruled (no longer in force): {text}")
        case "ruled":
            return mark("{by} ruled (no longer in force)")
        case _:
            assert_never(step.step)
