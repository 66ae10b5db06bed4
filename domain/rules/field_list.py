"""The fields of rule sets, as they are described beside each (`rule_set.py`)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .field import Needs, Value
from .rule_set import RuleSet

REQUIRED = "required"
"""In place of a default."""


class RuleField(NamedTuple):
    """One field."""

    path: str
    """Such as `play.layout.toes`."""
    of: str | None
    """The kind of layout, lead or payout that has the field; None: it is always there."""
    kinds: Mapping[str, str]
    """By kind of a layout, lead or payout, what it is, in English."""
    words: tuple[str, ...]
    """Values other than numbers: words, kinds, `true`, `false`, `null`, numbers of a choice, and
    `list` for a list of numbers."""
    number: tuple[int, int | None] | None
    """The least and the greatest number, None where nothing limits it; None: no number."""
    default: str
    """In JSON, as a word, or as a kind; empty for an empty text."""
    decides: str
    """A template for translators, as it stands."""
    needs: Needs


def rule_fields(model: type[Value] = RuleSet) -> tuple[RuleField, ...]:
    """Every field of rule sets, or of `Stake` or `Penalty`, each before those within its values."""
    schema = model.model_json_schema()
    return tuple(_fields(schema, schema.get("$defs", {}), "", None))


def _fields(
    schema: Mapping[str, Any], known: Mapping[str, Any], path: str, of: str | None
) -> Iterator[RuleField]:
    for name, field in schema["properties"].items():
        if name == "kind":
            continue
        models = list(_models(field, known))
        kinds = {_kind(each): each for each in models if "kind" in each["properties"]}
        simple = [each for each in field.get("anyOf", [field]) if "$ref" not in each]
        numbers = [each for each in simple if each.get("type") == "integer" and "enum" not in each]
        words = [word for each in simple for word in _words(each)]
        default = field.get("default", next(iter(kinds), ""))
        yield RuleField(
            path=f"{path}{name}",
            of=of,
            kinds={kind: each["description"].partition("\n")[0] for kind, each in kinds.items()},
            words=(*words, *kinds),
            number=next(((each["minimum"], each.get("maximum")) for each in numbers), None),
            default=_shown(REQUIRED if name in schema.get("required", ()) else default),
            decides=field["description"],
            needs=field.get("needs", {}),
        )
        for each in models:
            kind = _kind(each) if each in kinds.values() else None
            yield from _fields(each, known, f"{path}{name}.", kind)


def _models(field: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The models that a value of this field may be."""
    for each in (field, *field.get("anyOf", ()), *field.get("oneOf", ())):
        if "$ref" in each:
            yield known[each["$ref"].rpartition("/")[2]]
        elif each is not field and "oneOf" in each:
            yield from _models(each, known)


def _kind(model: Mapping[str, Any]) -> str:
    return str(model["properties"]["kind"]["const"])


def _words(schema: Mapping[str, Any]) -> tuple[str, ...]:
    match schema:
        case {"enum": values}:
            return tuple(map(_shown, values))
        case {"const": value}:
            return (_shown(value),)
        case {"type": "boolean"}:
            return "false", "true"
        case {"type": "null"}:
            return ("null",)
        case {"type": "array"}:
            return ("list",)
        case _:
            return ()


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
