"""A witness: keeps the newest checkpoint of a log, and signs that the log only grew (tlog-witness).

It needs no book. What it keeps is what was sent to it, so run it where the house cannot write. The
file that it keeps is all it knows: it is begun once, by an explicit step, and where it is lost
nothing is signed, since the log might have been another.
"""

from collections.abc import Collection
from pathlib import Path

from ..errors import BadNote, Conflict, Tampered
from ..signing.keys import PrivateKey, PublicKey
from ..signing.notes import Note, cosign_note, signed_by
from .checkpoints import Submission, checkpoint_in, keep_checkpoint, kept_checkpoint
from .durable import NoTiles, locked
from .merkle import is_consistent


def witness(
    submission: Submission,
    state: Path,
    log: Collection[PublicKey],
    key: PrivateKey | None,
    time: int,
    *,
    begin: bool = False,
) -> Note:
    """Keep a checkpoint in a file, if the log only grew since the one kept there.

    Returns it with the cosignature of ``key``, once it is on the disk. From reading to writing,
    other programs wait. ``log`` are the keys of the log; ``time`` is now, in seconds since 1970: a
    clock that went back does not make the cosignature older than the one before. ``begin``: there
    must be no such file yet. Raises NoTiles if there is none, and else Conflict, also if the
    submission goes on from another size than the one kept; BadNote if no key of the log signed it;
    and Tampered if the log did not only grow.
    """
    note = submission.checkpoint
    checkpoint = checkpoint_in(note)
    with locked(state):
        kept = kept_checkpoint(state)
        before = None if kept is None else checkpoint_in(kept)
        if begin and before is not None:
            raise Conflict("witness-began", file=str(state), size=before.size)
        if not begin and kept is None:
            raise NoTiles("no-witness-state", file=str(state))
        if not any(signed.key.name == checkpoint.origin for signed in signed_by(note, log)):
            raise BadNote("not-signed-by-log", origin=checkpoint.origin)
        if before is not None and before.origin != checkpoint.origin:
            raise Conflict("other-log-kept", origin=before.origin, other=checkpoint.origin)
        size = 0 if before is None else before.size
        if submission.old != size:
            raise Conflict("witness-has-size", size=size, old=submission.old)
        if before is not None:
            older = before.size, before.root
            if not is_consistent(*older, checkpoint.size, checkpoint.root, submission.hashes):
                raise Tampered("log-not-continued", origin=before.origin, size=before.size)
            if checkpoint.time < before.time:
                raise Tampered("checkpoint-went-back", origin=before.origin, time=before.time)
        if key is not None:
            earlier = [] if kept is None else signed_by(kept, [key.public])
            time = max([time, *(signed.time or 0 for signed in earlier)])
            signatures = (*note.signatures, cosign_note(note.text, key, time))
            note = note._replace(signatures=signatures)
        keep_checkpoint(state, note)
    return note
