"""Whether a shuffle was committed to before its seeds were revealed, by kept checkpoints."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from domino_ledger.domain.events import ShuffleAborted
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.live.session import TableSession, open_table, resume_table
from domino_ledger.ledger.live.shuffled_deals import Committed, commit, dealt_by
from domino_ledger.ledger.log.checkpoints import (
    Checkpoint,
    checkpoint_in,
    make_checkpoint,
    tiles_at,
)
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.verification.fixed_shuffles import fixed_shuffles

KEY = PrivateKey("club.example", bytes(32))


class AtTheTable(NamedTuple):
    book: Book
    session: TableSession
    directory: Path

    def signed(self) -> Checkpoint:
        """A checkpoint of now."""
        return checkpoint_in(make_checkpoint(self.book, self.directory, KEY))

    def fixed(self, *checkpoints: Checkpoint) -> dict[str, int]:
        self.signed()
        stream, (tiles, _) = self.book.stream(self.session.id), tiles_at(self.directory)
        return fixed_shuffles(self.book, stream, checkpoints, tiles)

    def committed(self) -> Committed:
        committed = commit(2, {})
        self.session.write([committed.event])
        return committed

    def deal(self, committed: Committed) -> None:
        self.session.write(dealt_by(self.session.game, committed.seeds({})))


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Iterator[AtTheTable]:
    with closing(open_book(tmp_path / "book.db", create=True)) as book:
        session = open_table(book, "g", PUBLISHED["block-lot@1"], ["Ana", "Ben"])
        yield AtTheTable(book, session, tmp_path / "tiles")


def test_a_checkpoint_between_commitments_and_deal_fixes_the_shuffle(table: AtTheTable) -> None:
    too_early = table.signed()
    committed = table.committed()
    in_time = table.signed()
    table.deal(committed)
    too_late = table.signed()
    assert table.fixed(too_late, in_time, too_early) == {committed.event.server: in_time.size}
    assert table.fixed(too_early, too_late) == {}
    audit = Auditor(table.book).of_game(
        table.book.stream(table.session.id), fixed=table.fixed(in_time)
    )
    assert audit.shuffles is not None
    assert [deal.fixed for deal in audit.shuffles.deals] == [in_time.size]


def test_a_shuffle_that_was_given_up_fixes_none(table: AtTheTable) -> None:
    table.committed()
    first = table.signed()
    table.session.write([ShuffleAborted()])
    committed = table.committed()
    table.deal(committed)
    assert table.fixed(first) == {}


def test_commitments_exchanged_after_the_seeds_are_known_are_found(
    table: AtTheTable, tmp_path: Path
) -> None:
    """The book goes on from before, with every hash made anew."""
    before = tmp_path / "before.db"
    with closing(sqlite3.connect(tmp_path / "book.db")) as copied:
        copied.execute(f"VACUUM INTO '{before}'")
    table.committed()
    kept = table.signed()
    with closing(open_book(before)) as book:
        other = AtTheTable(book, resume_table(book, table.session.id), tmp_path / "others")
        other.deal(other.committed())
        with pytest.raises(Tampered, match="other-log"):
            other.fixed(kept)
