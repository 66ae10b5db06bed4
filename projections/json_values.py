"""Values as JSON knows them."""

from collections.abc import Mapping
from typing import Any


def as_json(value: Any) -> Any:
    """The value with an object for each named tuple and a list for each tuple, at any depth."""
    match value:
        case tuple() if hasattr(value, "_asdict"):
            return as_json(value._asdict())
        case tuple() | list():
            return [as_json(each) for each in value]
        case Mapping():
            return {name: as_json(each) for name, each in value.items()}
        case _:
            return value
