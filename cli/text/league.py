"""League tables: the players by rank, for a terminal, a page or a spreadsheet."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from projections.accounting.money import money
from projections.messages import mark, text
from projections.reports.league import Rank

from .statistics import Table


def _money(rank: Rank) -> str:
    amounts = (money(amount, currency) for currency, amount in rank.place.net.items())
    return ", ".join(amounts) or "-"


class _Column(NamedTuple):
    head: str
    worth: int
    """A column of less worth is left out first on a narrow terminal."""
    cell: Callable[[Rank], object]


def _or_empty(figure: int | None) -> object:
    return "" if figure is None else figure


_STANDINGS = (
    _Column(mark("place"), 10, lambda rank: rank.number),
    _Column(mark("player"), 12, lambda rank: rank.name),
    _Column(mark("games"), 9, lambda rank: rank.place.games),
    _Column(mark("won"), 11, lambda rank: rank.place.won),
    _Column(mark("lost"), 3, lambda rank: rank.place.lost),
    _Column(mark("won %"), 7, lambda rank: f"{rank.place.won_percentage:.1f}"),
    _Column(mark("rounds won"), 5, lambda rank: rank.place.rounds_won + rank.place.reported_won),
    _Column(mark("points"), 4, lambda rank: _or_empty(rank.place.points)),
    _Column(mark("against"), 2, lambda rank: _or_empty(rank.place.points_against)),
    _Column(mark("difference"), 8, lambda rank: rank.place.difference),
)
_LEAGUE = (
    *_STANDINGS,
    _Column(mark("money"), 6, _money),
    _Column(mark("last played"), 1, lambda rank: rank.place.last[:10]),
)
FIGURES_FROM = 2
"""The first column that holds figures."""


def standings_table(ranks: Sequence[Rank]) -> Table:
    """Games, rounds and points of each player."""
    return _table(_STANDINGS, ranks)


def league_table(ranks: Sequence[Rank]) -> Table:
    """The standings, with money and the day of the last game."""
    return _table(_LEAGUE, ranks)


def _table(columns: Sequence[_Column], ranks: Sequence[Rank]) -> Table:
    return Table(
        [text(column.head) for column in columns],
        [[column.cell(rank) for column in columns] for rank in ranks],
        worth=[column.worth for column in columns],
    )
