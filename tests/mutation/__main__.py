"""Run the tests of a lane on a random sample of mutants.

``python -m tests.mutation --sample 300 --seed 1 --lane quick``

Prints the outcome of each mutant, the change of each survivor, and the share killed. The
same seed over the same code gives the same sample. With ``--lane full`` the survivors of the quick
lane meet the full one, and both shares are printed.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.lanes import LANES

from .mutants import Mutant, mutants_of
from .relevance import Reached, Relevance

ROOT = Path(__file__).parents[2]
_TABLES = "projections/tables"
_STAGES = (
    *("log_reader", "facts", "play_rows", "results", "result_rows"),
    *("verdicts", "journal", "ratings", "connection"),
)
TARGETS = {
    "the domain": (5, ["domain"]),
    "results": (2, ["projections/results"]),
    "codec and chain": (1, [f"ledger/store/{each}.py" for each in ("codec", "chain", "stream")]),
    "catch-up": (
        2,
        [
            f"{_TABLES}/catch_up.py",
            f"{_TABLES}/projector.py",
            *(f"{_TABLES}/{stage}.py" for stage in _STAGES),
        ],
    ),
}
"""What is mutated: so many tenths of the sample, taken from these files and folders."""

MEASURED = ("domain", "ledger", "projections")
PROCESSOR_SECONDS: dict[str, int] = {"quick": 150, "full": 900}
"""By lane: a mutant for which a run of tests takes longer counts as killed, as it loops for ever.
More than all tests of the lane take in one process."""
MEMORY = 4 << 30


@dataclass(frozen=True)
class Outcome:
    """The outcome of a mutant."""

    mutant: Mutant
    killed_in: str | None
    """The lane that killed it."""
    by: str = ""
    """The first failing test."""


def sample(number: int, seed: int) -> list[Mutant]:
    """Mutants of all targets in random order: the first of them are a sample too."""
    mutants = [
        mutant
        for target, (tenths, paths) in TARGETS.items()
        for mutant in islice(_shuffled(paths, Random(f"{seed} {target}")), number * tenths // 10)
    ]
    Random(seed).shuffle(mutants)
    return mutants


def _shuffled(paths: list[str], random: Random) -> Iterator[Mutant]:
    mutants = [
        mutant
        for path in paths
        for file in _python_files(ROOT / path)
        for mutant in mutants_of(file.relative_to(ROOT).as_posix(), file.read_bytes())
    ]
    random.shuffle(mutants)
    return (mutant for mutant in mutants if mutant.is_other_code())


def _python_files(path: Path) -> list[Path]:
    if not path.exists():
        sys.exit(f"{path.relative_to(ROOT)} is not there: tell {__file__} what to mutate")
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


class Runner:
    """Tests mutants in copies of the tree, one at a time in each copy."""

    def __init__(self, directory: Path, jobs: int, lanes: Sequence[str]) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        self._relevance = Relevance(ROOT)
        self._times = count(1)
        self._reached: dict[str, Reached] = {}
        self._files = {lane: _test_files(lane) for lane in lanes}
        for job in range(jobs):
            copy = directory / str(job)
            ignored = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache")
            shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
            self._free.put(copy)

    def measure(self) -> None:
        """Run each lane without a mutant, and record what each test reaches; all must pass."""
        with self._copy() as copy:
            for lane, files in self._files.items():
                data = copy.parent / f"{lane}.coverage"
                if failed := _first_failure(copy, lane, files, measured_in=data):
                    sys.exit(f"the {lane} lane fails without any mutant: {failed}")
                self._reached[lane] = Reached(copy, data)

    def try_(self, mutant: Mutant) -> Outcome:
        with self._copy() as copy:
            file = copy / mutant.path
            self._write(file, mutant.changed)
            try:
                for lane in self._files:
                    for stage in self._stages(mutant, lane):
                        if by := _first_failure(copy, lane, stage):
                            return Outcome(mutant, lane, by)
                return Outcome(mutant, None)
            finally:
                self._write(file, mutant.source)

    def _stages(self, mutant: Mutant, lane: str) -> list[list[str]]:
        """The tests that reach the line; if an import runs it, all tests of the lane.

        Those of the two nearest files first, as to import all test files takes longer than most
        tests. What is first imported within a test is measured as if only that test reached it.
        """
        reached = self._reached[lane]
        tests = reached.tests_at(mutant.path, mutant.line) if mutant.is_in_function() else []
        if not tests:
            return self._relevance.stages(mutant.path, self._files[lane])
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in tests:
            by_file[test.partition("::")[0]].append(test)
        stages = self._relevance.stages(mutant.path, by_file)
        files = [file for each in stages for file in sorted(each, key=lambda at: -len(by_file[at]))]
        parts = filter(None, (files[:2], files[2:]))
        return [[test for file in part for test in by_file[file]] for part in parts]

    def _write(self, file: Path, source: bytes) -> None:
        """Write a file with a new modification time, so that Python does not use old bytecode."""
        file.write_bytes(source)
        os.utime(file, (next(self._times),) * 2)

    @contextmanager
    def _copy(self) -> Iterator[Path]:
        copy = self._free.get()
        try:
            yield copy
        finally:
            self._free.put(copy)


def _test_files(lane: str) -> list[str]:
    """The test files with tests in this lane."""
    line = [sys.executable, "-m", "pytest", "--lane", lane, "--collect-only", "-q"]
    found = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted({each.partition("::")[0] for each in found.stdout.splitlines() if "::" in each})


def _first_failure(copy: Path, lane: str, tests: list[str], measured_in: Path | None = None) -> str:
    """The first failing test, or another error; empty if all pass.

    ``measured_in``: a file for the lines that each test reaches.
    """
    given = copy / "tests-to-run"
    given.write_text("\n".join(tests), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(copy)}
    options = ["--exitfirst", "--quiet", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
    if measured_in is not None:
        options += [*(f"--cov={package}" for package in MEASURED), "--cov-context=test"]
        options += ["--cov-report=", "--cov-fail-under=0"]
        environment["COVERAGE_FILE"] = str(measured_in)
    line = [sys.executable, "-m", "pytest", "--lane", lane, *options]
    with subprocess.Popen(
        [*line, "--hypothesis-profile=unshrunk", f"@{given}"],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        if measured_in is None:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (PROCESSOR_SECONDS[lane],) * 2)
        resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY,) * 2)
        said, _ = process.communicate()
    if process.returncode == 0:
        return ""
    if process.returncode == pytest.ExitCode.USAGE_ERROR and any("::" in test for test in tests):
        # The mutant gives examples other names.
        return _first_failure(copy, lane, sorted({test.partition("::")[0] for test in tests}))
    failed = (each for each in said.splitlines() if each.startswith(("FAILED ", "ERROR ")))
    return next(failed, f"exit {process.returncode}").split(" - ")[0]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--sample", type=int, default=300, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another sample")
    parser.add_argument("--lane", choices=LANES[:2], default="quick", help="the lane to measure")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants at once")
    options = parser.parse_args()
    lanes = LANES[: LANES.index(options.lane) + 1]
    mutants = sample(options.sample, options.seed)
    with TemporaryDirectory(prefix="mutants-") as directory:
        runner = Runner(Path(directory), options.jobs, lanes)
        runner.measure()
        with ThreadPoolExecutor(options.jobs) as pool:
            outcomes = []
            for outcome in pool.map(runner.try_, mutants):
                outcomes.append(outcome)
                _print(outcome)
    for lane in lanes:
        killed = sum(outcome.killed_in in LANES[: LANES.index(lane) + 1] for outcome in outcomes)
        share = f"{killed / len(outcomes):.1%}"
        print(f"the {lane} lane kills {killed} of {len(outcomes)} mutants ({share})")


def _print(outcome: Outcome) -> None:
    place = f"{outcome.mutant.path}:{outcome.mutant.line}"
    if outcome.killed_in is None:
        print(f"survived        {place}\n{outcome.mutant.diff()}", flush=True)
    else:
        print(f"killed ({outcome.killed_in})  {place}  {outcome.by}", flush=True)


if __name__ == "__main__":
    main()
