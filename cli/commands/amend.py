"""`domino amend`: a newer version of a game on record."""

import click

from ledger.book import Book
from ledger.notation.errors import NotationError
from ledger.records.amend import Amending, prepare, write
from ledger.records.format import Record, Unreadable, read_record
from ledger.records.game_file import FileGame
from ledger.records.import_ import Rejected
from ledger.records.versions import version_of
from ledger.registry.house_rules import all_rules
from projections.audit.version_diff import Changes, Telling, changes_between
from projections.messages import text

from .. import exit_codes as exits
from ..files import check_readable, reading
from ..game_files import games_of, sentence_about
from ..ledger_option import book_at, ledger_option
from ..output import IS, NOTHING_WRITTEN, dry_run_option, json_option, print_json, print_lines, say
from ..text.amendment import changes_json, changes_text


@click.command()
@click.argument("game")
@click.argument("file")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept with the game.")
@click.option("--by", metavar="NAME", help="Who says so; it is kept with the game.")
@click.option("--as-played", is_flag=True, help="Take an illegal game too, each fault noted.")
@dry_run_option
@ledger_option
@json_option
def amend(
    *,
    game: str,
    file: str,
    reason: str,
    by: str | None,
    as_played: bool,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Tell GAME again from the one record in FILE (`-`: standard input).

    The newer version counts from now on; the older ones stay on record. What is otherwise is
    shown move by move.
    """
    if not reason.strip():
        raise click.BadParameter(text("a reason is more than blanks"), param_hint="--reason")
    check_readable([file])
    with book_at(ledger, dry_run=dry_run) as book:
        told, record = _only_record(file, book)
        try:
            amending = prepare(book, book.find(game), record, as_played=as_played)
        except Rejected as error:
            say(f"domino: {sentence_about(told, error)}")
            return exits.ILLEGAL_PLAY
        changes = _changes(amending, record)
        if changes.told:
            write(amending, reason, by)
    number = len(amending.stream.game.earlier) + 1 + bool(changes.told)
    if as_json:
        print_json({"game": record.id, "version": number, **changes_json(changes)})
    else:
        print_lines(changes_text(changes))
    if changes.told:
        say(f"{record.id} {IS[dry_run]} at version {number}{NOTHING_WRITTEN[dry_run]}")
    else:
        say(f"{record.id} says the same already: nothing was changed")
    return exits.FINE


def _only_record(name: str, book: Book) -> tuple[FileGame, Record]:
    """The one game of a file; raises ClickException where it has none, or more."""
    with reading(name) as file:
        games = games_of(name, file, all_rules(book))
        told = next(games, None)
        if told is None:
            raise click.ClickException(text("{file}: there is no record in it", file=name))
        record = _read(told)
        if next(games, None) is not None:
            raise click.ClickException(
                text("{file}: more than one record: a game is amended from one", file=name)
            )
    return told, record


def _read(told: FileGame) -> Record:
    try:
        if isinstance(told.record, NotationError):
            raise told.record
        return read_record(told.record)
    except Unreadable as error:
        raise click.ClickException(sentence_about(told, error)) from None


def _changes(amending: Amending, record: Record) -> Changes:
    newest = version_of(amending.stream)
    was = tuple(
        (event, entry.happened_at)
        for event, entry in zip(newest.events, newest.entries, strict=True)
    )
    transcript = amending.transcript
    assert transcript.game is not None
    times = {at: time.isoformat() for at, time in transcript.times.items()}
    now = tuple((event, times.get(at)) for at, event in enumerate(transcript.events))
    players = zip(transcript.game.opened.players, record.players, strict=True)
    names = dict(players) | amending.batch.register.names
    return changes_between(Telling(newest.game, was), Telling(transcript.game, now), names)
