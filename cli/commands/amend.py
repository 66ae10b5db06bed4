"""`domino amend`: a newer version of a game on record."""

from collections.abc import Iterator
from itertools import groupby

import click

from ...ledger.book import Book
from ...ledger.records.format import Record
from ...ledger.records.game_file import FileGame
from ...ledger.records.unreadable import Rejected, Unreadable
from ...ledger.registry.rule_sets import all_rules
from ...ledger.signing.keys import PrivateKey
from ...projections.amendments.amend import amend_game
from ...projections.amendments.version_diff import Changes, ShownWith
from ...projections.as_json import as_json as json_of
from ...projections.messages import text
from ...projections.messages.changes import change_text
from .. import exit_codes as exits
from .. import options
from ..booked_game import game_called
from ..declaring import argument, command, failure, option
from ..files import check_readable, reading
from ..game_files import games_of, sentence_about
from ..output import print_json, print_lines, say


@command()
def amend(
    game: str = argument(),
    file: str = argument(),
    reason: str = options.required_reason("The reason, kept with the game."),
    by: str | None = option("The author, kept with the game.", metavar="NAME"),
    as_played: bool = option("Accept an illegal game too, and note each fault."),
    key: PrivateKey | None = options.signing_key,
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> int:
    """Make the record in FILE the newest version of GAME.

    FILE holds one record (`-`: standard input). It counts from now on. The older versions stay on
    record. Prints the changes move by move.
    """
    check_readable([file])
    with ledger.open() as book:
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
        game = amended.record
        say(text("{game} is in the book like this already: nothing was changed", game=game))
    else:
        ledger.say_done(
            "{game} is at version {version}", game=amended.record, version=amended.version
        )
    return exits.FINE


def _only_record(name: str, book: Book) -> tuple[FileGame, Record]:
    """The only game of a file; raises ClickException where it has none, or more than one."""
    with reading(name) as file:
        games = games_of(name, file, all_rules(book))
        first = next(games, None)
        if first is None:
            raise failure("{file} holds no record", file=name)
        try:
            record = first.read()
        except Unreadable as error:
            raise click.ClickException(sentence_about(first, error)) from None
        if next(games, None) is not None:
            raise failure(
                "{file} holds more than one record: a game is amended from one", file=name
            )
    return first, record


def change_lines(changes: Changes, shown: tuple[ShownWith, ShownWith]) -> Iterator[str]:
    """The game first, then round by round: changes of the record, then of figures.

    ``shown``: with what the older version is shown, and the newer.
    """
    lines = [
        *((change.round, change_text(change, shown)) for change in changes.record),
        *(
            (change.round, text("therefore {change}", change=change_text(change, shown)))
            for change in changes.figures
        ),
    ]
    lines.sort(key=lambda line: -1 if line[0] is None else line[0])
    for round, lines_of_round in groupby(lines, lambda line: line[0]):
        yield text("game") if round is None else text("round {round}", round=round)
        for _, line in lines_of_round:
            yield f"  {line}"
