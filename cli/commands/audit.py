"""`domino audit`: the second opinion on any record."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

import click
from pydantic_core import from_json

from domain.events import Seat
from domain.game.next_lead import leader_of_next_game
from domain.game.state import Game
from domain.rules.rule_set import RuleSet
from ledger.book import Book, may_be_there
from ledger.errors import NotALedger, UnknownGame
from ledger.notation.errors import NotationError
from ledger.records.export import export_line
from ledger.records.format import Record, Unreadable, read_record
from ledger.records.game_file import FileGame
from ledger.records.import_ import rules_of
from ledger.records.versions import as_of
from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names, shown_name
from ledger.store.stream import Stream, game_id
from ledger.transcript.dispute_log import NOTHING_SAID, desk_in
from ledger.transcript.game import Unchecked, Violation, transcribe
from projections.audit.audit import Audit, audit
from projections.audit.json_format import audit_json, unreadable_json
from projections.rulings.disputes import rulings

from .. import exit_codes as exits
from ..files import reading
from ..game_files import games_of, place_in_text, sentence_about
from ..ledger_option import book_at, ledger_option
from ..output import json_option, open_option, print_json, say
from ..text.audit import audit_text
from ..version_option import asked_for, version_option

_OUTCOMES = {True: "clean", None: "open", False: "illegal"}
"""By whether a game is clean; open where that could not be checked everywhere."""


class Source(NamedTuple):
    """One game to audit, and where it comes from."""

    told: FileGame
    open: bool = True
    """Whoever brings a file has seen what is in it; a game of the book keeps its secrets."""
    stream: Stream | None = None
    """A game of the book: there arbiters may have ruled on it."""


@click.command("audit")
@click.argument("sources", nargs=-1, required=True, metavar="GAME|FILE|-...")
@click.option("--rules", metavar="ID", help="Rule on the rounds by the score and payout of these.")
@version_option
@open_option
@ledger_option
@json_option
def audit_(
    *,
    sources: tuple[str, ...],
    rules: str | None,
    version: int | None,
    open: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Check games move by move: a GAME of the book, or records in a FILE (`-`: standard input).

    Lists every violation (exit 3 where there is one), and for each blocked round who blocked it
    under each reading, with the evidence. Claims in the record are checked, never believed.
    Rounds, moves and seats count from 0; figures stand in the order of the seats, or of the sides.
    """
    counted = {"clean": 0, "open": 0, "illegal": 0, "unreadable": 0}
    with ExitStack() as stack:
        book = stack.enter_context(book_at(ledger)) if may_be_there(ledger) else None
        known = all_rules(book)
        ruling = None if rules is None else rules_called(known, rules)
        auditor = _Auditor(book, known, ruling)
        for source in _sources(sources, book, known, ledger, version=version, open=open):
            try:
                report = auditor.audit(source)
            except Unreadable as error:
                counted["unreadable"] += 1
                say(sentence_about(source.told, str(error)))
                if as_json:
                    print_json(unreadable_json(_own_id(source.told), str(error)))
                continue
            counted[_OUTCOMES[report.clean]] += 1
            if as_json:
                print_json(_with_lines(audit_json(report), report, source.told))
            else:
                placed = (
                    None if source.told.notated is None else partial(place_in_text, source.told)
                )
                click.echo(audit_text(report, placed))
    told = (f"{number} {what}" for what, number in counted.items() if number or what != "open")
    say(", ".join(told))
    if counted["illegal"]:
        return exits.ILLEGAL_PLAY
    return exits.REJECTED if counted["unreadable"] else exits.FINE


class _Auditor:
    """Audits one record after the other; an earlier one may say who leads a later one."""

    def __init__(
        self, book: Book | None, known: dict[str, RuleSet], ruling: RuleSet | None
    ) -> None:
        self._book = book
        self._known = known
        self._ruling = ruling
        self._leaders: dict[str, str | None] = {}
        """By the record's id, who leads the game after it."""

    def audit(self, source: Source) -> Audit:
        if isinstance(source.told.record, NotationError):
            raise source.told.record
        record = read_record(source.told.record)
        rules = rules_of(record, self._known)
        # Whoever plays needs an id to be an event; nothing of this is written anywhere.
        players = tuple(uuid5(NAMESPACE_OID, name) for name in record.players)
        stream = source.stream
        desk = NOTHING_SAID if stream is None else desk_in(each.event for each in stream.entries)
        transcript = transcribe(record, rules, players, self._first_leader(record), desk)
        if transcript.game is not None:
            self._leaders[record.id] = _leader_after(transcript.game, record.players)
        ruled = () if stream is None else rulings(stream, self._names)
        return audit(transcript, self._ruling, open=source.open, rulings=ruled)

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {} if self._book is None else all_names(self._book)

    def _first_leader(self, record: Record) -> Seat | None:
        if record.after is None:
            return None
        if record.after not in self._leaders:
            self._leaders[record.after] = self._leader_in_book(record.after)
        leader = self._leaders[record.after]
        return record.players.index(leader) if leader in record.players else None

    def _leader_in_book(self, record: str) -> str | None:
        game = game_id(record)
        if self._book is None or not self._book.version(game):
            return None
        before = self._book.stream(game).game
        players = [shown_name(self._names, each) for each in before.opened.players]
        return _leader_after(before, players)


def _with_lines(report: dict[str, Any], audit: Audit, told: FileGame) -> dict[str, Any]:
    """What was found, each with the line of the text that it is about."""
    if told.notated is not None:
        found: list[Violation | Unchecked] = [*audit.violations, *audit.unchecked]
        shown = [*report["violations"], *report["unchecked"]]
        for each, what in zip(shown, found, strict=True):
            each["line"], row = told.line_of(what), told.row_of(what)
            if row is not None:
                each["row"] = row
    return report


def _own_id(told: FileGame) -> str | None:
    """The id that a game gives itself, if that can be got of what is no record."""
    line = told.record
    if not isinstance(line, bytes):
        return told.id
    try:
        read = from_json(line)
    except ValueError:
        return None
    name = read.get("id") if isinstance(read, dict) else None
    return name if isinstance(name, str) else None


def _leader_after(game: Game, players: Sequence[str]) -> str | None:
    seat = leader_of_next_game(game)
    return None if seat is None else players[seat]


def _sources(
    sources: tuple[str, ...],
    book: Book | None,
    known: dict[str, RuleSet],
    ledger: str,
    *,
    version: int | None,
    open: bool,
) -> Iterator[Source]:
    for name in sources:
        if name == "-" or Path(name).exists():
            if version is not None:
                raise click.UsageError(f"--version is of a game in the book, and {name} is a file")
            with reading(name) as file:
                yield from map(Source, games_of(name, file, known))
        else:
            yield _game(name, book, ledger, version=version, open=open)


def _game(name: str, book: Book | None, ledger: str, *, version: int | None, open: bool) -> Source:
    if book is None:
        raise NotALedger(f"{name} is no file, and there is no ledger at {ledger} to find it in")
    try:
        stream = book.stream(book.find(name))
    except UnknownGame:
        raise UnknownGame(f"{name} is neither a file nor a game in the book") from None
    told = as_of(stream, asked_for(stream, version))
    line = export_line(stream, all_names(book), open=True, version=version)
    return Source(FileGame(name, 0, line, line), open=open, stream=told)
