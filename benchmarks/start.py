"""The start of commands, compared with the import of the libraries that they cannot do without.

    python -m benchmarks.start

Processor time of programs, run alternately. The book has one short game, and the tables are as new
as the book.
"""

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into

from .measure import REPETITIONS, Measured, report, seconds_of

PEER = "import click, pydantic"
MOST = 3.0
COMMAND = "from domino_ledger.cli.main import main; main()"


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "book.db"
        with closing(open_book(path, create=True)) as book:
            simulation = Simulation(PUBLISHED["block@1"], 2, seed=1)
            assert all(simulate_into(book, simulation, 1))
            record = simulation.record(1)
        yield _started("--help")
        for command in (["games"], ["audit", record], ["stats"], ["replay", record]):
            yield _started(*command, "--ledger", str(path))


def _started(*command: str) -> Measured:
    """Runs both once before: bytecode is kept, and tables are made."""
    seconds_of(COMMAND, *command)
    seconds_of(PEER)
    pairs = [(seconds_of(COMMAND, *command), seconds_of(PEER)) for _ in range(REPETITIONS)]
    return Measured(
        f"start, {command[0]}",
        "starts",
        MOST,
        tuple(sorted(ours / theirs for ours, theirs in pairs)),
        our_rate=1 / median(ours for ours, _ in pairs),
        peer=PEER,
        peer_rate=1 / median(theirs for _, theirs in pairs),
        at_most=True,
    )


if __name__ == "__main__":
    main()
