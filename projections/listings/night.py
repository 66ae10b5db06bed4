"""The tables of an evening."""

from collections.abc import Iterator

from ..messages import text
from ..messages.formats import day_text
from ..messages.money import money
from ..messages.rule_ids import rules_text
from ..reports.league import ranked
from ..reports.night import Night
from .games import evening_table
from .league import standings_table
from .table import Names, Table


def night_tables(found: Night, names: Names) -> Iterator[tuple[str, Table]]:
    """Tables with their headings: the games, the standings by rule set, and money."""
    heading = text("Games of the evening of {day}", day=day_text(found.evening))
    yield heading, evening_table(found.games, found.zone)
    for league in found.standings:
        if league.places and league.rules:
            heading = text("Standings under {rules}", rules=rules_text(league.rules))
            yield heading, standings_table(ranked(league, names))
    if found.dues:
        rows = [(due.name, money(due.amount, due.currency)) for due in found.dues]
        yield text("Money"), Table([text("player"), text("amount")], rows)
