"""`domino night`: an evening, with its games, standings, money and open disputes."""

from datetime import date

from ...ledger.registry.stored_names import all_names
from ...projections.listings.night import night_tables
from ...projections.messages import mark, text
from ...projections.messages.disputes import dispute_text, step_text
from ...projections.messages.formats import day_text
from ...projections.reports.night import last_evening, night, night_json
from .. import options
from ..club_file import zone_here
from ..declaring import command
from ..output import print_json, print_lines, say
from ..read_models import current_tables
from ..terminal.printed_tables import show_table


@command()
def night_(
    day: date | None = options.day,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Sum up an evening: its games, standings, money, open disputes.

    It is the evening of DATE, or the last one with games. An evening lasts from 06:00 of its day to
    06:00 of the next, in the time zone of the club file or of this machine.
    """
    zone = zone_here()
    with ledger.open() as book, current_tables(book) as connection:
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
        say(text("no games began on the evening of {day}", day=day_text(evening)))
        return
    for number, (heading, table) in enumerate(night_tables(found, names)):
        print_lines(["", heading] if number else [heading])
        show_table(table)
    if found.open_disputes:
        print_lines(["", text("Open disputes")])
    for dispute in found.open_disputes:
        print_lines([dispute_text(dispute), *(f"  {step_text(each)}" for each in dispute.steps)])
    if found.not_over:
        print_lines(["", text("Not over")])
    for game in found.not_over:
        waits = mark("{game} waits for a ruling, or for tiles that nobody saw")
        if game.overview.state == "in progress":
            waits = mark("{game} is in progress")
        print_lines([text(waits, game=game.overview.record)])
