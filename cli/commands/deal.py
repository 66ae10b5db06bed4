"""`domino deal`: deals the rounds of a table by a shuffle that everybody can check."""

from functools import partial
from shlex import quote

import click

from ...domain.game.decide import Refused
from ...domain.hidden.seat_view import seat_view
from ...domain.shuffle import commitment_of
from ...domain.tiles import names_of
from ...ledger.errors import NotNow
from ...ledger.live.session import resume_table
from ...ledger.live.shuffled_deals import random_seed
from ...ledger.log.checkpoints import make_checkpoint
from ...ledger.signing.keys import PrivateKey
from ...ledger.signing.notes import Note
from ...projections.messages import text
from ...projections.messages.faults import fault_text
from ...projections.messages.harmless import plain
from .. import exit_codes as exits
from .. import options
from ..booked_game import booked_game, game_called, seat_called
from ..declaring import argument, command, failure
from ..output import print_json, print_lines, say
from ..proof_files import on_sound_tiles
from ..terminal.seeds import deal_with_seeds
from ..text.live import shuffle_now


@click.group()
def deal() -> None:
    """Deal by a shuffle that everybody at the table can check."""


@command(deal)
def seed(as_json: bool = options.json) -> None:
    """Make a seed for one deal, and the commitment to it.

    A player runs this on a device of their own. They give the commitment before the deal, and the
    seed when all commitments are in the book.
    """
    made = random_seed()
    commitment = commitment_of(made)
    if as_json:
        print_json({"seed": made, "commitment": commitment})
    else:
        print_lines([text("commitment: {commitment}", commitment=commitment)])
        print_lines([text("seed: {seed}", seed=made)])


@command(deal)
def tiles(
    game: str = argument(),
    key: PrivateKey | None = options.key_of_log,
    tiles: str | None = options.tiles,
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> int:
    """Deal the next round of GAME.

    The program commits to a seed and asks each player for the commitment to theirs. When all are in
    the book, it shows their short form, asks for the seeds and deals. With --key it signs the log
    before it asks: a checkpoint that proves later what was committed to. No hand is printed. If the
    input ends before the deal, the commitments are recorded as given up (exit 130).
    """
    with ledger.open() as book:
        session = resume_table(book, game_called(book, game))
        record = plain(session.game.opened.record)

        def sign(signer: PrivateKey) -> Note:
            return on_sound_tiles(book, tiles, lambda at: make_checkpoint(book, at, signer))

        try:
            events = deal_with_seeds(
                session,
                range(len(session.players)),
                as_json=as_json,
                sign=None if key is None or ledger.dry_run else partial(sign, key),
            )
        except Refused as refused:
            sentence = fault_text(refused.fault, session.players)
            raise failure("{game}: {reason}", game=record, reason=sentence) from None
        after = session.game
    if events is None:
        say(text("nothing was dealt"))
        return exits.INTERRUPTED
    assert after.current is not None
    leader = after.current.deal.leader
    if as_json:
        print_json({"round": after.dealt - 1, "leader": leader})
    if leader is None:
        ledger.say_done("the deal is void: nobody may lead; deal again")
        return exits.FINE
    ledger.say_done("round {round} is dealt", round=after.dealt - 1)
    to_see = f"domino deal hand {quote(record)} SEAT"
    say(text("each player sees their hand with: {command}", command=to_see))
    say(text("record the moves with: {command}", command=f"domino record --resume {quote(record)}"))
    return exits.FINE


@command(deal)
def hand(
    game: str = argument(),
    seat: str = argument(metavar="SEAT|PLAYER"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Show the tiles that one seat of GAME holds now."""
    with ledger.open() as book:
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
