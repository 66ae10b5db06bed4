"""Every benchmark, one table: python -m benchmarks."""

import sys
from itertools import chain

from . import importing, play, replay, verdicts
from .measure import report

if __name__ == "__main__":
    measured = chain(play.comparisons(), importing.comparisons(), replay.comparisons())
    holds = report(measured)
    print()
    sys.argv[1:] = []
    verdicts.main()
    sys.exit(not holds)
