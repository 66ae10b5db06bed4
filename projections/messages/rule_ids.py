"""Ids of rule sets as people read them: short, with what was agreed on."""

from collections.abc import Sequence

from ...domain.rules.ids import AGREED
from . import plural, text

_SHORT = 40
"""The most characters of changes that a name in short has, unless the first alone has more."""
_WIDEST = 60
"""The most characters of an id in a table."""


def rules_text(id: str) -> str:
    """The rule set with this id in short: `draw@1`, or `draw@1 with score.target 50`.

    Of many changes the first are named, and the others counted.
    """
    parent, *changes = id.split(AGREED)
    return with_changes(parent, changes)


def rules_cell(id: str) -> str:
    """The id of a rule set, as it can be typed; in short if it is too long for a table."""
    return id if len(id) <= _WIDEST else rules_text(id)


def with_changes(rules: str, changes: Sequence[str]) -> str:
    """The rules with the first of these changes, in short, and the number of the others."""
    if not changes:
        return rules
    said = [change.replace("=", " ") for change in changes]
    named = [each for at, each in enumerate(said) if len(", ".join(said[: at + 1])) <= _SHORT]
    first = named or said[:1]
    agreed, more = ", ".join(first), len(said) - len(first)
    if not more:
        return text("{rules} with {changes}", rules=rules, changes=agreed)
    return plural(
        "{rules} with {changes} and {number} more change",
        "{rules} with {changes} and {number} more changes",
        more,
        rules=rules,
        changes=agreed,
    )
