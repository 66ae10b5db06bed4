"""League tables: the players by rank, for a terminal, a page or a spreadsheet."""

from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from typing import NamedTuple
from uuid import UUID

from ledger.registry.players import shown_name
from projections.accounting.money import money
from projections.days import day_of
from projections.messages import mark, text
from projections.messages.left_out import reason_text
from projections.reports.league import Rank
from projections.reports.results import share_won
from projections.reports.season import Season

from .statistics import Names, Table, percentage


def _money(rank: Rank, _: tzinfo | None) -> str:
    amounts = (money(amount, currency) for currency, amount in rank.place.net.items())
    return ", ".join(amounts) or "-"


class _Column(NamedTuple):
    head: str
    worth: int
    """A column of less worth is left out first on a narrow terminal."""
    cell: Callable[[Rank, tzinfo | None], object]


def _or_empty(figure: int | None) -> object:
    return "" if figure is None else figure


_STANDINGS = (
    _Column(mark("place"), 10, lambda rank, _: rank.number),
    _Column(mark("player"), 12, lambda rank, _: rank.name),
    _Column(mark("games"), 9, lambda rank, _: rank.place.games),
    _Column(mark("won"), 11, lambda rank, _: rank.place.won),
    _Column(mark("lost"), 3, lambda rank, _: rank.place.lost),
    _Column(mark("won %"), 7, lambda rank, _: f"{rank.place.won_percentage:.1f}"),
    _Column(mark("rounds won"), 5, lambda rank, _: rank.place.rounds_won + rank.place.reported_won),
    _Column(mark("points"), 4, lambda rank, _: _or_empty(rank.place.points)),
    _Column(mark("against"), 2, lambda rank, _: _or_empty(rank.place.points_against)),
    _Column(mark("difference"), 8, lambda rank, _: rank.place.difference),
)
_LEAGUE = (
    *_STANDINGS,
    _Column(mark("money"), 6, _money),
    _Column(mark("last played"), 1, lambda rank, zone: day_of(rank.place.last, zone)),
)
NAMED = 5
"""How many games left out for a reason are named; JSON names all."""
FIGURES_FROM = 2
"""The first column that holds figures."""


def standings_table(ranks: Sequence[Rank]) -> Table:
    """Games, rounds and points of each player."""
    return _table(_STANDINGS, ranks)


def league_table(ranks: Sequence[Rank], zone: tzinfo | None = None) -> Table:
    """The standings, with money and the day of the last game in this time zone (`day_of`)."""
    return _table(_LEAGUE, ranks, zone)


def season_tables(found: Season, names: Names) -> list[Table]:
    """The months, each two players against each other, and the games left out."""
    months = Table(
        (text("month"), text("games"), text("rounds"), text("most won"), text("most won so far")),
        [
            (
                *(month.month, month.games, month.rounds),
                *(_most(month.won, names), _most(month.won_so_far, names)),
            )
            for month in found.months
        ],
    )
    pairs = Table(
        (text("player"), text("against"), text("games"), text("won"), text("lost"), text("won %")),
        [
            (
                *(shown_name(names, each) for each in (pair.player, pair.opponent)),
                *(pair.games, pair.won, pair.lost, percentage(share_won(pair.won, pair.lost))),
            )
            for pair in found.pairs
        ],
    )
    left_out = Table(
        (text("left out"), text("games"), ""),
        [
            (reason_text(reason), len(games), _some(games))
            for reason, games in found.uncounted.items()
        ],
    )
    return [table for table in (months, pairs, left_out) if table.rows]


def _most(won: Mapping[UUID, int], names: Names) -> str:
    """Who won most games, and how many; `-` if nobody won one."""
    most = max(won.values(), default=0)
    if not most:
        return "-"
    first = sorted(shown_name(names, player) for player, games in won.items() if games == most)
    return text("{players} {games}", players=", ".join(first), games=most)


def _some(games: Sequence[str]) -> str:
    """The first games by name."""
    named = ", ".join(games[:NAMED])
    return named if len(games) <= NAMED else text("{records}, ...", records=named)


def _table(columns: Sequence[_Column], ranks: Sequence[Rank], zone: tzinfo | None = None) -> Table:
    return Table(
        [text(column.head) for column in columns],
        [[column.cell(rank, zone) for column in columns] for rank in ranks],
        worth=[column.worth for column in columns],
    )
