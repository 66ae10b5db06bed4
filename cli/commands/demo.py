"""`domino demo`: a first look at the program, with games that other programs played."""

from importlib.resources import files

import click

from ledger.book import Book, shown
from ledger.records.import_ import Importer
from ledger.records.line_reader import lines_of
from ledger.registry.players import all_names
from projections.explain.round import Explanation, explain_round
from projections.messages import plural, text
from projections.places import Address
from projections.reports.games import forced_blocks
from projections.reports.statistics import player_statistics

from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option
from ..output import print_lines, say, unless_dry
from ..read_models import current_models
from ..terminal.printed_tables import show_table
from ..text.statistics import ranking

SAMPLES = ("sanjuan.jsonl", "openspiel-block.jsonl", "payout.jsonl")


@click.command()
@dry_run_option
@ledger_option
def demo(dry_run: bool, ledger: str) -> None:
    """Load sample games, rank the players, and settle a forced block."""
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        loaded = plural(
            "{number} sample game is in {ledger}",
            "{number} sample games are in {ledger}",
            load_samples(book),
            ledger=shown(ledger),
        )
        say(unless_dry(loaded, dry_run=dry_run))
        with current_models(book) as models, models.reading() as connection:
            ranked = ranking(player_statistics(connection), all_names(book))
            block = next(forced_blocks(connection))
        explanation = explain_round(book, block.game, block.round)
    _print_heading(text("The players"))
    show_table(ranked)
    _print_heading(
        text(
            "A round that was forced to block: {address}",
            address=Address(block.record, block.round),
        )
    )
    print_lines(f"  {step.message}" for step in explanation.steps)
    if not dry_run:
        _print_heading(text("Now try"))
        _print_next(explanation)


def _print_heading(heading: str) -> None:
    print_lines(["", heading, ""])


def _print_next(explanation: Explanation) -> None:
    """Print commands that show more of this round."""
    game = explanation.game
    totals = {
        step.seat: step.params["amount"] for step in explanation.steps if step.seat is not None
    }
    owes_most = explanation.names[min(totals, key=lambda seat: totals[seat])]
    why = f"domino explain {Address(game, explanation.round)} --player {owes_most}"
    sentences = (
        text("{command}: step by step", command=f"domino replay {game}"),
        text("{command}: check every move", command=f"domino audit {game}"),
        text("{command}: why {player} owes that", command=why, player=owes_most),
    )
    print_lines(f"  {sentence}" for sentence in sentences)


def load_samples(book: Book) -> int:
    """Import the games that come with the program; return their number."""
    importer = Importer(book)
    games = 0
    for name in SAMPLES:
        with (files("cli") / "samples" / name).open("rb") as file:
            games += len(list(importer.take(lines_of(file))))
    return games
