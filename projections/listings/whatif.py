"""What other rules would change: remarks, and tables."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ...domain.rules.counting import counting_text
from ...domain.rules.payout import Reading
from ..messages import by_name, plural, text
from ..messages.money import money, money_row
from ..messages.rule_names import counted_by_text, kept_text
from ..places import number_of
from ..reports.whatif import Report, places
from ..tables.compared_rules import Effect, Figures, RoundFigures
from ..tables.facts import IntArray
from .table import Table

MOST_GAMES = 20
"""The most games that are listed for people; JSON lists all."""
PLAYERS = 6
"""The most players whose money is shown side by side; JSON has all."""


def whatif_lists(report: Report) -> Iterator[str | Table]:
    """The whole report: remarks, and tables."""
    found, names = report.found, list(report.names.values())
    yield from _facts(report)
    totals = [text("games over"), text("games unfinished")]
    totals += text("rounds that count"), text("surplus rounds")
    rows = list(zip(totals, *found.totals, strict=True))
    yield Table(("", _now(report), report.other.label), rows)
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
    yield Table((text("differences"), ""), differences)
    standings = [places(figures.games_won.tolist()) for figures in found.figures]
    players = [
        (
            name,
            *(each[one] for each in standings),
            _moved(*(each[one] for each in standings)),
            *(figures.games_won[one] for figures in found.figures),
            *(figures.points[one] for figures in found.figures),
            *(_amounts(report, figures.net[one]) for figures in found.figures),
        )
        for one, name in enumerate(names)
    ]
    then = text("then")
    heads = [text("place"), then, text("moves"), text("won"), then]
    heads += text("points"), then, text("money"), then
    players.sort(key=lambda row: (row[2], row[0]))
    yield Table((text("player"), *heads), players)
    yield from _games(report)
    if found.round_changes:
        rounds = [
            (
                number_of(change.round),
                *(_named(report, each.winners) or text("nobody") for each in change[2:]),
                *(_points_of(report, each) for each in change[2:]),
                *(_net_of(report, each) for each in change[2:]),
            )
            for change in found.round_changes
        ]
        columns = (text("won by"), text("then by"), text("points"), then, text("money"), then)
        yield Table((text("round"), *columns), rounds)
    if found.readings:
        yield from _readings(report, [((), *each) for each in found.readings.items()])


def _facts(report: Report) -> Iterator[str]:
    found = report.found
    games = plural("{number} game", "{number} games", found.games)
    rounds = plural("{number} settled round", "{number} settled rounds", found.rounds)
    yield text("{games}, {rounds}", games=games, rounds=rounds)
    if not report.against:
        yield from map(counted_by_text, report.now)
    if found.reported:
        yield plural(
            "{number} round of which only the result is known: its points are as written down, "
            "or counted from the pips that were",
            "{number} rounds of which only the result is known: their points are as written "
            "down, or counted from the pips that were",
            found.reported,
        )
    yield from map(kept_text, report.kept)


def _now(report: Report) -> str:
    """What it is compared with."""
    return counting_text(report.now) if report.against else text("now")


def _moved(now: int, then: int) -> str:
    """How many places a player moves up or down."""
    if now == then:
        return "-"
    if then < now:
        return text("up {places}", places=now - then)
    return text("down {places}", places=then - now)


def _other_winners(report: Report) -> int:
    """The number of games with other winners."""
    return sum(change.winners[0] != change.winners[1] for change in report.found.changes)


def _games(report: Report) -> Iterator[str | Table]:
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
    yield Table(heads, rows)
    if len(changes) > MOST_GAMES:
        yield plural(
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


def _readings(
    report: Report, judged: Sequence[_Judged], heads: Sequence[str] = ()
) -> Iterator[str | Table]:
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
    yield Table((*heads, *columns, *(names[one] for one in shown)), rows)
    if len(names) > PLAYERS:
        yield plural(
            "and the money of {number} more player: --json has all",
            "and the money of {number} more players: --json has all",
            len(names) - PLAYERS,
        )


def comparison_lists(reports: Sequence[Report]) -> Iterator[str | Table]:
    """The reports of several rules on the same games: in total, by player, by reading."""
    first = reports[0]
    yield from _facts(first)
    heads = ["", text("rules"), text("over"), text("unfinished"), text("rounds"), text("surplus")]
    heads += text("other winners"), text("other points"), text("other money")
    rows: list[tuple[object, ...]] = [("", _now(first), *first.found.totals[0], "", "", "")]
    for number, report in enumerate(reports, 1):
        found = report.found
        differing = (found.rounds_worth_otherwise, found.rounds_paid_otherwise)
        figures = (*found.totals[1], _other_winners(report), *differing)
        rows.append((number, report.other.label, *figures))
    yield Table(heads, rows)
    yield from _by_player(
        reports, text("games won"), lambda _, figures, one: figures.games_won[one]
    )
    yield from _by_player(reports, text("points"), lambda _, figures, one: figures.points[one])
    yield from _by_player(
        reports, text("money"), lambda report, figures, one: _amounts(report, figures.net[one])
    )
    judged: list[_Judged] = [
        ((number,), reading, effect)
        for number, report in enumerate(reports, 1)
        for reading, effect in report.found.readings.items()
    ]
    if judged:
        yield from _readings(first, judged, [text("rules")])


def _by_player(
    reports: Sequence[Report], head: str, figure: Callable[[Report, Figures, int], object]
) -> Iterator[Table]:
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
        yield Table((head, text("now"), *numbers), rows)
