"""`domino checkpoint`: signs the log over all games."""

from pathlib import Path

from ...ledger.log.checkpoints import Submission, make_checkpoint, submission_since, tiles_at
from ...ledger.registry.keys import check_signs_log
from ...ledger.signing.keys import PrivateKey
from ...ledger.signing.notes import Note
from ...projections.verification.checkpoints import add_cosignatures
from .. import options
from ..declaring import command, option
from ..files import writing
from ..proof_files import checkpoint_at, directory_of, on_sound_tiles


@command()
def checkpoint(
    key: PrivateKey | None = options.key_of_log,
    tiles: str | None = options.tiles,
    since: int | None = option(
        "For a witness: with the proof that the log only grew since it had SIZE events.",
        least=0,
        metavar="SIZE",
    ),
    cosigned: tuple[str, ...] = option(
        "Add the signature of a witness to the newest checkpoint: what it printed. Repeated.",
        metavar="FILE",
    ),
    output: str = option("Write to FILE instead of standard output.", default="-", metavar="FILE"),
    ledger: options.Ledger = options.ledger,
) -> None:
    """Sign the log over all games, and print the checkpoint.

    Keep it where the house cannot change it: it proves later what was recorded by now. Without
    --key, the newest checkpoint is printed again, with the signatures of witnesses that were added.
    """

    def newest(directory: Path) -> Note | Submission:
        made, note = tiles_at(directory)
        return note if since is None else submission_since(made, note, since)

    with ledger.open() as book:
        if key is not None:
            signer = key
            check_signs_log(book, key.public)
            on_sound_tiles(book, tiles, lambda directory: make_checkpoint(book, directory, signer))
        for each in cosigned:
            add_cosignatures(book, directory_of(book, tiles), checkpoint_at(each))
        said = on_sound_tiles(book, tiles, newest)
    with writing(output) as file:
        file.write(str(said).encode())
