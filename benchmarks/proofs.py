"""What hashes cost: those of an import beside the import, and those of a whole book.

    python -m benchmarks.proofs

The first row hashes the events of an import as they are chained, and the leaves and nodes of the
log over them; the import is its peer. The bound 5 says that this is a fifth of the time of the
import. The second row checks a book as `domino verify --all` does, with a checkpoint, in processor
time.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from uuid import UUID

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.log.checkpoints import checkpoint_in, make_checkpoint
from domino_ledger.ledger.log.entries import log_entry
from domino_ledger.ledger.log.merkle import GrowingTree, leaf_hash
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.ledger.store.chain import hash_in, stream_tag
from domino_ledger.ledger.store.rows import Row, salt_in
from domino_ledger.projections.verification.chains import verify_book

from .importing import import_lines
from .measure import Measured, compare, report, settle, timed

GAMES = 3000
REPETITIONS = 7
VERIFIED = 150_000
KEY = PrivateKey("benchmark.example", bytes(32))


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    simulation = Simulation(PUBLISHED["block-lot@1"], players=4, seed=1)
    lines = [simulation.line(number) for number in range(1, GAMES + 1)]
    with TemporaryDirectory() as name:
        directory = Path(name)
        files = (directory / f"{number}.db" for number in range(1000))
        first = next(files)
        import_lines(lines, first)
        with closing(open_book(first)) as book:
            rows: list[Row] = book.query(
                "SELECT originator_id, originator_version, topic, state FROM stored_events "
                "ORDER BY rowid"
            )
            yield compare(
                "chain, leaves and nodes",
                peer="import of these events",
                unit="events",
                bound=5,
                ours=lambda: timed(len(rows), lambda: hash_all(rows)),
                theirs=lambda: (len(rows), import_lines(lines, next(files))),
                repetitions=REPETITIONS,
            )
            yield verification(book, directory / "tiles")


def hash_all(rows: Sequence[Row]) -> bytes:
    """The root of the log over these events."""
    tree, tags, salts = GrowingTree(), dict[str, bytes](), dict[str, bytes]()
    for game, version, topic, state in rows:
        tag = tags.get(game)
        if tag is None:
            tag = tags[game] = stream_tag(UUID(game))
            salts[game] = b""
        if topic == RoundDealt.TOPIC:
            salts[game] = salt_in(state)
        hash = hash_in(tag, version, topic, state)
        tree.add(leaf_hash(log_entry(UUID(game), version, hash, salts[game])))
    return tree.root


def verification(book: Book, tiles: Path) -> Measured:
    checkpoint = checkpoint_in(make_checkpoint(book, tiles, KEY))
    settle()
    rates = []
    for _ in range(REPETITIONS):
        began = process_time()
        covered = verify_book(book, [checkpoint])
        rates.append(covered.events / (process_time() - began))
    rates.sort()
    return Measured("verify --all", "events", VERIFIED, tuple(rates), median(rates))


if __name__ == "__main__":
    main()
