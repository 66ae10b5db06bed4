"""What commands about proofs share: the tiles of the log, keys, and checkpoints in files."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import click

from ledger.book import Book
from ledger.log.checkpoints import checkpoint_in, kept_checkpoint, tiles_at
from ledger.log.entries import events_among
from ledger.log.tiles import CHECKPOINT, Tiles
from ledger.signing.keys import PrivateKey, PublicKey, given_key, read_private_key
from ledger.signing.notes import Note
from projections.messages import text

from .files import UnusableFile

Command = TypeVar("Command", bound=Callable[..., Any])


def tiles_option(command: Command) -> Command:
    """Add `--tiles` to a command, which gets the name of the directory, or None."""
    return click.option(
        "--tiles",
        metavar="DIRECTORY",
        envvar="DOMINO_TILES",
        help="The tiles of the log (or set DOMINO_TILES).  [default: beside the file of the book]",
    )(command)


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


def newest_log(book: Book, tiles: str | None) -> tuple[Tiles, Note] | None:
    """The tiles of the book with their checkpoint; None if there are none and none were named."""
    if tiles is None:
        if not isinstance(book.address, Path):
            return None
        if not (directory_of(book, None) / CHECKPOINT).exists():
            return None
    return tiles_at(directory_of(book, tiles))


class Logged(NamedTuple):
    """The events of a game in the log."""

    note: str
    """The newest checkpoint."""
    logged: int
    """The number of events of the game that it holds."""


def logged_in(book: Book, game: UUID, tiles: str | None) -> Logged | None:
    """The newest checkpoint, and what it holds of a game; None where `newest_log` finds none."""
    made = newest_log(book, tiles)
    if made is None:
        return None
    _, note = made
    return Logged(str(note), events_among(book, game, checkpoint_in(note).size))


def checkpoint_at(file: str) -> Note:
    """The checkpoint in a file. Raises UnusableFile and BadNote."""
    note = kept_checkpoint(Path(file))
    if note is None:
        raise UnusableFile("file-unreadable", file=file, reason=text("there is no such file"))
    return note


def public_keys(named: Iterable[str]) -> list[PublicKey]:
    """Public keys, each given as its line or as a file with it. Raises BadKey."""
    return [given_key(each) for each in named]
