"""What other rules would change, as people read it."""

from collections.abc import Sequence

import click

from domain.words import counted
from projections.accounting.money import money
from projections.reports.whatif import Report, places
from projections.tables.facts.columns import IntArray

from ..output import print_table, say

GAMES = 20
"""Listed; JSON lists all."""
PLAYERS = 6
"""Whose money is shown side by side; JSON tells of all."""


def print_whatif(report: Report) -> None:
    """The whole report."""
    found = report.found
    facts = f"{counted(found.games, 'game')}, {counted(found.rounds, 'settled round')}"
    say(f"{facts}; counted now by {report.now or 'the rules each game was played under'}")
    _print_totals(report)
    _print_otherwise(report)
    _print_standings(report)
    _print_games(report)
    _print_readings(report)


def _print_totals(report: Report) -> None:
    now, then = report.found.totals
    rows = (
        ("games over", now.over, then.over),
        ("games unfinished", now.unfinished, then.unfinished),
        ("rounds that count", now.rounds, then.rounds),
        ("surplus rounds", now.surplus, then.surplus),
    )
    print_table(("", "now", report.rules), rows)


def _print_otherwise(report: Report) -> None:
    found = report.found
    won = sum(change.winners[0] != change.winners[1] for change in found.changes)
    ended = sum(change.rounds[0] != change.rounds[1] for change in found.changes)
    rows = (
        ("games won otherwise", won),
        ("games that end at another round", ended),
        ("rounds won otherwise", found.rounds_won_otherwise),
        ("rounds worth other points", found.rounds_worth_otherwise),
        ("rounds that pay otherwise", found.rounds_paid_otherwise),
    )
    click.echo()
    print_table(("otherwise", ""), rows)


def _print_standings(report: Report) -> None:
    """Those who would have won most first."""
    now, then = report.found.figures
    placed = [places(figures.games_won.tolist()) for figures in (now, then)]
    names = list(report.names.values())
    order = sorted(range(len(names)), key=lambda one: (placed[1][one], names[one]))
    click.echo()
    print_table(
        ("player", "place", "then", "won", "then", "points", "then", "money", "then"),
        [
            (
                names[one],
                *(each[one] for each in placed),
                *(figures.games_won[one] for figures in (now, then)),
                *(figures.points[one] for figures in (now, then)),
                *(_moneys(report, figures.net[one]) for figures in (now, then)),
            )
            for one in order
        ],
    )


def _moneys(report: Report, amounts: IntArray) -> str:
    pairs = zip(amounts.tolist(), report.found.currencies, strict=True)
    return ", ".join(money(amount, currency) for amount, currency in pairs if amount) or "-"


def _print_games(report: Report) -> None:
    changes = report.found.changes
    if not changes:
        return
    click.echo()
    print_table(
        ("game", "won by", "then by", "rounds", "then"),
        [
            (
                report.records[change.game],
                _those(report, change.winners[0]) or "nobody",
                _those(report, change.winners[1]) or _nobody(report, change.leaders),
                *change.rounds,
            )
            for change in changes[:GAMES]
        ],
    )
    if len(changes) > GAMES:
        say(f"and {len(changes) - GAMES} games more: --json lists all")


def _nobody(report: Report, leaders: Sequence[str]) -> str:
    return f"nobody (ahead: {_those(report, leaders)})" if leaders else "nobody"


def _those(report: Report, players: Sequence[str]) -> str:
    return ", ".join(report.names[player] for player in players)


def _print_readings(report: Report) -> None:
    """A row a reading, of those players most of whose money is at stake."""
    found = report.found
    if not found.readings:
        return
    effects = found.readings.values()
    at_stake = [
        max(abs(effect.net[one]).sum() for effect in effects) for one in range(len(found.players))
    ]
    shown = sorted(range(len(at_stake)), key=lambda one: -at_stake[one])[:PLAYERS]
    names = list(report.names.values())
    click.echo()
    print_table(
        ("reading", "blockers", *(names[one] for one in sorted(shown))),
        [
            (reading, effect.blockers, *(_moneys(report, effect.net[one]) for one in sorted(shown)))
            for reading, effect in found.readings.items()
        ],
    )
    if len(names) > PLAYERS:
        say(f"the money of {len(names) - PLAYERS} players more: --json tells all")
