"""One way to choose and fill in the template of a code."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from . import plural, text
from .faults import Template, template_of

Templates: TypeAlias = Mapping[str, str | tuple[Template, ...]]
"""By code: a sentence, or several, of which the first that fits is used."""


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
