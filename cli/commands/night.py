"""`domino night`: an evening, with its games, standings, money and open disputes."""

from collections.abc import Iterator
from datetime import date

from ...ledger.registry.players import all_names
from ...projections.accounting.money import money
from ...projections.listings.games import evening_table
from ...projections.listings.league import standings_table
from ...projections.listings.table import Names, Table
from ...projections.messages import mark, text
from ...projections.messages.disputes import dispute_text, step_text
from ...projections.messages.rule_names import rules_text
from ...projections.reports.league import ranked
from ...projections.reports.night import Night, last_evening, night, night_json
from .. import options
from ..club_file import club_here
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
    zone = club_here().zone
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
        say(text("no games began on the evening of {day}", day=evening))
        return
    for number, (heading, table) in enumerate(_tables(found, names)):
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


def _tables(found: Night, names: Names) -> Iterator[tuple[str, Table]]:
    """Tables with their headings: the games, the standings by rule set, and money."""
    heading = text("Games of the evening of {day}", day=found.evening)
    yield heading, evening_table(found.games, found.zone)
    for league in found.standings:
        if league.places and league.rules:
            heading = text("Standings under {rules}", rules=rules_text(league.rules))
            yield heading, standings_table(ranked(league, names))
    if found.dues:
        rows = [(due.name, money(due.amount, due.currency)) for due in found.dues]
        yield text("Money"), Table([text("player"), text("amount")], rows)
