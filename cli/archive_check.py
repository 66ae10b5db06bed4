"""What was checked of an archive, in words."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ..ledger.errors import Tampered
from ..ledger.log.checkpoints import Checkpoint, checkpoint_in
from ..ledger.signing.keys import PublicKey
from ..ledger.signing.notes import Note, signed_by
from ..projections.messages import all_of, plural, text
from .archive_options import needing_extra
from .options import Ledger
from .output import print_json, print_lines
from .proof_files import checkpoint_at
from .read_models import current_keeper

if TYPE_CHECKING:
    from ..projections.archive.verify_archive import ArchiveCovered

_Signed = tuple[Checkpoint, list[str]]
"""A checkpoint, and the names of the keys that signed it."""


def answer_for_archive(
    name: str,
    books: Sequence[str],
    held: Sequence[str],
    trusted: Sequence[PublicKey],
    *,
    as_json: bool,
) -> None:
    """Check an archive against checkpoints in files and against books, and say what was checked.

    Raises what `verify_archive` raises, and Tampered if no trusted key signed a checkpoint.
    """
    with needing_extra():
        from ..projections.archive.read import open_archive  # noqa: PLC0415 - an extra
        from ..projections.archive.verify_archive import verify_archive  # noqa: PLC0415 - as above
    signed = [_signed(checkpoint_at(file), trusted) for file in held]
    archive = open_archive(name)
    with ExitStack() as opened:
        keepers = [
            opened.enter_context(current_keeper(opened.enter_context(Ledger(each).open())))
            for each in books
        ]
        covered = verify_archive(archive, [checkpoint for checkpoint, _ in signed], keepers)
    if as_json:
        checkpoints = [
            {"origin": each.origin, "events": each.size, "time": each.time, "signed_by": by}
            for each, by in signed
        ]
        print_json(covered._asdict() | {"checkpoints": checkpoints})
        return
    print_lines(_lines(covered, signed))


def _signed(note: Note, trusted: Sequence[PublicKey]) -> _Signed:
    checkpoint = checkpoint_in(note)
    by = [one.key.name for one in signed_by(note, trusted) if one.key.name == checkpoint.origin]
    if trusted and not by:
        raise Tampered("not-signed", origin=checkpoint.origin)
    return checkpoint, by


def _lines(covered: "ArchiveCovered", signed: Sequence[_Signed]) -> Iterator[str]:
    yield plural(
        "{number} file is as it was written",
        "{number} files are as they were written",
        covered.files,
    )
    yield plural(
        "{number} event is at its place in the log of its book",
        "{number} events are at their places in the logs of their books",
        covered.events,
    )
    for checkpoint, by in signed:
        yield plural(
            "the log goes on from the checkpoint of {origin} with {number} event",
            "the log goes on from the checkpoint of {origin} with {number} events",
            checkpoint.size,
            origin=checkpoint.origin,
        )
        if by:
            yield text("that checkpoint is signed by {names}", names=all_of(by))
        else:
            yield text("its signature was not checked: name the key with --key")
    if covered.books:
        yield plural(
            "{number} book has the log that is in the archive",
            "{number} books have the logs that are in the archive",
            covered.books,
        )
        yield plural(
            "{number} file of facts is what the tables of the book have",
            "{number} files of facts are what the tables of the books have",
            covered.tables,
        )
    elif not signed:
        yield text(
            "no checkpoint and no book was given: an archive that was made anew as a whole would "
            "not be noticed"
        )
