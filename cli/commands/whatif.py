"""`domino whatif`: what other score and payout rules would change."""

from datetime import date

import click

from ledger.registry.house_rules import all_rules, rules_called
from projections.messages import text
from projections.reports.players import player_asked_for
from projections.reports.whatif import whatif_json, whatif_report
from projections.tables.rebuild import judge_all

from ..ledger_option import book_at, ledger_option
from ..output import json_option, print_json, say
from ..read_models import kept
from ..terminal.progress import tracked_by
from ..text.whatif import print_whatif


@click.command()
@click.option("--rules", metavar="ID", required=True, help="The rules that would have counted.")
@click.option(
    "--from", "since", metavar="DATE", help="Only games begun on this day (UTC) or later."
)
@click.option("--player", metavar="PLAYER", help="Only games in which this player sat.")
@json_option
@ledger_option
def whatif(rules: str, since: str | None, player: str | None, as_json: bool, ledger: str) -> None:
    """Show what would differ if the score and payout of other rules had counted.

    Winners, points, money and standings; games over sooner or never; and money under every reading
    of a block. It changes nothing in the book; verdicts on blocks are kept.
    """
    begun = None if since is None else _day(since)
    with book_at(ledger) as book, kept(book) as keeper:
        other = rules_called(all_rules(book), rules)
        tracked_by(keeper.catch_up(["figures"]), None, "events")
        while True:
            with keeper.models.reading() as connection:
                only = None if player is None else player_asked_for(book, connection, player)
                report = whatif_report(connection, book, other, since=begun, player=only)
            if not report.unjudged:
                break
            say(text("blocked rounds are judged first, which is done once"))
            tracked_by(judge_all(keeper), None, "rounds")
    if as_json:
        print_json(whatif_json(report))
    else:
        print_whatif(report)


def _day(said: str) -> str:
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise click.BadParameter(
            text("{day!r} is no day: expected one such as 2026-11-20", day=said),
            param_hint="--from",
        ) from None
