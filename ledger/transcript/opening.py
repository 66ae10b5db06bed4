"""The first event of a game, as its record tells it."""

from uuid import UUID

from domain.events import GameOpened
from domain.rules.rule_set import RuleSet, Stake

from ..records.format import Record


def opening_of(record: Record, rules: RuleSet, players: tuple[UUID, ...]) -> GameOpened:
    """The game begins under these rules; ``players`` are the ids of its players."""
    return GameOpened(
        record=record.id,
        rules=rules,
        players=players,
        stake=record.stake or Stake(),
        teams=None if record.teams is None else tuple(map(tuple, record.teams)),
        source=record.source,
        started_at=record.started_at,
        after=record.after,
    )
