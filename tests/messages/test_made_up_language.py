"""A made-up language, run over every golden transcript: what is not data is a template."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import click
import pytest

from cli.app import domino
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Reading
from projections import messages
from tests.golden.transcripts import FILES, TRANSCRIPTS, answered, fresh_directory, typed_in

from .templates import BEGIN, END, MADE_UP, write_made_up_language

WORD = re.compile(r"[^\W\d_]{2,}")


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("locales")
    write_made_up_language(directory)
    return directory


@pytest.fixture
def made_up(locales: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every command speaks the made-up language."""
    monkeypatch.setenv("LANGUAGE", MADE_UP)
    monkeypatch.setattr(messages, "LOCALES", locales)
    messages.catalogue.cache_clear()
    yield
    messages.catalogue.cache_clear()


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_no_bare_english_word_is_left(transcript: Path) -> None:
    bare: list[str] = []
    with fresh_directory():
        for line in typed_in(transcript):
            bare += _bare_words(line, answered(line))
    assert bare == []


def _bare_words(typed: str, answer: str) -> Iterator[str]:
    """The words outside of templates that are not data."""
    shown = re.sub(r"^exit \d+$", "", answer.removeprefix(typed), flags=re.MULTILINE)
    if any(sign in typed for sign in ("--json", "--format", "--csv", "domino tail")):
        return
    for line in _outside_of_templates(shown).splitlines():
        for word in WORD.findall(line):
            if word.casefold() not in _data() and word.casefold() not in typed.casefold():
                yield f"{word}: {line.strip()}"


def _outside_of_templates(text: str) -> str:
    """What is left when every template is cut out, one inside another, too."""
    left, depth = [], 0
    for part in re.split(rf"({re.escape(BEGIN)}|{re.escape(END)})", text):
        if part in {BEGIN, END}:
            depth += 1 if part == BEGIN else -1
        elif not depth:
            left.append(part)
    assert depth == 0
    return "".join(left)


@cache
def _data() -> frozenset[str]:
    """Words of files that the transcripts read, and names that are typed as they stand."""
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in FILES]
    return frozenset(
        word.casefold() for text in (*texts, *_typed_names(domino)) for word in WORD.findall(text)
    )


def _typed_names(command: click.Command) -> Iterator[str]:
    """Names of commands, options, choices and readings; ids and titles of rule sets."""
    yield from PUBLISHED
    yield from (rules.title for rules in PUBLISHED.values())
    yield from get_args(Reading)
    for parameter in command.params:
        yield from parameter.opts
        if isinstance(parameter.type, click.Choice):
            yield from map(str, parameter.type.choices)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield name
            below = command.get_command(context, name)
            assert below is not None
            yield from _typed_names(below)
