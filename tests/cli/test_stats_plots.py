"""Plots of `domino stats`: as text, SVG and PNG."""

import re
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from domino_ledger.cli.terminal.chart import Line, Plot, Step, chart, steps_of

from .command import Command, run
from .samples import GAMES, SERIES, put


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """The command where there is a book, in its directory."""
    with chdir(tmp_path_factory.mktemp("plots")):
        put(run, *GAMES, SERIES)
        yield run


def test_an_axis_of_games_or_rounds_has_whole_numbers(book: Command) -> None:
    assert book("stats p0 --plot money.svg --of money").code == 0
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", Path("money.svg").read_text())
    across = texts[: texts.index("games")]
    last_zero = len(across) - 1 - across[::-1].index("0")
    assert [int(each) for each in across[last_zero:]][:2] == [0, 1]
    assert book("stats north --plot counts.svg --of points").code == 0
    counts = re.findall(r"<text [^>]*>([^<]*)</text>", Path("counts.svg").read_text())
    assert [each for each in counts if re.fullmatch(r"\d+\.\d+", each)] == []


def test_pictures(book: Command) -> None:
    for file in ("rating.svg", "again.SVG", "rating.png"):
        assert book(f"stats north --plot {file}").code == 0
    svg = Path("rating.svg").read_text()
    assert "Rating, game by game, north" in svg
    assert Path("again.SVG").read_text() == svg
    assert Path("rating.png").read_bytes().startswith(b"\x89PNG")
    assert book("stats --plot points.svg --of points").code == 0
    assert ">10-14<" in Path("points.svg").read_text()


def test_without_the_extra(book: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "domino_ledger.cli.document.plot", raising=False)
    ran = book("stats north --plot none.svg")
    needs = "plots need an extra: pip install 'domino-ledger[plot]'"
    expected = f"domino: {needs}, or in a clone ./demo --with plot\n"
    assert (ran.code, ran.err) == (1, expected)
    assert not Path("none.svg").exists()


def test_charts() -> None:
    assert steps_of([]) == []
    assert steps_of([3, 4, 12]) == [Step(0, 4, 2), Step(5, 9, 0), Step(10, 14, 1)]
    assert len(steps_of([0, 1_000_000])) == 13
    flat = [*chart(Plot("flat", "games", [Line("Ana", [7, 7])], []), 20)]
    assert flat[0] == "flat"
    assert [line for line in flat[1:13] if "*" in line] == ["  |" + "*" * 17]
    assert flat[-1] == "*  Ana: 7"
