"""The sentences that may stand for a code, before they are filled in."""

from collections.abc import Iterator

from . import catalogue, errors, faults, steps
from .templates import each_of


def sentences_of(code: str) -> tuple[str, ...]:
    """The templates of an error, a fault, or a part that a game lacks; empty if unknown."""
    return tuple(dict.fromkeys(_sentences(code)))


def _sentences(code: str) -> Iterator[str]:
    words = catalogue()
    for table in (errors.TEMPLATES, faults.TEMPLATES, steps.MISSING):
        for each in each_of(table.get(code, ())):
            if isinstance(each.sentence, str):
                yield words.gettext(each.sentence)
            else:
                yield from (words.ngettext(*each.sentence, number) for number in (1, 2))


def is_fault(code: str) -> bool:
    """The rules can give this code as the reason for a refusal."""
    return code in faults.TEMPLATES
