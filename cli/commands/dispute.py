"""`domino dispute`: what is said about a game at the arbiter's desk, and what he orders."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import click

from domain.disputes.decide import (
    AnswerDispute,
    AppealRuling,
    DeskCommand,
    OpenDispute,
    RuleOnDispute,
    decide_dispute,
    dispute_called,
)
from domain.disputes.state import CLOSED, disputes_of
from ledger.book import Book
from ledger.registry.players import all_names, person
from ledger.transcript.dispute_log import disputed_games
from projections.rulings.consequences import follows_from, follows_json
from projections.rulings.disputes import Course, course_json, courses

from ..dispute_desk import (
    AtTheDesk,
    at_the_desk,
    by_option,
    print_follows,
    refusals,
    told,
)
from ..ledger_option import book_at, ledger_option
from ..number_types import WholeNumber
from ..output import (
    IS,
    NOTHING_WRITTEN,
    dry_run_option,
    json_option,
    plain,
    print_json,
    print_table,
    say,
)
from ..remedy_options import Typed, remedies_typed, remedy_options
from ..text.dispute import course_text, place_text

_number = click.argument("number", type=WholeNumber(1), metavar="DISPUTE")


@click.group()
def dispute() -> None:
    """Dispute a game, answer, rule on it, appeal; list and show disputes."""


@dispute.command("open")
@click.argument("game")
@click.option("--round", type=WholeNumber(0), metavar="N", help="The round it is about.")
@click.option("--move", type=WholeNumber(0), metavar="N", help="The move of that round.")
@by_option
@click.option("--claim", required=True, metavar="TEXT", callback=told, help="What is claimed.")
@dry_run_option
@ledger_option
def open_(
    *,
    game: str,
    round: int | None,
    move: int | None,
    by: str,
    claim: str,
    dry_run: bool,
    ledger: str,
) -> None:
    """Dispute GAME, a round of it, or a move of that round; both count from 0."""
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        after = _say(desk, by, lambda who: OpenDispute(who, claim, round, move))
        number = len(disputes_of(after.stream.game.desk))
    say(f"dispute {number} about {after.record} {IS[dry_run]} open{NOTHING_WRITTEN[dry_run]}")


@dispute.command()
@click.argument("game")
@_number
@click.argument("text", callback=told)
@by_option
@dry_run_option
@ledger_option
def answer(*, game: str, number: int, text: str, by: str, dry_run: bool, ledger: str) -> None:
    """Answer the claim of DISPUTE about GAME, or the appeal, with TEXT."""
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        _say(desk, by, lambda who: AnswerDispute(number, who, text))
    say(f"dispute {number} about {desk.record} {IS[dry_run]} answered{NOTHING_WRITTEN[dry_run]}")


@dispute.command()
@click.argument("game")
@_number
@by_option
@remedy_options
@click.option("--reason", default="", metavar="TEXT", callback=told, help="Why.")
@dry_run_option
@ledger_option
@json_option
def rule(
    *,
    game: str,
    number: int,
    by: str,
    reason: str,
    dry_run: bool,
    ledger: str,
    as_json: bool,
    **typed: Any,
) -> None:
    """Rule on DISPUTE about GAME: order one remedy or more, and print what follows.

    A SEAT is told by its number or by the name of its player. Without ROUND, the round is the one
    in dispute.
    """
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        remedies = remedies_typed(Typed(**typed), desk, _course(desk, number).round)
        after = _say(desk, by, lambda who: RuleOnDispute(number, who, remedies, reason))
    _print_follows(after, number, as_json=as_json)
    say(f"dispute {number} about {desk.record} {IS[dry_run]} ruled on{NOTHING_WRITTEN[dry_run]}")


@dispute.command()
@click.argument("game")
@_number
@by_option
@click.option("--reason", required=True, metavar="TEXT", callback=told, help="Why.")
@dry_run_option
@ledger_option
def appeal(*, game: str, number: int, by: str, reason: str, dry_run: bool, ledger: str) -> None:
    """Appeal against the ruling on DISPUTE about GAME; it stands until it is ruled on again."""
    with book_at(ledger, dry_run=dry_run) as book:
        desk = at_the_desk(book, game)
        _say(desk, by, lambda who: AppealRuling(number, who, reason))
    under = f"the ruling on dispute {number} about {desk.record} {IS[dry_run]} under appeal"
    say(f"{under}{NOTHING_WRITTEN[dry_run]}")


@dispute.command("list")
@click.argument("game", required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those that wait for a ruling.")
@ledger_option
@json_option
def list_(game: str | None, *, only_open: bool, ledger: str, as_json: bool) -> None:
    """List the disputes about GAME, or about every game."""
    with book_at(ledger) as book:
        names = all_names(book)
        streams = [book.stream(each) for each in _meant(book, game)]
        desks = [AtTheDesk(book, stream, names) for stream in streams]
    listed = [
        (desk, course)
        for desk in desks
        for course in _courses(desk)
        if not (only_open and course.status in CLOSED)
    ]
    if as_json:
        for desk, course in listed:
            print_json({"game": desk.record} | course_json(course))
        return
    heads = ("game", "dispute", "about", "state", "by", "claim")
    print_table(heads, (_row(desk, course) for desk, course in listed))


@dispute.command()
@click.argument("game")
@_number
@ledger_option
@json_option
def show(game: str, number: int, ledger: str, *, as_json: bool) -> None:
    """Show the whole course of DISPUTE about GAME, and what follows from the ruling in force."""
    with book_at(ledger) as book:
        desk = at_the_desk(book, game)
    course = _course(desk, number)
    follows = follows_from(desk.stream, number)
    if as_json:
        course_told = {"game": desk.record} | course_json(course)
        print_json(course_told | {"follows": follows_json(follows)})
        return
    click.echo(course_text(course, desk.stream.game, desk.players))
    if course.status in {"ruled", "appealed", "final"}:
        print_follows(desk, follows)


def _say(desk: AtTheDesk, by: str, command: Callable[[UUID], DeskCommand]) -> AtTheDesk:
    """Record what somebody says; the desk as it is then."""
    who = person(desk.book, by, desk.stream.game.opened.players)
    with refusals(desk.stream):
        events = decide_dispute(desk.stream.game, command(who.id))
    for _, name in who.new:
        say(plain(f"{name} is not in the book yet"))
    return desk.append(events, who.new)


def _meant(book: Book, game: str | None) -> list[UUID]:
    return disputed_games(book) if game is None else [book.find(game)]


def _courses(desk: AtTheDesk) -> tuple[Course, ...]:
    return courses(desk.stream, desk.names)


def _course(desk: AtTheDesk, number: int) -> Course:
    with refusals(desk.stream):
        dispute_called(desk.stream.game, number)
    return _courses(desk)[number - 1]


def _row(desk: AtTheDesk, course: Course) -> tuple[object, ...]:
    claim = course.said[0]
    return desk.record, course.dispute, place_text(course), course.status, claim.by, claim.text


def _print_follows(desk: AtTheDesk, number: int, *, as_json: bool) -> None:
    follows = follows_from(desk.stream, number)
    if as_json:
        print_json({"game": desk.record, "dispute": number} | follows_json(follows))
    else:
        print_follows(desk, follows)
