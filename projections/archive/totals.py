"""Statistics and payouts of an archive: what each partition brings, added up.

What a partition brings is what the reports of a book say of its games.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from ...ledger.registry.stored_names import shown_name
from ..reports.game_filter import GameFilter
from ..reports.league import Reason, uncounted
from ..reports.payouts import OWED, Names, Payouts, added_dues, payouts_in
from ..reports.profiles import ArticleFigures, added_article, article_figures
from ..reports.statistics import (
    GameWon,
    PlayerStatistics,
    Rating,
    Sums,
    added,
    statistics_from,
    sums_in,
)
from ..tables.connection import EVERYTHING
from ..tables.ratings import Result, ratings_after, results_where
from .partition import Partition


class StatisticsPart(NamedTuple):
    """What the games of a partition bring to the statistics."""

    log: str
    sums: Sums
    article: dict[UUID, ArticleFigures]
    uncounted: dict[Reason, int]
    """By reason, the number of games that do not count."""
    results: list[Result]
    """Of the games that count, in the order of their ends."""


class ArchiveStatistics(NamedTuple):
    """The statistics of all games of an archive."""

    players: list[PlayerStatistics]
    article: dict[UUID, ArticleFigures]
    uncounted: dict[Reason, int]


def statistics_part(partition: Partition, rules: str | None) -> StatisticsPart:
    """``rules``: only games played under the rules of this id, where they can be told apart."""
    with partition.tables() as connection:
        return StatisticsPart(
            partition.log,
            sums_in(connection),
            article_figures(connection),
            uncounted(connection, GameFilter(rules=rules)),
            [result for _, result in results_where(connection, EVERYTHING)],
        )


def statistics_of(parts: Iterable[StatisticsPart], rules: str | None) -> ArchiveStatistics:
    """The sum of these parts, which are grouped by log.

    In streaks and ratings the games of one log come after all those of the log before.
    """
    parts = list(parts)
    results = [
        result
        for _, of_log in groupby(parts, attrgetter("log"))
        for result in sorted(chain.from_iterable(each.results for each in of_log))
        if rules in {None, result.rule_set}
    ]
    ratings = {key: Rating(*each) for key, each in ratings_after(results).items()}
    return ArchiveStatistics(
        statistics_from(added(each.sums for each in parts), _games_won(results), ratings, rules),
        added_article(each.article for each in parts),
        dict(sorted(sum((Counter(each.uncounted) for each in parts), Counter()).items())),
    )


def _games_won(results: Iterable[Result]) -> Iterator[GameWon]:
    for result in results:
        for player, won in zip(result.players, result.won, strict=True):
            yield player, result.rule_set, won


def payouts_part(partition: Partition, *, by_game: bool) -> Payouts:
    """What the games of a partition come to in money, as `payouts_in` has it, without names."""
    with partition.tables() as connection:
        return payouts_in(connection, {}, by_game=by_game, source=OWED)


def payouts_of(parts: Iterable[Payouts], names: Names, *, by_game: bool) -> Payouts:
    """The sum of these parts, with names."""
    parts = list(parts)
    dues = (due._replace(name=shown_name(names, due.player)) for each in parts for due in each.dues)
    return Payouts(
        list(dues) if by_game else added_dues(dues),
        [record for each in parts for record in each.unsettled],
    )
