"""Which games count by other rules, and which keep their own, and why."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...domain.rules.counting import Counting, Difference, misfit, named_by
from ...domain.rules.rule_set import RuleSet
from .connection import EVERYTHING, Condition, Connection
from .progress import played_rules

NAMED = 3
"""How many games of a kind are named."""


class Kept(NamedTuple):
    """Games of one rule set that keep their rules, for the same reason."""

    rules: str
    """The id of the rule set they were played under."""
    differs: Sequence[Difference]
    """What does not fit; empty: no other rules were named for them."""
    games: int
    records: Sequence[str]
    """The first of them, by the id of the record."""


def kept_games(
    connection: Connection, every: Sequence[Counting], which: Condition = EVERYTHING
) -> list[Kept]:
    """The games, called ``game``, that one of these countings is not for, most games first."""
    reasons: dict[tuple[str, tuple[Difference, ...]], list[tuple[int, int]]] = {}
    for id, played, seats, differs in _kinds(connection, every):
        if differs is not None:
            reasons.setdefault((played.id, differs), []).append((id, seats))
    kept = []
    for (rules, differs), kinds in reasons.items():
        condition = of_kinds(kinds) & which
        games = f"FROM game_fact AS game WHERE {condition.text}"
        number = connection.value(f"SELECT count(*) {games}", **condition.values)
        first = f"SELECT game.record {games} ORDER BY game.id LIMIT {NAMED}"
        if number:
            records = connection.column(first, **condition.values)
            kept.append(Kept(rules, differs, number, records))
    return sorted(kept, key=lambda each: (-each.games, each))


def named_games(connection: Connection, every: Sequence[Counting]) -> Condition:
    """A condition on `game_fact`, called ``game``: all these countings are for the game."""
    kinds = _kinds(connection, every)
    return of_kinds((id, seats) for id, _, seats, differs in kinds if differs is None)


def of_kinds(kinds: Iterable[tuple[int, int]]) -> Condition:
    """A condition on ``game``: it was played under rules of these numbers by so many seats."""
    either = " OR ".join(f"(game.rules_id = {id} AND game.seats = {seats})" for id, seats in kinds)
    return Condition(f"({either or 'FALSE'})")


def _kinds(
    connection: Connection, every: Sequence[Counting]
) -> Iterator[tuple[int, RuleSet, int, tuple[Difference, ...] | None]]:
    """The rules and seats of games, and what does not fit; None: all these countings are for them.

    Nothing differs if one of the countings names no rules for them.
    """
    for id, played in played_rules(connection).items():
        for seats in sorted(played.play.hand):
            named = [named_by(counting, played) for counting in every]
            known = [each for each in named if each is not None]
            differs = tuple(
                dict.fromkeys(each for by in known for each in misfit(played, seats, by.rules))
            )
            yield id, played, seats, differs if differs or len(known) < len(named) else None
