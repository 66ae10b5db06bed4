"""One way to choose and fill in the template of a code.

A code has one or more templates. The first whose placeholders are all given and whose conditions
hold is used.
"""

from collections.abc import Collection, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

from domain.faults.codes import NO_PARAMS, Params

from . import plural, text

MADE_OF = {"deed": ("seat", "act"), "ending": ()}
"""Placeholders that are clauses of their own, and the parameters that these need."""


class Template(NamedTuple):
    """A sentence for a code."""

    sentence: str | tuple[str, str]
    """A sentence, or its forms for one and for many."""
    where: Mapping[str, object] = NO_PARAMS
    """By parameter, the value it must have."""
    number: str = ""
    """The parameter that chooses the form; templates call it ``{number}``."""

    @property
    def placeholders(self) -> frozenset[str]:
        """The parameters that the sentence contains."""
        sentences = [self.sentence] if isinstance(self.sentence, str) else self.sentence
        names = {name for each in sentences for _, name, _, _ in Formatter().parse(each) if name}
        named = {self.number if name == "number" else name for name in names}
        return frozenset(named - MADE_OF.keys()).union(*(MADE_OF.get(each, ()) for each in named))


Templates: TypeAlias = Mapping[str, str | tuple[Template, ...]]
"""By code: a sentence, or several, of which the first that fits is used."""


def template_of(
    templates: Sequence[Template], params: Params, given: Collection[str] | None = None
) -> Template:
    """The first that fits these parameters; ``given``: the placeholders with a value."""
    given = params.keys() if given is None else given
    return next(
        each
        for each in templates
        if each.placeholders <= set(given)
        and all(params.get(name) == value for name, value in each.where.items())
    )


def filled(
    template: str | tuple[Template, ...], params: Mapping[str, Any], values: Mapping[str, Any]
) -> str:
    """The sentence; ``values`` of placeholders: those that are None choose another template.

    Conditions of templates look at the ``params``.
    """
    if isinstance(template, str):
        return text(template, **values)
    known = {name for name, value in values.items() if value is not None}
    chosen = template_of(template, params, known)
    if isinstance(chosen.sentence, str):
        return text(chosen.sentence, **values)
    number = params[chosen.number]
    count = number if isinstance(number, int) else len(number)
    others = {name: value for name, value in values.items() if name != "number"}
    return plural(*chosen.sentence, count, **others)
