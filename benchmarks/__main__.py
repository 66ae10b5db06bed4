"""Run every benchmark and print one table: python -m benchmarks."""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from .measure import Measured, measured_by, report

BENCHMARKS = (
    *("play", "importing", "proofs", "replay", "verdicts"),
    *("catch_up", "growth", "audits", "start", "live"),
)


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    """Each benchmark has a process of its own: the memory of one slows down the next."""
    context = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as alone:
        for measured in alone.map(measured_by, BENCHMARKS):
            yield from measured


if __name__ == "__main__":
    main()
