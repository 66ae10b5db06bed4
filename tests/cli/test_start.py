"""A command imports what it needs, and no more."""

import subprocess
import sys
from pathlib import Path

import pytest

from .process import environment

SLOW = {"cryptography", "numpy", "openskill", "pyarrow", "reportlab", "rich"}
PRINT_MODULES = """
import sys
from domino_ledger.cli.main import run_command
code = run_command()
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
LINES = "deal Ana: 6-6 5-4 3-2 1-1 2-0 6-1 4-4 / Ben: 6-5 5-5 3-3 4-2 1-0 6-0 2-2 / lead Ana\n6-6\n"
RECORD = "record --rules block@1 --players Ana,Ben --id g"


def imported(arguments: str, directory: Path, typed: str = "") -> set[str]:
    """The modules that are imported when the command ends."""
    ended = subprocess.run(
        [sys.executable, "-c", PRINT_MODULES, *arguments.split()],
        input=typed,
        cwd=directory,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return set(ended.stderr.splitlines()[-1].split())


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a book that has one game, and with its tables."""
    directory = tmp_path_factory.mktemp("start")
    imported(RECORD, directory, LINES)
    imported("stats", directory)
    return directory


@pytest.mark.parametrize(
    "arguments", ["audit g", "replay g", "record --resume g", "export g", "tail", "rules list"]
)
def test_commands_about_one_game_import_nothing_slow(arguments: str, evening: Path) -> None:
    assert not imported(arguments, evening) & SLOW


@pytest.mark.parametrize(
    ("arguments", "without"),
    [
        (
            "audit g",
            {
                "domino_ledger.ledger.live.orders",
                "domino_ledger.ledger.log.merkle",
                "domino_ledger.ledger.notation.lexer",
                "domino_ledger.ledger.records.format",
                "domino_ledger.projections.messages.errors",
                "domino_ledger.projections.replay.frames",
                "domino_ledger.projections.reports.score_sheet",
                "domino_ledger.projections.results.disputes",
            },
        ),
        (
            "replay g",
            {
                "domino_ledger.ledger.live.orders",
                "domino_ledger.ledger.records.format",
                "domino_ledger.ledger.transcript.game",
                "domino_ledger.projections.audit.audit",
                "domino_ledger.projections.drawing.svg",
                "domino_ledger.projections.replay.json_format",
            },
        ),
    ],
)
def test_a_game_of_the_book_takes_no_grammar_and_no_drawing(
    arguments: str, without: set[str], evening: Path
) -> None:
    modules = imported(arguments, evening)
    assert "domino_ledger.ledger.book" in modules
    assert not modules & without


COUNT_AT_THE_END = """
import atexit, gc
from domino_ledger.cli.main import main
atexit.register(lambda: print(len(gc.get_objects())))
main()
"""


def test_at_the_end_no_garbage_is_looked_for() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", COUNT_AT_THE_END, "--help"],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ended.stdout.splitlines()[-1]) < 500


def test_help_imports_no_command(evening: Path) -> None:
    modules = imported("--help", evening)
    assert "domino_ledger.cli.app" in modules
    assert not modules & (
        SLOW | {"pydantic", "eventsourcing", "domino_ledger.domain", "domino_ledger.ledger.book"}
    )
    assert not [name for name in modules if name.startswith("domino_ledger.cli.commands.")]


def test_a_new_game_imports_nothing_slow(tmp_path: Path) -> None:
    assert not imported(RECORD, tmp_path, LINES) & SLOW


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `evening`, with a decision of the house, which the tables follow, and a name in Latin."""
    directory = tmp_path_factory.mktemp("decided")
    imported(RECORD, directory, LINES)
    imported(RECORD.replace("Ben --id g", "Zoë --id h"), directory, LINES.replace("Ben", "Zoë"))
    imported("players merge Zoë Ben", directory)
    imported("stats", directory)
    return directory


PLAIN = {
    "domino_ledger.domain",
    "domino_ledger.domain.rules",
    "domino_ledger.domain.rules.ids",
    "domino_ledger.domain.seats",
}
"""What lists may import of the domain: no events, no rule sets, and nothing that folds a game."""


@pytest.mark.parametrize("arguments", ["games", "games --json", "stats", "stats --by seat --csv"])
@pytest.mark.parametrize("book", ["evening", "decided"])
def test_lists_of_what_the_tables_have_import_no_event_and_no_rule_set(
    arguments: str, book: str, request: pytest.FixtureRequest
) -> None:
    directory: Path = request.getfixturevalue(book)
    modules = imported(arguments, directory)
    assert "domino_ledger.ledger.book" in modules
    of_the_domain = {name for name in modules if name.startswith("domino_ledger.domain")}
    assert of_the_domain <= PLAIN
    assert not modules & (
        SLOW | {"pydantic", "pydantic_core", "tempfile", "wcwidth", "importlib.metadata"}
    )
