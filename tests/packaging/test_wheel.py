"""The wheel and the source distribution hold one package and all that the command needs."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
FOLDERS = ("domain", "ledger", "projections", "web", "cli")
"""At the top of this tree, and in many a program's folder, too."""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command, which must succeed; it gets nothing of this environment."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "DOMINO", "COV", "PYTEST"))
    }
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(source: Path, directory: Path) -> Path:
    """The wheel of a tree or a source distribution."""
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", directory, source, cwd=directory)
    (wheel,) = directory.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder of somebody's program, whose own folders are called as those of this tree."""
    directory = tmp_path / "program"
    for name in FOLDERS:
        (directory / name).mkdir(parents=True)
        (directory / name / "__init__.py").write_text("raise AssertionError('not this one')\n")
    return directory


def test_the_wheel_holds_one_package_and_its_data_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"domino_ledger"}
    data = {
        "domino_ledger/cli/document/page.typ",
        "domino_ledger/cli/samples/payout.jsonl",
        "domino_ledger/projections/drawing/paper.css",
        "domino_ledger/projections/document/templates/page.css",
        "domino_ledger/projections/document/templates/page.html",
        "domino_ledger/projections/document/templates/parts.html",
        "domino_ledger/projections/document/viewer.js",
        "domino_ledger/web/static/record.js",
        "domino_ledger/web/statuses.json",
        "domino_ledger/web/templates/game.html",
    }
    assert data <= set(names)


def test_the_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    made_in = tmp_path / "made"
    made_in.mkdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (source,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(source) as inside:
        assert not [name for name in inside.getnames() if "/tests/" in name]
    made = built(source, made_in)
    assert zipfile.ZipFile(made).namelist() == zipfile.ZipFile(wheel).namelist()


def test_it_runs_beside_folders_that_are_called_as_ours(
    wheel: Path, foreign: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    python, domino = (environment / "bin" / name for name in ("python", "domino"))
    install = (*PIP, "--python", python, "install", "--no-compile")
    lock = ROOT / "requirements" / "web.txt"
    run(*install, "--require-hashes", "--requirement", lock, cwd=foreign)
    run(*install, "--no-deps", wheel, cwd=foreign)
    assert "forced to block" in run(domino, "demo", cwd=foreign)
    assert sorted(path.name for path in foreign.iterdir() if path.suffix == ".db") == ["domino.db"]
    program = foreign / "program.py"
    program.write_text(
        "import domino_ledger\n"
        "with domino_ledger.open_book('domino.db') as book:\n"
        "    print(len(list(book.games())), domino_ledger.__version__)\n"
    )
    games, version = run(python, program, cwd=foreign).split()
    assert (int(games), version) == (148, project()["version"])


def test_every_module_of_the_tree_is_imported_beside_them(foreign: Path) -> None:
    """In this environment, where the package is this tree itself."""
    program = foreign / "program.py"
    program.write_text(
        "import importlib, pkgutil\n"
        "import domino_ledger\n"
        "walked = pkgutil.walk_packages(domino_ledger.__path__, 'domino_ledger.')\n"
        "print(len([importlib.import_module(found.name) for found in walked]))\n"
    )
    assert int(run(sys.executable, program, cwd=foreign)) > 300


def project() -> dict[str, Any]:
    """What the distribution says of itself."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


PINNED = re.compile(r"^([a-z0-9-]+)(?:\[\w+\])?==(\S+)", re.MULTILINE)


def locked(name: str) -> set[tuple[str, str]]:
    """The packages of a lock, each with its version."""
    return set(PINNED.findall((ROOT / "requirements" / f"{name}.txt").read_text()))


@pytest.mark.parametrize("extra", ["pdf", "plot", "arrow", "postgres", "tui"])
def test_the_demo_has_an_extra_only_if_asked(extra: str) -> None:
    for need in project()["optional-dependencies"][extra]:
        name = re.split(r"[\[><=]", need)[0]
        assert name not in dict(locked("web"))
        assert name in dict(locked(extra))
    assert locked("web") < locked(extra) < locked("test")


def test_another_extra_is_refused() -> None:
    ran = subprocess.run(
        [ROOT / "demo", "--with", "dance"], capture_output=True, text=True, check=False
    )
    expected = "demo: expected --with pdf, plot, arrow, postgres or tui, not: --with dance\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", expected)
