"""`domino verify`: checks that the book holds what was recorded."""

from collections.abc import Iterator
from pathlib import Path

import click

from ledger.book import Book
from ledger.errors import Tampered
from ledger.log.checkpoints import Checkpoint, checkpoint_in, tiles_at
from ledger.log.tiles import CHECKPOINT, Tiles
from ledger.signing.keys import PublicKey
from ledger.signing.notes import Note, signed_by
from projections.messages import all_of, plural, text
from projections.verification.chains import Covered, verify_book, verify_game

from ..booked_game import game_called
from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, print_lines
from ..proof_options import checkpoint_at, directory_of, public_keys, tiles_option


@click.command()
@click.argument("game", required=False)
@click.option("--all", "whole", is_flag=True, help="Check all games, in the order of the log.")
@click.option(
    *("--checkpoint", "held"),
    multiple=True,
    metavar="FILE",
    help="Also check that the log goes on from this checkpoint. Repeated: from each.",
)
@click.option(
    *("--key", "keys"),
    multiple=True,
    metavar="KEY",
    help="A public key that must have signed the checkpoints: its line, or a file with it.",
)
@tiles_option
@json_option
@ledger_option
def verify(
    *,
    game: str | None,
    whole: bool,
    held: tuple[str, ...],
    keys: tuple[str, ...],
    tiles: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Check that no event of GAME, or of the book, was changed or lost.

    The first event that is not what was recorded is named (exit 4). A checkpoint that was kept
    outside also shows what was changed with all its hashes, or removed without a trace.
    """
    if (game is None) != whole:
        raise click.UsageError(text("name a game, or --all"))
    trusted = public_keys(keys)
    notes = [checkpoint_at(each) for each in held]
    with book_at(ledger) as book:
        made = _newest(book, tiles)
        if made is not None:
            notes.append(made[1])
        elif game is not None and held:
            raise click.UsageError(
                text("one game is checked by the tiles: name them, or use --all")
            )
        signers = [_signers(note, trusted) for note in notes]
        checkpoints = [checkpoint_in(note) for note in notes]
        newest = None if made is None else made[0]
        if game is None:
            covered = verify_book(book, checkpoints, newest)
        else:
            covered = verify_game(book, game_called(book, game), checkpoints, newest)
    if as_json:
        names = [sorted(each) for each in signers]
        print_json(covered._asdict() | {"checkpoints": len(notes), "signed_by": names})
        return
    print_lines(_lines(covered, checkpoints, signers, checked=bool(trusted)))


def _newest(book: Book, tiles: str | None) -> tuple[Tiles, Note] | None:
    """The tiles of the book with their checkpoint; None if there are none and none were named."""
    if tiles is None:
        if not isinstance(book.address, Path):
            return None
        if not (directory_of(book, None) / CHECKPOINT).exists():
            return None
    return tiles_at(directory_of(book, tiles))


def _signers(note: Note, trusted: list[PublicKey]) -> list[str]:
    """The names of the trusted keys that signed a checkpoint. Raises Tampered if none did."""
    names = [signed.key.name for signed in signed_by(note, trusted)]
    if trusted and not names:
        raise Tampered("not-signed", origin=checkpoint_in(note).origin)
    return names


def _lines(
    covered: Covered, checkpoints: list[Checkpoint], signers: list[list[str]], *, checked: bool
) -> Iterator[str]:
    yield plural(
        "{number} event matches its hash", "{number} events match their hashes", covered.events
    )
    yield plural(
        "{number} game ends where its head says",
        "{number} games end where their heads say",
        covered.games,
    )
    for checkpoint, names in zip(checkpoints, signers, strict=True):
        yield plural(
            "the log goes on from the checkpoint of {origin} with {number} event",
            "the log goes on from the checkpoint of {origin} with {number} events",
            checkpoint.size,
            origin=checkpoint.origin,
        )
        if names:
            yield text("that checkpoint is signed by {names}", names=all_of(names))
        elif not checked:
            yield text("its signature was not checked: name the key with --key")
    if not checkpoints:
        yield text("no checkpoint was given: hashes that were all made anew would not be noticed")
