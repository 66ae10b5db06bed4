"""What is wrong with a text that was to be a record or rules, in the words of who writes one."""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.rules.rule_set import RULE_SET_ID

Place: TypeAlias = tuple[int | str, ...]

ID = r"^[^\x00]*$"
NAME = r"^[^\x00]*[^\x00\s][^\x00]*$"
"""Not every database takes a NUL."""

CUT = "the JSON ends in the middle"
_LONGEST_SHOWN = 60
_PATTERNS = {
    RULE_SET_ID: "a name and a version such as 'house@1'",
    r"^[A-Z]{3}$": "three capital letters such as 'EUR'",
    NAME: "more than blanks, without NUL",
    ID: "text without NUL",
}
_EXPECTED = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "datetime_type": "a time such as '2026-01-31T20:15:00Z'",
    "datetime_parsing": "a time such as '2026-01-31T20:15:00Z'",
    "datetime_from_date_parsing": "a time such as '2026-01-31T20:15:00Z'",
}
_SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "string_too_long": lambda limit: f"longer than {limit['max_length']} characters",
    "string_too_short": lambda _: "there is nothing in it",
    "too_long": lambda limit: f"more than {limit['max_length']} of them",
    "greater_than_equal": lambda limit: f"less than {limit['ge']}",
    "less_than_equal": lambda limit: f"more than {limit['le']}",
    "timezone_aware": lambda _: "the time zone is missing, such as 'Z' or '+02:00'",
}


def sentence(error: ValidationError, text: bytes) -> str:
    """The first thing wrong with this text, as one sentence that says where."""
    errors = error.errors(include_url=False)
    if errors[0]["type"] == "json_invalid":
        return _not_json(str(errors[0]["ctx"]["error"]), text)
    whole = json.loads(text)
    place = _place(whole, errors[0]["loc"])
    here = [each for each in errors if _place(whole, each["loc"]) == place]
    if here[0]["type"] in {"missing", "extra_forbidden"}:
        place = _place(whole, here[0]["loc"][:-1])
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    message = _message(here)
    return f"{where.removeprefix('.')}: {message}" if where else message


def _not_json(said: str, text: bytes) -> str:
    if text.startswith(BOM_UTF8):
        return "a UTF-8 byte order mark stands before it"
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start + 1}"
    if said.startswith("EOF"):
        return CUT
    return f"not JSON: {said}".replace(" at line 1 column", " at column")


def _place(whole: Any, loc: Place) -> Place:
    """The steps of ``loc`` that lead into the text; the others name what pydantic tried there."""
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


def _message(here: list[ErrorDetails]) -> str:
    """What is wrong at one place, where perhaps more than one thing was tried."""
    first = here[0]
    expected = [words for words in map(_expected, here) if words is not None]
    if len(expected) == len(here):
        return f"expected {' or '.join(dict.fromkeys(expected))}, not {_shown(first)}"
    return _wrong(first)


def _expected(error: ErrorDetails) -> str | None:
    limits = error.get("ctx", {})
    match error["type"]:
        case "literal_error":
            return str(limits["expected"]).replace("True", "true")
        case "union_tag_invalid":
            return f"one of {limits['expected_tags']} as {limits['discriminator']}"
        case "string_pattern_mismatch":
            return _PATTERNS.get(limits["pattern"], f"what fits {limits['pattern']}")
        case kind:
            return _EXPECTED.get(kind)


def _wrong(error: ErrorDetails) -> str:
    match error["type"]:
        case "missing":
            return f"{error['loc'][-1]!r} is missing"
        case "extra_forbidden":
            return f"there is no field {error['loc'][-1]!r} here"
        case "union_tag_not_found":
            return f"{error['ctx']['discriminator']} is missing"
        case kind if kind in _SENTENCES:
            return _SENTENCES[kind](error.get("ctx", {}))
        case _:
            return error["msg"].removeprefix("Value error, ")


def _shown(error: ErrorDetails) -> str:
    value, limits = error["input"], error.get("ctx", {})
    value = limits.get("tag", value)
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
