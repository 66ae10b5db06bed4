"""The id of a rule set that players agreed on: its parent, and what they changed.

The players of one game may agree on another target, hand size, or value of any other field
(docs/rules/catalogue.md). They then play by a rule set of its own.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .rule_set import AGREED, Payout, RuleSet

PARTS = {"play", "score", "payout", "penalties"}
"""The fields that decide something."""


def agreed_id(parent: RuleSet, rules: RuleSet) -> str:
    """The id of these rules as a change of the parent: `draw@1+score.target=50`.

    The fields that differ are in the order of their names; one that only the parent has is null.
    """
    old, new = (each.model_dump(mode="json", include=PARTS) for each in (parent, rules))
    if old["payout"] is None and new["payout"] is not None:
        old["payout"] = Payout().model_dump(mode="json", exclude={"reading"})
    before, after = (
        {field: _in_id(value) for field, value in of}
        for of in (values_by_field(old), values_by_field(new))
    )
    gone = (field for field in before if not any(_within(field, other) for other in after))
    changed = dict.fromkeys(gone, "null") | {
        field: value for field, value in after.items() if before.get(field) != value
    }
    return AGREED.join((parent.id, *(f"{field}={changed[field]}" for field in sorted(changed))))


def _in_id(value: object) -> str:
    """A value as an id has it; of a list the values, separated by points."""
    if isinstance(value, list):
        return ".".join(map(_in_id, value)) or "none"
    return value if isinstance(value, str) else json.dumps(value)


def values_by_field(part: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, Any]]:
    """Each field of a part in JSON, by its path such as `score.target`."""
    for name, value in part.items():
        if isinstance(value, dict):
            yield from values_by_field(value, f"{of}{name}.")
        else:
            yield f"{of}{name}", value


def _within(field: str, other: str) -> bool:
    """The field is the other one, or a part of it, or the other is a part of the field."""
    return f"{field}.".startswith(f"{other}.") or f"{other}.".startswith(f"{field}.")
