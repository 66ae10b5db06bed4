"""`domino witness`: keeps checkpoints of a log on another machine."""

import time
from pathlib import Path

from ...ledger.log.checkpoints import LONGEST_SUBMISSION, checkpoint_in, read_submission
from ...ledger.log.witness import witness as keep
from ...ledger.signing.keys import PrivateKey
from .. import options
from ..declaring import argument, command, option
from ..files import reading
from ..output import print_data, say_plural
from ..proof_files import public_keys


@command()
def witness(
    submission: str = argument(),
    state: str = option("The checkpoint that is kept from now on.", required=True, metavar="FILE"),
    begin: bool = option("Begin FILE with this checkpoint, once for a log.", "--init"),
    log: tuple[str, ...] = option(
        "A public key of the log: its line, or a file with it. Repeated: after a change of keys.",
        required=True,
        metavar="KEY",
    ),
    key: PrivateKey | None = options.key_of_log,
) -> None:
    """Keep the checkpoint in SUBMISSION if the log only grew.

    SUBMISSION is a file that `domino checkpoint --since SIZE` wrote, or -. A log in which something
    was changed or cut is refused (exit 4). With --key, the witness signs what it has seen. Nothing
    is signed if FILE was lost.
    """
    with reading(submission) as file:
        sent = read_submission(file.read(LONGEST_SUBMISSION).decode(errors="replace"))
    note = keep(sent, Path(state), public_keys(log), key, int(time.time()), begin=begin)
    print_data(str(note).splitlines())
    say_plural(
        "kept: the log {origin} with {number} event",
        "kept: the log {origin} with {number} events",
        checkpoint_in(note).size,
        origin=checkpoint_in(note).origin,
    )
