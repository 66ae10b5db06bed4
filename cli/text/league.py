"""League tables: the players by rank, for a terminal, a page or a spreadsheet."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from uuid import UUID

from ledger.registry.players import shown_name
from projections.accounting.money import money
from projections.days import day_of
from projections.messages import mark, text
from projections.messages.left_out import reason_text
from projections.reports.league import Rank
from projections.reports.profiles import share_won
from projections.reports.season import Season

from .statistics import Column, Names, Table, or_empty, percentage


def _money(rank: Rank) -> str:
    amounts = (money(amount, currency) for currency, amount in rank.place.net.items())
    return ", ".join(amounts) or "-"


_STANDINGS = (
    Column(mark("place"), 10, lambda rank: rank.number),
    Column(mark("player"), 12, lambda rank: rank.name),
    Column(mark("games"), 9, lambda rank: rank.place.games),
    Column(mark("won"), 11, lambda rank: rank.place.won),
    Column(mark("lost"), 3, lambda rank: rank.place.lost),
    Column(mark("won %"), 7, lambda rank: f"{rank.place.won_percentage:.1f}"),
    Column(mark("rounds won"), 5, lambda rank: rank.place.rounds_won + rank.place.reported_won),
    Column(mark("points"), 4, lambda rank: or_empty(rank.place.points)),
    Column(mark("against"), 2, lambda rank: or_empty(rank.place.points_against)),
    Column(mark("difference"), 8, lambda rank: rank.place.difference),
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
    last = Column(mark("last played"), 1, lambda rank: day_of(rank.place.last, zone))
    return _table((*_STANDINGS, Column(mark("money"), 6, _money), last), ranks)


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


def _table(columns: Sequence[Column], ranks: Sequence[Rank]) -> Table:
    return Table(
        [text(column.head) for column in columns],
        [[column.cell(rank) for column in columns] for rank in ranks],
        worth=[column.worth for column in columns],
    )
