"""Run every benchmark and print one table: python -m benchmarks."""

import sys
from itertools import chain

from . import article, figures, growth, importing, play, proofs, replay, verdicts
from .measure import report

if __name__ == "__main__":
    measured = chain.from_iterable(
        benchmark.measurements()
        for benchmark in (play, importing, proofs, replay, verdicts, figures, article, growth)
    )
    sys.exit(not report(measured))
