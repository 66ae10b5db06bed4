"""Which test files are the most likely to notice a change of a module."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path


class Relevance:
    """What the test files of a tree import, directly or through their helpers."""

    def __init__(self, root: Path) -> None:
        self._imported = {
            file.relative_to(root).as_posix(): set(_imports(root, file))
            for file in (root / "tests").rglob("*.py")
        }

    def stages(self, changed: str, test_files: Iterable[str]) -> list[list[str]]:
        """The test files in groups to be run one after the other.

        First those that import the changed file themselves, then those whose helpers do, then
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
    """The files of this tree that a file imports."""
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
    yield from (module.relative_to(root).as_posix() for module in modules if module.is_file())
