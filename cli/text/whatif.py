"""Tables of what other rules would change."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from domain.rules.rule_set import Reading
from projections.accounting.money import money, money_row
from projections.messages import by_name, plural, text
from projections.messages.counting import counted_by_text
from projections.messages.kept_games import kept_text
from projections.places import number_of
from projections.reports.whatif import Report, places
from projections.tables.compared_rules import Effect, RoundFigures
from projections.tables.facts import IntArray

from ..output import MOST_GAMES, print_lines, print_table, say, say_more_games

PLAYERS = 6
"""The most players whose money is shown side by side; JSON has all."""


def print_whatif(report: Report) -> None:
    """Print the whole report."""
    _say_facts(report)
    _print_totals(report)
    _print_differences(report)
    _print_standings(report)
    _print_games(report)
    _print_rounds(report)
    _print_readings(report)


def _print_below(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table below a blank line."""
    print_lines([""])
    print_table(heads, rows)


def _say_facts(report: Report) -> None:
    found = report.found
    games = plural("{number} game", "{number} games", found.games)
    rounds = plural("{number} settled round", "{number} settled rounds", found.rounds)
    say(text("{games}, {rounds}", games=games, rounds=rounds))
    for each in report.now:
        say(counted_by_text(each))
    if found.reported:
        say(
            plural(
                "{number} round of which only the result is known: its points are as written down, "
                "or counted from the pips that were",
                "{number} rounds of which only the result is known: their points are as written "
                "down, or counted from the pips that were",
                found.reported,
            )
        )
    for kept in report.kept:
        say(kept_text(kept))


def _print_totals(report: Report) -> None:
    now, then = report.found.totals
    rows = (
        (text("games over"), now.over, then.over),
        (text("games unfinished"), now.unfinished, then.unfinished),
        (text("rounds that count"), now.rounds, then.rounds),
        (text("surplus rounds"), now.surplus, then.surplus),
    )
    print_table(("", text("now"), report.other.label), rows)


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
    _print_below((text("differences"), ""), rows)


