"""`domino dispute`: disputes about games, and the rulings of arbiters."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from ledger.disputes import (
    Step,
    answer_dispute,
    appeal_ruling,
    newest_dispute,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from ledger.registry.players import check_known
from ledger.signing.keys import PrivateKey
from projections.days import local_time
from projections.explain.act import ActExplanation, act_explanation_json, explain_move
from projections.messages import mark, text
from projections.messages.disputes import dispute_text, status_text, step_text, subject_address
from projections.messages.remedies import remedy_text
from projections.messages.signatures import signature_text
from projections.messages.times import moment
from projections.replay.game_replay import NotInGame
from projections.results.consequences import consequences_json, consequences_of
from projections.results.disputes import (
    DisputeHistory,
    disputes_in,
    history_json,
    history_of,
)
from projections.verification.signatures import SignedEntry, signatures_in

from ..booked_game import BookedGame, booked_at, booked_game, game_called, given_once, place_called
from ..club_file import club_here
from ..decisions import (
    key_option,
    new_option,
    print_consequences,
    reason_option,
    refusals,
    storable,
)
from ..ledger_option import book_at, ledger_option
from ..options import Numbered, WholeNumber, dry_run_option, json_option, open_option
from ..output import print_json, print_lines, print_table, say, unless_dry
from ..remedy_options import read_remedies, remedy_options
from ..terminal.pager import paged

_by_option = click.option(
    "--by", required=True, metavar="NAME", callback=storable, help="The name of the person."
)
_arbiter_option = click.option(
    *("--by", "--arbiter", "by"),
    required=True,
    metavar="NAME",
    callback=storable,
    help="The name of the arbiter.",
)
_number = click.argument("number", type=WholeNumber(1), metavar="DISPUTE")


@click.group()
def dispute() -> None:
    """Dispute, answer, rule, appeal, withdraw; list and show disputes."""


@dispute.command("open")
@click.argument("game", metavar="GAME[/ROUND[.MOVE]]")
@click.option("--round", type=Numbered(), metavar="N", help="The disputed round.")
@click.option("--move", type=Numbered(), metavar="N", help="The disputed move of that round.")
@_by_option
@new_option
@click.option("--claim", required=True, metavar="TEXT", callback=storable, help="The claim.")
@dry_run_option
@ledger_option
def open_(
    *,
    game: str,
    round: int | None,
    move: int | None,
    by: str,
    new: bool,
    claim: str,
    dry_run: bool,
    ledger: str,
) -> None:
    """Dispute GAME, a round of it, or a move of that round. Both count from 1."""
    with book_at(ledger, dry_run=dry_run) as book:
        place = place_called(book, game)
        round = given_once(place.round, round)
        if move is not None and place.move is not None:
            raise click.UsageError(text("the move is given more than once"))
        found = booked_at(book, place)
        move = place.move if move is None else move
        step = _taken_by(
            *(found, by),
            lambda found: open_dispute(book, found.stream, by, claim, round=round, move=move),
            new=new,
        )
    done = text(
        "dispute {dispute} about {game} is open", dispute=newest_dispute(step), game=found.record
    )
    say(unless_dry(done, dry_run=dry_run))


@dispute.command()
@click.argument("game")
@_number
@click.argument("answer", metavar="TEXT", callback=storable)
@_by_option
@new_option
@dry_run_option
@ledger_option
def answer(
    *, game: str, number: int, answer: str, by: str, new: bool, dry_run: bool, ledger: str
) -> None:
    """Answer the claim of DISPUTE about GAME, or the appeal, with TEXT."""
    found, _ = _taken(
        *(ledger, game, by),
        lambda found: answer_dispute(found.book, found.stream, number, by, answer),
        new=new,
        dry_run=dry_run,
    )
    done = text("dispute {dispute} about {game} is answered", dispute=number, game=found.record)
    say(unless_dry(done, dry_run=dry_run))


@dispute.command()
@click.argument("game")
@_number
@_arbiter_option
@new_option
@remedy_options
@reason_option
@key_option
@dry_run_option
@ledger_option
@json_option
def rule(
    *,
    game: str,
    number: int,
    by: str,
    new: bool,
    reason: str,
    key: PrivateKey | None,
    dry_run: bool,
    ledger: str,
    as_json: bool,
    **typed: Any,
) -> None:
    """Rule on DISPUTE about GAME: order one or more remedies, and print the result.

    A player of the game cannot rule on it, unless the club file says that there is no arbiter.

    SEAT is the number of a seat or the name of its player. ROUND is the round in dispute unless
    another is given.
    """
    with book_at(ledger, dry_run=dry_run) as book:
        found = booked_game(book, game)
        remedies = read_remedies(typed, found, _history(found, number).round)
        step = _taken_by(
            *(found, by),
            lambda found: rule_on_dispute(
                *(book, found.stream, number, by, remedies),
                reason=reason,
                table_rules=club_here().arbiters == (),
                key=key,
            ),
            new=new,
        )
    consequences = consequences_of(step.after, number)
    if as_json:
        print_json({"game": found.record, "dispute": number} | consequences_json(consequences))
    else:
        print_consequences(found, consequences)
    done = text("dispute {dispute} about {game} is ruled on", dispute=number, game=found.record)
    say(unless_dry(done, dry_run=dry_run))


@dispute.command()
@click.argument("game")
@_number
@_by_option
@new_option
@click.option("--reason", required=True, metavar="TEXT", callback=storable, help="The reason.")
@dry_run_option
@ledger_option
def appeal(
    *, game: str, number: int, by: str, new: bool, reason: str, dry_run: bool, ledger: str
) -> None:
    """Appeal the ruling on DISPUTE about GAME. It stays in force until the next ruling."""
    found, _ = _taken(
        *(ledger, game, by),
        lambda found: appeal_ruling(found.book, found.stream, number, by, reason),
        new=new,
        dry_run=dry_run,
    )
    done = text(
        "the ruling on dispute {dispute} about {game} is under appeal",
        dispute=number,
        game=found.record,
    )
    say(unless_dry(done, dry_run=dry_run))


@dispute.command()
@click.argument("game")
@_number
@_by_option
@reason_option
@dry_run_option
@ledger_option
def withdraw(*, game: str, number: int, by: str, reason: str, dry_run: bool, ledger: str) -> None:
    """Withdraw the claim of DISPUTE about GAME, or the appeal, by the person who made it.

    A claim can be withdrawn until it is ruled on. Without the appeal, the ruling stands.
    """
    found, step = _taken(
        *(ledger, game, by),
        lambda found: withdraw_dispute(found.book, found.stream, number, by, reason),
        dry_run=dry_run,
    )
    status = history_of(step.after, found.names, number).status
    template = (
        mark("dispute {dispute} about {game} is withdrawn")
        if status == "withdrawn"
        else mark("the appeal in dispute {dispute} about {game} is withdrawn")
    )
    done = text(template, dispute=number, game=found.record)
    say(unless_dry(done, dry_run=dry_run))


@dispute.command("list")
@click.argument("game", required=False)
@click.option(
    "--open", "only_open", is_flag=True, help="List only disputes that wait for a ruling."
)
@ledger_option
@json_option
@paged
def list_(game: str | None, *, only_open: bool, ledger: str, as_json: bool) -> None:
    """List the disputes about GAME, or about every game."""
    with book_at(ledger) as book:
        found = list(disputes_in(book, None if game is None else game_called(book, game)))
    listed = [each for each in found if not (only_open and each.closed)]
    if as_json:
        for each in listed:
            print_json(history_json(each))
        return
    heads = (
        *(text("about"), text("dispute")),
        *(text("state"), text("by"), text("claim")),
    )
    print_table(heads, map(_row, listed))


@dispute.command()
@click.argument("game")
@_number
@open_option
@ledger_option
@json_option
@paged
def show(game: str, number: int, ledger: str, *, open: bool, as_json: bool) -> None:
    """Show every step of DISPUTE about GAME, and the effect of the ruling in force.

    Of a disputed move, show why it was legal, as `domino explain` does.
    """
    with book_at(ledger) as book:
        found = booked_game(book, game)
        signed = {each.first: each for each in signatures_in(book, found.stream)}
    history = _history(found, number)
    consequences = consequences_of(found.stream, number)
    act = _disputed_act(history, found, open=open)
    if as_json:
        why = {} if act is None else {"why": act_explanation_json(act)}
        shown = history_json(history, signed)
        print_json(shown | {"follows": consequences_json(consequences)} | why)
        return
    print_lines(_lines(history, found, signed))
    if act is not None:
        print_lines([f"  {act.sentence}", *(f"    {each.message}" for each in act.steps)])
    if history.status in {"ruled", "appealed", "final"}:
        print_consequences(found, consequences)


def _taken(
    ledger: str,
    game: str,
    by: str,
    take: Callable[[BookedGame], Step],
    *,
    new: bool = False,
    dry_run: bool,
) -> tuple[BookedGame, Step]:
    """The game, and the step that this person took in a dispute about it."""
    with book_at(ledger, dry_run=dry_run) as book:
        found = booked_game(book, game)
        return found, _taken_by(found, by, take, new=new)


def _taken_by(found: BookedGame, by: str, take: Callable[[BookedGame], Step], *, new: bool) -> Step:
    """The step that this person took; says if they are new to the book.

    Raises UnknownPlayer unless they are known, an arbiter of the club, or ``new``. Also raises what
    `club_here` raises.
    """
    if not new and by not in (club_here().arbiters or ()):
        check_known(found.book, by, found.stream.game.opened.players)
    with refusals(found):
        step = take(found)
    if step.new_player is not None:
        say(text("{name} is new to the book", name=step.new_player))
    return step


def _history(found: BookedGame, number: int) -> DisputeHistory:
    with refusals(found):
        return history_of(found.stream, found.names, number)


def _disputed_act(
    history: DisputeHistory, found: BookedGame, *, open: bool
) -> ActExplanation | None:
    """Why the disputed act was legal; None if no act is disputed, or an amendment removed it."""
    if history.round is None or history.move is None:
        return None
    try:
        return explain_move(
            found.stream.game, found.players, history.round, history.move, open=open
        )
    except NotInGame:
        return None


def _row(history: DisputeHistory) -> tuple[object, ...]:
    claim = history.steps[0]
    status = status_text(history.status)
    return subject_address(history), history.dispute, status, claim.by, claim.text


def _lines(
    history: DisputeHistory, found: BookedGame, signed: Mapping[int, SignedEntry]
) -> Iterator[str]:
    """The dispute with every step; ``signed``: by number of the event."""
    zone = club_here().zone
    yield dispute_text(history)
    for step in history.steps:
        yield f"  {moment(local_time(step.at, zone).isoformat())}  {step_text(step)}"
        if step.version in signed:
            yield f"      {signature_text(signed[step.version])}"
        for remedy in step.remedies:
            yield f"      {remedy_text(remedy, found.stream.game, found.players)}"
