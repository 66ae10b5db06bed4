"""Books with archives."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.game.state import fold
from domino_ledger.ledger.store.rows import Row
from domino_ledger.projections.archive.manifest import File
from domino_ledger.projections.archive.read import Archive, open_archive
from domino_ledger.projections.archive.write import open_to_write
from domino_ledger.projections.tables.catch_up import Keeper
from tests.projections.random_histories import History, random_history, rows_of
from tests.projections.tables.modelled import exhaust, opened

WIDTH = 300
"""The entries of the log of a bucket: few, so that there are several."""


@contextmanager
def kept(book: Path) -> Iterator[Keeper]:
    """The keeper of the tables of a book, which are brought up to date."""
    with opened(book, 1_000) as keeper:
        exhaust(keeper.catch_up())
        yield keeper


def archived(book: Path, to: Path, width: int = WIDTH) -> list[File]:
    """Take a book into an archive; returns the files that were written."""
    with kept(book) as keeper, open_to_write(str(to), width=width) as writer:
        assert sum(writer.take_in(keeper)) <= writer.manifest.events
        return writer.written


def archive_of(book: Path, to: Path) -> Archive:
    """An archive with a book."""
    archived(book, to)
    return open_archive(str(to))


def content(archive: Path) -> dict[str, bytes]:
    """All files of an archive."""
    files = (file for file in archive.rglob("*") if file.is_file())
    return {
        file.relative_to(archive).as_posix(): file.read_bytes()
        for file in files
        if not file.name.endswith(".lock")
    }


def random_rows(seed: str, games: int) -> list[tuple[History, list[Row]]]:
    """Random games of all variants, with everything that can happen to a game."""
    chance = Random(seed)
    histories = [random_history(chance, f"game {number}") for number in range(games)]
    for history in histories:
        if not fold(history.events).over and chance.random() < 0.7:
            history.events.append(GameAbandoned(reason="rain"))
    return [(history, list(rows_of(history, chance))) for history in histories]


def names_of(histories: Sequence[History]) -> list[tuple[str, str]]:
    """The players of these games."""
    return [(player.hex, name) for each in histories for player, name in each.names.items()]
