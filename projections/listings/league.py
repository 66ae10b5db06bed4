"""League tables: the players by rank, for a terminal, a page or a spreadsheet."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..days import day_of
from ..messages import mark, text
from ..messages.formats import day_text, decimal
from ..messages.money import money
from ..messages.states import reason_text
from ..reports.league import Rank
from ..reports.season import Season
from .statistics import GAMES_WON, SHARE_WON, or_empty
from .table import Column, Names, Table, table_of


def _money(rank: Rank) -> str:
    amounts = (money(amount, currency) for currency, amount in rank.place.net.items())
    return ", ".join(amounts) or "-"


_STANDINGS = (
    Column(mark("place"), 10, lambda rank: rank.number),
    Column(mark("player"), 12, lambda rank: rank.name),
    Column(mark("games"), 9, lambda rank: rank.place.games),
    Column(mark("won"), 11, lambda rank: rank.place.won),
    Column(mark("lost"), 3, lambda rank: rank.place.lost),
    Column(mark("won %"), 7, lambda rank: decimal(f"{rank.place.won_percentage:.1f}")),
    Column(mark("rounds won"), 5, lambda rank: rank.place.rounds_won + rank.place.reported_won),
    Column(mark("points"), 4, lambda rank: or_empty(rank.place.points)),
    Column(mark("against"), 2, lambda rank: or_empty(rank.place.points_against)),
    Column(mark("difference"), 8, lambda rank: rank.place.difference),
)
NAMED = 5
"""How many games left out for a reason are named; JSON names all."""


def standings_table(ranks: Sequence[Rank]) -> Table:
    """Games, rounds and points of each player."""
    return table_of(_STANDINGS, ranks)


def league_table(ranks: Sequence[Rank], zone: tzinfo | None = None) -> Table:
    """The standings, with money and the day of the last game in this time zone (`day_of`)."""
    last = Column(mark("last played"), 1, lambda rank: day_text(day_of(rank.place.last, zone)))
    return table_of((*_STANDINGS, Column(mark("money"), 6, _money), last), ranks)


def season_tables(found: Season, names: Names) -> list[Table]:
    """The months, each two players against each other, and the games left out."""
    months = (
        Column(mark("month"), 0, lambda month: month.month),
        Column(mark("games"), 0, lambda month: month.games),
        Column(mark("rounds"), 0, lambda month: month.rounds),
        Column(mark("most won"), 0, lambda month: _most(month.won, names)),
        Column(mark("most won so far"), 0, lambda month: _most(month.won_so_far, names)),
    )
    pairs = (
        Column(mark("player"), 0, lambda pair: shown_name(names, pair.player)),
        Column(mark("against"), 0, lambda pair: shown_name(names, pair.opponent)),
        *(*GAMES_WON, SHARE_WON),
    )
    left_out = []
    for reason, games in found.uncounted.items():
        named = ", ".join(games[:NAMED])
        some = named if len(games) <= NAMED else text("{records}, ...", records=named)
        left_out.append((reason_text(reason), len(games), some))
    tables = (
        table_of(months, found.months),
        table_of(pairs, found.pairs),
        Table((text("left out"), text("games"), ""), left_out),
    )
    return [table for table in tables if table.rows]


def _most(won: Mapping[UUID, int], names: Names) -> str:
    """Who won most games, and how many; `-` if nobody won one."""
    most = max(won.values(), default=0)
    if not most:
        return "-"
    first = sorted(shown_name(names, player) for player, games in won.items() if games == most)
    return text("{players} {games}", players=", ".join(first), games=most)
