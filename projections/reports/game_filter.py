"""Which games a report is about."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, select

from ..results.game_state import State
from ..tables.schema import TABLES


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

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """The conditions on `game_fact`."""
        game, seat = TABLES["game_fact"].c, TABLES["game_seat"].c
        if self.rules is not None:
            yield game.rule_set == self.rules
        if self.player is not None:
            yield game.id.in_(select(seat.game_id).where(seat.player_id == str(self.player)))
        if self.game is not None:
            yield game.game == self.game.hex
        if self.state is not None:
            yield game.state == self.state
        if self.since is not None:
            yield game.opened_at >= _stored(self.since)
        if self.before is not None:
            yield game.opened_at < _stored(self.before)


def _stored(moment: datetime) -> str:
    """The beginning of every time of that second as the tables have it, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds")


ALL_GAMES = GameFilter()
