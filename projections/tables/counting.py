"""Counts games from their facts, and writes the rows of facts and results.

What the rules need to know of blocked rounds is found if it is not among the verdicts.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from ...domain.rules.counting import Counting, counted_rules
from .connection import ROUNDS_A_GAME, Connection
from .facts import Group
from .result_rows import ROWS
from .results import CountedGroup, count_scored, score_games
from .stored_facts import load_facts
from .verdicts import GameIn, find_missing

GAMES_AT_ONCE = 4_000
"""Games that are counted again together."""


def count_again(connection: Connection, counting: Counting, game_in: GameIn) -> None:
    """Make the results of all games anew from their facts."""
    (begin, last), *_ = connection.rows(
        "SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM game_fact"
    )
    for first in range(begin, last + 1, GAMES_AT_ONCE):
        numbers = range(first, first + GAMES_AT_ONCE)
        counted = [
            count_group(connection, group, counting, game_in)
            for group in load_facts(connection, numbers=numbers)
        ]
        delete_games(connection, numbers, RESULTS)
        insert_results(connection, counted)


def count_group(
    connection: Connection, group: Group, counting: Counting, game_in: GameIn
) -> CountedGroup:
    """What these games come to; missing verdicts are found in the games, and stored."""
    scored = score_games(group, counted_rules(counting, group.rules, group.seats))
    reading, asked = scored.rules.reading, scored.by_readings
    if reading is None:
        return count_scored(scored, {})
    games = [group.games[place].game for place in scored.rounds.game[asked].tolist()]
    rounds = dict(zip(scored.rounds.id[asked].tolist(), games, strict=True))
    return count_scored(scored, find_missing(connection, game_in, reading, rounds))


def insert_results(
    connection: Connection, counted: Sequence[CountedGroup], tables: Iterable[str] = ROWS
) -> None:
    """Insert the rows of these games."""
    for name in tables:
        connection.insert(name, sorted(chain.from_iterable(map(ROWS[name], counted))))


Ids: TypeAlias = tuple[str, str, int]
"""A table, its column of ids, and how many of these ids there are for each game."""
RESULTS: Sequence[Ids] = (
    ("game_fact", "id", 1),
    *((name, "game_id", 1) for name in ("game_seat", "game_sum")),
    *((name, "round_id", ROUNDS_A_GAME) for name in ("round_end", "round_seat", "round_decree")),
)
"""The tables of facts and results."""


def delete_games(connection: Connection, numbers: Iterable[int], tables: Iterable[Ids]) -> None:
    """Delete all rows of these games, in the order of references."""
    numbers = list(numbers)
    for name, column, ids_a_game in tables:
        connection.delete_games(name, column, numbers, ids_a_game)
