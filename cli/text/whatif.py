"""Tables of what other rules would change."""

from collections.abc import Sequence

from projections.accounting.money import money
from projections.messages import mark, plural, text
from projections.reports.whatif import Report, places
from projections.tables.facts.fact_columns import IntArray

from ..output import print_lines, print_table, say

GAMES = 20
"""The most games listed; JSON lists all."""
PLAYERS = 6
"""The most players whose money is shown side by side; JSON has all."""


def print_whatif(report: Report) -> None:
    """Print the whole report."""
    _say_facts(report)
    _print_totals(report)
    _print_differences(report)
    _print_standings(report)
    _print_games(report)
    _print_readings(report)


def _say_facts(report: Report) -> None:
    found = report.found
    games = plural("{number} game", "{number} games", found.games)
    rounds = plural("{number} settled round", "{number} settled rounds", found.rounds)
    if report.now is None:
        template = mark("{games}, {rounds}; counted now by the rules each game was played under")
    else:
        template = mark("{games}, {rounds}; counted now by {rules}")
    say(text(template, games=games, rounds=rounds, rules=report.now))


def _print_totals(report: Report) -> None:
    now, then = report.found.totals
    rows = (
        (text("games over"), now.over, then.over),
        (text("games unfinished"), now.unfinished, then.unfinished),
        (text("rounds that count"), now.rounds, then.rounds),
        (text("surplus rounds"), now.surplus, then.surplus),
    )
    print_table(("", text("now"), report.rules), rows)


def _print_differences(report: Report) -> None:
    found = report.found
    won = sum(change.winners[0] != change.winners[1] for change in found.changes)
    ended = sum(change.rounds[0] != change.rounds[1] for change in found.changes)
    rows = (
        (text("games with other winners"), won),
        (text("games that end at another round"), ended),
        (text("rounds with other winners"), found.rounds_won_otherwise),
        (text("rounds worth other points"), found.rounds_worth_otherwise),
        (text("rounds that pay other amounts"), found.rounds_paid_otherwise),
    )
    print_lines([""])
    print_table((text("differences"), ""), rows)


def _print_standings(report: Report) -> None:
    """A row a player, ordered by games won under the other rules."""
    now, then = report.found.figures
    player_places = [places(figures.games_won.tolist()) for figures in (now, then)]
    names = list(report.names.values())
    order = sorted(range(len(names)), key=lambda one: (player_places[1][one], names[one]))
    print_lines([""])
    print_table(
        [
            text("player"),
            *(text("place"), text("then")),
            *(text("won"), text("then")),
            *(text("points"), text("then")),
            *(text("money"), text("then")),
        ],
        [
            (
                names[one],
                *(each[one] for each in player_places),
                *(figures.games_won[one] for figures in (now, then)),
                *(figures.points[one] for figures in (now, then)),
                *(_amounts(report, figures.net[one]) for figures in (now, then)),
            )
            for one in order
        ],
    )


def _amounts(report: Report, amounts: IntArray) -> str:
    pairs = zip(amounts.tolist(), report.found.currencies, strict=True)
    return ", ".join(money(amount, currency) for amount, currency in pairs if amount) or "-"


def _print_games(report: Report) -> None:
    changes = report.found.changes
    if not changes:
        return
    print_lines([""])
    print_table(
        (text("game"), text("won by"), text("then by"), text("rounds"), text("then")),
        [
            (
                report.records[change.game],
                _names(report, change.winners[0]) or text("nobody"),
                _names(report, change.winners[1]) or _no_winner(report, change.leaders),
                *change.rounds,
            )
            for change in changes[:GAMES]
        ],
    )
    if len(changes) > GAMES:
        say(
            plural(
                "and {number} more game: --json lists all",
                "and {number} more games: --json lists all",
                len(changes) - GAMES,
            )
        )


def _no_winner(report: Report, leaders: Sequence[str]) -> str:
    if not leaders:
        return text("nobody")
    return text("nobody (ahead: {players})", players=_names(report, leaders))


def _names(report: Report, players: Sequence[str]) -> str:
    return ", ".join(report.names[player] for player in players)


def _print_readings(report: Report) -> None:
    """A row a reading, with the players whose money depends on it most."""
    found = report.found
    if not found.readings:
        return
    effects = found.readings.values()
    at_stake = [
        max(abs(effect.net[one]).sum() for effect in effects) for one in range(len(found.players))
    ]
    shown = sorted(range(len(at_stake)), key=lambda one: -at_stake[one])[:PLAYERS]
    names = list(report.names.values())
    print_lines([""])
    print_table(
        (text("reading"), text("blockers"), *(names[one] for one in sorted(shown))),
        [
            (
                reading,
                effect.blockers,
                *(_amounts(report, effect.net[one]) for one in sorted(shown)),
            )
            for reading, effect in found.readings.items()
        ],
    )
    if len(names) > PLAYERS:
        say(
            plural(
                "and the money of {number} more player: --json has all",
                "and the money of {number} more players: --json has all",
                len(names) - PLAYERS,
            )
        )
