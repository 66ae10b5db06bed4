"""`domino dispute`: disputes about games, and the rulings of arbiters."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import click

from ...ledger import disputes
from ...ledger.book import Book
from ...ledger.registry.players import check_known
from ...ledger.signing.keys import PrivateKey
from ...ledger.store.stream import Stream
from ...projections.days import local_time
from ...projections.explain.act import act_explanation_json, explain_move
from ...projections.messages import mark, text
from ...projections.messages.disputes import dispute_text, step_text, subject_address
from ...projections.messages.remedies import remedy_text
from ...projections.messages.signatures import signature_text
from ...projections.messages.times import moment
from ...projections.replay.game_replay import NotInGame
from ...projections.results.consequences import consequences_json, consequences_of
from ...projections.results.disputes import DisputeHistory, disputes_in, history_json, history_of
from ...projections.results.signatures import SignedEntry, signatures_in
from .. import options
from ..booked_game import BookedGame, booked_at, booked_game, game_called, given_once, place_called
from ..club_file import club_here, zone_here
from ..decisions import print_consequences, refusals
from ..declaring import Numbered, WholeNumber, argument, command, option, several, usage_error
from ..output import print_json, print_jsons, print_lines, print_table, say
from ..remedy_options import Remedies, remedy_options

_Step: TypeAlias = Callable[[Book, Stream, int, str, str], disputes.Step]


class _Person(NamedTuple):
    """The person who takes a step in a dispute."""

    by: str
    new: bool = False
    """They may be new to the book."""

    def take(self, found: BookedGame, step: Callable[[BookedGame], disputes.Step]) -> disputes.Step:
        """The step that they took; says if they are new to the book.

        Raises UnknownPlayer unless they are known, an arbiter of the club, or ``new``. Also raises
        what `club_here` raises.
        """
        if not self.new and self.by not in (club_here().arbiters or ()):
            check_known(found.book, self.by, found.stream.game.opened.players)
        with refusals(found):
            taken = step(found)
        if taken.new_player is not None:
            say(text("{name} is new to the book", name=taken.new_player))
        return taken

    def take_in(
        self, ledger: options.Ledger, game: str, number: int, step: _Step, words: str
    ) -> tuple[BookedGame, disputes.Step]:
        """The game of this name, and the step that they took in this dispute, with their words."""
        with ledger.open() as book:
            found = booked_game(book, game)
            return found, self.take(found, lambda it: step(book, it.stream, number, self.by, words))


_named: dict[str, Any] = {"required": True, "metavar": "NAME", "callback": options.storable}
_by = option("The name of the person.", **_named)
_known_person, _person = several(_Person, by=_by), several(_Person, by=_by, new=options.new)
_arbiter = several(
    _Person, by=option("The name of the arbiter.", "--by", "--arbiter", **_named), new=options.new
)
_number = argument(type=WholeNumber(1), metavar="DISPUTE")
_required_text: dict[str, Any] = {**_named, "metavar": "TEXT"}


@click.group()
def dispute() -> None:
    """Dispute, answer, rule, appeal, withdraw; list and show disputes."""


@command(dispute)
def open_(
    game: str = argument(metavar="GAME[/ROUND[.MOVE]]"),
    round: int | None = option("The disputed round.", type=Numbered(), metavar="N"),
    move: int | None = option("The disputed move of that round.", type=Numbered(), metavar="N"),
    person: _Person = _person,
    claim: str = option("The claim.", **_required_text),
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Dispute GAME, a round of it, or a move of that round. Both count from 1."""
    with ledger.open() as book:
        place = place_called(book, game)
        round = given_once(place.round, round)
        if move is not None and place.move is not None:
            raise usage_error("the move is given more than once")
        found = booked_at(book, place)
        move = place.move if move is None else move
        step = person.take(
            found,
            lambda found: disputes.open_dispute(
                book, found.stream, person.by, claim, round=round, move=move
            ),
        )
    opened = disputes.newest_dispute(step)
    ledger.say_done("dispute {dispute} about {game} is open", dispute=opened, game=found.record)


