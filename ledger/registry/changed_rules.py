"""Rule sets with some fields changed."""

import json
from collections.abc import Mapping
from typing import Any

from domain.rules.rule_set import RuleSet

from ..records.format import read_rules

Settings = Mapping[str, Any]
"""By field, such as `score.target`, its value in JSON."""


def changed_rules(rules: RuleSet, settings: Settings) -> RuleSet:
    """These rules with other values in some fields; the id stays.

    Raises Unreadable where there is no such field, or the value is not possible there.
    """
    changed = rules.model_dump(mode="json")
    for field, value in settings.items():
        *path, last = field.split(".")
        part: Any = changed
        for name in path:
            if not isinstance(part.get(name), dict):
                part[name] = {}
            part = part[name]
        part[last] = value
    return read_rules(json.dumps(changed).encode())


def setting_in(text: str) -> Any:
    """The value that people type: JSON such as `50`, `true` and `null`, or else a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text
