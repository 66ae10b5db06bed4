"""The wheel contains everything that the command needs outside this tree."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this project."""
    directory = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", directory, ROOT, cwd=directory)
    (built,) = directory.glob("*.whl")
    return built


def test_the_wheel_holds_the_packages_and_their_data_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {
        "domain",
        "ledger",
        "projections",
        "cli",
        "domino_ledger",
    }
    data = {f"cli/document/page.{kind}" for kind in ("css", "html", "typ")}
    assert {"cli/samples/payout.jsonl", "projections/drawing/paper.css", *data} <= set(names)


def test_it_runs_from_an_empty_directory(wheel: Path, tmp_path: Path) -> None:
    environment, empty = tmp_path / "environment", tmp_path / "empty"
    empty.mkdir()
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=tmp_path)
    install = (*PIP, "--python", environment / "bin" / "python", "install", "--no-compile")
    lock = ROOT / "requirements" / "run.txt"
    run(*install, "--require-hashes", "--requirement", lock, cwd=empty)
    run(*install, "--no-deps", wheel, cwd=empty)
    domino = environment / "bin" / "domino"
    assert "forced to block" in run(domino, "demo", cwd=empty)
    where = run(environment / "bin" / "python", "-c", "import cli; print(cli.__file__)", cwd=empty)
    assert where.startswith(str(environment))
    assert sorted(path.name for path in empty.iterdir() if path.suffix == ".db") == ["domino.db"]


def test_the_environment_of_the_demo_has_all_extras() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    locked = (ROOT / "requirements" / "run.txt").read_text()
    for need in (*extras["postgres"], *extras["pdf"], *extras["plot"]):
        name = re.split(r"[><=]", need)[0]
        assert f"\n{name}==" in locked
