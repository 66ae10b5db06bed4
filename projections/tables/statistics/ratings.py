"""How strong players are, and how certain that is: Plackett and Luce's model, by `openskill`.

A rating follows the games that are over, one after the other, within one rule set played under.
Who won comes first; the others tie, since a game does not rank them.
"""

from collections.abc import Iterable
from typing import TypeAlias

from openskill.models import PlackettLuce
from sqlalchemy import Connection, select

from ..generations import Made, note
from ..rows import delete_rows, handfuls, insert_rows
from ..schema import Generation
from .streaks import Result, results_after

GAMES = 2_000
"""Rated by one transaction."""
MODEL = PlackettLuce()

Rating: TypeAlias = tuple[float, float, int]
"""Strength, its uncertainty (one standard deviation), games rated."""
Ratings: TypeAlias = dict[tuple[str, str], Rating]
"""By player and rule set."""


def rate_some(connection: Connection, made: Made) -> bool:
    """Rate the next games of a generation; False where all are."""
    tables = made.tables
    results = results_after(connection, tables, made.rated, GAMES)
    if results:
        ratings = _taken_out(connection, tables, results)
        for result in results:
            _rate(ratings, result)
        rows = [(*key, *rating) for key, rating in ratings.items()]
        insert_rows(connection, tables["rating"], rows)
        note(connection, made.id, rated=results[-1].finished)
    return bool(results)


def rate_anew(connection: Connection, made_id: int, tables: Generation) -> None:
    """Forget all ratings, because the order of games has changed."""
    connection.execute(tables["rating"].delete())
    note(connection, made_id, rated=0)


def _rate(ratings: Ratings, result: Result) -> None:
    before = [ratings.get((player, result.rule_set)) for player in result.players]
    rated = [MODEL.rating() if one is None else MODEL.rating(one[0], one[1]) for one in before]
    teams: dict[int, list[int]] = {}
    for seat, side in enumerate(result.sides):
        teams.setdefault(side, []).append(seat)
    after = MODEL.rate(
        [[rated[seat] for seat in seats] for seats in teams.values()],
        ranks=[0 if result.won[seats[0]] else 1 for seats in teams.values()],
    )
    for seats, team in zip(teams.values(), after, strict=True):
        for seat, new in zip(seats, team, strict=True):
            games = (before[seat] or (0.0, 0.0, 0))[2]
            ratings[result.players[seat], result.rule_set] = new.mu, new.sigma, games + 1


def _taken_out(connection: Connection, tables: Generation, results: Iterable[Result]) -> Ratings:
    """The ratings of all who played, in all rule sets; their rows are deleted."""
    players = {player for result in results for player in result.players}
    table = tables["rating"]
    ratings = {
        (player, rule_set): (mu, sigma, games)
        for some in handfuls(players)
        for player, rule_set, mu, sigma, games in connection.execute(
            select(table).where(table.c.player_id.in_(some))
        )
    }
    delete_rows(connection, table.c.player_id, players)
    return ratings
