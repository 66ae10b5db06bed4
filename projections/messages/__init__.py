"""Every sentence the program prints, as whole-sentence templates that can be translated.

English is the source language. Code contains the English template with named placeholders; gettext
looks it up in the catalogue of the language in use: that which was chosen, or which the environment
names (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`). Babel extracts the templates from the code;
tables of the type `Templates` are taken whole. All other packages hold codes and parameters without
words; the modules of this package turn them into sentences.
"""

import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from ..places import number_of

DOMAIN = "domino"
LOCALES = Path(__file__).with_name("locales")
"""A folder for each language, with `LC_MESSAGES/domino.mo`, as gettext requires."""
ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {
    ENGLISH: "English",
    "es": "Español",
    "pt": "Português",
    "ja": "日本語",
    "hi": "हिन्दी",
}
"""By code of a language with a catalogue, its own name."""
_chosen: ContextVar[str | None] = ContextVar("_chosen", default=None)

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
LONGEST_VALUE = 120
"""Of a value from outside in the sentence for an error, in characters."""


def catalogue() -> NullTranslations:
    """The templates in the language in use; English if it has no catalogue."""
    return catalogue_of(_chosen.get())


@cache
def catalogue_of(language: str | None) -> NullTranslations:
    """The templates in this language; None: in that of the environment."""
    return translation(DOMAIN, LOCALES, language and [language], fallback=True)


def language() -> str:
    """The language code of the templates, as HTML names it."""
    return catalogue().info().get("language", ENGLISH).replace("_", "-")


def speak(language: str) -> None:
    """Use a language in this program; click takes its own words from it, too."""
    os.environ["LANGUAGE"] = language
    catalogue_of.cache_clear()


def speak_here(language: str) -> None:
    """Use a language in this context alone: in one request of a server."""
    _chosen.set(language)


def text(template: str, /, **values: object) -> str:
    """Translate and fill in a sentence, heading or label. The template must be a literal.

    A state, status or role is a word itself, and so a template. ``round`` and ``move`` are given as
    indices, and shown as people count.
    """
    translated = template and catalogue().gettext(template)  # Of "" it gives a header.
    return translated.format(**_as_people_count(values))


def plural(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate and fill in the form for ``number``, called ``{number}``; else as `text`."""
    template = catalogue().ngettext(one, many, number)
    return template.format(number=number, **_as_people_count(values))


def _as_people_count(values: dict[str, object]) -> dict[str, object]:
    for name in ("round", "move"):
        index = values.get(name)
        if index is not None:
            assert isinstance(index, int)
            values[name] = number_of(index)
    return values


def mark(template: str, /) -> str:
    """Mark a template for Babel; `text` translates it when it is used."""
    return template


def mark_plural(one: str, many: str, /) -> tuple[str, str]:
    """Mark both forms of a template for Babel; `plural` translates them."""
    return one, many


def shortened(text: str, most: int = LONGEST_VALUE) -> str:
    """A text of at most so many characters: of a longer one, its beginning and its end."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - 1]}{ELLIPSIS}{text[len(text) - end :]}"


def all_of(items: Iterable[object]) -> str:
    """A list of items joined by "and": `4-1, 4-0 and 3-2`."""
    *before, last = [str(item) for item in items] or [""]
    return text("{items} and {last}", items=", ".join(before), last=last) if before else last


def by_name(names: Iterable[str], figures: Iterable[object]) -> str:
    """A figure beside each name: `Ana 12, Ben 7`; `?` stands for one that is not known."""
    pairs = zip(names, figures, strict=True)
    return ", ".join(f"{name} {'?' if figure is None else figure}" for name, figure in pairs)


def sides_text(sides: Iterable[str]) -> str:
    """The sides of a game: `Ana and Cid against Ben and Dora`."""
    first, *others = sides
    for other in others:
        first = text("{side} against {other}", side=first, other=other)
    return first


def one_of(items: Iterable[object]) -> str:
    """A list of items joined by "or": `4-1, 4-0 or 3-2`."""
    *before, last = [str(item) for item in items] or [""]
    return text("{items} or {last}", items=", ".join(before), last=last) if before else last
