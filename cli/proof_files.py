"""What commands about proofs read: the tiles of the log, its checkpoints, and keys."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar
from uuid import UUID

from ..domain.shuffle import Hex
from ..ledger.book import Book
from ..ledger.errors import BadKey
from ..ledger.log.checkpoints import (
    checkpoint_in,
    directory_beside,
    kept_checkpoint,
    make_tiles_again,
    tiles_at,
)
from ..ledger.log.durable import NoTiles
from ..ledger.log.hash_tiles import CHECKPOINT, DamagedTiles
from ..ledger.signing.keys import COSIGNATURE, ED25519, Kind, PublicKey, given_key
from ..ledger.signing.notes import Note
from ..ledger.store.stream import Stream
from ..projections.messages import mark, plural, text
from ..projections.verification.chains import Covered
from ..projections.verification.checkpoints import Logged, logged_by
from ..projections.verification.fixed_shuffles import fixed_shuffles
from .declaring import usage_error
from .files import UnusableFile
from .output import say

Result = TypeVar("Result")


def directory_of(book: Book, tiles: str | None) -> Path:
    """The directory of the tiles. Raises UsageError for a book on a server without `--tiles`."""
    directory = directory_beside(book) if tiles is None else Path(tiles)
    if directory is None:
        raise usage_error("name the directory of the tiles of this book with --tiles")
    return directory


def newest_checkpoint(book: Book, tiles: str | None) -> Note | None:
    """The unchecked checkpoint beside the tiles; None if none is there. Raises NoTiles, BadNote."""
    if tiles is None and not isinstance(book.address, Path):
        return None
    directory = directory_of(book, tiles)
    note = kept_checkpoint(directory / CHECKPOINT)
    if note is None and tiles is not None:
        raise NoTiles("no-checkpoint-yet", directory=tiles)
    return note


def on_sound_tiles(book: Book, tiles: str | None, work: Callable[[Path], Result]) -> Result:
    """The result of work on the directory of the tiles, which are made again if damaged."""
    directory = directory_of(book, tiles)
    try:
        return work(directory)
    except DamagedTiles:
        make_tiles_again(book, directory)
        made_again = mark(
            "the tiles in {directory} were damaged, and were made again from the book"
        )
        say(text(made_again, directory=directory))
        return work(directory)


def covered_texts(covered: Covered) -> Iterator[str]:
    """How much was checked."""
    yield plural(
        "{number} event matches its hash", "{number} events match their hashes", covered.events
    )
    yield plural(
        "{number} game ends where its head says",
        "{number} games end where their heads say",
        covered.games,
    )


def logged_in(book: Book, game: UUID, tiles: str | None) -> Logged | None:
    """What the newest checkpoint holds of a game, if there is one; errors of `signatures_on`."""
    note = newest_checkpoint(book, tiles)
    return None if note is None else logged_by(book, game, note)


def checkpoint_at(file: str) -> Note:
    """The checkpoint in a file. Raises UnusableFile and BadNote."""
    note = kept_checkpoint(Path(file))
    if note is None:
        raise UnusableFile("file-unreadable", file=file, reason=text("there is no such file"))
    return note


def public_keys(named: Iterable[str], kind: Kind = ED25519) -> list[PublicKey]:
    """Public keys of a kind, each given as its line or as a file with it. Raises BadKey."""
    keys = [given_key(each) for each in named]
    for key in keys:
        if key.kind != kind:
            code = "no-key-of-witness" if kind == COSIGNATURE else "key-of-witness"
            raise BadKey(code, key=key.full_id)
    return keys


def fixed_by(files: Iterable[str], tiles: str | None) -> Callable[[Book, Stream], dict[Hex, int]]:
    """What gives the `fixed_shuffles` of a game by the checkpoints in these files.

    ``tiles``: as typed. Raises UnusableFile and BadNote; what it gives raises Tampered, NoTiles and
    DamagedTiles.
    """
    kept = [checkpoint_in(checkpoint_at(file)) for file in files]

    def fixed_in(book: Book, stream: Stream) -> dict[Hex, int]:
        return on_sound_tiles(
            book, tiles, lambda at: fixed_shuffles(book, stream, kept, tiles_at(at)[0])
        )

    return fixed_in
