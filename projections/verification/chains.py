"""The stored events against the hashes that were kept when they were recorded.

Stored bytes are hashed; no event is decoded. A changed event does not match the hash in the event
after it, or the head of its game. Where all later hashes and the head were made anew, nothing in
the book can show it.
"""

from typing import Any, NamedTuple
from uuid import UUID

from ledger.book import Book
from ledger.errors import Tampered, UnknownGame
from ledger.store.base import Head, require_all
from ledger.store.chain import NOTHING_BEFORE, hash_in, stream_tag

_HEADS = "SELECT CAST(originator_id AS text), version, hash FROM stream_head ORDER BY version"


class Covered(NamedTuple):
    """What was checked, and found as it was recorded."""

    events: int
    games: int


class _Checked(NamedTuple):
    """The events of a game as far as they were checked."""

    game: UUID
    tag: bytes
    """`stream_tag` of the game."""
    version: int
    hash: str
    """Of the event at ``version``."""

    @property
    def head(self) -> Head:
        return self.version, self.hash


def verify_game(book: Book, game: UUID) -> Covered:
    """Check all events of one game, and its head, in one snapshot.

    Raises Tampered at the first event that is missing or changed; UnknownGame; Unavailable if this
    user does not see all events.
    """
    require_all(book.recorder)
    rows, head = book.recorder.select_rows(game)
    if not rows and head is None:
        raise UnknownGame("unknown-game", name=str(game))
    checked = _nothing_of(game)
    for version, topic, state in rows:
        if version != checked.version + 1:
            raise Tampered("event-missing", game=str(game), event=checked.version + 1)
        checked = _with_next(checked, topic, state)
    if head != checked.head:
        raise _at_the_end(checked, head)
    return Covered(checked.version, 1)


def verify_book(book: Book) -> Covered:
    """Check all events in the order of the log, and the last head of each game.

    Raises Tampered at the first event that is missing, changed or out of order; Unavailable if this
    user does not see all events. Events that are recorded meanwhile may be checked or not.
    """
    require_all(book.recorder)
    # Heads come first: each event of a head that is seen here is in the log that is read later.
    heads = {name.replace("-", ""): (version, hash) for name, version, hash in book.query(_HEADS)}
    games = dict[str, _Checked]()
    events, end = 0, book.last_position()
    checked: _Checked | None = None
    with book.scan_log(0, end, end) as rows:
        for _, name, version, topic, state in rows:
            checked = games.get(name) or _nothing_of(_game(name, version))
            if version != checked.version + 1:
                break
            games[name] = _with_next(checked, topic, state)
            events += 1
        else:
            checked = None
    if checked is not None:
        raise _out_of_order(book, checked)
    for name, head in heads.items():
        if name not in games:
            raise Tampered("event-missing", game=str(_game(name, 1)), event=1)
        if games[name].head != head:
            verify_game(book, games[name].game)
    for name in games.keys() - heads.keys():
        verify_game(book, games[name].game)
    return Covered(events, len(games))


def _nothing_of(game: UUID) -> _Checked:
    return _Checked(game, stream_tag(game), 0, NOTHING_BEFORE)


def _game(name: Any, version: int) -> UUID:
    """The game whose id is stored in this form. Raises Tampered."""
    try:
        game = UUID(name)
    except (ValueError, TypeError, AttributeError):
        game = None
    if game is None or game.hex != name:
        raise Tampered("event-malformed", game=str(name), event=version)
    return game


def _with_next(checked: _Checked, topic: Any, state: Any) -> _Checked:
    """With the next event. Raises Tampered if it does not follow the event before it."""
    game, tag, before, previous = checked
    version = before + 1
    if not (isinstance(topic, str) and isinstance(state, bytes)):
        raise Tampered("event-malformed", game=str(game), event=version)
    if not state.startswith(b'{"previous":"%b","recorded_at":"' % previous.encode()):
        changed = before or version  # Nothing comes before the first event.
        raise Tampered("hash-changed", game=str(game), event=changed)
    return _Checked(game, tag, version, hash_in(tag, version, topic, state))


def _at_the_end(checked: _Checked, head: Head | None) -> Tampered:
    """What is wrong with events that do not end at the head of their game."""
    game, last = str(checked.game), checked.version
    version = head[0] if head is not None else None
    if version == last:
        return Tampered("hash-changed", game=game, event=last)
    if isinstance(version, int) and version > last:
        return Tampered("event-missing", game=game, event=last + 1)
    return Tampered("last-event-lost", game=game)


def _out_of_order(book: Book, checked: _Checked) -> Tampered:
    """What is wrong where the next event of a game in the log is not the next version."""
    rows, _ = book.recorder.select_rows(checked.game)
    game, expected = str(checked.game), checked.version + 1
    if any(version == expected for version, *_ in rows):
        return Tampered("event-out-of-order", game=game, event=expected)
    return Tampered("event-missing", game=game, event=expected)
