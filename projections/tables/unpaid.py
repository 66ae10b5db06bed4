"""Games whose money waits for the function of their payout.

A program without it takes in all else of a game, and books nothing. What was booked before stays.
The next program that has the function takes the game in again, and books what is owed.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...ledger.errors import Unavailable
from .connection import EVERYTHING, Condition, Connection
from .progress import played_rules, progress_in

if TYPE_CHECKING:
    from ...domain.rules.rule_set import RuleSet

GAMES_AT_ONCE = 1_000


def payable_games(connection: Connection) -> list[str]:
    """Some games that wait for a function which this program has; empty: there are none."""
    for rules_id, seats, rules in _kinds(connection, EVERYTHING):
        from ...domain.scoring.settlement import lacking_function  # noqa: PLC0415 - few books wait

        if lacking_function(rules.payout) is None:
            return connection.column(
                f"SELECT game FROM game_fact WHERE unpaid IS NOT NULL AND rules_id = :rules "
                f"AND seats = :seats ORDER BY id LIMIT {GAMES_AT_ONCE}",
                rules=rules_id,
                seats=seats,
            )
    return []


def require_paid(connection: Connection, which: Condition = EVERYTHING) -> None:
    """Raise UnknownPayout if money of games that satisfy this condition on ``game`` waits.

    Raises Unavailable if this program has the function, but may not keep the tables.
    """
    waiting = [rules for _, _, rules in _kinds(connection, which)]
    if waiting:
        from ...ledger.registry.payout_rules import require_functions  # noqa: PLC0415 - as above

        require_functions(waiting)
        raise Unavailable("unpaid-games", rules=waiting[0].id)


def _kinds(connection: Connection, which: Condition) -> Iterator[tuple[int, int, "RuleSet"]]:
    """Of games whose money waits: number of their rules, seats, and the rules that count."""
    kinds = list(
        connection.rows(
            "SELECT DISTINCT game.rules_id, game.seats FROM game_fact AS game "
            f"WHERE game.unpaid IS NOT NULL AND ({which.text}) ORDER BY 1, 2",
            **which.values,
        )
    )
    if kinds:
        from ...domain.rules.counting import rules_that_count  # noqa: PLC0415 - as above

        played, counting = played_rules(connection), progress_in(connection).counting
        for rules_id, seats in kinds:
            yield rules_id, seats, rules_that_count(counting, played[rules_id], seats)
