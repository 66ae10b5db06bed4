"""Tables of what other rules would change."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ...domain.rules.rule_set import Reading
from ...projections.messages import by_name, plural, text
from ...projections.messages.money import money, money_row
from ...projections.messages.rule_names import counted_by_text, kept_text
from ...projections.places import number_of
from ...projections.reports.whatif import Report, places
from ...projections.tables.compared_rules import Effect, Figures, RoundFigures
from ...projections.tables.facts import IntArray
from ..output import print_lines, print_table, say, say_plural

MOST_GAMES = 20
"""The most games that are listed for people; JSON lists all."""
PLAYERS = 6
"""The most players whose money is shown side by side; JSON has all."""


def print_whatif(report: Report) -> None:
    """Print the whole report."""
    found, names = report.found, list(report.names.values())
    _say_facts(report)
    totals = [text("games over"), text("games unfinished")]
    totals += text("rounds that count"), text("surplus rounds")
    print_table(("", text("now"), report.other.label), zip(totals, *found.totals, strict=True))
    differences = (
        (text("games with other winners"), _other_winners(report)),
        (
            text("games that end at another round"),
            sum(change.rounds[0] != change.rounds[1] for change in found.changes),
        ),
        (text("rounds with other winners"), found.rounds_won_otherwise),
        (text("rounds worth other points"), found.rounds_worth_otherwise),
        (text("rounds that pay other amounts"), found.rounds_paid_otherwise),
    )
    _print_below((text("differences"), ""), differences)
    standings = [places(figures.games_won.tolist()) for figures in found.figures]
    rows = [
        (
            name,
            *(each[one] for each in standings),
            *(figures.games_won[one] for figures in found.figures),
            *(figures.points[one] for figures in found.figures),
            *(_amounts(report, figures.net[one]) for figures in found.figures),
        )
        for one, name in enumerate(names)
    ]
    then = text("then")
    heads = (text("place"), then, text("won"), then, text("points"), then, text("money"), then)
    _print_below((text("player"), *heads), sorted(rows, key=lambda row: (row[2], row[0])))
    _print_games(report)
    if found.round_changes:
        rounds = (
            (
                number_of(change.round),
                *(_named(report, each.winners) or text("nobody") for each in change[2:]),
                *(_points_of(report, each) for each in change[2:]),
                *(_net_of(report, each) for each in change[2:]),
            )
            for change in found.round_changes
        )
        columns = (text("won by"), text("then by"), text("points"), then, text("money"), then)
        _print_below((text("round"), *columns), rounds)
    if found.readings:
        _print_readings(report, [((), *each) for each in found.readings.items()])


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
        say_plural(
            "{number} round of which only the result is known: its points are as written down, "
            "or counted from the pips that were",
            "{number} rounds of which only the result is known: their points are as written "
            "down, or counted from the pips that were",
            found.reported,
        )
    for kept in report.kept:
        say(kept_text(kept))


def _other_winners(report: Report) -> int:
    """The number of games with other winners."""
    return sum(change.winners[0] != change.winners[1] for change in report.found.changes)


def _print_games(report: Report) -> None:
    changes = report.found.changes
    if not changes:
        return
    rows = []
    for change in changes[:MOST_GAMES]:
        now, then = (_named(report, winners) for winners in change.winners)
        if not then and change.leaders:
            then = text("nobody (ahead: {players})", players=_named(report, change.leaders))
        nobody = text("nobody")
        rows.append((report.records[change.game], now or nobody, then or nobody, *change.rounds))
    heads = (text("game"), text("won by"), text("then by"), text("rounds"), text("then"))
    _print_below(heads, rows)
    if len(changes) > MOST_GAMES:
        say_plural(
            "and {number} more game: --json lists all",
            "and {number} more games: --json lists all",
            len(changes) - MOST_GAMES,
        )


def _amounts(report: Report, amounts: IntArray) -> str:
    pairs = zip(amounts.tolist(), report.found.currencies, strict=True)
    return ", ".join(money(amount, currency) for amount, currency in pairs if amount) or "-"


def _points_of(report: Report, figures: RoundFigures) -> str:
    if not figures.counts:
        return text("does not count")
    return by_name(report.names.values(), figures.points) if any(figures.points) else "-"


def _net_of(report: Report, figures: RoundFigures) -> str:
    (currency,) = report.found.currencies
    net = figures.net
    return money_row(net, report.names.values(), currency) if any(net) else "-"


def _named(report: Report, players: Sequence[str]) -> str:
    return ", ".join(report.names[player] for player in players)


_Judged: TypeAlias = tuple[tuple[object, ...], Reading, Effect]
"""The first cells of a row, a reading and its effect."""


def _print_readings(report: Report, judged: Sequence[_Judged], heads: Sequence[str] = ()) -> None:
    """A row a reading, and without assistants, with the players whose money depends on it most."""
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
        say_plural(
            "and the money of {number} more player: --json has all",
            "and the money of {number} more players: --json has all",
            len(names) - PLAYERS,
        )


def print_comparison(reports: Sequence[Report]) -> None:
    """Print the reports of several rules on the same games: in total, by player, by reading."""
    first = reports[0]
    _say_facts(first)
    heads = ["", text("rules"), text("over"), text("unfinished"), text("rounds"), text("surplus")]
    heads += text("other winners"), text("other points"), text("other money")
    rows: list[tuple[object, ...]] = [("", text("now"), *first.found.totals[0], "", "", "")]
    for number, report in enumerate(reports, 1):
        found = report.found
        differing = (found.rounds_worth_otherwise, found.rounds_paid_otherwise)
        figures = (*found.totals[1], _other_winners(report), *differing)
        rows.append((number, report.other.label, *figures))
    print_table(heads, rows)
    _print_figure(reports, text("games won"), lambda _, figures, one: figures.games_won[one])
    _print_figure(reports, text("points"), lambda _, figures, one: figures.points[one])
    _print_figure(
        reports, text("money"), lambda report, figures, one: _amounts(report, figures.net[one])
    )
    judged: list[_Judged] = [
        ((number,), reading, effect)
        for number, report in enumerate(reports, 1)
        for reading, effect in report.found.readings.items()
    ]
    if judged:
        _print_readings(first, judged, [text("rules")])


def _print_figure(
    reports: Sequence[Report], head: str, figure: Callable[[Report, Figures, int], object]
) -> None:
    """A row a player; a column for now, then one for each of the rules by number."""
    first = reports[0]
    won = first.found.figures[0].games_won
    names = list(first.names.values())
    order = sorted(range(len(names)), key=lambda one: (-won[one], names[one]))
    rows = [
        (
            names[one],
            figure(first, first.found.figures[0], one),
            *(figure(report, report.found.figures[1], one) for report in reports),
        )
        for one in order
    ]
    if any(cell not in {0, "-"} for row in rows for cell in row[1:]):
        numbers = (str(number) for number in range(1, len(reports) + 1))
        _print_below((head, text("now"), *numbers), rows)
