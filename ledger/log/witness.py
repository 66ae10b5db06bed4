"""A witness: keeps the newest checkpoint of a log, and signs that the log only grew (tlog-witness).

It needs no book. What it keeps is what was sent to it, so run it where the house cannot write.
"""

from collections.abc import Collection

from ..errors import BadNote, Conflict, Tampered
from ..signing.keys import PrivateKey, PublicKey
from ..signing.notes import Note, cosign_note, signed_by
from .checkpoints import Submission, checkpoint_in
from .merkle import is_consistent


def witnessed(
    submission: Submission,
    kept: Note | None,
    log: Collection[PublicKey],
    key: PrivateKey | None,
    time: int,
) -> Note:
    """The checkpoint to keep from now on, with the cosignature of ``key``.

    ``kept`` is the one kept so far; ``log`` are the keys of the log; ``time`` is now, in seconds
    since 1970. Raises BadNote if no key of the log signed it, Conflict if the submission goes on
    from another size than the one kept, and Tampered if the log did not only grow.
    """
    note = submission.checkpoint
    checkpoint = checkpoint_in(note)
    if not signed_by(note, log):
        raise BadNote("not-signed-by-log", origin=checkpoint.origin)
    size, root = 0, b""
    if kept is not None:
        before = checkpoint_in(kept)
        size, root = before.size, before.root
        if before.origin != checkpoint.origin:
            raise Conflict("other-log-kept", origin=before.origin, other=checkpoint.origin)
    if submission.old != size:
        raise Conflict("witness-has-size", size=size, old=submission.old)
    if size and not is_consistent(size, root, checkpoint.size, checkpoint.root, submission.hashes):
        raise Tampered("log-not-continued", origin=checkpoint.origin, size=size)
    if key is None:
        return note
    cosigned = cosign_note(note.text, key, time)
    return note._replace(signatures=(*note.signatures, cosigned))
