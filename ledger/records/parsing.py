"""Models read from JSON; the error names the field that was perhaps meant by an unknown one."""

from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from ..suggestions import closest
from .json_flaws import flaw_in, flaw_of
from .unreadable import Place, Unreadable

Model = TypeVar("Model", bound=BaseModel)


def parsed(model: type[Model], text: bytes) -> Model:
    """The model in JSON; raises Unreadable."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise _suggesting(flaw_of(error, text), model) from None


def valid(model: type[Model], values: Any) -> Model:
    """The model with these parsed values; raises Unreadable."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        raise _suggesting(flaw_in(error, values), model) from None


def _suggesting(error: Unreadable, model: type[BaseModel]) -> Unreadable:
    if error.code == "unknown-field":
        fields = fields_at(model, error.place)
        error.params["meant"] = closest(str(error.params["field"]), fields)
    return error


def fields_at(model: type[BaseModel], place: Place = ()) -> list[str]:
    """The names of the fields at this place in the JSON of a model, of any member of a union."""
    models = [model]
    for step in place:
        inner = [
            one
            for model in models
            for name, field in model.model_fields.items()
            if step in {name, field.alias}
            for one in _models_in(field.annotation)
        ]
        models = inner or models  # An index, or a key of a mapping.
    names = (field.alias or name for each in models for name, field in each.model_fields.items())
    return list(dict.fromkeys(names))


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models_in(part)
