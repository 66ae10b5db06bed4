"""Games won in a row: counted along the order in which games were over."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, select

from ..rows import handfuls, runs
from ..schema import Generation

Streak: TypeAlias = tuple[int, int]
"""Games won in a row up to the last (negative: not won), and the most."""
Streaks: TypeAlias = dict[tuple[str, ...], Streak]
"""By player and rule set."""


class Result(NamedTuple):
    """How a game ended that counts as played."""

    finished: int
    """The position of the event that ended it."""
    rule_set: str
    players: tuple[str, ...]
    sides: tuple[int, ...]
    won: tuple[bool, ...]


class Course(NamedTuple):
    """What became of the order of results."""

    further: list[Result]
    """Those that follow all that were known, in order."""
    disturbed: list[Result]
    """Those that were taken out, or put in before one that was known."""


def course(before: Mapping[int, Result], after: Mapping[int, Result], position: int) -> Course:
    """By game, the results before and after; all up to this position were known."""
    gone = [result for game, result in before.items() if after.get(game) != result]
    new = [result for game, result in after.items() if before.get(game) != result]
    late = [result for result in new if result.finished <= position]
    further = sorted(result for result in new if result.finished > position)
    return Course(further, gone + late)


def results_of(
    connection: Connection, tables: Generation, games: Iterable[int]
) -> dict[int, Result]:
    """By number, the results of those of these games that count as played."""
    seat = tables["game_seat"].c
    return {
        number: result
        for first, last in runs(games)
        for number, result in _results(connection, tables, seat.game_id.between(first, last))
    }


def results_after(
    connection: Connection, tables: Generation, position: int, games: int
) -> list[Result]:
    """So many results as follow this position, in order."""
    seat, game = tables["game_seat"].c, tables["game_fact"].c
    later = select(game.id).where(game.finished > position).order_by(game.finished).limit(games)
    return [result for _, result in _results(connection, tables, seat.game_id.in_(later))]


def _results(
    connection: Connection, tables: Generation, which: ColumnElement[bool]
) -> Iterator[tuple[int, Result]]:
    seat, game = tables["game_seat"], tables["game_fact"]
    rows = connection.execute(
        select(
            game.c.id, game.c.finished, game.c.rule_set, seat.c.player_id, seat.c.side, seat.c.won
        )
        .join_from(seat, game, seat.c.game_id == game.c.id)
        .where(which, game.c.finished.is_not(None))
        .order_by(game.c.finished, seat.c.seat)
    )
    for (number, finished, rule_set), seats in groupby(rows, lambda row: row[:3]):
        players, sides, won = zip(*(row[3:] for row in seats), strict=True)
        yield number, Result(finished, rule_set, players, sides, tuple(map(bool, won)))


def follow(connection: Connection, tables: Generation, course: Course) -> Streaks:
    """The streaks that are other than before."""
    again = {key for result in course.disturbed for key in _keys(result)}
    keys = {key for result in course.further for key in _keys(result)}
    streaks = _known(connection, tables, keys - again)
    for result in course.further:
        _count(streaks, result, keys - again)
    for player, rule_set in again:
        for _, result in _results(connection, tables, _games_of(tables, player)):
            _count(streaks, result, {(player, rule_set)})
    return dict.fromkeys(again, (0, 0)) | streaks


def _keys(result: Result) -> list[tuple[str, ...]]:
    return [(player, result.rule_set) for player in result.players]


def _games_of(tables: Generation, player: str) -> ColumnElement[bool]:
    seat = tables["game_seat"].c
    return seat.game_id.in_(select(seat.game_id).where(seat.player_id == player))


def _known(connection: Connection, tables: Generation, keys: set[tuple[str, ...]]) -> Streaks:
    of = tables["statistic"].c
    return {
        (player, rule_set): (streak, longest)
        for some in handfuls({player for player, _ in keys})
        for player, rule_set, streak, longest in connection.execute(
            select(of.player_id, of.rule_set, of.streak, of.longest_streak).where(
                of.player_id.in_(some)
            )
        )
        if (player, rule_set) in keys
    }


def _count(streaks: Streaks, result: Result, keys: set[tuple[str, ...]]) -> None:
    for player, won in zip(result.players, result.won, strict=True):
        key = player, result.rule_set
        if key in keys:
            streaks[key] = further(streaks.get(key, (0, 0)), won=won)


def further(streak: Streak, *, won: bool) -> Streak:
    """The streak with one more game, won or not."""
    latest, longest = streak
    latest = max(latest, 0) + 1 if won else min(latest, 0) - 1
    return latest, max(latest, longest)
