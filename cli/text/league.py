"""League tables: the players by rank, for a terminal, a page or a spreadsheet."""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import NamedTuple

from projections.accounting.money import money
from projections.days import day_of
from projections.messages import mark, text
from projections.reports.league import Rank

from .statistics import Table


def _money(rank: Rank, _: tzinfo | None) -> str:
    amounts = (money(amount, currency) for currency, amount in rank.place.net.items())
    return ", ".join(amounts) or "-"


class _Column(NamedTuple):
    head: str
    worth: int
    """A column of less worth is left out first on a narrow terminal."""
    cell: Callable[[Rank, tzinfo | None], object]


_STANDINGS = (
    _Column(mark("place"), 10, lambda rank, _: rank.number),
    _Column(mark("player"), 12, lambda rank, _: rank.name),
    _Column(mark("games"), 9, lambda rank, _: rank.place.games),
    _Column(mark("won"), 11, lambda rank, _: rank.place.won),
    _Column(mark("lost"), 3, lambda rank, _: rank.place.lost),
    _Column(mark("won %"), 7, lambda rank, _: f"{rank.place.won_percentage:.1f}"),
    _Column(mark("rounds won"), 5, lambda rank, _: rank.place.rounds_won),
    _Column(mark("points"), 4, lambda rank, _: rank.place.points),
    _Column(mark("against"), 2, lambda rank, _: rank.place.points_against),
    _Column(mark("difference"), 8, lambda rank, _: rank.place.difference),
)
_LEAGUE = (
    *_STANDINGS,
    _Column(mark("money"), 6, _money),
    _Column(mark("last played"), 1, lambda rank, zone: day_of(rank.place.last, zone)),
)
FIGURES_FROM = 2
"""The first column that holds figures."""


def standings_table(ranks: Sequence[Rank]) -> Table:
    """Games, rounds and points of each player."""
    return _table(_STANDINGS, ranks)


def league_table(ranks: Sequence[Rank], zone: tzinfo | None = None) -> Table:
    """The standings, with money and the day of the last game in this time zone (`day_of`)."""
    return _table(_LEAGUE, ranks, zone)


def _table(columns: Sequence[_Column], ranks: Sequence[Rank], zone: tzinfo | None = None) -> Table:
    return Table(
        [text(column.head) for column in columns],
        [[column.cell(rank, zone) for column in columns] for rank in ranks],
        worth=[column.worth for column in columns],
    )
