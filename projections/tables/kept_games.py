"""Which games count by other rules, and which keep their own, and why."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, false, func, or_, select

from domain.rules.counting import Counting, Difference, misfit, named_by
from domain.rules.rule_set import RuleSet

from .schema import TABLES
from .stored_facts import played_rules

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
    connection: Connection,
    every: Sequence[Counting],
    *which: ColumnElement[bool],
) -> list[Kept]:
    """The games that one of these countings is not for, most games first.

    ``which``: conditions on `game_fact`.
    """
    game = TABLES["game_fact"].c
    reasons: dict[tuple[str, tuple[Difference, ...]], list[ColumnElement[bool]]] = {}
    for id, played, seats, differs in _kinds(connection, every):
        if differs is not None:
            of_kind = (game.rules_id == id) & (game.seats == seats)
            reasons.setdefault((played.id, differs), []).append(of_kind)
    kept = []
    for (rules, differs), kinds in reasons.items():
        asked = select(game.record).where(or_(*kinds), *which).order_by(game.id)
        games = connection.execute(asked.with_only_columns(func.count()).order_by(None))
        first = connection.execute(asked.limit(NAMED)).scalars().all()
        kept.append(Kept(rules, differs, games.scalar_one(), first))
    return sorted((each for each in kept if each.games), key=lambda each: (-each.games, each))


def named_games(connection: Connection, every: Sequence[Counting]) -> ColumnElement[bool]:
    """A condition on `game_fact`: all these countings are for the game."""
    game = TABLES["game_fact"].c
    return or_(
        false(),
        *(
            (game.rules_id == id) & (game.seats == seats)
            for id, _, seats, differs in _kinds(connection, every)
            if differs is None
        ),
    )


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