def _print_standings(report: Report) -> None:
    """A row a player, ordered by games won under the other rules."""
    now, then = report.found.figures
    player_places = [places(figures.games_won.tolist()) for figures in (now, then)]
    names = list(report.names.values())
    order = sorted(range(len(names)), key=lambda one: (player_places[1][one], names[one]))
    _print_below(
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
    _print_below(
        (text("game"), text("won by"), text("then by"), text("rounds"), text("then")),
        [
            (
                report.records[change.game],
                _names(report, change.winners[0]) or text("nobody"),
                _names(report, change.winners[1]) or _no_winner(report, change.leaders),
                *change.rounds,
            )
            for change in changes[:MOST_GAMES]
        ],
    )
    say_more_games(len(changes))


def _print_rounds(report: Report) -> None:
    """The rounds of a game that would change."""
    changes = report.found.round_changes
    if not changes:
        return
    _print_below(
        [
            text("round"),
            *(text("won by"), text("then by")),
            *(text("points"), text("then")),
            *(text("money"), text("then")),
        ],
        [
            (
                number_of(change.round),
                *(
                    _names(report, each.winners) or text("nobody")
                    for each in (change.now, change.then)
                ),
                *(_points_of(report, each) for each in (change.now, change.then)),
                *(_net_of(report, each) for each in (change.now, change.then)),
            )
            for change in changes
        ],
    )


def _points_of(report: Report, figures: RoundFigures) -> str:
    if not figures.counts:
        return text("does not count")
    if not any(figures.points):
        return "-"
    return by_name(report.names.values(), figures.points)


def _net_of(report: Report, figures: RoundFigures) -> str:
    (currency,) = report.found.currencies
    if not any(figures.net):
        return "-"
    return money_row(figures.net, report.names.values(), currency)


def _no_winner(report: Report, leaders: Sequence[str]) -> str:
    if not leaders:
        return text("nobody")
    return text("nobody (ahead: {players})", players=_names(report, leaders))


def _names(report: Report, players: Sequence[str]) -> str:
    return ", ".join(report.names[player] for player in players)


def _print_readings(report: Report) -> None:
    """A row a reading, with the players whose money depends on it most."""
    effects = report.found.readings
    if effects:
        _print_by_reading(report, [((), reading, effect) for reading, effect in effects.items()])


_Judged: TypeAlias = tuple[tuple[object, ...], Reading, Effect]
"""The first cells of a row, a reading and its effect."""


def _print_by_reading(report: Report, judged: Sequence[_Judged], heads: Sequence[str] = ()) -> None:
    """Below each reading with assistants, the money if no assistant were liable."""
    players = range(len(report.found.players))
    at_stake = [max(abs(effect.net[one]).sum() for _, _, effect in judged) for one in players]
    shown = sorted(sorted(players, key=lambda one: -at_stake[one])[:PLAYERS])
    names = list(report.names.values())
    rows: list[tuple[object, ...]] = []
    for first, reading, effect in judged:
        lines: list[tuple[str, int, IntArray]] = [(reading, effect.assisted, effect.net)]
        if effect.assisted:
            alone = text("{reading} without assistance", reading=reading)
            lines.append((alone, 0, effect.net_without_assistance))
        rows += (
            (
                *(*first, name, effect.blockers, assisted),
                *(_amounts(report, net[one]) for one in shown),
            )
            for name, assisted, net in lines
        )
    columns = text("reading"), text("blockers"), text("assisted")
    _print_below((*heads, *columns, *(names[one] for one in shown)), rows)
    if len(names) > PLAYERS:
        say(
            plural(
                "and the money of {number} more player: --json has all",
                "and the money of {number} more players: --json has all",
                len(names) - PLAYERS,
            )
        )


# -- several rule sets side by side


def print_comparison(reports: Sequence[Report]) -> None:
    """Print the reports of several rules on the same games: in total, by player, by reading."""
    _say_facts(reports[0])
    print_table(
        (
            *("", text("rules"), text("over"), text("unfinished"), text("rounds")),
            *(text("surplus"), text("other winners"), text("other points"), text("other money")),
        ),
        [
            ("", text("now"), *_figures(reports[0], 0), "", "", ""),
            *(
                (
                    *(number, report.other.label, *_figures(report, 1)),
                    sum(change.winners[0] != change.winners[1] for change in report.found.changes),
                    *(report.found.rounds_worth_otherwise, report.found.rounds_paid_otherwise),
                )
                for number, report in enumerate(reports, 1)
            ),
        ],
    )
    _print_figure(reports, text("games won"), _won)
    _print_figure(reports, text("points"), _points)
    _print_figure(reports, text("money"), _net)
    judged: list[_Judged] = [
        ((number,), reading, effect)
        for number, report in enumerate(reports, 1)
        for reading, effect in report.found.readings.items()
    ]
    if judged:
        _print_by_reading(reports[0], judged, [text("rules")])


def _figures(report: Report, at: int) -> tuple[int, int, int, int]:
    totals = report.found.totals[at]
    return totals.over, totals.unfinished, totals.rounds, totals.surplus


def _won(report: Report, at: int, one: int) -> object:
    return report.found.figures[at].games_won[one]


def _points(report: Report, at: int, one: int) -> object:
    return report.found.figures[at].points[one]


def _net(report: Report, at: int, one: int) -> object:
    return _amounts(report, report.found.figures[at].net[one])


def _print_figure(
    reports: Sequence[Report], head: str, figure: Callable[[Report, int, int], object]
) -> None:
    """A row a player; a column for now, then one for each of the rules by number."""
    first = reports[0]
    won = first.found.figures[0].games_won
    names = list(first.names.values())
    order = sorted(range(len(names)), key=lambda one: (-won[one], names[one]))
    rows = [
        (names[one], figure(first, 0, one), *(figure(report, 1, one) for report in reports))
        for one in order
    ]
    if all(cell in {0, "-"} for row in rows for cell in row[1:]):
        return
    _print_below((head, text("now"), *(str(number + 1) for number in range(len(reports)))), rows)
