"""The mutation runner changes what it says it changes."""

from pathlib import Path

import pytest

from .__main__ import sample
from .mutants import mutants_of
from .relevance import Relevance

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
