"""Checkpoints: the size and root of the log at a moment, signed (C2SP tlog-checkpoint).

The time of the house stands in an extension line, so that its signature and those of witnesses are
over it, too.

Also the texts that hold one: the proof that an entry is in the log (tlog-proof), and what a witness
is sent (tlog-witness).
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..book import Book
from ..errors import BadNote, Conflict, Tampered
from ..signing.keys import PrivateKey
from ..signing.notes import Note, read_note, sign_note
from ..store.rows import TIME, now
from .durable import NoTiles, locked, put, settle
from .entries import log_entries
from .hash_tiles import CHECKPOINT, DamagedTiles, Tiles
from .merkle import consistency_proof, inclusion_proof

_HASH = 32
_TEXT = re.compile(rf"([^\n]+)\n(0|[1-9][0-9]{{0,18}})\n([A-Za-z0-9+/=]+)\n(?:time ({TIME})\n)?")
_PROOF = "c2sp.org/tlog-proof@v1"
_MOST_HASHES = 64
LONGEST_SUBMISSION = 100_000
"""In bytes."""


class Checkpoint(NamedTuple):
    """The state of a log."""

    origin: str
    """The name of the log; that of the key that signs it."""
    size: int
    """The number of entries."""
    root: bytes
    time: str
    """When it was signed, by a clock of the house, in the form of `ledger.store.rows.now`; empty
    in a checkpoint of another program, which does not say it."""

    @property
    def text(self) -> str:
        """The text that is signed."""
        time = f"time {self.time}\n" if self.time else ""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n{time}"


def checkpoint_in(note: Note) -> Checkpoint:
    """The checkpoint in a note; signatures are not checked. Raises BadNote."""
    found = _TEXT.fullmatch(note.text)
    if found is None:
        raise BadNote("no-checkpoint")
    checkpoint = Checkpoint(found[1], int(found[2]), _hash(found[3]), found[4] or "")
    if checkpoint.text != note.text:
        raise BadNote("no-checkpoint")
    return checkpoint


# -- checkpoints in files; the newest one lies beside the tiles


def kept_checkpoint(file: Path) -> Note | None:
    """The checkpoint in a file; None if there is no such file. Raises NoTiles and BadNote."""
    try:
        return read_note(file.read_bytes().decode())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NoTiles("file-unreadable", file=str(file), reason=error.strerror) from None
    except UnicodeDecodeError:
        raise BadNote("no-note") from None


def keep_checkpoint(file: Path, note: Note) -> None:
    """Replace the checkpoint in a file. Raises NoTiles."""
    put(file, str(note).encode())
    settle([file], file.parent)


def directory_beside(book: Book) -> Path | None:
    """Where the tiles of a book in a file are, unless somebody names another directory."""
    if not isinstance(book.address, Path):
        return None
    return book.address.with_name(f"{book.address.name}.tiles")


def tiles_at(directory: Path) -> tuple[Tiles, Note]:
    """The tiles up to the newest checkpoint, and that checkpoint.

    Raises NoTiles, BadNote, and DamagedTiles if the tiles do not have its root.
    """
    note = kept_checkpoint(directory / CHECKPOINT)
    if note is None:
        raise NoTiles("no-checkpoint-yet", directory=str(directory))
    return _tiles(directory, checkpoint_in(note)), note


def _tiles(directory: Path, newest: Checkpoint | None) -> Tiles:
    tiles = Tiles(directory, 0 if newest is None else newest.size)
    if newest is not None and tiles.root != newest.root:
        raise DamagedTiles("tiles-damaged", directory=str(directory), size=newest.size)
    return tiles


def make_tiles_again(book: Book, directory: Path) -> None:
    """Make the tiles of the newest checkpoint from the book, in place of those that are damaged.

    Raises NoTiles, BadNote, and Tampered if the log of the book is not that of the checkpoint.
    """
    note = kept_checkpoint(directory / CHECKPOINT)
    if note is None:
        raise NoTiles("no-checkpoint-yet", directory=str(directory))
    newest = checkpoint_in(note)
    with TemporaryDirectory() as name:
        anew = Path(name)
        with log_entries(book, 0) as entries:
            tiles = Tiles(anew, 0).extended(each.entry for each in islice(entries, newest.size))
        if tiles.size < newest.size:
            raise Tampered("log-too-short", size=newest.size, events=tiles.size)
        if tiles.root != newest.root:
            raise Tampered("other-log", origin=newest.origin, size=newest.size)
        files = [each.relative_to(anew) for each in anew.rglob("*") if each.is_file()]
        for file in files:
            put(directory / file, (anew / file).read_bytes())
    settle([directory / file for file in files], directory)


def make_checkpoint(book: Book, directory: Path, key: PrivateKey) -> Note:
    """Write the tiles of all events that are not in them yet, and sign the log.

    The tiles are on the disk before the log is signed, and the checkpoint before it is returned.
    The events up to the last checkpoint are not read again: `verify` does that. Raises NoTiles,
    Conflict if these are the tiles of another log, DamagedTiles, and Tampered if the book has fewer
    events than the last checkpoint, or tiles that come next are there and other ones.
    """
    with locked(directory / CHECKPOINT):
        note = kept_checkpoint(directory / CHECKPOINT)
        newest = None if note is None else checkpoint_in(note)
        if newest is not None and newest.origin != key.name:
            where, origin = str(directory), newest.origin
            raise Conflict("tiles-of-another-log", directory=where, origin=origin, name=key.name)
        tiles = _tiles(directory, newest)
        with log_entries(book, tiles.size) as entries:
            tiles = tiles.extended(each.entry for each in entries)
        # A clock that went back makes no checkpoint older than what it holds.
        time = max(now(), book.last_recorded(), "" if newest is None else newest.time)
        signed = Checkpoint(key.name, tiles.size, tiles.root, time).text
        made = Note(signed, (sign_note(signed, key),))
        keep_checkpoint(directory / CHECKPOINT, made)
    return made


# -- an entry is in the log


def proof_of_inclusion(tiles: Tiles, checkpoint: Note, index: int) -> str:
    """The text that proves that the entry of an index is in the log of a checkpoint.

    ``tiles`` may go on after the checkpoint. The hashes go from the sibling of the leaf upwards.
    """
    hashes = inclusion_proof(tiles.subtree, index, checkpoint_in(checkpoint).size)
    return _before(checkpoint, [_PROOF, f"index {index}"], hashes)


def _before(checkpoint: Note, lines: list[str], hashes: Iterable[bytes]) -> str:
    """A checkpoint, and before it lines and hashes."""
    return "\n".join([*lines, *map(_base64, hashes), "", str(checkpoint)])


# -- what a witness is sent


class Submission(NamedTuple):
    """A checkpoint for a witness, with the proof that the log only grew since an older one."""

    old: int
    """The size of the log in the checkpoint that the witness has; 0: it has none."""
    hashes: tuple[bytes, ...]
    checkpoint: Note

    def __str__(self) -> str:
        return _before(self.checkpoint, [f"old {self.old}"], self.hashes)


def submission_since(tiles: Tiles, checkpoint: Note, old: int) -> Submission:
    """The checkpoint with the proof since an older size. Raises Conflict if that is larger."""
    if old > tiles.size:
        raise Conflict("no-such-size", old=old, size=tiles.size)
    return Submission(old, tuple(consistency_proof(tiles.subtree, old, tiles.size)), checkpoint)


def read_submission(raw: str) -> Submission:
    """The submission in this text. Raises BadNote."""
    head, blank, note = raw.partition("\n\n")
    first, *lines = head.split("\n")
    old = re.fullmatch(r"old (0|[1-9][0-9]{0,18})", first)
    if old is None or not blank or len(lines) > _MOST_HASHES:
        raise BadNote("no-submission")
    return Submission(int(old[1]), tuple(map(_hash, lines)), read_note(note))


def _base64(hash: bytes) -> str:
    return b64encode(hash).decode()


def _hash(text: str) -> bytes:
    with suppress(NoBase64, ValueError):
        hash = b64decode(text, validate=True)
        if len(hash) == _HASH and _base64(hash) == text:
            return hash
    raise BadNote("no-hash", found=text)
