"""`domino import`: adds the games of files to the book."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

from ...ledger.book import Book, may_be_there
from ...ledger.records.game_file import FileGame, import_files
from ...ledger.records.import_ import Imported
from ...ledger.records.line_reader import Line
from ...ledger.registry.stored_names import all_names
from ...ledger.store.base import require_all
from ...ledger.store.batch import Progress
from ...ledger.suggestions import KnownNames
from ...projections.messages import mark, plural, shortened, text
from ...projections.messages.errors import error_json
from .. import exit_codes as exits
from .. import options
from ..declaring import argument, command, option
from ..files import check_apart, check_readable, reading, writing
from ..game_files import lines_with_progress, say_notes, saying_what_is_kept, sentence_about
from ..output import LONGEST_NAME, print_json, say, say_plural


@command()
def import_(
    files: tuple[str, ...] = argument(required=True, metavar="FILE..."),
    as_played: bool = option("Accept illegal games too, and note each fault."),
    rejects: str | None = option("Write rejected games to FILE, with the reason.", metavar="FILE"),
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> int:
    """Add games from files to the book.

    A file is JSON Lines or text; `-` is standard input. A game is added whole or not at all.
    Importing it again changes nothing, unless the game went on since. Games that cannot be added
    are named, counted and left out (exit 6). Games that arrive on a pipe are in the book within a
    second.
    """
    check_readable(files)
    check_apart(rejects, (*files, ledger.url))
    dry_run = ledger.dry_run
    with ExitStack() as stack:
        scratch = stack.enter_context(options.scratch_book()) if dry_run else None
        if scratch is not None and not may_be_there(ledger.url):
            book = scratch
        else:
            book = stack.enter_context(options.Ledger(ledger.url).open(create=not dry_run))
            if dry_run:
                require_all(book.recorder)  # What is hidden from this user cannot be compared.
        rejected = stack.enter_context(writing(rejects)) if rejects else None
        newcomers = _Newcomers(book)

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
        newcomers.remark()
    if as_json:
        print_json(asdict(counts))
    parts = [plural("{number} game added", "{number} games added", counts.added)]
    for template, number in (
        (mark("{number} of them irregular"), counts.irregular),
        (mark("{number} of them with open questions"), counts.unchecked),
        (mark("{number} of them with a remark"), counts.remarked),
        (mark("{number} extended"), counts.extended),
    ):
        if number:
            parts.append(text(template, number=number))
    parts.append(text("{number} unchanged", number=counts.unchanged))
    parts.append(text("{number} rejected", number=counts.rejected))
    say(ledger.done(", ".join(parts)))
    return exits.REJECTED if counts.rejected else exits.FINE


_MOST_REMARKED = 5
"""Of the new names of a file that are much like known ones."""


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


class _Newcomers:
    """People new to the book in one file after the other, with names much like known ones."""

    def __init__(self, book: Book) -> None:
        self._known = KnownNames(all_names(book).values())
        self._file: str | None = None
        self._alike: list[tuple[str, str]] = []

    def note(self, file: str, new: Sequence[str], seated: Sequence[str]) -> None:
        """Note the new names of a game; prints the remark on the file before, if it was another."""
        if file != self._file:
            self.remark()
            self._file = file
        for name in new:
            known = self._known.closest(name, seated)
            if known is not None:
                self._alike.append((name, known))
        for name in new:
            self._known.add(name)

    def remark(self) -> None:
        """Print the remark on the last file."""
        if not self._alike:
            return
        pairs = ", ".join(
            f"{shortened(name, LONGEST_NAME)} ({shortened(known, LONGEST_NAME)}?)"
            for name, known in self._alike[:_MOST_REMARKED]
        )
        say_plural(
            "{file}: {number} new name is much like a known one: {pairs}",
            "{file}: {number} new names are much like known ones: {pairs}",
            len(self._alike),
            file=shortened(self._file or ""),
            pairs=pairs,
        )
        self._alike.clear()


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
