"""`domino explain`: the reasons for the result of a round, and for what each player owes."""

import click

from projections.explain.act import act_explanation_json, explain_move
from projections.explain.round import explain_round, explanation_json
from projections.messages import text
from projections.messages.acts import not_in_game_text
from projections.messages.counting import counts_by_text
from projections.messages.explanations import explanation_line
from projections.places import Address
from projections.replay.game_replay import NotInGame

from ..booked_game import BookedGame, booked_at, given_once, only_round, place_called
from ..ledger_option import book_at, ledger_option
from ..options import Numbered, json_option, open_option
from ..output import print_json, print_lines
from ..terminal.pager import paged


@click.command("explain")
@click.argument("game", metavar="GAME[/ROUND[.MOVE]]")
@click.argument("round", type=Numbered(), required=False)
@click.option("--player", metavar="NAME", help="Show the total of this player only.")
@open_option
@ledger_option
@json_option
@paged
def explain_(
    *,
    game: str,
    round: int | None,
    player: str | None,
    open: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Explain a round of GAME: the facts, each figure's rule, the sum.

    Rounds and moves count from 1. ROUND may be left out where there is only one. With a MOVE:
    explain why it was legal, from the hand that follows from later moves and from the tiles shown.
    """
    with book_at(ledger) as book:
        place = place_called(book, game)
        chosen = given_once(place.round, round)
        if chosen is None:
            chosen = only_round(book.stream(place.game).game)
        if place.move is not None:
            if player is not None:
                raise click.UsageError(text("--player is for the totals of a round"))
            _explain_move(booked_at(book, place), chosen, place.move, open=open, as_json=as_json)
            return
        if open:
            raise click.UsageError(text("--open is for the explanation of a move"))
        try:
            found = explain_round(book, place.game, chosen, player)
        except NotInGame as error:
            raise click.UsageError(not_in_game_text(error)) from None
    if as_json:
        print_json(explanation_json(found))
        return
    head = text("{address}, {rules}", address=Address(found.game, found.round), rules=found.rules)
    other = found.counted_by
    counts = [] if other is None else [f"  {counts_by_text(other, found.rules)}"]
    findings = (f"  {each.message}" for each in found.findings)
    steps = (f"  {explanation_line(each)}" for each in found.steps)
    print_lines([head, *counts, *findings, "", *steps])


def _explain_move(game: BookedGame, round: int, move: int, *, open: bool, as_json: bool) -> None:
    played = game.stream.game
    try:
        found = explain_move(played, game.players, round, move, open=open)
    except NotInGame as error:
        raise click.UsageError(not_in_game_text(error)) from None
    if as_json:
        print_json(act_explanation_json(found))
        return
    head = text("{address}, {rules}", address=found.address, rules=played.opened.rules.id)
    lines = (f"  {explanation_line(each)}" for each in found.steps)
    print_lines([head, f"  {found.sentence}", *lines])
