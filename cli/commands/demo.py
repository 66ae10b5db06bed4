"""`domino demo`: a first look at the program, with games that other programs played."""

import json
from collections.abc import Sequence
from importlib.resources import files

from ...ledger.book import Book, shown
from ...ledger.records.import_ import Importer
from ...ledger.records.line_reader import Line, lines_of
from ...ledger.registry.stored_names import all_names
from ...projections.explain.round import explain_round
from ...projections.listings.statistics import ranking
from ...projections.messages import mark_plural, plural, text
from ...projections.places import Address
from ...projections.reports.games import forced_blocks
from ...projections.reports.statistics import player_statistics
from .. import options
from ..declaring import command
from ..output import print_lines, say
from ..read_models import current_tables
from ..terminal.printed_tables import show_table

SAMPLES = ("sanjuan.jsonl", "openspiel-block.jsonl", "payout.jsonl")


@command()
def demo(ledger: options.Ledger = options.ledger_to_write) -> None:
    """Load sample games, rank the players, and settle a forced block."""
    with ledger.open(create=True) as book:
        loaded = mark_plural(
            "{number} sample game is in {ledger}", "{number} sample games are in {ledger}"
        )
        say(ledger.done(plural(*loaded, load_samples(book), ledger=shown(ledger.url))))
        with current_tables(book) as connection:
            ranked = ranking(player_statistics(connection), all_names(book))
            block = next(forced_blocks(connection))
        explanation = explain_round(book, block.game, block.round)
    _print_heading(text("The players"))
    show_table(ranked)
    forced = Address(block.record, block.round)
    _print_heading(text("A round that was forced to block: {address}", address=forced))
    print_lines(f"  {step.message}" for step in explanation.steps)
    if not ledger.dry_run:
        _print_heading(text("Now try"))
        game = explanation.game
        totals = (each for each in explanation.steps if each.seat is not None)
        most = min(totals, key=lambda total: total.params["amount"])
        owes_most = explanation.names[most.seat or 0]
        why = f"domino explain {Address(game, explanation.round)} --player {owes_most}"
        sentences = (
            text("{command}: step by step", command=f"domino replay {game}"),
            text("{command}: check every move", command=f"domino audit {game}"),
            text("{command}: why {player} owes that", command=why, player=owes_most),
        )
        print_lines(f"  {sentence}" for sentence in sentences)


def _print_heading(heading: str) -> None:
    print_lines(["", heading, ""])


def load_samples(book: Book, people: Sequence[str] = ()) -> int:
    """Import the games that come with the program; return their number.

    ``people`` play in them, in seat order, instead of players without real names.
    """
    importer, games = Importer(book), 0
    for name in SAMPLES:
        with (files("domino_ledger.cli") / "samples" / name).open("rb") as file:
            lines = (_played_by(people, each) for each in lines_of(file))
            games += len(list(importer.take(lines)))
    return games


def _played_by(people: Sequence[str], line: Line) -> Line:
    number, text = line
    if not people or not isinstance(text, bytes):
        return line
    record = json.loads(text)
    record["players"] = people[: len(record["players"])]
    return number, json.dumps(record).encode()
