"""`domino explain`: why a round came out as it did, and why somebody owes what he owes."""

import click

from domain.events import Seat
from domain.words import no_such
from ledger.book import Book
from ledger.registry.players import all_names, is_meant, player_called, shown_name
from ledger.store.stream import Stream
from projections.explain.round import explain
from projections.explain.wording import Step
from projections.rulings.game_ruling import rule_game

from ..ledger_option import book_at, ledger_option
from ..number_types import WholeNumber
from ..output import json_option, plain, print_json


@click.command("explain")
@click.argument("game")
@click.argument("round", type=WholeNumber(0))
@click.option("--player", metavar="NAME", help="Of the totals, only this player's.")
@ledger_option
@json_option
def explain_(game: str, round: int, player: str | None, ledger: str, as_json: bool) -> None:
    """Explain ROUND (from 0) of GAME: the facts, each figure's rule, and the sum."""
    with book_at(ledger) as book:
        stream = book.stream(book.find(game))
        ruling = rule_game(stream.game)
        if round >= len(ruling.rounds):
            said = no_such("round", round, len(ruling.rounds))
            raise click.UsageError(f"{ruling.game.opened.record}: {said}")
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
    click.echo(plain(f"{stream.game.opened.record}, round {round}, {ruling.rules.id}"))
    for step in steps:
        click.echo(plain(_line(step)))


def _line(step: Step) -> str:
    return f"  {step.text}" if step.rule is None else f"  {step.text}  [{step.rule}]"


def _seat(book: Book, stream: Stream, player: str) -> Seat:
    players = stream.game.opened.players
    found = next((one for one in players if is_meant(one, player)), None)
    found = found or player_called(book, player)
    if found not in players:
        raise click.UsageError(f"{player} does not play in {stream.game.opened.record}")
    return players.index(found)
