"""Sentences about disputes and their steps."""

from collections.abc import Mapping
from typing import assert_never

from domain.disputes.state import Status

from ..places import Address
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


def subject_address(history: DisputeHistory) -> Address:
    """The disputed part."""
    return Address(history.game, history.round, history.move)


def dispute_text(history: DisputeHistory) -> str:
    """The number, subject and status of the dispute in one line."""
    return text(
        "dispute {dispute} about {address}: {status}",
        dispute=history.dispute,
        address=subject_address(history),
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
