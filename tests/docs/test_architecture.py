"""The page on architecture names existing files and functions, and the direction of imports."""

import re
import tomllib

import pytest

from .pages import ROOT, blocks, code, section, table

PAGE = ROOT / "docs" / "architecture.md"
PLACES = table(section(PAGE, "The rooms"), "question")


@pytest.mark.parametrize("question", PLACES)
def test_every_named_place_exists(question: str) -> None:
    source = ""
    for each in code(PLACES[question][0]):
        if "/" in each:
            path = ROOT / each
            assert path.exists()
            source = "" if path.is_dir() else path.read_text(encoding="utf-8")
        else:
            assert re.search(rf"^(?:def |class )?{each}\b", source, re.MULTILINE), each


def test_every_file_of_the_pictures_exists() -> None:
    named = [path for block in blocks(PAGE) for path in re.findall(r"(?:\w+/)+\w+\.py", block.text)]
    assert named
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_the_packages_are_in_the_order_of_imports() -> None:
    rooms = re.findall(r"^(\w+)/", blocks(PAGE)[0].text, re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = next(
        contract["layers"]
        for contract in contracts["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    of_the_package = {"book": "domino_ledger", "table": "domino_ledger"}
    named = [of_the_package.get(room, room) for layer in layers for room in layer.split(" | ")]
    assert rooms == list(dict.fromkeys(named))
