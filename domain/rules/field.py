"""How a field of a rule set is described: what it decides, its bounds, what its values need."""

from collections.abc import Mapping
from functools import partial
from typing import Any, LiteralString, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic_core import PydanticCustomError

Needs: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By value of a field: by other field, such as `play.turn`, the values that it may have beside.

A value is a word, the kind of an object, ``object`` for one without kinds, ``true`` or ``false``,
``number`` for any but 0, ``list`` for any but an empty one, ``null``.
"""


def invalid(code: LiteralString, **params: object) -> PydanticCustomError:
    """A validation error with a code and parameters instead of a sentence."""
    return PydanticCustomError(code, code, params)


def rule(
    default: Any,
    decides: str,
    *,
    least: int | None = None,
    most: int | None = None,
    needs: Needs | None = None,
    always: bool = False,
) -> Any:
    """A field of a rule set, with what it decides, and bounds of a number.

    JSON has the field where it differs from the default; ``always``: everywhere. A default that is
    a model without values of its own is given as its class: it is made when it is first needed.
    """
    of_kind = isinstance(default, type)
    return Field(
        **{"default_factory" if of_kind else "default": default},
        description=decides,
        ge=least,
        le=most,
        json_schema_extra=None if needs is None else {"needs": cast("JsonValue", needs)},
        exclude_if=None if always else lambda own: own == (default() if of_kind else default),
    )


always = partial(rule, always=True)
"""A field that JSON has everywhere."""


class Value(BaseModel):
    """Frozen; rejects unknown fields."""

    # Validators are built on first use, which saves import time. `Play` and `RuleSet` are built at
    # once: pydantic takes what is built over into what has it, a rule set or an event, but would
    # build what is deferred again for each.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
