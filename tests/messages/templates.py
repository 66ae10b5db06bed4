"""Every template of the catalogue, extracted by Babel, and a made-up language for tests."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from domino_ledger.cli.app import domino
from domino_ledger.cli.lazy_group import first_sentence, has_metavar
from domino_ledger.cli.terminal.progress import Unit
from domino_ledger.domain.disputes.events import Status
from domino_ledger.domain.house import KeyRole
from domino_ledger.domain.rules.field_list import rule_fields
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import Penalty, RuleSet
from domino_ledger.ledger.registry.keys import KeyState
from domino_ledger.projections.messages.explained_words import ENTRIES
from domino_ledger.projections.messages.published_rules import PUBLISHED_WORDS
from domino_ledger.projections.messages.templates import Templates, each_of
from domino_ledger.projections.results.game_state import State
from domino_ledger.projections.tables.schema import data_dictionary

ROOT = Path(__file__).parents[2]
ONE, PLURAL = None, (1, 2)
KEYWORDS = {
    **dict.fromkeys(("text", "mark", "usage_error", "bad_value", "failure", "say_done"), ONE),
    **dict.fromkeys(("plural", "mark_plural", "say_plural"), PLURAL),
}
IN_PAGES: dict[str, tuple[int, int] | None] = {"_": ONE, "ngettext": PLURAL}
OPTIONS = {"**.html": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}}
"""Of the extractor of Jinja; a template that it cannot read is an error."""
MADE_UP = "en_XA"
"""A pseudo-locale: the code commonly used for English with marks."""
BEGIN, END = "[!!", "!!]"
LONG = 40
"""Columns of the longest label that no page and no table is broken by."""


@cache
def template_catalogue() -> Catalog:
    """All templates, sorted by their English text."""
    catalogue = Catalog(project="domino-ledger", charset="utf-8")
    for message in sorted(set(_templates()), key=str):
        catalogue.add(message)
    return catalogue


def write_made_up_language(locales: Path) -> None:
    """Write the catalogue of a language that wraps and lengthens every template."""
    _write(locales, _wrapped)


def write_long_labels(locales: Path) -> None:
    """Write the catalogue of a language whose labels all take `LONG` columns."""
    _write(locales, _long)


def _write(locales: Path, translated: Callable[[str], str]) -> None:
    made_up = Catalog(locale="en", charset="utf-8")
    for message in template_catalogue():
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(map(translated, forms))
            made_up.add(message.id, said if isinstance(message.id, tuple) else said[0])
    target = locales / MADE_UP / "LC_MESSAGES" / "domino.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, made_up)


def _long(template: str) -> str:
    """A label with one word more, which cannot be broken; sentences and clauses as they are."""
    is_label = len(template) < LONG and "{" not in template and "%" not in template
    return f"{template} ".ljust(LONG, "m") if is_label and template.strip() else template


def _wrapped(template: str) -> str:
    longer = re.sub(r"[aeiou]+(?![^{]*\})(?!\()(?![^(]*\)s)", r"\g<0>\g<0>", template)
    return f"{BEGIN} {longer} {END}"


def _templates() -> Iterator[str | tuple[str, str]]:
    for room in ("cli", "projections", "web"):
        yield from _extracted(ROOT / room, KEYWORDS)
        yield from _extracted(ROOT / room, IN_PAGES, kind="**.html", method="jinja2")
    yield from _in_tables()
    for forms, explanation in ENTRIES.items():
        yield from (*forms.split("|"), explanation)
    for codes in (State, Status, KeyRole, KeyState, Unit):  # Their own words.
        yield from get_args(codes)
    yield from PUBLISHED_WORDS
    for model in (RuleSet, Stake, Penalty):
        yield from (field.decides for field in rule_fields(model))
    for table in data_dictionary():
        yield table.comment
        yield from (column.comment for column in table.columns)
    where = find_spec("click")
    assert where is not None
    assert where.origin is not None
    yield from _extracted(Path(where.origin).parent, IN_PAGES)
    yield from _help(domino)


def _extracted(
    directory: Path,
    keywords: dict[str, tuple[int, int] | None],
    kind: str = "**.py",
    method: str = "python",
) -> Iterator[str | tuple[str, str]]:
    found = extract_from_dir(str(directory), [(kind, method)], OPTIONS, keywords=keywords)
    for _, _, message, _, _ in found:
        if isinstance(message, str):
            yield message
        else:
            one, many = message
            yield one, many


def _in_tables() -> Iterator[str | tuple[str, str]]:
    """The sentences of all tables of type `Templates`."""
    for file in sorted((ROOT / "projections" / "messages").glob("*.py")):
        module = import_module(f"domino_ledger.projections.messages.{file.stem}")
        for name, kind in getattr(module, "__annotations__", {}).items():
            if kind == Templates:
                for wording in getattr(module, name).values():
                    yield from (each.sentence for each in each_of(wording))


def _help(command: click.Command) -> Iterator[str]:
    context = click.Context(command)
    yield from filter(None, (command.help, first_sentence(command), command.options_metavar))
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            yield parameter.help
        if has_metavar(parameter):
            yield parameter.make_metavar(context)
    if isinstance(command, click.Group):
        yield command.subcommand_metavar
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _help(below)
