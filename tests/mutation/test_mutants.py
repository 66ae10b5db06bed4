"""Tests of the mutation runner."""

from pathlib import Path

import pytest
from coverage import CoverageData

from .__main__ import sample
from .mutants import mutants_of
from .relevance import Reached, Relevance

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("a < b", {"(a <= b)", "pass"}),
        ("x = a + 1", {"x = (a - 1)", "x = a + 2"}),
        ("x = not é == ü", {"x = (é == ü)", "x = not (é != ü)"}),
        ("x = a and b", {"x = (a or b)", "x = (a)", "x = (b)"}),
        ("x: int = y[1:]", {"x: int = y[2:]", "x: int = y[(1) + 1:]"}),
        (
            "if a:\n    f(True)",
            {"if not (a):\n    f(True)", "if a:\n    f(False)", "if a:\n    pass"},
        ),
        ("def f() -> 'a < b':\n    return b", {"def f() -> 'a < b':\n    return None"}),
        ("def f():\n    '''Text.'''\n    return", set()),
        ("raise E(f'{a + 1}', 2)", {"pass"}),
        ("from a import b\nassert b > 1", set()),
    ],
)
def test_one_change_each(source: str, mutants: set[str]) -> None:
    found = mutants_of("a.py", source.encode())
    assert {mutant.changed.decode() for mutant in found} == mutants


def test_what_runs_on_import_is_in_no_function() -> None:
    source = b"a = 1\n\n\ndef f(b=2):\n    return b\n\n\nclass C:\n    c = 3\n"
    found = mutants_of("a.py", source)
    where = [(mutant.line, mutant.is_in_function()) for mutant in found]
    assert where == [(1, False), (4, False), (5, True), (9, False)]


def test_a_seed_is_a_sample_that_compiles() -> None:
    chosen = sample(20, 1)
    assert chosen == sample(20, 1)
    assert len(set(chosen)) == 20
    for mutant in chosen:
        assert mutant.source == (ROOT / mutant.path).read_bytes()
        assert mutant.is_other_code()
        assert mutant.diff()


def test_tests_that_import_the_module_are_first() -> None:
    files = [f"tests/domain/test_{name}.py" for name in ("laws", "perft", "tiles")]
    first, *rest = Relevance(ROOT).stages("domain/round/legal.py", files)
    assert first == ["tests/domain/test_laws.py"]
    assert rest[0] == ["tests/domain/test_perft.py"]


def test_the_tests_that_reach_a_line(tmp_path: Path) -> None:
    measured = CoverageData(str(tmp_path / "measured"))
    for context, lines in (("", [1, 2, 3]), ("b.py::b[1]|run", [2, 3]), ("a.py::a|setup", [3])):
        measured.set_context(context)
        measured.add_lines({str(tmp_path / "domain/x.py"): lines})
    measured.write()
    reached = Reached(tmp_path, tmp_path / "measured")
    found = [reached.tests_at("domain/x.py", line) for line in (1, 2, 3, 4)]
    assert found == [[], ["b.py::b[1]"], ["a.py::a", "b.py::b[1]"], []]
