"""Values as JSON has them, for programs."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from pydantic import BaseModel


def as_json(value: Any) -> Any:
    """The value with named tuples as objects by field, and ids and days as text."""
    match value:
        case BaseModel():
            return value.model_dump(mode="json")
        case Mapping():
            return {name: as_json(each) for name, each in value.items()}
        case tuple() if hasattr(value, "_asdict"):
            return as_json(value._asdict())
        case list() | tuple():
            return [as_json(each) for each in value]
        case UUID() | date():
            return str(value)
        case _:
            return value
