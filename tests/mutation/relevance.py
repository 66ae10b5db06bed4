"""Tests that may detect a change: those that reach the line, or import the module."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from coverage import CoverageData


class Reached:
    """The lines that each test of a lane reaches, as measured by coverage in a tree.

    A result that a test takes from a cache counts for the test that filled the cache. So a mutant
    may survive here that the whole lane would kill, but not the reverse.
    """

    def __init__(self, root: Path, data: Path) -> None:
        self._root = root
        self._data = CoverageData(str(data))
        self._data.read()

    def tests_at(self, path: str, line: int) -> list[str]:
        """The ids of the tests that run this line; none if only an import runs it."""
        contexts = self._data.contexts_by_lineno(str(self._root / path)).get(line, [])
        return sorted({context.partition("|")[0] for context in contexts if context})


class Relevance:
    """What the test files of a tree import, directly or through their helpers."""

    def __init__(self, root: Path) -> None:
        self._imported = {
            file.relative_to(root).as_posix(): set(_imports(root, file))
            for file in (root / "tests").rglob("*.py")
        }

    def stages(self, changed: str, test_files: Iterable[str]) -> list[list[str]]:
        """The test files in groups, in the order in which to run them.

        First those that import the changed file directly, then those whose helpers import it, then
        the rest.
        """
        stages: dict[int, list[str]] = defaultdict(list)
        for file in sorted(test_files):
            stages[self._distance(file, changed)].append(file)
        return [stages[distance] for distance in sorted(stages)]

    def _distance(self, file: str, changed: str) -> int:
        if changed in self._imported[file]:
            return 0
        return 1 if changed in self._through_helpers(file) else 2

    def _through_helpers(self, file: str) -> set[str]:
        seen: set[str] = set()
        waiting = [file]
        while waiting:
            new = self._imported.get(waiting.pop(), set()) - seen
            seen |= new
            waiting += new
        return seen


def _imports(root: Path, file: Path) -> Iterator[str]:
    """The files of the tree that this file imports."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                package = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            else:
                package = root.joinpath(*(node.module or "").split("."))
            names = [alias.name for alias in node.names]
            yield from _files(root, package, names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files(root, root.joinpath(*alias.name.split(".")), [])


def _files(root: Path, package: Path, names: list[str]) -> Iterator[str]:
    modules = [package.with_suffix(".py"), package / "__init__.py"]
    modules += [package / f"{name}.py" for name in names]
    found = (module.resolve() for module in modules if module.is_file())  # Links to the folders.
    yield from (module.relative_to(root.resolve()).as_posix() for module in found)
