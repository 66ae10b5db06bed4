"""`domino verify`: checks that the book holds what was recorded."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import click

from ...ledger.errors import Mistyped
from ...ledger.log.checkpoints import tiles_at
from ...ledger.log.hash_tiles import Tiles
from ...ledger.signing.keys import COSIGNATURE
from ...projections.messages import all_of, mark, mark_plural, plural, text
from ...projections.messages.errors import error_text
from ...projections.messages.signatures import signed_entry_text
from ...projections.messages.times import moment
from ...projections.results.signatures import SignedEntry, all_signatures, signatures_in
from ...projections.verification.chains import Covered, verify_book, verify_game, verify_sheet
from ...projections.verification.checkpoints import SignedCheckpoint, signatures_on
from ...projections.verification.computed_tables import TablesCovered, verify_tables
from .. import options
from ..archive_check import answer_for_archive
from ..booked_game import game_called
from ..declaring import argument, command, option, usage_error
from ..output import print_json, print_lines
from ..proof_files import (
    checkpoint_at,
    covered_texts,
    newest_checkpoint,
    on_sound_tiles,
    public_keys,
)
from ..read_models import current_keeper


@command()
def verify(
    game: str | None = argument(),
    whole: bool = option("Check all games, in the order of the log.", "--all"),
    sheet: str | None = option(
        "Say which game has had the code or hash of a score sheet.", metavar="CODE"
    ),
    of_tables: bool = option("With --all: also make all tables again, and compare.", "--tables"),
    held: tuple[str, ...] = option(
        "Also check that the log goes on from this checkpoint. Repeated: from each.",
        "--checkpoint FILE",
    ),
    keys: tuple[str, ...] = option(
        "A public key that must have signed the checkpoints: its line, or a file with it.",
        "--key KEY",
    ),
    witnesses: tuple[str, ...] = option(
        "With --checkpoint: the public key of a witness that must have signed it. Repeated.",
        "--witness KEY",
    ),
    threshold: int | None = option(
        "So many of the witnesses must have signed each checkpoint.  [default: all]",
        least=1,
        metavar="N",
    ),
    tiles: str | None = options.tiles,
    archive: str | None = option("Check the archive in this directory.", "--archive DIR"),
    books: tuple[str, ...] = option(
        "With --archive: also compare it with this book. Repeated: with each.", "--book BOOK"
    ),
    as_json: bool = options.json,
    ledger: options.Ledger = options.ledger,
) -> None:
    """Check that no event of GAME or the book was changed or lost.

    The first event that is not what was recorded is named (exit 4). A checkpoint that was kept
    outside also shows what was changed with all its hashes, or removed without a trace.
    """
    if [game is not None, whole, sheet is not None, archive is not None].count(True) != 1:
        raise usage_error("name a game, --all, the hash of a sheet with --sheet, or --archive")
    if archive is not None and (witnesses or tiles is not None):
        raise usage_error("--archive goes with --checkpoint, --key and --book alone")
    if books and archive is None:
        raise usage_error("--book goes with --archive")
    if of_tables and not whole:
        raise usage_error("--tables goes with --all")
    if witnesses and not held:
        raise usage_error("--witness goes with --checkpoint")
    if threshold is not None and threshold > len(witnesses):
        raise usage_error("--threshold is at most the number of witnesses")
    if sheet is not None:
        _answer_for_sheet(sheet, ledger, as_json)
        return
    if archive is not None:
        answer_for_archive(archive, books, held, public_keys(keys), as_json=as_json)
        return
    trusted, named = public_keys(keys), public_keys(witnesses, COSIGNATURE)
    needed = len(named) if threshold is None else threshold
    notes = [checkpoint_at(each) for each in held]
    with ledger.open() as book:
        newest = newest_checkpoint(book, tiles)
        signed_notes = [signatures_on(book, note, trusted, named, needed) for note in notes]
        if newest is not None:
            signed_notes.append(signatures_on(book, newest, trusted, named))
        elif game is not None and held:
            raise usage_error("one game is checked by the tiles: name them, or use --all")
        checkpoints = [each.checkpoint for each in signed_notes]

        def verified(check: Callable[[Tiles | None], Covered]) -> Covered:
            if newest is None:
                return check(None)
            return on_sound_tiles(book, tiles, lambda directory: check(tiles_at(directory)[0]))

        tables, signed = None, list[SignedEntry]()
        if game is None:
            covered = verified(lambda found: verify_book(book, checkpoints, found))
            signed += all_signatures(book)
            if of_tables:
                with current_keeper(book) as keeper:
                    tables = verify_tables(keeper)
        else:
            id = game_called(book, game)
            covered = verified(lambda found: verify_game(book, id, checkpoints, found))
            signed += signatures_in(book, book.stream(id))
    found = _Checked(covered, signed_notes, signed, tables)
    _report(found, as_json=as_json, by_trusted=bool(trusted))


def _answer_for_sheet(hash: str, ledger: options.Ledger, as_json: bool) -> None:
    with ledger.open() as book:
        try:
            standing = verify_sheet(book, hash)
        except Mistyped as error:
            raise click.UsageError(error_text(error)) from None
        record = book.stream(standing.game).game.opened.record
    if as_json:
        print_json({"game": record, "event": standing.event, "later": standing.later})
        return
    recorded = mark("the hash is of event {event} of {game}, as it was recorded")
    since = mark_plural(
        "{number} event was recorded in this game since",
        "{number} events were recorded in this game since",
    )
    print_lines([text(recorded, event=standing.event, game=record), plural(*since, standing.later)])


class _Checked(NamedTuple):
    """What was found as it was recorded."""

    covered: Covered
    checkpoints: list[SignedCheckpoint]
    signed: list[SignedEntry]
    tables: TablesCovered | None

    @property
    def json(self) -> dict[str, Any]:
        """For programs (docs/command.md#domino-verify)."""
        more: dict[str, Any] = {} if self.tables is None else {"tables": self.tables._asdict()}
        more["signatures"] = [each._asdict() for each in self.signed]
        checkpoints = [each.json for each in self.checkpoints]
        return self.covered._asdict() | {"checkpoints": checkpoints} | more


def _report(found: _Checked, *, as_json: bool, by_trusted: bool) -> None:
    if as_json:
        print_json(found.json)
    else:
        print_lines(_lines(found, by_trusted=by_trusted))


def _lines(found: _Checked, *, by_trusted: bool) -> Iterator[str]:
    yield from _lines_on_log(found.covered, found.checkpoints, checked=by_trusted)
    for each in found.signed:
        yield text("{game}: {signature}", game=each.game, signature=signed_entry_text(each))
    if found.tables is not None:
        follow = mark("{tables} tables with {rows} rows follow from the events")
        booked = mark_plural(
            "{number} posting is what the rules say", "{number} postings are what the rules say"
        )
        yield text(follow, **found.tables._asdict())
        yield plural(*booked, found.tables.postings)


def _lines_on_log(
    covered: Covered, checkpoints: list[SignedCheckpoint], *, checked: bool
) -> Iterator[str]:
    yield from covered_texts(covered)
    if covered.clock_behind:
        yield plural(
            "the clock was behind when {number} event was recorded, which says so",
            "the clock was behind when {number} events were recorded, which say so",
            covered.clock_behind,
        )
    for checkpoint, by, revoked, seen in checkpoints:
        yield plural(
            "the log goes on from the checkpoint of {origin} with {number} event",
            "the log goes on from the checkpoint of {origin} with {number} events",
            checkpoint.size,
            origin=checkpoint.origin,
        )
        signed = mark("its signature was not checked: name the key with --key")
        if by:
            signed = mark(
                "that checkpoint is signed by {names}, a key that the book names itself: "
                "name the one you know with --key"
            )
            if checked:
                signed = mark("that checkpoint is signed by {names}")
        yield text(signed, names=all_of(by))
        for key in revoked:
            yield text(
                "the key {name} was revoked later, {until}: somebody else who has it can have "
                "made that checkpoint since",
                name=key.key.name,
                until=moment(key.until or ""),
            )
        witnessed = mark(
            "the witness {name} signed that checkpoint, {time}: all in it existed then"
        )
        yield from (text(witnessed, name=each.name, time=moment(each.time)) for each in seen)
    if not checkpoints:
        yield text("no checkpoint was given: hashes that were all made anew would not be noticed")
