"""`domino whatif`: shows what other score and payout rules would change."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

import click

from ledger.registry.house_rules import all_rules, rules_called
from projections.messages import text
from projections.reports.whatif import find_whatif, whatif_json

from ..ledger_option import book_at, ledger_option
from ..options import check_days, from_option, json_option, player_option, to_option
from ..output import print_json, say
from ..read_models import open_keeper, say_how_far
from ..terminal.progress import tracked_by
from ..text.whatif import print_whatif


@click.command()
@click.option("--rules", metavar="ID", required=True, help="The rule set to compare with.")
@from_option
@to_option
@player_option
@json_option
@ledger_option
def whatif(
    *,
    rules: str,
    first: date | None,
    last: date | None,
    player: str | None,
    as_json: bool,
    ledger: str,
) -> None:
    """Show what would differ under other rules of score and payout.

    Compares winners, points, money and standings, and money under every reading (a rule that says
    who blocked a round). Nothing in the book changes. Verdicts on blocks are kept for later.
    """
    check_days(first, last)
    with book_at(ledger) as book, open_keeper(book) as keeper:
        other = rules_called(all_rules(book), rules)
        report = find_whatif(keeper, other, first=first, last=last, player=player, work=_work)
        say_how_far(keeper)
    if as_json:
        print_json(whatif_json(report))
    else:
        print_whatif(report)


def _work(steps: Iterable[int], unit: Literal["events", "rounds"]) -> None:
    if unit == "rounds":
        say(text("first, every blocked round is judged; this happens once"))
    tracked_by(steps, None, unit)
