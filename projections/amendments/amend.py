"""The service that amends a game of the book."""

from typing import NamedTuple
from uuid import UUID

from ...domain.game.state import Game
from ...ledger.book import Book
from ...ledger.records.amend import prepare, write
from ...ledger.records.format import Record
from ...ledger.records.versions import version_of
from ...ledger.registry.stored_names import shown_name
from ...ledger.signing.keys import PrivateKey
from ..results.sides import teams_of
from .version_diff import Changes, ShownWith, TimedGame, changes_between


class Amended(NamedTuple):
    """An amended game."""

    record: str
    """The record's id."""
    version: int
    """The number of its newest version."""
    changes: Changes
    shown: tuple[ShownWith, ShownWith]
    """With what the older version is shown, and the newer."""

    @property
    def unchanged(self) -> bool:
        """The record equals the newest version: nothing was written."""
        return not self.changes.record


def amend_game(
    book: Book,
    game: UUID,
    record: Record,
    reason: str,
    by: str | None = None,
    *,
    as_played: bool = False,
    key: PrivateKey | None = None,
) -> Amended:
    """Make ``record`` the newest version of a game, unless nothing differs.

    ``by`` is the author, a name or an id. ``as_played`` accepts an illegal game and notes each
    fault. ``key`` signs the new version. Raises AnotherGame, Unreadable, Rejected, BadKey, and
    Conflict.
    """
    amending = prepare(book, game, record, as_played=as_played)
    newest, transcript = version_of(amending.stream), amending.transcript
    assert transcript.game is not None
    entries = zip(newest.events, newest.entries, strict=True)
    was = TimedGame(newest.game, tuple((event, each.happened_at) for event, each in entries))
    timed = ((event, transcript.times.get(at)) for at, event in enumerate(transcript.events))
    now = TimedGame(transcript.game, tuple(timed))
    players = zip(now.game.opened.players, record.players, strict=True)
    names = dict(players) | amending.batch.register.names
    changes = changes_between(was, now, names)
    if changes.record:
        write(amending, reason, by, key)
    version = len(amending.stream.game.earlier) + 1 + bool(changes.record)
    shown = _shown_with(was.game, names), _shown_with(now.game, names)
    return Amended(record.id, version, changes, shown)


def _shown_with(game: Game, names: dict[UUID, str]) -> ShownWith:
    players = tuple(shown_name(names, player) for player in game.opened.players)
    return ShownWith(players, teams_of(game), game.opened.stake.currency)
