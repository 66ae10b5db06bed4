"""Sentences about disputes and their steps."""

from ..places import Address
from ..results.disputes import DisputeHistory, DisputeStep
from . import text
from .templates import Template, Templates, filled


def subject_address(history: DisputeHistory) -> Address:
    """The disputed part."""
    return Address(history.game, history.round, history.move)


def dispute_text(history: DisputeHistory) -> str:
    """The number, subject and status of the dispute in one line."""
    return text(
        "dispute {dispute} about {address}: {status}",
        dispute=history.dispute,
        address=subject_address(history),
        status=text(history.status),
    )


_STEPS: Templates = {
    "opened": "{by} opened: {text}",
    "answered": "{by} answered: {text}",
    "appealed": "{by} appealed: {text}",
    "withdrew-claim": ("{by} withdrew the claim: {text}", "{by} withdrew the claim"),
    "withdrew-appeal": ("{by} withdrew the appeal: {text}", "{by} withdrew the appeal"),
    "ruled": (
        Template("{by} ruled: {text}", {"in_force": True}),
        Template("{by} ruled", {"in_force": True}),
        "{by} ruled (no longer in force): {text}",
        "{by} ruled (no longer in force)",
    ),
    "ruled-for-the-table": (
        Template("{by} ruled for the table, without an arbiter: {text}", {"in_force": True}),
        Template("{by} ruled for the table, without an arbiter", {"in_force": True}),
        "{by} ruled for the table, without an arbiter (no longer in force): {text}",
        "{by} ruled for the table, without an arbiter (no longer in force)",
    ),
}


def step_text(step: DisputeStep) -> str:
    """Who took the step, and their words."""
    code = "ruled-for-the-table" if step.role == "table" else step.step
    return filled(_STEPS[code], step._asdict(), {"by": step.by, "text": step.text or None})
