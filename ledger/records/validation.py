"""Validation errors of records and rules as code, place and parameters."""

import json
import re
from codecs import BOM_UTF8
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.rules.rule_set import RULE_SET_ID

Place: TypeAlias = tuple[int | str, ...]
"""Keys and indices that lead to a value in JSON."""

ID = r"^[^\x00]*$"
NAME = r"^[^\x00]*[^\x00\s][^\x00]*$"
"""Without NUL, which some databases do not store."""

CUT = "json-cut-short"
_LONGEST_SHOWN = 60
_PATTERNS = {
    RULE_SET_ID: "rule-set-id",
    r"^[A-Z]{3}$": "currency",
    NAME: "name",
    ID: "no-nul",
}
_KINDS = {
    "string_type": "text",
    "int_type": "whole-number",
    "int_from_float": "whole-number",
    "int_parsing": "whole-number",
    "bool_type": "boolean",
    "list_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "datetime_type": "moment",
    "datetime_parsing": "moment",
    "datetime_from_date_parsing": "moment",
}
"""By pydantic error type, the kind of value that was expected."""
_LIMITS = {
    "string_too_long": ("text-too-long", "max_length"),
    "too_long": ("list-too-long", "max_length"),
    "greater_than_equal": ("too-small", "ge"),
    "less_than_equal": ("too-large", "le"),
}
"""By pydantic error type, our code and the name of the limit in its context."""
_LITERAL = re.compile(r"'[^']*'|True|False")


class Flaw(NamedTuple):
    """One validation error."""

    code: str
    place: Place
    params: dict[str, object]


def flaw_of(error: ValidationError, text: bytes) -> Flaw:
    """The first error of this text."""
    first, *_ = error.errors(include_url=False)
    if first["type"] == "json_invalid":
        return _not_json(str(first["ctx"]["error"]), text)
    return flaw_in(error, json.loads(text))


def flaw_in(error: ValidationError, whole: Any) -> Flaw:
    """The first error of this parsed JSON value."""
    errors = error.errors(include_url=False)
    place = _place(whole, errors[0]["loc"])
    here = [each for each in errors if _place(whole, each["loc"]) == place]
    if here[0]["type"] in {"missing", "extra_forbidden"}:
        place = _place(whole, here[0]["loc"][:-1])
    kinds = [kind for each in here for kind in _expected(each)]
    if kinds and all(map(_expected, here)):
        found = shown(here[0]["input"])
        return Flaw(
            "unexpected-value", place, {"kinds": list(dict.fromkeys(kinds)), "found": found}
        )
    code, params = _wrong(here[0])
    return Flaw(code, place, params)


def _not_json(reason: str, text: bytes) -> Flaw:
    if text.startswith(BOM_UTF8):
        return Flaw("byte-order-mark", (), {})
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return Flaw("byte-not-utf-8", (), {"byte": error.start + 1})
    if reason.startswith("EOF"):
        return Flaw(CUT, (), {})
    return Flaw("not-json", (), {"reason": reason.replace(" at line 1 column", " at column")})


def _place(whole: Any, loc: Place) -> Place:
    """The parts of ``loc`` that are keys or indices; the others are internal to pydantic."""
    place: list[int | str] = []
    for part in loc:
        if isinstance(whole, list) and isinstance(part, int):
            whole = whole[part]
        elif isinstance(whole, dict) and str(part) in whole:
            whole = whole[str(part)]
        else:
            continue
        place.append(part)
    return tuple(place)


def _expected(error: ErrorDetails) -> list[str]:
    """The kinds of value, or quoted values, expected here; empty for other errors.

    Each member of a union has an error of its own.
    """
    match error["type"]:
        case "literal_error":
            return [each.lower() if each == "True" else each for each in _literals(error)]
        case "string_pattern_mismatch":
            return [_PATTERNS[error["ctx"]["pattern"]]]
        case type:
            return [_KINDS[type]] if type in _KINDS else []


def _literals(error: ErrorDetails) -> list[str]:
    return _LITERAL.findall(str(error["ctx"]["expected"]))


def _wrong(error: ErrorDetails) -> tuple[str, dict[str, object]]:
    limits = error.get("ctx", {})
    match error["type"]:
        case "missing":
            return "field-missing", {"field": error["loc"][-1]}
        case "extra_forbidden":
            return "unknown-field", {"field": error["loc"][-1]}
        case "union_tag_not_found":
            return "field-missing", {"field": limits["discriminator"].strip("'")}
        case "union_tag_invalid":
            tags = re.findall("'([^']*)'", limits["expected_tags"])
            field = limits["discriminator"].strip("'")
            return "unknown-kind", {"field": field, "kinds": tags, "found": limits["tag"]}
        case "string_too_short":
            return "text-empty", {}
        case "timezone_aware":
            return "no-time-zone", {}
        case type if type in _LIMITS:
            code, limit = _LIMITS[type]
            return code, {"limit": limits[limit]}
        case type if "_" in type:  # An error type of pydantic without a code here.
            return "invalid-value", {"reason": error["msg"]}
        case code:  # A `PydanticCustomError` of the rules or the record.
            return code, dict(limits)


def shown(value: object) -> str:
    """A value as JSON, cut where it is long."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
