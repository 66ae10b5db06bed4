"""`domino prove`: one file that proves a game to a stranger."""

from pathlib import Path

from ...ledger.registry.keys import check_signs_log
from ...ledger.signing.keys import PrivateKey
from ...projections.messages import text
from ...projections.verification.make_proof import VERIFIER, prove_game
from .. import options
from ..booked_game import game_called
from ..declaring import argument, command, option, usage_error
from ..files import check_apart, writing
from ..output import say, say_plural
from ..proof_files import checkpoint_at, on_sound_tiles


@command()
def prove(
    game: str = argument(),
    key: PrivateKey | None = options.key_of_log,
    tiles: str | None = options.tiles,
    held: str | None = option(
        "Prove the game by this checkpoint instead of the newest.", "--checkpoint FILE"
    ),
    verifier: str | None = option("Also write the program that checks proofs.", metavar="FILE"),
    output: str = option("The proof.", "--out FILE", required=True),
    ledger: options.Ledger = options.ledger,
) -> None:
    """Write one file that proves what was recorded of GAME.

    It holds all events as stored, and the place of the last one in the signed log. `python
    verify.py FILE` checks it anywhere, without the book. Tiles that are still hidden are left out.
    """
    if key is None:
        raise usage_error("name the private key of the log with --key")
    signer = key
    check_apart(output, [name for name in (held, verifier) if name is not None])
    with ledger.open() as book:
        check_signs_log(book, signer.public)
        note = None if held is None else checkpoint_at(held)
        id = game_called(book, game)
        proof = on_sound_tiles(book, tiles, lambda at: prove_game(book, id, at, signer, note))
    with writing(output) as file:
        file.write(proof.file)
    if verifier is not None:
        with writing(verifier) as file:
            file.write(Path(VERIFIER).read_bytes())
    say_plural(
        "proven: {number} event, the last at place {place} of {size} in the log",
        "proven: {number} events, the last at place {place} of {size} in the log",
        proof.version,
        place=proof.place,
        size=proof.size,
    )
    if left := proof.events - proof.version:
        say_plural(
            "left out: {number} later event, which is hidden or not in the log yet",
            "left out: {number} later events, which are hidden or not in the log yet",
            left,
        )
    say(text("to check it: python verify.py FILE --key KEY --tiles DIRECTORY"))
