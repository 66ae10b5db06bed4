"""The page on rights, run on a server as the roles it names."""

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.cli.process import domino_for_shells

from .pages import PAGES, blocks
from .test_commands import agrees, prepare, run, steps

(PAGE,) = (page for page in PAGES if page.name == "rights.md")
ROLES = ("guest", "scribe", "club")
URL = re.compile(r"postgresql://(\w+)@localhost/domino")


@pytest.fixture
def server_of_page(database: str) -> Iterator[str]:
    with psycopg.connect(database, autocommit=True) as server:
        (made,) = (block.text for block in blocks(PAGE) if block.language == "sql")
        server.execute(made.encode())
    yield database
    with psycopg.connect(database, autocommit=True) as server:
        for role in ROLES:
            server.execute(f"DROP OWNED BY {role} CASCADE".encode())
            server.execute(f"DROP ROLE {role}".encode())


def test_the_page_on_rights(server_of_page: str, tmp_path: Path) -> None:
    commands = tmp_path / "commands"
    commands.mkdir()
    with domino_for_shells(commands):
        prepare(PAGE, tmp_path, commands)
        for block in blocks(PAGE):
            for step in steps(block) if block.language == "console" else ():
                command = URL.sub(
                    lambda found: f"'{server_of_page.replace('postgres@', f'{found[1]}@')}'",
                    step.command,
                )
                printed = run(step._replace(command=command), tmp_path, commands)
                assert agrees(step.expected or "", printed), f"$ {step.command}\n{printed}"
