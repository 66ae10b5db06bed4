"""Which games a report is about."""

from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

from ..results.game_state import State
from ..tables.connection import Condition, all_of


class GameFilter(NamedTuple):
    """Games that satisfy all of these; None: any."""

    since: datetime | None = None
    """The moment at which they began, or a later one."""
    before: datetime | None = None
    """They began earlier than at this moment."""
    rules: str | None = None
    """The id of the rules they were played under."""
    player: UUID | None = None
    state: State | None = None
    game: UUID | None = None
    after: UUID | None = None
    """They stand after this game in a list with the newest first."""

    @property
    def condition(self) -> Condition:
        """The condition on `game_fact`, called ``game``."""
        chosen: dict[str, tuple[str, Any]] = {
            "rules": ("game.rule_set = :rules", self.rules),
            "player": (
                "game.id IN (SELECT game_id FROM game_seat WHERE player_id = :player)",
                self.player and str(self.player),
            ),
            "game": ("game.game = :game", self.game and self.game.hex),
            "after": (
                f"(game.opened_at, game.id) < ({_PLACE})",
                self.after and self.after.hex,
            ),
            "state": ("game.state = :state", self.state),
            "since": ("game.opened_at >= :since", self.since and _stored(self.since)),
            "before": ("game.opened_at < :before", self.before and _stored(self.before)),
        }
        return all_of(
            Condition(text, {name: value})
            for name, (text, value) in chosen.items()
            if value is not None
        )


_PLACE = "SELECT last.opened_at, last.id FROM game_fact AS last WHERE last.game = :after"
"""In a list: of the game ``after``."""


def _stored(moment: datetime) -> str:
    """The beginning of every time of that second as the tables have it, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds")


ALL_GAMES = GameFilter()
