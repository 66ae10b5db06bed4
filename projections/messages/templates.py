"""One way to choose and fill in the template of a code.

A code has one or more templates. The first whose placeholders are all given and whose conditions
hold is used.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import plural, text

if TYPE_CHECKING:
    from ...domain.faults.codes import Params

_ANY_PARAMS: Mapping[str, object] = {}

MADE_OF = {"deed": ("seat", "act"), "ending": (), "said_end": (), "found_end": ("ended",)}
"""Placeholders that are clauses of their own, and the parameters that these need."""


class Template(NamedTuple):
    """A sentence for a code."""

    sentence: str | tuple[str, str]
    """A sentence, or its forms for one and for many."""
    where: Mapping[str, object] = _ANY_PARAMS
    """By parameter, the value it must have."""
    number: str = ""
    """The parameter that chooses the form; templates call it ``{number}``."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The parameters that the sentence contains."""
        return _placeholders(self.sentence, self.number)


@cache
def _placeholders(sentence: str | tuple[str, str], number: str) -> frozenset[str]:
    sentences = [sentence] if isinstance(sentence, str) else sentence
    names = {name for each in sentences for _, name, _, _ in Formatter().parse(each) if name}
    named = {number if name == "number" else name for name in names}
    return frozenset(named - MADE_OF.keys()).union(*(MADE_OF.get(each, ()) for each in named))


def counted(number: str, one: str, many: str) -> Template:
    """A sentence in the form for a number, or for the length of a list."""
    return Template((one, many), number=number)


Wording: TypeAlias = str | Template | tuple[str | Template, ...]
"""A sentence, or several, of which the first that fits is used."""
Templates: TypeAlias = Mapping[str, Wording]
"""By code. A catalogue is made of all tables of this type, so nothing in them is marked."""


def each_of(wording: Wording) -> list[Template]:
    """The templates in order."""
    every = (wording,) if isinstance(wording, str | Template) else wording
    return [Template(each) if isinstance(each, str) else each for each in every]


def template_of(wording: Wording, params: "Params", given: Iterable[str] | None = None) -> Template:
    """The first that fits these parameters; ``given``: the placeholders with a value."""
    known = set(params if given is None else given)
    return next(
        each
        for each in each_of(wording)
        if each.placeholders <= known
        and all(params.get(name) == value for name, value in each.where.items())
    )


def filled(wording: Wording, params: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """The sentence for these ``values``; one that is None is missing; conditions see ``params``."""
    if isinstance(wording, str):
        return text(wording, **values)
    known = (name for name, value in values.items() if value is not None)
    chosen = template_of(wording, params, known)
    if isinstance(chosen.sentence, str):
        return text(chosen.sentence, **values)
    number = params[chosen.number]
    count = number if isinstance(number, int) else len(number)
    others = {name: value for name, value in values.items() if name != "number"}
    return plural(*chosen.sentence, count, **others)
