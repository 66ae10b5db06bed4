"""What commands about proofs share: the tiles of the log, keys, and checkpoints in files."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import click

from ledger.book import Book
from ledger.errors import BadKey
from ledger.log.checkpoints import kept_checkpoint, make_tiles_again
from ledger.log.durable import NoTiles
from ledger.log.entries import events_among
from ledger.log.hash_tiles import CHECKPOINT, DamagedTiles
from ledger.signing.keys import (
    COSIGNATURE,
    ED25519,
    Kind,
    PrivateKey,
    PublicKey,
    given_key,
    read_private_key,
)
from ledger.signing.notes import Note
from projections.messages import text
from projections.verification.checkpoints import signatures_on

from .files import UnusableFile
from .output import say

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")


def private_key_option(command: Command) -> Command:
    """Add `--key` with the file of a private key, which the command gets as ``key``, or None."""
    return click.option(
        "--key",
        metavar="FILE",
        envvar="DOMINO_KEY",
        callback=lambda _, __, file: None if file is None else read_private_key(Path(file)),
        help="The private key of the log (or set DOMINO_KEY).",
    )(command)


def required(key: PrivateKey | None) -> PrivateKey:
    """The key, if one was named. Raises UsageError."""
    if key is None:
        raise click.UsageError(text("name the private key of the log with --key"))
    return key


def directory_of(book: Book, tiles: str | None) -> Path:
    """The directory of the tiles. Raises UsageError for a book on a server without `--tiles`."""
    if tiles is not None:
        return Path(tiles)
    if not isinstance(book.address, Path):
        raise click.UsageError(text("name the directory of the tiles of this book with --tiles"))
    return book.address.with_name(f"{book.address.name}.tiles")


def newest_checkpoint(book: Book, tiles: str | None) -> Note | None:
    """The checkpoint beside the tiles of the book; None if there is none and none was named.

    Its signatures are not checked. Raises NoTiles and BadNote.
    """
    if tiles is None and not isinstance(book.address, Path):
        return None
    directory = directory_of(book, tiles)
    note = kept_checkpoint(directory / CHECKPOINT)
    if note is None and tiles is not None:
        raise NoTiles("no-checkpoint-yet", directory=tiles)
    return note


def on_sound_tiles(book: Book, tiles: str | None, work: Callable[[], Result]) -> Result:
    """The result of work on the tiles; if they are damaged, they are made again, and it as well."""
    try:
        return work()
    except DamagedTiles:
        directory = directory_of(book, tiles)
        make_tiles_again(book, directory)
        say(
            text(
                "the tiles in {directory} were damaged, and were made again from the book",
                directory=str(directory),
            )
        )
        return work()


class Logged(NamedTuple):
    """The events of a game in the log."""

    note: str
    """The newest checkpoint."""
    logged: int
    """The number of events of the game that it holds."""
    checked: bool
    """A key that is registered in the book has signed it."""

    @property
    def json(self) -> dict[str, Any]:
        """For programs (docs/sheet.md#the-keys)."""
        return {"checkpoint": self.note, "logged": self.logged, "signature_checked": self.checked}


def logged_in(book: Book, game: UUID, tiles: str | None) -> Logged | None:
    """The newest checkpoint, and what it holds of a game; None where there is no checkpoint.

    Raises Tampered as `signatures_on` does.
    """
    note = newest_checkpoint(book, tiles)
    if note is None:
        return None
    signed = signatures_on(book, note)
    size = signed.checkpoint.size
    return Logged(str(note), events_among(book, game, size), checked=bool(signed.by))


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
