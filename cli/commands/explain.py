"""`domino explain`: why a round came out as it did, and why somebody owes what he owes."""

import click

from domain.events import Seat
from ledger.book import Book
from ledger.players import all_names, player_called, shown_name
from ledger.stream import Stream
from projections.explain import Step, explain
from projections.rulings import rule_game

from ..book import book_at, ledger_option
from ..output import json_option, print_json


@click.command("explain")
@click.argument("game")
@click.argument("round", type=click.IntRange(min=0))
@click.option("--player", metavar="NAME", help="Only what concerns this player.")
@ledger_option
@json_option
def explain_(game: str, round: int, player: str | None, ledger: str, as_json: bool) -> None:
    """Explain ROUND (from 0) of GAME: the facts, each figure's rule, and the sum."""
    with book_at(ledger) as book:
        stream = book.stream(book.find(game))
        ruling = rule_game(stream.game)
        if round >= len(ruling.rounds):
            raise click.UsageError(f"{game} has rounds 0 to {len(ruling.rounds) - 1}, not {round}")
        known = all_names(book)
        names = tuple(shown_name(known, each) for each in stream.game.opened.players)
        seat = None if player is None else _seat(book, stream, player)
    steps = [
        step
        for step in explain(ruling, ruling.rounds[round], names)
        if seat is None or step.seat in {None, seat}
    ]
    if as_json:
        print_json(
            {"game": stream.game.opened.record, "round": round, "player": player}
            | {"steps": [step._asdict() for step in steps]}
        )
        return
    click.echo(f"{stream.game.opened.record}, round {round}, {ruling.rules.id}")
    for step in steps:
        click.echo(_line(step))


def _line(step: Step) -> str:
    return f"  {step.text}" if step.rule is None else f"  {step.text}  [{step.rule}]"


def _seat(book: Book, stream: Stream, player: str) -> Seat:
    players = stream.game.opened.players
    found = player_called(book, player)
    if found not in players:
        raise click.UsageError(f"{player} does not play in {stream.game.opened.record}")
    return players.index(found)
