"""`domino whatif`: shows what other score and payout rules would change."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

import click

from ledger.registry.house_rules import all_rules, rules_called
from projections.messages import text
from projections.reports.whatif import find_whatif, whatif_json

from ..ledger_option import book_at, ledger_option
from ..options import json_option
from ..output import print_json, say
from ..read_models import open_keeper, say_how_far
from ..terminal.progress import tracked_by
from ..text.whatif import print_whatif


@click.command()
@click.option("--rules", metavar="ID", required=True, help="The rule set to compare with.")
@click.option(
    "--from", "since", metavar="DATE", help="Only games begun on this day (UTC) or later."
)
@click.option("--player", metavar="PLAYER", help="Only games of this player.")
@json_option
@ledger_option
def whatif(rules: str, since: str | None, player: str | None, as_json: bool, ledger: str) -> None:
    """Show what would differ if the score and payout of other rules had counted.

    Compares winners, points, money and standings, and money under every reading (a rule that says
    who blocked a round). Nothing in the book changes. Verdicts on blocks are kept for later.
    """
    begun = None if since is None else _day(since)
    with book_at(ledger) as book, open_keeper(book) as keeper:
        other = rules_called(all_rules(book), rules)
        report = find_whatif(keeper, other, since=begun, player=player, work=_work)
        say_how_far(keeper)
    if as_json:
        print_json(whatif_json(report))
    else:
        print_whatif(report)


def _work(steps: Iterable[int], unit: Literal["events", "rounds"]) -> None:
    if unit == "rounds":
        say(text("first, every blocked round is judged; this happens once"))
    tracked_by(steps, None, unit)


def _day(typed: str) -> str:
    try:
        return date.fromisoformat(typed).isoformat()
    except ValueError:
        raise click.BadParameter(
            text("{value!r} is not a day: expected one such as 2026-11-20", value=typed),
            param_hint="--from",
        ) from None
