"""Sentences about disputes and their steps."""

from collections.abc import Mapping
from typing import assert_never

from domain.disputes.events import Status

from ..places import Address
from ..results.disputes import DisputeHistory, DisputeStep
from . import mark, text

_STATUS: Mapping[Status, str] = {
    "open": mark("open"),
    "answered": mark("answered"),
    "ruled": mark("ruled"),
    "appealed": mark("appealed"),
    "final": mark("final"),
    "withdrawn": mark("withdrawn"),
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


_RULED: Mapping[tuple[bool, bool], str] = {
    (True, True): mark("{by} ruled: {text}"),
    (True, False): mark("{by} ruled"),
    (False, True): mark("{by} ruled (no longer in force): {text}"),
    (False, False): mark("{by} ruled (no longer in force)"),
}
"""By whether the ruling is in force, and whether it has a reason."""
_RULED_FOR_THE_TABLE: Mapping[tuple[bool, bool], str] = {
    (True, True): mark("{by} ruled for the table, without an arbiter: {text}"),
    (True, False): mark("{by} ruled for the table, without an arbiter"),
    (False, True): mark(
        "{by} ruled for the table, without an arbiter (no longer in force): {text}"
    ),
    (False, False): mark("{by} ruled for the table, without an arbiter (no longer in force)"),
}
"""The rulings of a player."""


def _step_template(step: DisputeStep) -> str:
    match step.step:
        case "opened":
            return mark("{by} opened: {text}")
        case "answered":
            return mark("{by} answered: {text}")
        case "appealed":
            return mark("{by} appealed: {text}")
        case "withdrew-claim":
            if step.text:
                return mark("{by} withdrew the claim: {text}")
            return mark("{by} withdrew the claim")
        case "withdrew-appeal":
            if step.text:
                return mark("{by} withdrew the appeal: {text}")
            return mark("{by} withdrew the appeal")
        case "ruled" if step.role == "table":
            return _RULED_FOR_THE_TABLE[step.in_force, bool(step.text)]
        case "ruled":
            return _RULED[step.in_force, bool(step.text)]
        case _:
            assert_never(step.step)
