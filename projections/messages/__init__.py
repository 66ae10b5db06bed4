"""The catalogue of words: whole-sentence templates in the language of the person who reads.

English is the source. A template stands in English where it is used, with named placeholders, and
gettext looks it up in the catalogue of the language that the environment names (`LANGUAGE`,
`LC_ALL`, `LC_MESSAGES`, `LANG`). `domino.pot` beside this file lists every template; Babel makes
it, and makes catalogues from it. The rooms below hold codes and parameters and no words: the
modules of this package make sentences of them.
"""

from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

DOMAIN = "domino"
LOCALES = Path(__file__).with_name("locales")
"""One folder a language, each with `LC_MESSAGES/domino.mo`, as gettext wants it."""


@cache
def catalogue() -> NullTranslations:
    """The templates in the language of the environment; English where that has no catalogue."""
    return translation(DOMAIN, LOCALES, fallback=True)


def language() -> str:
    """The language code of the templates, as HTML names it."""
    return catalogue().info().get("language", "en").replace("_", "-")


def text(template: str, /, **values: object) -> str:
    """A whole sentence, heading or label; the template is English, a literal that Babel finds."""
    return catalogue().gettext(template).format(**values)


def plural(one: str, many: str, number: int, /, **values: object) -> str:
    """The sentence for this number of things, which the templates call ``{number}``."""
    return catalogue().ngettext(one, many, number).format(number=number, **values)


def mark(template: str, /) -> str:
    """Mark a template in a table for Babel; `text` looks it up when it is used."""
    return template


def mark_plural(one: str, many: str, /) -> tuple[str, str]:
    """Mark both forms of a template in a table for Babel; `plural` looks them up."""
    return one, many


def all_of(items: Iterable[object]) -> str:
    """A list that means all of its items: `4-1, 4-0 and 3-2`."""
    *before, last = [str(item) for item in items] or [""]
    return text("{items} and {last}", items=", ".join(before), last=last) if before else last


def sides_text(sides: Iterable[str]) -> str:
    """The sides of a game: `Ana and Cid against Ben and Dora`."""
    first, *others = sides
    for other in others:
        first = text("{side} against {other}", side=first, other=other)
    return first


def one_of(items: Iterable[object]) -> str:
    """A list that means one of its items: `4-1, 4-0 or 3-2`."""
    *before, last = [str(item) for item in items] or [""]
    return text("{items} or {last}", items=", ".join(before), last=last) if before else last
