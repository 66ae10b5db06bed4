"""`domino explain`: the reasons for the result of a round, and for what each player owes."""

import click

from ...projections.explain.act import act_explanation_json, explain_move
from ...projections.explain.round import explain_round, explanation_json
from ...projections.messages import text
from ...projections.messages.explanations import explanation_line
from ...projections.messages.rule_ids import rules_cell
from ...projections.messages.rule_names import counts_by_text
from ...projections.messages.steps import not_in_game_text
from ...projections.places import Address
from ...projections.replay.game_replay import NotInGame
from .. import options
from ..booked_game import BookedGame, booked_at, given_once, only_round, place_called
from ..declaring import Numbered, argument, command, option, usage_error
from ..output import print_json, print_lines


@command(paged=True)
def explain_(
    game: str = argument(metavar="GAME[/ROUND[.MOVE]]"),
    round: int | None = argument(type=Numbered()),
    player: str | None = option("Show the total of this player only.", metavar="NAME"),
    open: bool = options.open_hands,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Explain a round of GAME: the facts, each figure's rule, the sum.

    Rounds and moves count from 1. ROUND may be left out where there is only one. With a MOVE:
    explain why it was legal, from the hand that follows from later moves and from the tiles shown.
    """
    with ledger.open() as book:
        place = place_called(book, game)
        chosen = given_once(place.round, round)
        if chosen is None:
            chosen = only_round(book.stream(place.game).game)
        if place.move is not None:
            if player is not None:
                raise usage_error("--player is for the totals of a round")
        elif open:
            raise usage_error("--open is for the explanation of a move")
        try:
            if place.move is not None:
                _explain_move(booked_at(book, place), chosen, place.move, open, as_json)
                return
            found = explain_round(book, place.game, chosen, player)
        except NotInGame as error:
            raise click.UsageError(not_in_game_text(error)) from None
    if as_json:
        print_json(explanation_json(found))
        return
    address = Address(found.game, found.round)
    print_lines([text("{address}, {rules}", address=address, rules=found.rules)])
    if found.counted_by is not None:
        print_lines([f"  {counts_by_text(found.counted_by, found.rules)}"])
    print_lines(f"  {each.message}" for each in found.findings)
    print_lines(["", *(f"  {explanation_line(each)}" for each in found.steps)])


def _explain_move(game: BookedGame, round: int, move: int, open: bool, as_json: bool) -> None:
    played = game.stream.game
    found = explain_move(played, game.players, round, move, open=open)
    if as_json:
        print_json(act_explanation_json(found))
        return
    head = text(
        "{address}, {rules}", address=found.address, rules=rules_cell(played.opened.rules.id)
    )
    lines = (f"  {explanation_line(each)}" for each in found.steps)
    print_lines([head, f"  {found.sentence}", *lines])
