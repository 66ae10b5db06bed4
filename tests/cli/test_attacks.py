"""Each row of the table of attacks in docs/audit.md: the attack, and the commands it names."""

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.pages import ROOT, section, table
from tests.postgres import copy_of_database, drop_database, fresh_database

from .attacks import ON_BOTH as ON_ROWS
from .attacks import ON_FILES, Site, made, rule_for_the_arbiter
from .proof_attacks import ON_PROOFS
from .seed_attacks import ON_SEEDS, exchange_the_seed

PAGE = ROOT / "docs" / "audit.md"
ON_BOTH = ON_ROWS | ON_PROOFS | ON_SEEDS
_COMMAND = re.compile(r"`([^`]+)`(?: \((\d)\))?")


class Row(NamedTuple):
    """A row of the table."""

    done: str
    found: dict[str, int]
    """By command that finds it, the exit code."""
    missed: list[str]
    """The commands that do not."""


def rows() -> dict[str, Row]:
    found = {}
    attacks = table(section(PAGE, "Attacks on what is stored"), "what is done")
    for done, (_, finding, missing) in attacks.items():
        codes = {command: int(code) for command, code in _COMMAND.findall(finding)}
        missed = [command for command, _ in _COMMAND.findall(missing)]
        found[done] = Row(done, codes, missed)
    return found


ROWS = rows()


def test_each_row_has_its_attack() -> None:
    assert sorted(ROWS) == sorted(ON_BOTH | ON_FILES)
    assert all(row.found or row.missed for row in ROWS.values())


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> Site:
    directory = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as there:
        there.chdir(directory)
        return made(directory, None)


@pytest.fixture(scope="module")
def on_server(server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory, url = tmp_path_factory.mktemp("site"), fresh_database(server)
    with pytest.MonkeyPatch.context() as there:
        there.chdir(directory)
        yield made(directory, url)
    drop_database(server, url)


def checked(site: Site, commands: Mapping[str, int]) -> None:
    """Each command ends with its exit code."""
    for command, code in commands.items():
        ran = site.domino(command)
        assert ran.code == code, (command, ran.out, ran.err)
        assert "Traceback" not in ran.err


def untouched(site: Site, directory: Path) -> Site:
    """A copy of the site, in the directory where commands run."""
    shutil.copytree(site.directory, directory, dirs_exist_ok=True)
    return site._replace(directory=directory)


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


THEIRS = {"twice.pub", "whole.txt", "late.txt"}
"""What no honest person names to a command."""


def test_before_an_attack_no_command_finds_one(on_file: Site, tmp_path: Path) -> None:
    commands = {command for row in ROWS.values() for command in (*row.found, *row.missed)}
    commands = {each for each in commands if not set(each.split()) & THEIRS}
    checked(untouched(on_file, tmp_path), dict.fromkeys(sorted(commands), 0))


@pytest.mark.parametrize("done", ROWS)
def test_an_attack_on_a_file(done: str, on_file: Site, tmp_path: Path) -> None:
    site = untouched(on_file, tmp_path)
    (ON_BOTH | ON_FILES)[done](site)
    checked(site, ROWS[done].found | dict.fromkeys(ROWS[done].missed, 0))


def test_another_seed_gives_another_short_form(on_file: Site, tmp_path: Path) -> None:
    """So the players find that the seed was exchanged, whose note of the shuffle differs."""
    site = untouched(on_file, tmp_path)
    noted = site.domino("deal hand TABLE Ann").err.strip()
    assert re.fullmatch("shuffle (.{4}-){4}.{4}", noted)
    assert noted in site.domino("audit TABLE").out
    exchange_the_seed(site)
    said = site.domino("audit TABLE").out
    assert "1 deal follows from its seeds" in said
    assert noted not in said


def test_what_no_arbiter_signed_is_shown_so(on_file: Site, tmp_path: Path) -> None:
    site = untouched(on_file, tmp_path)
    rule_for_the_arbiter(site)
    for command in ("verify --all", "verify GAME", "audit GAME"):
        assert "not signed, though" in site.domino(command).out


IN_EVERY_RUN = {"changes the bytes of an event", "adds an index", "redefines a view"}
"""On a server; there each takes some seconds."""


@pytest.mark.parametrize(
    "done",
    [
        pytest.param(done, marks=() if done in IN_EVERY_RUN else pytest.mark.deep)
        for done in ROWS
        if done in ON_BOTH
    ],
)
def test_an_attack_on_a_server(done: str, server: str, on_server: Site, tmp_path: Path) -> None:
    assert on_server.url is not None
    url = copy_of_database(server, on_server.url)
    try:
        site = untouched(on_server, tmp_path)._replace(url=url)
        ON_BOTH[done](site)
        checked(site, ROWS[done].found | dict.fromkeys(ROWS[done].missed, 0))
    finally:
        drop_database(server, url)
