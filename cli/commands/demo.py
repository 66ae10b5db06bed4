"""`domino demo`: what the book can do, on games that other programs played."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import click

from ledger.book import Book, shown
from ledger.importing import Importer
from ledger.lines import lines_of
from ledger.players import all_names, shown_name
from ledger.stream import Stream
from projections.explain import explain
from projections.overview import rulings, statistics
from projections.rulings import GameRuling, RoundRuling

from ..book import book_at, ledger_option
from ..output import counted, dry_run_option, say
from .overview import print_statistics

SAMPLES = ("sanjuan.jsonl", "openspiel-block.jsonl", "payout.jsonl")


class ForcedBlock(NamedTuple):
    """A round that somebody blocked who could have made sure that it stayed open."""

    stream: Stream
    ruling: GameRuling
    round: RoundRuling


@click.command()
@dry_run_option
@ledger_option
def demo(dry_run: bool, ledger: str) -> None:
    """Load sample games, rank the players, and settle a round that somebody forced to block."""
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        loaded = counted(load_samples(book), "sample game")
        say(f"{loaded} {('are', 'would be')[dry_run]} in {shown(ledger)}")
        names = all_names(book)
        click.echo("\nThe players\n")
        print_statistics(statistics(book), names)
        found = max(_forced_blocks(book), key=_interest)
        game = found.stream.game.opened
        players = tuple(shown_name(names, player) for player in game.players)
        click.echo(
            f"\nA round that was forced to block: {game.record}, round {found.round.number}\n"
        )
        for step in explain(found.ruling, found.round, players):
            click.echo(f"  {step.text}")
        net = found.round.net or ()
        owes_most = players[net.index(min(net))]
        if dry_run:
            return
        click.echo("\nNow try\n")
        click.echo(f"  domino replay {game.record}")
        click.echo(f"  domino audit {game.record}")
        click.echo(f"  domino explain {game.record} 0 --player {owes_most}")


def load_samples(book: Book) -> int:
    """Import the games shipped with the program; their number comes back."""
    importer = Importer(book)
    taken = 0
    for name in SAMPLES:
        with (files("cli") / "samples" / name).open("rb") as file:
            taken += len(list(importer.take(lines_of(file))))
    return taken


def _forced_blocks(book: Book) -> Iterator[ForcedBlock]:
    for stream, ruling in rulings(book):
        for found in ruling.counted:
            if found.verdict is not None and found.verdict.blocker is not None:
                yield ForcedBlock(stream, ruling, found)


def _interest(found: ForcedBlock) -> tuple[bool, int]:
    """A block with an assistant tells more than one without, and more seats tell more."""
    verdict = found.round.verdict
    return verdict is not None and verdict.assistant is not None, len(found.round.facts.pips)