@command(dispute)
def answer(
    game: str = argument(),
    number: int = _number,
    answer: str = argument(metavar="TEXT", callback=options.storable),
    person: _Person = _person,
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Answer the claim of DISPUTE about GAME, or the appeal, with TEXT."""
    found, _ = person.take_in(ledger, game, number, disputes.answer_dispute, answer)
    ledger.say_done("dispute {dispute} about {game} is answered", dispute=number, game=found.record)


@command(dispute)
def rule(
    game: str = argument(),
    number: int = _number,
    arbiter: _Person = _arbiter,
    ordered: Mapping[str, Any] = remedy_options,
    reason: str = options.reason,
    key: PrivateKey | None = options.signing_key,
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> None:
    """Rule on DISPUTE about GAME: order one or more remedies, and print the result.

    A player of the game cannot rule on it, unless the club file says that there is no arbiter.

    SEAT is the number of a seat or the name of its player. ROUND is the round in dispute unless
    another is given.
    """
    with ledger.open() as book:
        found = booked_game(book, game)
        remedies = tuple(Remedies(found, _history(found, number).round).read(ordered))
        step = arbiter.take(
            found,
            lambda found: disputes.rule_on_dispute(
                *(book, found.stream, number, arbiter.by, remedies),
                reason=reason,
                table_rules=club_here().arbiters == (),
                key=key,
            ),
        )
    consequences = consequences_of(step.after, number)
    if as_json:
        print_json({"game": found.record, "dispute": number} | consequences_json(consequences))
    else:
        print_consequences(found, consequences)
    ledger.say_done("dispute {dispute} about {game} is ruled on", dispute=number, game=found.record)


@command(dispute)
def appeal(
    game: str = argument(),
    number: int = _number,
    person: _Person = _person,
    reason: str = option("The reason.", **_required_text),
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Appeal the ruling on DISPUTE about GAME. It stays in force until the next ruling."""
    found, _ = person.take_in(ledger, game, number, disputes.appeal_ruling, reason)
    template = mark("the ruling on dispute {dispute} about {game} is under appeal")
    ledger.say_done(template, dispute=number, game=found.record)


@command(dispute)
def withdraw(
    game: str = argument(),
    number: int = _number,
    person: _Person = _known_person,
    reason: str = options.reason,
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Withdraw the claim or the appeal in DISPUTE about GAME; only who made it can.

    A claim can be withdrawn until it is ruled on. After an appeal is withdrawn, the ruling stands.
    """
    found, step = person.take_in(ledger, game, number, disputes.withdraw_dispute, reason)
    template = mark("dispute {dispute} about {game} is withdrawn")
    if history_of(step.after, found.names, number).status != "withdrawn":
        template = mark("the appeal in dispute {dispute} about {game} is withdrawn")
    ledger.say_done(template, dispute=number, game=found.record)


@command(dispute, paged=True)
def list_(
    game: str | None = argument(),
    only_open: bool = option("List only disputes that wait for a ruling.", "--open"),
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """List the disputes about GAME, or about every game."""
    with ledger.open() as book:
        found = list(disputes_in(book, None if game is None else game_called(book, game)))
    listed = [each for each in found if not (only_open and each.closed)]
    if as_json:
        print_jsons(history_json(each) for each in listed)
        return
    heads = text("about"), text("dispute"), text("state"), text("by"), text("claim")
    rows = (
        (subject_address(each), each.dispute, text(each.status), claim.by, claim.text)
        for each in listed
        for claim in each.steps[:1]
    )
    print_table(heads, rows)


@command(dispute, paged=True)
def show(
    game: str = argument(),
    number: int = _number,
    open: bool = options.open_hands,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Show every step of DISPUTE about GAME, and the effect of the ruling in force.

    Of a disputed move, show why it was legal, as `domino explain` does.
    """
    with ledger.open() as book:
        found = booked_game(book, game)
        signed = {each.first: each for each in signatures_in(book, found.stream)}
    history = _history(found, number)
    consequences = consequences_of(found.stream, number)
    act = None
    if history.round is not None and history.move is not None:
        with suppress(NotInGame):  # An amendment removed it.
            played = found.stream.game
            act = explain_move(played, found.players, history.round, history.move, open=open)
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


def _history(found: BookedGame, number: int) -> DisputeHistory:
    with refusals(found):
        return history_of(found.stream, found.names, number)


def _lines(
    history: DisputeHistory, found: BookedGame, signed: Mapping[int, SignedEntry]
) -> Iterator[str]:
    """The dispute with every step; ``signed``: by number of the event."""
    zone = zone_here()
    yield dispute_text(history)
    for step in history.steps:
        yield f"  {moment(local_time(step.at, zone).isoformat())}  {step_text(step)}"
        if step.version in signed:
            yield f"      {signature_text(signed[step.version])}"
        for remedy in step.remedies:
            yield f"      {remedy_text(remedy, found.stream.game, found.players)}"
