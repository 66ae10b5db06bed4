"""A made-up language in every golden transcript: all text except data is a template."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import get_args

import click
import pytest

from domino_ledger.cli.app import domino
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.projections import messages
from domino_ledger.projections.tables.schema import data_dictionary
from tests.golden.transcripts import (
    FILES,
    TRANSCRIPTS,
    answered,
    files_of,
    fresh_directory,
    typed_in,
)

from .templates import BEGIN, END, MADE_UP, write_made_up_language

WORD = re.compile(r"[^\W\d_]{2,}")
IDS = r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|-[0-9a-f]{8}\b|\b[0-9a-f]{64}\b"
KEYS = (
    r"\+[0-9a-f]{8}(\+[A-Za-z0-9+/]{44})?|(?<![\w+/])[A-Za-z0-9+/]{43}="
    r"|(?<=— )\S+ [A-Za-z0-9+/=]{92,112}|(?m:^time [0-9-]{10}T[0-9:.]{15}Z$)"
)
CODES = r"\b[0-9A-Z]{5}(-[0-9A-Z]{5}){3}-[0-9A-Z*~$=]"
FOR_PROGRAMS = ("--json", "--format", "--csv", "domino tail")
ANOTHER_LANGUAGE = "domino --lang"
AS_TEXT = ("--pdf",)
"""Says what the text says, with lines broken anywhere."""


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("locales")
    write_made_up_language(directory)
    return directory


@pytest.fixture
def made_up(locales: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every command uses the made-up language."""
    monkeypatch.setenv("LANGUAGE", MADE_UP)
    monkeypatch.setattr(messages, "LOCALES", locales)
    messages.catalogue_of.cache_clear()
    yield
    messages.catalogue_of.cache_clear()


@pytest.mark.slow
@pytest.mark.unmeasured
@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_no_bare_english_word_is_left(transcript: Path) -> None:
    typed = typed_in(transcript)
    own = files_of(transcript)
    data = data_words() | _words("\n".join([*typed, *(file.read_text("utf-8") for file in own)]))
    with fresh_directory(*own):
        answers = [answered(line) for line in typed]
    bare = [
        f"{word}: {line.strip()}"
        for command, answer in zip(typed, answers, strict=True)
        if not any(sign in command for sign in (*FOR_PROGRAMS, *AS_TEXT, ANOTHER_LANGUAGE))
        for line in outside_of_templates(_shown(command, answer)).splitlines()
        for word in WORD.findall(line)
        if word.casefold() not in data
    ]
    assert bare == []


def bare_words(shown: str) -> list[str]:
    """The words of a text that stand in no template."""
    return WORD.findall(outside_of_templates(shown))


def _shown(command: str, answer: str) -> str:
    """The text that a person reads: no exit code, no ids, no markup."""
    answer = answer.removeprefix(command)
    for pattern in (r"(?m)^exit \d+$", r"(?s)<style>.*</style>", r"<[^<>\n]*>", CODES, IDS, KEYS):
        answer = re.sub(pattern, " ", answer)
    return unescape(answer)


def outside_of_templates(text: str) -> str:
    """The text without any template, nested ones included."""
    left, depth = [], 0
    for part in re.split(rf"({re.escape(BEGIN)}|{re.escape(END)})", text):
        if part in {BEGIN, END}:
            depth += 1 if part == BEGIN else -1
        elif not depth:
            left.append(part)
    assert depth == 0
    return "".join(left)


@cache
def data_words() -> frozenset[str]:
    """Words of files that the transcripts read, and names that are equal in every language."""
    files = (file.read_text(encoding="utf-8", errors="replace") for file in FILES)
    rules = (each.model_dump_json() for each in PUBLISHED.values())
    named = (
        " ".join([table.name, table.model, *(c.name for c in table.columns)])
        for table in data_dictionary()
    )
    types = get_args(Reading) + tuple(
        {c.type for table in data_dictionary() for c in table.columns}
    )
    return _words("\n".join((*files, *rules, *named, *types, *_typed_names(domino), "simulated")))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in WORD.findall(text))


def _typed_names(command: click.Command) -> Iterator[str]:
    """Names of commands and options, and values of choices."""
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
