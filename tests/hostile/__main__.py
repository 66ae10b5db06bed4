"""Many hostile inputs.

``python -m tests.hostile --count 1000 --seed 1 --kind records``

Prints each find with its number and input, and the counts at the end. The same seed gives the same
inputs; ``--first N`` begins with the input of that number. Without ``--kind``, all kinds.
"""

import argparse
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from .kinds import KINDS

SECONDS = 2.0
"""The limit of processor time for one input."""
LONGER = {"evenings": 15.0, "proofs": 60.0}
"""An evening has a hundred lines, and an audit; a log has twenty games, with all signatures."""
TRIES = 3
"""Of an input that takes longer: on a busy machine the same work takes more processor time, too."""


class Find(NamedTuple):
    """An input that was handled badly."""

    kind: str
    number: int
    wrong: str
    input: str


def finds(kind: str, numbers: range, seed: int) -> Iterator[Find]:
    """The finds among the inputs of these numbers."""
    _tried(kind, "0")  # Warm up, so that imports and caches are not measured.
    for number in numbers:
        wrong, input = _tried(kind, f"{seed} {kind} {number}")
        if wrong is not None:
            yield Find(kind, number, wrong, input)


def _tried(kind: str, seed: str) -> tuple[str | None, str]:
    """The fault, if any, and the input."""
    limit = LONGER.get(kind, SECONDS)
    for _ in range(TRIES):
        wrong, seconds, input = _once(kind, Random(seed))
        if wrong is not None or seconds <= limit:
            return wrong, input
    return f"{seconds:.1f} seconds", input


def _once(kind: str, chance: Random) -> tuple[str | None, float, str]:
    """The fault, the processor time, and the input."""
    input: list[str] = []
    with TemporaryDirectory() as directory:
        start = process_time()
        try:
            wrong = KINDS[kind](Path(directory), chance, input)
        except Exception:  # noqa: BLE001 - this is what is looked for
            wrong = traceback.format_exc(limit=-6)
        seconds = process_time() - start
    return wrong, seconds, "\n".join(input)


def say(text: str) -> None:
    sys.stdout.buffer.write(f"{text}\n".encode(errors="backslashreplace"))
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--count", type=int, default=1_000, help="inputs of each kind")
    parser.add_argument("--first", type=int, default=1, help="the number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append", help="may be repeated")
    asked = parser.parse_args()
    counts = {}
    for kind in asked.kind or KINDS:
        counts[kind] = 0
        for found in finds(kind, range(asked.first, asked.first + asked.count), asked.seed):
            counts[kind] += 1
            say(f"== {kind} {found.number}: {found.wrong}\n{found.input[:20_000]}")
    for kind, number in counts.items():
        say(f"{kind}: {asked.count} inputs, {number} finds")
    return 1 if any(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
