"""`domino night`: an evening, with its games, standings, money and open disputes."""

from datetime import date

import click

from ledger.registry.players import all_names
from projections.messages import text
from projections.reports.night import Night, last_evening, night, night_json

from ..club_file import club_here
from ..ledger_option import book_at, ledger_option
from ..options import day_argument, json_option
from ..output import print_json, print_lines, say
from ..read_models import current_models
from ..terminal.printed_tables import show_table
from ..text.night import night_lists, night_tables
from ..text.statistics import Names


@click.command("night")
@day_argument
@ledger_option
@json_option
def night_(*, day: date | None, ledger: str, as_json: bool) -> None:
    """Sum up an evening: its games, standings, money, open disputes.

    It is the evening of DATE, or the last one with games. An evening lasts from 06:00 of its day to
    06:00 of the next, in the time zone of the club file or of this machine.
    """
    zone = club_here().zone
    with book_at(ledger) as book, current_models(book) as models, models.reading() as connection:
        evening = day or last_evening(connection, zone)
        if evening is None:
            say(text("there are no games"))
            return
        names = all_names(book)
        found = night(book, connection, evening, zone)
    if as_json:
        print_json(night_json(found, names))
        return
    if not found.games:
        say(text("no games began on the evening of {day}", day=evening))
        return
    _print(found, names)


def _print(found: Night, names: Names) -> None:
    for number, (heading, table) in enumerate(night_tables(found, names)):
        if number:
            print_lines([""])
        print_lines([heading])
        show_table(table)
    for heading, lines in night_lists(found):
        print_lines(["", heading, *lines])
