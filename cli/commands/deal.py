"""`domino deal`: deals the rounds of a table by a shuffle that everybody can check."""

from functools import partial
from shlex import quote

import click

from domain.game.decide import Refused
from domain.hidden.seat_view import seat_view
from domain.shuffle import commitment_of
from domain.tiles import names_of
from ledger.errors import NotNow
from ledger.live.session import resume_table
from ledger.live.shuffled_deals import random_seed
from ledger.log.checkpoints import make_checkpoint
from ledger.signing.keys import PrivateKey
from ledger.signing.notes import Note
from projections.messages import text
from projections.messages.faults import fault_text

from .. import exit_codes as exits
from ..booked_game import booked_game, game_called, seat_called
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option, tiles_option
from ..output import plain, print_json, print_lines, say, unless_dry
from ..proof_options import directory_of, on_sound_tiles, private_key_option
from ..terminal.seeds import deal_with_seeds
from ..text.live import shuffle_now


@click.group()
def deal() -> None:
    """Deal by a shuffle that everybody at the table can check."""


@deal.command()
@json_option
def seed(*, as_json: bool) -> None:
    """Make a seed for one deal, and the commitment to it.

    A player runs this on a device of their own. They give the commitment before the deal, and the
    seed when all commitments are in the book.
    """
    made = random_seed()
    commitment = commitment_of(made)
    if as_json:
        print_json({"seed": made, "commitment": commitment})
    else:
        print_lines(
            [
                text("commitment: {commitment}", commitment=commitment),
                text("seed: {seed}", seed=made),
            ]
        )


@deal.command()
@click.argument("game")
@private_key_option
@tiles_option
@dry_run_option
@ledger_option
@json_option
def tiles(
    *,
    game: str,
    key: PrivateKey | None,
    tiles: str | None,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Deal the next round of GAME.

    The program commits to a seed and asks each player for the commitment to theirs. When all are in
    the book, it shows their short form, asks for the seeds and deals. With --key it signs the log
    before it asks: a checkpoint that proves later what was committed to. No hand is printed. If the
    input ends before the deal, the commitments are recorded as given up (exit 130).
    """
    with book_at(ledger, dry_run=dry_run) as book:
        session = resume_table(book, game_called(book, game))
        record = plain(session.game.opened.record)

        def sign(signer: PrivateKey) -> Note:
            directory = directory_of(book, tiles)
            return on_sound_tiles(book, tiles, lambda: make_checkpoint(book, directory, signer))

        try:
            events = deal_with_seeds(
                session,
                range(len(session.players)),
                as_json=as_json,
                sign=None if key is None or dry_run else partial(sign, key),
            )
        except Refused as refused:
            sentence = fault_text(refused.fault, session.players)
            raise click.ClickException(
                text("{game}: {reason}", game=record, reason=sentence)
            ) from None
        after = session.game
    if events is None:
        say(text("nothing was dealt"))
        return exits.INTERRUPTED
    assert after.current is not None
    leader = after.current.deal.leader
    if as_json:
        print_json({"round": after.dealt - 1, "leader": leader})
    if leader is None:
        say(unless_dry(text("the deal is void: nobody may lead; deal again"), dry_run=dry_run))
        return exits.FINE
    dealt = text("round {round} is dealt", round=after.dealt - 1)
    say(unless_dry(dealt, dry_run=dry_run))
    say(
        text(
            "each player sees their hand with: {command}",
            command=f"domino deal hand {quote(record)} SEAT",
        )
    )
    say(text("record the moves with: {command}", command=f"domino record --resume {quote(record)}"))
    return exits.FINE


@deal.command()
@click.argument("game")
@click.argument("seat", metavar="SEAT|PLAYER")
@ledger_option
@json_option
def hand(*, game: str, seat: str, ledger: str, as_json: bool) -> None:
    """Show the tiles that one seat of GAME holds now."""
    with book_at(ledger) as book:
        found = booked_game(book, game)
        number, state = seat_called(found, seat), found.stream.game
    if state.current is None:
        raise NotNow("no-round-dealt")
    held = seat_view(state.current, number).hands[number].tiles
    tiles, shuffle = None if held is None else names_of(held), shuffle_now(state)
    if as_json:
        round = state.dealt - 1
        print_json({"round": round, "seat": number, "tiles": tiles, "shuffle": shuffle})
        return
    print_lines([" ".join(tiles or ())])
    if shuffle is not None:
        say(text("shuffle {shuffle}", shuffle=shuffle))
