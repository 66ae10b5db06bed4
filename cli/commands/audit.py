"""`domino audit`: games checked move by move."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click
from pydantic_core import from_json

from domain.shuffle import Hex
from ledger.book import Book, may_be_there
from ledger.errors import NotALedger, UnknownGame
from ledger.log.checkpoints import Checkpoint, checkpoint_in, tiles_at
from ledger.records.format import Record
from ledger.records.game_file import FileGame, Unreadables
from ledger.records.validation import Unreadable
from ledger.records.versions import UnknownVersion
from ledger.registry.house_rules import all_rules, rules_called
from ledger.store.stream import Stream
from ledger.transcript.game import Unchecked, Violation
from projections.audit.audit import Audit
from projections.audit.auditor import Auditor
from projections.audit.json_format import audit_json, unreadable_json
from projections.messages import text
from projections.messages.errors import error_text
from projections.verification.fixed_shuffles import fixed_shuffles

from .. import exit_codes as exits
from ..booked_game import game_called
from ..club_file import club_here
from ..files import reading
from ..game_files import games_of, place_in_text, sentence_about
from ..ledger_option import book_at, ledger_option
from ..options import json_option, open_option, version_option
from ..output import print_json, print_lines, say
from ..proof_options import checkpoint_at, directory_of, on_sound_tiles, tiles_option
from ..terminal.pager import paged
from ..text.audit import audit_lines

_OUTCOMES = {True: "clean", None: "open", False: "illegal"}
"""By `Audit.clean`; None: some of it cannot be checked."""


@click.command("audit")
@click.argument("sources", nargs=-1, required=True, metavar="GAME|FILE|-...")
@click.option("--rules", metavar="ID", help="Apply the score and payout of this rule set.")
@version_option
@click.option(
    *("--checkpoint", "held"),
    multiple=True,
    metavar="FILE",
    help="Of a deal by seeds: whether it was committed to before this checkpoint, which was kept.",
)
@tiles_option
@open_option
@ledger_option
@json_option
@paged
def audit_(
    *,
    sources: tuple[str, ...],
    rules: str | None,
    version: int | None,
    held: tuple[str, ...],
    tiles: str | None,
    open: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Check games move by move.

    Takes a GAME of the book, or records in a FILE (`-`: standard input). Lists every violation
    (exit 3 if there is one). A reading is a rule that says who blocked a round; for each blocked
    round, the verdict under every reading is shown with its evidence. Claims in the record are
    checked too. Rounds and moves count from 1, in JSON from 0; figures are in the order of the
    players, or of the sides.
    """
    counted = {"clean": 0, "open": 0, "illegal": 0, "unreadable": 0}
    with ExitStack() as stack:
        book = stack.enter_context(book_at(ledger)) if may_be_there(ledger) else None
        judged_by = None if rules is None else rules_called(all_rules(book), rules)
        auditor = Auditor(book, judged_by)
        kept = _Kept(tuple(checkpoint_in(checkpoint_at(each)) for each in held), tiles)
        for game, report in _audits(
            sources, auditor, book, ledger, version=version, kept=kept, open=open
        ):
            if isinstance(report, Unreadable):
                counted["unreadable"] += 1
                say(sentence_about(game, report))
                if as_json:
                    print_json(unreadable_json(_own_id(game), report))
                continue
            counted[_OUTCOMES[report.clean]] += 1
            if as_json:
                print_json(_json(game, report))
            else:
                place_of = None if game.notated is None else partial(place_in_text, game)
                print_lines(audit_lines(report, place_of, club_here().zone))
    say(_summary(counted))
    if counted["illegal"]:
        return exits.ILLEGAL_PLAY
    return exits.REJECTED if counted["unreadable"] else exits.FINE


def _summary(counted: dict[str, int]) -> str:
    if counted["open"]:
        return text(
            "{clean} clean, {open} open, {illegal} illegal, {unreadable} unreadable", **counted
        )
    return text("{clean} clean, {illegal} illegal, {unreadable} unreadable", **counted)


def _json(game: FileGame, audit: Audit) -> dict[str, Any]:
    """The report; of a game in the notation, with the lines of violations and open questions."""
    report = audit_json(audit)
    if game.notated is not None:
        found: list[Violation | Unchecked] = [*audit.violations, *audit.unchecked]
        for each, values in zip(found, [*report["violations"], *report["unchecked"]], strict=True):
            values["line"], row = game.line_of(each), game.row_of(each)
            if row is not None:
                values["row"] = row
    return report


class _Kept(NamedTuple):
    """Checkpoints that were kept, and the directory of the tiles."""

    checkpoints: tuple[Checkpoint, ...]
    tiles: str | None

    def fixed_in(self, book: Book, stream: Stream) -> dict[Hex, int]:
        """The `fixed_shuffles` of a game. Raises Tampered, NoTiles and DamagedTiles."""
        if not self.checkpoints:
            return {}
        directory = directory_of(book, self.tiles)
        return on_sound_tiles(
            book,
            self.tiles,
            lambda: fixed_shuffles(book, stream, self.checkpoints, tiles_at(directory)[0]),
        )


def _own_id(game: FileGame) -> str | None:
    """The id that an unreadable game gives itself, if it can be found."""
    line = game.record
    if not isinstance(line, bytes):
        return line.id if isinstance(line, Record) else game.id
    try:
        read = from_json(line)
    except ValueError:
        return None
    name = read.get("id") if isinstance(read, dict) else None
    return name if isinstance(name, str) else None


def _audits(
    sources: tuple[str, ...],
    auditor: Auditor,
    book: Book | None,
    ledger: str,
    *,
    version: int | None,
    kept: "_Kept",
    open: bool,
) -> Iterator[tuple[FileGame, Audit | Unreadable]]:
    for name in sources:
        if name == "-" or Path(name).exists():
            if version is not None:
                raise click.UsageError(
                    text("--version is for games in the book; {file} is a file", file=name)
                )
            with reading(name) as file:
                unreadables = Unreadables()
                for game in unreadables.stop(games_of(name, file, auditor.known)):
                    report = _of_file(game, auditor)
                    unreadables.count(readable=isinstance(report, Audit))
                    yield game, report
        elif book is None:
            raise NotALedger("no-file-and-no-ledger", name=name, book=ledger)
        else:
            yield (
                FileGame(name, 0, b"", b""),
                _of_book(name, auditor, book, version=version, kept=kept, open=open),
            )


def _of_file(game: FileGame, auditor: Auditor) -> Audit | Unreadable:
    try:
        return auditor.of_record(game.read())
    except Unreadable as error:
        return error


def _of_book(
    name: str, auditor: Auditor, book: Book, *, version: int | None, kept: "_Kept", open: bool
) -> Audit | Unreadable:
    try:
        stream = book.stream(game_called(book, name))
    except UnknownGame as error:
        if error.code != "unknown-game":
            raise
        raise UnknownGame(
            "neither-file-nor-game", name=name, meant=error.params.get("meant")
        ) from None
    try:
        return auditor.of_game(stream, version, open=open, fixed=kept.fixed_in(book, stream))
    except UnknownVersion as error:
        raise click.UsageError(error_text(error)) from None
    except Unreadable as error:
        return error
