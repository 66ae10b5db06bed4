"""Validation errors of records and rules as code, place and parameters."""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ...domain.rules.ids import RULE_SET_ID
from ...domain.rules.payout import PROGRAM_NAME
from ...domain.shuffle import LONGEST_SEED
from .unreadable import Place, Unreadable, shown

COMMITMENT = "^[0-9a-f]{64}$"
"""The SHA-256 of a seed."""
SEED = f"^([0-9a-f]{{2}}){{1,{LONGEST_SEED}}}$"
"""A seed; one that is too short is for the audit to find."""
SHUFFLE_ID = "^[a-z0-9][a-z0-9/._-]{0,59}$"
"""The id of an algorithm that shuffles."""
_PATTERNS = {
    RULE_SET_ID: "rule-set-id",
    PROGRAM_NAME: "program-name",
    COMMITMENT: "commitment",
    SEED: "seed",
    SHUFFLE_ID: "shuffle-id",
    r"^[A-Z]{3}$": "currency",
}
_KINDS = {
    "string_type": "text",
    "int_type": "whole-number",
    "int_from_float": "whole-number",
    "int_parsing": "whole-number",
    "bool_type": "boolean",
    "list_type": "list",
    "tuple_type": "list",
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


def flaw_of(error: ValidationError, text: bytes) -> Unreadable:
    """The first error of this text."""
    first, *_ = error.errors(include_url=False)
    if first["type"] == "json_invalid":
        return _not_json(str(first["ctx"]["error"]), text)
    return flaw_in(error, json.loads(text))


def flaw_in(error: ValidationError, whole: Any) -> Unreadable:
    """The first error of this parsed JSON value."""
    errors = error.errors(include_url=False)
    place = _place(whole, errors[0]["loc"])
    here = [each for each in errors if _place(whole, each["loc"]) == place]
    if here[0]["type"] in {"missing", "extra_forbidden"}:
        place = _place(whole, here[0]["loc"][:-1])
    kinds = [kind for each in here for kind in _expected(each)]
    if kinds and all(map(_expected, here)):
        found = shown(here[0]["input"])
        expected = list(dict.fromkeys(kinds))
        return Unreadable("unexpected-value", place=place, kinds=expected, found=found)
    code, params = _wrong(here[0])
    return Unreadable(code, place=place, **params)


def _not_json(reason: str, text: bytes) -> Unreadable:
    if text.startswith(BOM_UTF8):
        return Unreadable("byte-order-mark")
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return Unreadable("byte-not-utf-8", byte=error.start + 1)
    if reason.startswith("EOF"):
        return Unreadable("json-cut-short")
    where = _WHERE.search(reason)
    assert where is not None
    line, column = map(int, where.groups())
    why = next((code for words, code in _NOT_JSON.items() if reason.startswith(words)), None)
    return Unreadable("not-json", why=why, line=line, column=column)


_WHERE = re.compile(r"at line (\d+) column (\d+)$")
_NOT_JSON = {
    "trailing characters": "more-follows",
    "recursion limit": "too-deep",
    "number out of range": "number-too-large",
}
"""By the first words of the parser's message."""


class _Pairs(list[tuple[str, Any]]):
    """An object of JSON with all that it holds, in order."""


class KeyTwice(ValueError):
    """An object has this key twice."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of JSON with these keys; raises KeyTwice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyTwice(next(key for key in keys if keys.count(key) > 1))
    return found


def flaw_in_json(text: bytes) -> Unreadable | None:
    """The first key of an object given twice, or NUL in a text, in valid JSON."""
    try:
        json.loads(text, object_pairs_hook=unique)
        suspect = b"\\u0000" in text
    except KeyTwice:
        suspect = True
    return next(_flaws(json.loads(text, object_pairs_hook=_Pairs), ()), None) if suspect else None


def _flaws(value: Any, place: Place) -> Iterator[Unreadable]:
    match value:
        case _Pairs():
            seen = set[str]()
            for key, inner in value:
                if key in seen:
                    yield Unreadable("key-twice", place=place, key=key)
                seen.add(key)
                yield from _flaws(key, place)
                yield from _flaws(inner, (*place, key))
        case list():
            for number, inner in enumerate(value):
                yield from _flaws(inner, (*place, number))
        case str() if "\0" in value:
            yield Unreadable("unexpected-value", place=place, kinds=["no-nul"], found=shown(value))
        case _:
            return


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
    """The kinds, or quoted values, expected here, by union member; empty for other errors."""
    match error["type"]:
        case "literal_error":
            literals = _LITERAL.findall(str(error["ctx"]["expected"]))
            return ["true" if each == "True" else each for each in literals]
        case "string_pattern_mismatch":
            return [_PATTERNS[error["ctx"]["pattern"]]]
        case type:
            return [_KINDS[type]] if type in _KINDS else []


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
            return "invalid-value", {"found": shown(error["input"])}
        case code:  # A `PydanticCustomError` of the rules or the record.
            return code, dict(limits)
