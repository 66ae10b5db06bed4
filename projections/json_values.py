"""Values as JSON knows them."""

from collections.abc import Mapping
from typing import Any


def json_value(value: Any) -> Any:
    """The value with an object for each named tuple and a list for each tuple, at any depth."""
    match value:
        case tuple() if hasattr(value, "_asdict"):
            return json_value(value._asdict())
        case tuple() | list():
            return [json_value(each) for each in value]
        case Mapping():
            return {name: json_value(each) for name, each in value.items()}
        case _:
            return value
