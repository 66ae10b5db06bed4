"""`domino checkpoint`: signs the log over all games."""

from pathlib import Path

import click

from ledger.log.checkpoints import (
    Submission,
    make_checkpoint,
    submission_since,
    tiles_at,
)
from ledger.registry.keys import check_signs_log
from ledger.signing.keys import PrivateKey
from ledger.signing.notes import Note
from projections.verification.checkpoints import add_cosignatures

from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..options import WholeNumber, tiles_option
from ..proof_options import (
    checkpoint_at,
    directory_of,
    on_sound_tiles,
    private_key_option,
)


@click.command()
@private_key_option
@tiles_option
@click.option(
    "--since",
    type=WholeNumber(0),
    metavar="SIZE",
    help="For a witness: with the proof that the log only grew since it had SIZE events.",
)
@click.option(
    "--cosigned",
    multiple=True,
    metavar="FILE",
    help="Add the signature of a witness to the newest checkpoint: what it printed. Repeated.",
)
@click.option(
    "--output", default="-", metavar="FILE", help="Write to FILE instead of standard output."
)
@ledger_option
def checkpoint(
    *,
    key: PrivateKey | None,
    tiles: str | None,
    since: int | None,
    cosigned: tuple[str, ...],
    output: str,
    ledger: str,
) -> None:
    """Sign the log over all games, and print the checkpoint.

    Keep it where the house cannot change it: it proves later what was recorded by now. Without
    --key, the newest checkpoint is printed again, with the signatures of witnesses that were added.
    """
    with book_at(ledger) as book:
        directory = directory_of(book, tiles)
        if key is not None:
            signer = key
            check_signs_log(book, key.public)
            on_sound_tiles(book, tiles, lambda: make_checkpoint(book, directory, signer))
        for each in cosigned:
            add_cosignatures(book, directory, checkpoint_at(each))
        said = on_sound_tiles(book, tiles, lambda: _newest(directory, since))
    with writing(output) as file:
        file.write(str(said).encode())


def _newest(directory: Path, since: int | None) -> Note | Submission:
    made, note = tiles_at(directory)
    return note if since is None else submission_since(made, note, since)
