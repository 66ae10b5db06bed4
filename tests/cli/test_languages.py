"""The command in other languages: which one, and in lines that a terminal can show."""

from pathlib import Path

import pytest
from wcwidth import wcswidth

from domino_ledger.projections.messages import LANGUAGES

from .command import Command, bring

DATA = Path(__file__).parents[1] / "data"
WIDEST = 80
COMMANDS = ("", "audit", "stats", "record", "dispute", "key list")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_lines_of_help_fit_a_terminal(domino: Command, command: str, language: str) -> None:
    ran = domino(f"{command} --help --lang {language}")
    assert ran.code == 0
    assert ran.out
    wide = [line for line in ran.out.splitlines() if wcswidth(line) > WIDEST]
    assert wide == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_in_the_language_as_a_whole(domino: Command, command: str, language: str) -> None:
    said = domino(f"--lang {language} {command} --help").out
    assert said == domino(f"{command} --lang={language} --help").out
    english = domino(f"{command} --help").out
    assert "Show this message and exit." in english
    assert "Show this message and exit." not in said
    for heading in ("Usage:", "Options:", "Commands:"):
        assert heading not in said


@pytest.mark.parametrize(
    "line", ["games --lang xx", "--lang xx games", "--lang", "games --lang", "--lang=xx"]
)
def test_a_language_that_there_is_not_is_a_mistake_in_the_line(domino: Command, line: str) -> None:
    ran = domino(line)
    assert ran.code == 2
    (sentence,) = ran.err.splitlines()
    assert "--lang" in sentence


def test_after_two_dashes_it_is_a_name(domino: Command) -> None:
    ran = domino("audit -- --lang")
    assert ran.code == 1
    assert "--lang" in ran.err


@pytest.mark.parametrize("command", ["stats --json", "stats --csv", "payouts --format csv"])
def test_programs_read_the_same_in_every_language(domino: Command, command: str) -> None:
    bring(Path(), DATA / "payout.jsonl")
    assert domino("import --as-played payout.jsonl").code == 0
    english = domino(command)
    assert english.code == 0
    assert english.out
    assert domino(f"{command} --lang es") == english
