"""Ratings: the strength of players and its uncertainty, by `openskill` (Plackett-Luce).

A rating is updated by each game that is over, in the order of ends, within the played rule set.
The winners come first; all others tie, since a game does not rank them.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .connection import Condition, Connection, runs
from .progress import Progress, note, progress_in

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FIRST = 25.0
"""The strength of everybody at first."""
GAMES = 2_000
"""Games rated in one transaction."""

Rating: TypeAlias = tuple[float, float, int]
"""Strength, its uncertainty (one standard deviation), number of games rated."""
Ratings: TypeAlias = dict[tuple[str, str], Rating]
"""By player and rule set."""


class Result(NamedTuple):
    """The end of a game that counts as played."""

    finished: int
    """The position of the event that ended it."""
    rule_set: str
    players: tuple[str, ...]
    sides: tuple[int, ...]
    won: tuple[bool, ...]


def rate_some(connection: Connection) -> bool:
    """Rate the next games; False if all are rated."""
    progress = progress_in(connection)
    later = Condition(
        "game.id IN (SELECT id FROM game_fact WHERE finished > :rated ORDER BY finished "
        f"LIMIT {GAMES})",
        {"rated": progress.rated},
    )
    results = [result for _, result in results_where(connection, later)]
    if results:
        players = list({player for result in results for player in result.players})
        rows = connection.rows(
            """
            SELECT player_id, rule_set, mu, sigma, games FROM rating WHERE player_id IN (:players)
            """,
            players=players,
        )
        ratings: Ratings = {(player, rules): (*rating,) for player, rules, *rating in rows}
        rated: dict[tuple[str, str, int], tuple[float, float]] = {}
        for result in results:
            _rate(ratings, result)
            for player in result.players:
                mu, sigma, games = ratings[player, result.rule_set]
                rated[player, result.rule_set, games] = mu, sigma
        connection.insert("rated", [(*key, *rating) for key, rating in rated.items()])
        note(connection, progress._replace(rated=results[-1].finished))
    return bool(results)


def results_of(connection: Connection, games: Iterable[int]) -> dict[int, Result]:
    """By number, the results of those games that count as played."""
    return {
        number: result
        for first, last in runs(games)
        for number, result in results_where(
            connection,
            Condition("game.id BETWEEN :first AND :last", {"first": first, "last": last}),
        )
    }


def delete_ratings_if_changed(
    connection: Connection, before: dict[int, Result], after: dict[int, Result], progress: Progress
) -> Progress:
    """Delete all ratings if the results of some games have changed; returns the new progress.

    ``before`` and ``after`` are of the same games. A new result changes nothing if its game ended
    after what was taken in.
    """
    changed = before.items() ^ after.items()
    known = any(game in before or of.finished <= progress.position for game, of in changed)
    return delete_ratings(connection, progress) if known else progress


def delete_ratings(connection: Connection, progress: Progress) -> Progress:
    """Delete all ratings: all games are rated again later. Returns the progress with that."""
    connection.rows("DELETE FROM rated")
    return progress._replace(rated=0)


def results_where(connection: Connection, which: Condition) -> Iterator[tuple[int, Result]]:
    """Number and result of games that count as played; ``which``: a condition on ``game``.

    They are in the order of their ends.
    """
    rows = connection.rows(
        f"""
        SELECT game.id, game.finished, game.rule_set, seat.player_id, seat.side, seat.won
        FROM game_seat AS seat JOIN game_fact AS game ON game.id = seat.game_id
        WHERE {which.text} AND game.finished IS NOT NULL
        ORDER BY game.finished, seat.seat
        """,
        **which.values,
    )
    for (number, finished, rule_set), seats in groupby(rows, itemgetter(0, 1, 2)):
        players, sides, won = zip(*(row[3:] for row in seats), strict=True)
        yield number, Result(finished, rule_set, players, sides, tuple(map(bool, won)))


def ratings_after(results: Iterable[Result]) -> Ratings:
    """The ratings after these games, which are in the order of their ends."""
    ratings: Ratings = {}
    for result in results:
        _rate(ratings, result)
    return ratings


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import

    return PlackettLuce()


def _rate(ratings: Ratings, result: Result) -> None:
    before = [ratings.get((player, result.rule_set)) for player in result.players]
    model = _model()
    rated = [model.rating() if one is None else model.rating(one[0], one[1]) for one in before]
    teams: dict[int, list[int]] = {}
    for seat, side in enumerate(result.sides):
        teams.setdefault(side, []).append(seat)
    after = model.rate(
        [[rated[seat] for seat in seats] for seats in teams.values()],
        ranks=[0 if result.won[seats[0]] else 1 for seats in teams.values()],
    )
    for seats, team in zip(teams.values(), after, strict=True):
        for seat, new in zip(seats, team, strict=True):
            games = (before[seat] or (0.0, 0.0, 0))[2]
            ratings[result.players[seat], result.rule_set] = new.mu, new.sigma, games + 1
