"""Values as JSON has them, for programs."""

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeAlias
from uuid import UUID

Json: TypeAlias = dict[str, Any]
"""An object of JSON."""


def as_json(value: Any) -> Any:
    """The value with named tuples as objects by field, and ids and days as text."""
    match value:
        case Mapping():
            return {name: as_json(each) for name, each in value.items()}
        case _ if hasattr(value, "model_dump"):  # A model of pydantic, such as a rule set.
            return value.model_dump(mode="json")
        case tuple() if hasattr(value, "_asdict"):
            return as_json(value._asdict())
        case list() | tuple():
            return [as_json(each) for each in value]
        case UUID() | date():
            return str(value)
        case _:
            return value
