"""Rule sets with some fields changed."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ...domain.rules.agreed import PARTS, agreed_id, hands_from_set
from ...domain.rules.play import Play
from ...domain.rules.rule_set import RuleSet
from ..records.parsing import fields_at
from ..records.unreadable import Unreadable
from ..suggestions import closest
from ..texts import LONGEST_OF_RULES

Settings = Mapping[str, Any]
"""By field, such as `score.target`, its value in JSON."""
_LONGEST_FIELD = 100
_OF_THE_SET = "highest_pip", "wild_tiles", "taken_out", "turned_up", "layout"
"""The fields of play that say how many tiles can be dealt."""


def changed_rules(rules: RuleSet, settings: Settings, parent: RuleSet | None = None) -> RuleSet:
    """These rules with other values in some fields; the id stays.

    Hands that nobody named follow from the set and those of the ``parent``, which is ``rules`` if
    there is none.

    A field within a value, such as `play.first_lead.tile`, is dropped if it is None, as in an id of
    agreed rules, and so is a value without fields. Raises Unreadable where there is no such field,
    or the value is not possible there.
    """
    changed = rules.model_dump(mode="json")
    for field, value in settings.items():
        if len(field) > _LONGEST_FIELD:
            raise Unreadable("unknown-field", field=field[:_LONGEST_FIELD])
        *path, last = field.split(".")
        part: Any = changed
        around: Any = changed
        for name in path:
            if not isinstance(part.get(name), dict):
                part[name] = {}
            around, part = part, part[name]
        if value is not None or len(path) < 2:
            part[last] = value
            continue
        part.pop(last, None)
        if not part:
            del around[path[-1]]
    if not {"play", "play.hand"} & settings.keys():
        play = _with_other_set(rules.play, changed["play"])
        if play is not None:
            named = {field.removeprefix("play.hand.") for field in settings}
            changed["play"]["hand"] |= {
                seats: hand
                for seats, hand in _following(parent or rules, rules, play).items()
                if seats not in named
            }
    from ..records.format import read_rules  # noqa: PLC0415 - slow, and few commands change rules

    return read_rules(json.dumps(changed).encode())


def _with_other_set(before: Play, changed: Mapping[str, Any]) -> Play | None:
    """The changed rules of play, if another set is dealt from; None also if they are impossible."""
    values = before.model_dump(mode="json")
    if all(values.get(field) == changed.get(field) for field in _OF_THE_SET):
        return None
    one_each = dict.fromkeys(before.hand, 1)
    try:
        return Play.model_validate_json(json.dumps({**changed, "hand": one_each}))
    except ValidationError:
        return None  # What is wrong is said where they are read.


def _following(parent: RuleSet, rules: RuleSet, play: Play) -> Mapping[str, int]:
    """By number of seats, the hands that follow from this set, where those of the rules do."""
    now = hands_from_set(parent.play, rules.play.model_dump(mode="json"))
    then = hands_from_set(parent.play, play.model_dump(mode="json"))
    return {
        seats: hand
        for seats, hand in then.items()
        if rules.play.hand.get(int(seats)) == now.get(seats)
    }


def has_value(rules: RuleSet, field: str) -> bool:
    """These rules have a value other than null in this field."""
    part: Any = rules.model_dump(mode="json")
    for name in field.split("."):
        part = part.get(name) if isinstance(part, dict) else None
    return part is not None


def agreed_rules(parent: RuleSet, rules: RuleSet, settings: Settings) -> RuleSet:
    """The rule set of players who agreed on these values.

    It names its parent, and its id says what differs; if nothing does, it is the parent. ``rules``
    are the parent's, perhaps with changes agreed on before. Raises Unreadable as `changed_rules`
    does, and for a field that decides nothing, such as the title.
    """
    for field in settings:
        if field.partition(".")[0] not in PARTS:
            raise Unreadable("not-agreed-on", place=(field,), meant=_meant(field))
    changed = changed_rules(rules, settings, parent)
    id = agreed_id(parent, changed)
    if id == parent.id:
        return parent
    if len(id) > LONGEST_OF_RULES["id"]:
        raise Unreadable("too-much-agreed")
    return changed.model_copy(update={"id": id, "parent": parent.id})


def _meant(field: str) -> str | None:
    """The field closest to this one, or the first one that has this name in its part."""
    fields = [f"{part}.{name}" for part in sorted(PARTS) for name in fields_at(RuleSet, (part,))]
    named = (each for each in fields if each.partition(".")[2] == field)
    return closest(field, fields) or next(named, None)


def setting_in(text: str) -> Any:
    """The value that people type: JSON such as `50`, `true` and `null`, or else a word."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
