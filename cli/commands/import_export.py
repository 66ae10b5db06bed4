"""`domino import` and `domino export`: records in and out of the book."""

import json
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack
from typing import BinaryIO
from uuid import UUID

import click

from domain.hidden.seat_view import hidden_rounds
from domain.rules.rule_set import RuleSet
from domain.words import counted
from ledger.book import Book
from ledger.notation.errors import NotationError
from ledger.notation.writer import text_of
from ledger.records.export import Json, line_of, record_of
from ledger.records.import_ import Imported, Importer
from ledger.records.line_reader import Line
from ledger.registry.house_rules import all_rules
from ledger.registry.players import all_names
from projections.messages import text
from projections.messages.errors import error_json

from .. import exit_codes as exits
from ..files import check_readable, reading, writing
from ..game_files import Told, games_of
from ..ledger_option import book_at, ledger_option
from ..output import NOTHING_WRITTEN, dry_run_option, json_option, open_option, print_json, say
from ..terminal.progress import tracked
from ..version_option import asked_for, version_option

_OUTCOMES = ("added", "irregular", "unchecked", "extended", "unchanged", "rejected")
_OF_THE_ADDED = {"irregular": "irregular", "unchecked": "with questions open"}


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--as-played", is_flag=True, help="Take illegal games too, each fault noted.")
@click.option("--rejects", metavar="FILE", help="Write the lines not taken here, with the reason.")
@dry_run_option
@ledger_option
@json_option
def import_(
    *,
    files: tuple[str, ...],
    as_played: bool,
    rejects: str | None,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Take records (JSON Lines or text, `-` is standard input) into the book.

    A game is taken whole or not at all; taking it again changes nothing, unless it has gone on
    since. Lines that cannot be taken are counted, named, and left out (exit 6).
    """
    check_readable(files)
    outcomes: Counter[str] = Counter()
    with ExitStack() as stack:
        book = stack.enter_context(book_at(ledger, create=True, dry_run=dry_run))
        rejected = stack.enter_context(writing(rejects)) if rejects else None
        importer = Importer(book, as_played=as_played)
        known = all_rules(book)
        for name in files:
            with reading(name) as file:
                for told, imported in _taken(importer, games_of(name, file, known)):
                    outcomes[imported.outcome] += 1
                    outcomes["irregular"] += bool(imported.irregularities)
                    outcomes["unchecked"] += bool(imported.unchecked)
                    if imported.outcome == "rejected":
                        _reject(told, imported, rejected)
    if as_json:
        print_json({name: outcomes[name] for name in _OUTCOMES})
    of_them = [f"{outcomes[name]} {said}" for name, said in _OF_THE_ADDED.items() if outcomes[name]]
    among = f" ({', '.join(of_them)})" if of_them else ""
    extended = f"{outcomes['extended']} extended, " if outcomes["extended"] else ""
    say(
        f"{counted(outcomes['added'], 'game')} added{among}, {extended}"
        f"{outcomes['unchanged']} unchanged, "
        f"{outcomes['rejected']} rejected{NOTHING_WRITTEN[dry_run]}"
    )
    return exits.REJECTED if outcomes["rejected"] else exits.FINE


def _taken(importer: Importer, games: Iterator[Told]) -> Iterator[tuple[Told, Imported]]:
    """What became of each game, in the order of the file."""
    waiting: dict[int, Told] = {}
    unread: deque[tuple[Told, Imported]] = deque()

    def readable() -> Iterator[Line]:
        for told in games:
            if isinstance(told.record, NotationError):
                error = told.record
                unread.append((told, Imported(told.line, "rejected", told.id, error, told.text)))
            else:
                waiting[told.line] = told
                yield told.line, told.record

    for imported in importer.take(readable()):
        while unread and unread[0][0].line < imported.line:
            yield unread.popleft()
        yield waiting.pop(imported.line), imported
    yield from unread


def _reject(told: Told, imported: Imported, rejected: BinaryIO | None) -> None:
    assert imported.error is not None
    say(told.sentence(imported.error, imported.record))
    if rejected is not None:
        said = error_json(imported.error)
        rejected.write(
            json.dumps(
                {
                    "file": told.file,
                    "line": imported.line,
                    "id": imported.record,
                    "reason": said["message"],
                    "code": said["code"],
                    "params": said["params"],
                    "text": told.text.decode(errors="replace").rstrip("\n"),
                },
                ensure_ascii=False,
            ).encode()
            + b"\n"
        )


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", default="-", metavar="FILE", help="Write here instead of standard output.")
@click.option(
    "--format",
    "as_",
    type=click.Choice(["json", "text"]),
    default="json",
    help="Records for programs, a game a line (the default), or text for people.",
)
@version_option
@open_option
@ledger_option
def export(
    *,
    games: tuple[str, ...],
    out: str,
    as_: str,
    version: int | None,
    open: bool,
    ledger: str,
) -> None:
    """Write games as records, all of them where none is named.

    A round that is not over is left out, since its deal is hidden, unless `--open` is given.
    """
    if version is not None and not games:
        raise click.UsageError(text("--version is of a game: name it"))
    hidden = 0
    with book_at(ledger) as book, writing(out) as file:
        names = all_names(book)
        write = _Text(all_rules(book)) if as_ == "text" else line_of
        for game in [*map(book.find, games)] if games else _every_game(book):
            stream = book.stream(game)
            hidden += 0 if open else len(hidden_rounds(asked_for(stream, version).game))
            file.write(write(record_of(stream, names, open=open, version=version)))
    if hidden:
        left_out = (
            "is left out: --open writes it" if hidden == 1 else "are left out: --open writes them"
        )
        say(f"{counted(hidden, 'unfinished round')} {left_out} too")


class _Text:
    """Writes games as text, a blank line between two."""

    def __init__(self, known: dict[str, RuleSet]) -> None:
        self._known = known
        self._between = ""

    def __call__(self, record: Json) -> bytes:
        text = f"{self._between}{text_of(record, self._known)}"
        self._between = "\n"
        return text.encode()


def _every_game(book: Book) -> Iterator[UUID]:
    """All games, with a bar for who waits."""
    games = list(book.games())
    return tracked(games, len(games), "games")
