"""`domino import`: adds the games of files to the book."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

import click

from ledger.book import may_be_there
from ledger.records.game_file import FileGame, ImportCounts, import_files
from ledger.records.import_ import Imported
from ledger.records.line_reader import Line
from ledger.store.base import require_all
from ledger.store.batch import Progress
from projections.messages import plural, text
from projections.messages.errors import error_json

from .. import exit_codes as exits
from ..files import check_apart, check_readable, reading, writing
from ..game_files import lines_with_progress, say_notes, saying_what_is_kept, sentence_about
from ..ledger_option import book_at, ledger_option, scratch_book
from ..options import dry_run_option, json_option
from ..output import print_json, say, unless_dry
from ..people import remarks_on_newcomers


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--as-played", is_flag=True, help="Accept illegal games too, and note each fault.")
@click.option("--rejects", metavar="FILE", help="Write rejected games to FILE, with the reason.")
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
    """Add games from files to the book.

    A file is JSON Lines or text; `-` is standard input. A game is added whole or not at all.
    Importing it again changes nothing, unless the game went on since. Games that cannot be added
    are named, counted and left out (exit 6). Games that arrive on a pipe are in the book within a
    second.
    """
    check_readable(files)
    check_apart(rejects, (*files, ledger))
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_book()) if dry_run else None
        if scratch is not None and not may_be_there(ledger):
            book = scratch
        else:
            book = stack.enter_context(book_at(ledger, create=not dry_run))
            if dry_run:
                require_all(book.recorder)  # What is hidden from this user cannot be compared.
        rejected = stack.enter_context(writing(rejects)) if rejects else None
        newcomers = stack.enter_context(remarks_on_newcomers(book))

        def done(game: FileGame, imported: Imported) -> None:
            say_notes(game)
            newcomers.note(game.file, imported.new_players, imported.players)
            if imported.outcome == "rejected":
                _reject(game, imported, rejected)

        opened, progress = _Files(files), Progress()
        with saying_what_is_kept(progress, dry_run=dry_run):
            counts = import_files(
                book,
                opened,
                as_played=as_played,
                done=done,
                pauses=opened.pauses,
                progress=progress,
                count_left=all(Path(file).is_file() for file in files),
                scratch=scratch,
            )
    if as_json:
        print_json(asdict(counts))
    say(unless_dry(_summary(counts), dry_run=dry_run))
    return exits.REJECTED if counts.rejected else exits.FINE


class _Files:
    """Opens the files one after the other."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names

    def __iter__(self) -> Iterator[tuple[str, Iterator[Line]]]:
        for name in self._names:
            with reading(name) as self._open:
                yield name, lines_with_progress(self._open)

    def pauses(self) -> bool:
        return self._open.pauses()


def _reject(game: FileGame, imported: Imported, rejected: BinaryIO | None) -> None:
    assert imported.error is not None
    say(sentence_about(game, imported.error, imported.record))
    if rejected is not None:
        error = error_json(imported.error)
        reject = {
            "file": game.file,
            "line": imported.line,
            "id": imported.record,
            "reason": error["message"],
            "code": error["code"],
            "params": error["params"],
            "text": game.text.decode(errors="replace").rstrip("\n"),
        }
        rejected.write(json.dumps(reject, ensure_ascii=False).encode() + b"\n")


def _summary(counts: ImportCounts) -> str:
    parts = [plural("{number} game added", "{number} games added", counts.added)]
    if counts.irregular:
        parts.append(text("{number} of them irregular", number=counts.irregular))
    if counts.unchecked:
        parts.append(text("{number} of them with open questions", number=counts.unchecked))
    if counts.remarked:
        parts.append(text("{number} of them with a remark", number=counts.remarked))
    if counts.extended:
        parts.append(text("{number} extended", number=counts.extended))
    parts.append(text("{number} unchanged", number=counts.unchanged))
    parts.append(text("{number} rejected", number=counts.rejected))
    return ", ".join(parts)
