"""Each language has a translation of every template, with the same values in it."""

import re
from contextvars import copy_context
from datetime import date
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from domino_ledger.ledger.notation import vocabulary
from domino_ledger.projections.messages import LANGUAGES, catalogue_of, language, speak_here
from domino_ledger.projections.messages.formats import day_text, decimal

from .catalogues import TRANSLATED, as_written, catalogue_in, file_of
from .templates import template_catalogue

EACH = pytest.mark.parametrize("language", TRANSLATED)
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
COMMAND = re.compile(r"(?<!for )\bdomino [a-z-]+")


def sentences_of(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    """A template and its translation; of a plural, those of the last form."""
    if isinstance(message.id, str):
        assert isinstance(message.string, str)
        return [(message.id, message.string)]
    assert isinstance(message.string, (tuple, list))
    return [(message.id[-1], message.string[-1])]


def values_in(template: str) -> set[tuple[str | None, str | None, str | None]]:
    """The placeholders, with how their values are shown."""
    return {(name, form, how) for _, name, form, how in Formatter().parse(template) if name}


def test_every_language_of_the_notation_has_a_catalogue_and_a_name() -> None:
    assert tuple(LANGUAGES) == vocabulary.LANGUAGES


@EACH
def test_a_catalogue_has_all_templates_of_today_and_no_others(language: str) -> None:
    """`python -m tests.messages` adds those that are new, and drops those that are gone."""
    known = {message.id for message in sentences_of(template_catalogue())}
    assert {message.id for message in sentences_of(catalogue_in(language))} == known
    assert as_written(catalogue_in(language)) == file_of(language).read_bytes()


@EACH
def test_nothing_is_left_untranslated(language: str) -> None:
    missing = [each.id for each in sentences_of(catalogue_in(language)) if not each.string]
    assert missing == []


@EACH
def test_a_plural_has_as_many_forms_as_the_language(language: str) -> None:
    catalogue = catalogue_in(language)
    short = [
        message.id
        for message in sentences_of(catalogue)
        if message.pluralizable
        and len(list(filter(None, message.string or ()))) != catalogue.num_plurals
    ]
    assert short == []


@EACH
def test_a_translation_has_the_values_and_the_form_of_its_template(language: str) -> None:
    other = [
        (said, translated)
        for message in sentences_of(catalogue_in(language))
        for said, translated in forms(message)
        if values_in(said) != values_in(translated)
        or shape_of(said) != shape_of(translated)
        or words_typed(said) != words_typed(translated)
    ]
    assert other == []


def shape_of(template: str) -> tuple[object, ...]:
    """What the layout depends on: blanks at both ends, paragraphs, lines that are kept."""
    blanks = template[:1].isspace(), template[-1:].isspace()
    return (*blanks, template.count("\n\n"), template.count("\b"), template.endswith("\n"))


def words_typed(template: str) -> tuple[set[str], set[str]]:
    """Options and commands: what people type is the same in all languages."""
    return set(OPTION.findall(template)), set(COMMAND.findall(template))


@EACH
def test_the_installed_catalogue_is_that_of_the_tree(language: str) -> None:
    """Otherwise install again: `requirements/environment` does so when a catalogue is newer."""
    installed = catalogue_of(language)
    for message in sentences_of(catalogue_in(language)):
        if isinstance(message.id, str):
            assert installed.gettext(message.id) == message.string
        else:
            one, many = message.id
            found = {installed.ngettext(one, many, number) for number in (1, 2)}
            assert found <= set(message.string or ())


@pytest.mark.parametrize(
    ("spoken", "figure", "day"),
    [
        ("en", "EUR -1.30", "2026-03-09"),
        ("es", "EUR -1,30", "9/3/2026"),
        ("pt", "EUR -1,30", "09/03/2026"),
        ("ja", "EUR -1.30", "2026/3/9"),
        ("hi", "EUR -1.30", "9/3/2026"),
    ],
)
def test_numbers_and_days_are_written_as_the_language_has_them(
    spoken: str, figure: str, day: str
) -> None:
    def written() -> tuple[str, str, str]:
        speak_here(spoken)
        return language(), decimal("EUR -1.30"), day_text(date(2026, 3, 9))

    assert copy_context().run(written) == (spoken, figure, day)


def test_a_language_spoken_in_one_context_is_not_spoken_in_another() -> None:
    """As in requests of a server, and in the tests that come after these."""
    before = language()
    for spoken in TRANSLATED:
        copy_context().run(speak_here, spoken)
        assert language() == before
