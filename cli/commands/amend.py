"""`domino amend`: a newer version of a game on record."""

import click

from ledger.book import Book
from ledger.records.format import Record
from ledger.records.game_file import FileGame
from ledger.records.validation import Rejected, Unreadable
from ledger.registry.rule_sets import all_rules
from ledger.signing.keys import PrivateKey
from projections.amendments.amend import amend_game
from projections.as_json import as_json as json_of
from projections.messages import text

from .. import exit_codes as exits
from ..booked_game import game_called
from ..decisions import key_option, required_reason
from ..files import check_readable, reading
from ..game_files import games_of, sentence_about
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, print_lines, say, unless_dry
from ..text.changes import change_lines


@click.command()
@click.argument("game")
@click.argument("file")
@required_reason("The reason, kept with the game.")
@click.option("--by", metavar="NAME", help="The author, kept with the game.")
@click.option("--as-played", is_flag=True, help="Accept an illegal game too, and note each fault.")
@key_option
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
    key: PrivateKey | None,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> int:
    """Make the record in FILE the newest version of GAME.

    FILE holds one record (`-`: standard input). It counts from now on. The older versions stay on
    record. Prints the changes move by move.
    """
    check_readable([file])
    with book_at(ledger, dry_run=dry_run) as book:
        source, record = _only_record(file, book)
        id = game_called(book, game)
        try:
            amended = amend_game(book, id, record, reason, by, as_played=as_played, key=key)
        except Rejected as error:
            say(f"domino: {sentence_about(source, error)}")
            return exits.ILLEGAL_PLAY
    if as_json:
        changes = json_of(amended.changes)
        print_json({"game": amended.record, "version": amended.version, **changes})
    else:
        print_lines(change_lines(amended.changes, amended.shown))
    if amended.unchanged:
        say(
            text(
                "{game} is in the book like this already: nothing was changed", game=amended.record
            )
        )
    else:
        done = text("{game} is at version {version}", game=amended.record, version=amended.version)
        say(unless_dry(done, dry_run=dry_run))
    return exits.FINE


def _only_record(name: str, book: Book) -> tuple[FileGame, Record]:
    """The only game of a file; raises ClickException where it has none, or more than one."""
    with reading(name) as file:
        games = games_of(name, file, all_rules(book))
        first = next(games, None)
        if first is None:
            raise click.ClickException(text("{file} holds no record", file=name))
        try:
            record = first.read()
        except Unreadable as error:
            raise click.ClickException(sentence_about(first, error)) from None
        if next(games, None) is not None:
            raise click.ClickException(
                text("{file} holds more than one record: a game is amended from one", file=name)
            )
    return first, record
