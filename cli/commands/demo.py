"""`domino demo`: what the book can do, on games that other programs played."""

from importlib.resources import files

import click

from domain.words import counted
from ledger.book import Book, shown
from ledger.records.import_ import Importer
from ledger.records.line_reader import lines_of
from ledger.registry.players import all_names, shown_name
from projections.explain.round import explain
from projections.reports.blocks import forced_blocks
from projections.reports.statistics import player_statistics
from projections.rulings.game_ruling import rule_game

from ..ledger_option import book_at, ledger_option
from ..output import dry_run_option, say
from ..read_models import caught_up
from ..terminal.tables import show_table
from ..text.statistics import ranking

SAMPLES = ("sanjuan.jsonl", "openspiel-block.jsonl", "payout.jsonl")


@click.command()
@dry_run_option
@ledger_option
def demo(dry_run: bool, ledger: str) -> None:
    """Load sample games, rank the players, and settle a round that somebody forced to block."""
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        loaded = counted(load_samples(book), "sample game")
        say(f"{loaded} {('are', 'would be')[dry_run]} in {shown(ledger)}")
        names = all_names(book)
        with caught_up(book) as models, models.reading() as connection:
            click.echo("\nThe players\n")
            show_table(ranking(player_statistics(connection), names))
            block = next(forced_blocks(connection))
        game = book.stream(block.game).game
        ruling = rule_game(game)
        players = tuple(shown_name(names, player) for player in game.opened.players)
        click.echo(f"\nA round that was forced to block: {block.record}, round {block.round}\n")
        found = ruling.rounds[block.round]
        for step in explain(ruling, found, players):
            click.echo(f"  {step.text}")
        net = found.net or ()
        owes_most = players[net.index(min(net))]
        if dry_run:
            return
        click.echo("\nNow try\n")
        click.echo(f"  domino replay {block.record}")
        click.echo(f"  domino audit {block.record}")
        click.echo(f"  domino explain {block.record} 0 --player {owes_most}")


def load_samples(book: Book) -> int:
    """Import the games shipped with the program; their number comes back."""
    importer = Importer(book)
    taken = 0
    for name in SAMPLES:
        with (files("cli") / "samples" / name).open("rb") as file:
            taken += len(list(importer.take(lines_of(file))))
    return taken
