"""`domino prove`: one file that proves a game to a stranger."""

from pathlib import Path

import click

from ledger.registry.keys import check_signs_log
from ledger.signing.keys import PrivateKey
from projections.messages import plural, text
from projections.verification.proof import VERIFIER, prove_game

from ..booked_game import game_called
from ..files import check_apart, writing
from ..ledger_option import book_at, ledger_option
from ..options import tiles_option
from ..output import say
from ..proof_options import (
    checkpoint_at,
    directory_of,
    on_sound_tiles,
    private_key_option,
    required,
)


@click.command()
@click.argument("game")
@private_key_option
@tiles_option
@click.option(
    *("--checkpoint", "held"),
    metavar="FILE",
    help="Prove the game by this checkpoint instead of the newest.",
)
@click.option("--verifier", metavar="FILE", help="Also write the program that checks proofs.")
@click.option("--out", "output", required=True, metavar="FILE", help="The proof.")
@ledger_option
def prove(
    *,
    game: str,
    key: PrivateKey | None,
    tiles: str | None,
    held: str | None,
    verifier: str | None,
    output: str,
    ledger: str,
) -> None:
    """Write one file that proves what was recorded of GAME.

    It holds all events as stored, and the place of the last one in the signed log. `python
    verify.py FILE` checks it anywhere, without the book. Tiles that are still hidden are left out.
    """
    signer = required(key)
    check_apart(output, [name for name in (held, verifier) if name is not None])
    with book_at(ledger) as book:
        check_signs_log(book, signer.public)
        note = None if held is None else checkpoint_at(held)
        id = game_called(book, game)
        directory = directory_of(book, tiles)
        proof = on_sound_tiles(book, tiles, lambda: prove_game(book, id, directory, signer, note))
    with writing(output) as file:
        file.write(proof.file)
    if verifier is not None:
        with writing(verifier) as file:
            file.write(Path(VERIFIER).read_bytes())
    say(
        plural(
            "proven: {number} event, the last at place {place} of {size} in the log",
            "proven: {number} events, the last at place {place} of {size} in the log",
            proof.version,
            place=proof.place,
            size=proof.size,
        )
    )
    if left := proof.events - proof.version:
        say(
            plural(
                "left out: {number} later event, which is hidden or not in the log yet",
                "left out: {number} later events, which are hidden or not in the log yet",
                left,
            )
        )
    say(text("to check it: python verify.py FILE --key KEY --tiles DIRECTORY"))
