"""The stored events against the hashes that were kept when they were recorded.

Stored bytes are hashed; no event is decoded. A changed event does not match the hash in the event
after it, or the head of its game. If all later hashes and the head were changed, too, only a
checkpoint kept outside shows it. Times come from the clock of the house and prove nothing, but they
never go back along the log, and none is later than the time of a checkpoint over it.

Every head is compared, not only the last. The structure of the book is checked, too: a forged index
could show commands another game than the one checked here. Where the database does not compare its
indexes, games are read by both ways.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, get_args
from uuid import UUID

from ...domain.disputes.events import DisputeEvent, DisputeOpened
from ...domain.events import GameAmended, GameOpened, RoundDealt
from ...ledger.book import Book
from ...ledger.errors import Tampered, UnknownGame
from ...ledger.log.checkpoints import Checkpoint
from ...ledger.log.entries import entries_of, events_among, index_of, log_entries, log_entry
from ...ledger.log.hash_tiles import Tiles
from ...ledger.log.merkle import GrowingTree, leaf_hash, root_of
from ...ledger.registry.keys import keys_of
from ...ledger.store.base import require_all
from ...ledger.store.chain import NOTHING_BEFORE, hash_in, stream_tag
from ...ledger.store.codec import event_in
from ...ledger.store.ids import NO_GAMES, NO_GAMES_HEX
from ...ledger.store.rows import BEFORE_THE_EVENT, NOTED_CLOCK, StoredRow, salt_in, time_in
from .openings import verify_merges, verify_openings
from .recorded_names import verify_names
from .sheet_code import hash_begins

_HEADS = "SELECT {game}, version, hash FROM stream_head"
_HEADS_OF = "SELECT version, hash FROM stream_head WHERE originator_id = ?"
_PREVIOUS = b'{"previous":"%b'
_WITH_HASH = """
    SELECT {game}, version FROM stream_head WHERE substr(hash, 1, CAST(? AS integer)) = ?
    UNION
    SELECT {game}, originator_version - 1 FROM stored_events
    WHERE substr(state, 1, CAST(? AS integer)) = ?
"""
"""The events whose hash begins so, by their head or by the event after them."""
_OF_A_DISPUTE = {kind.TOPIC for kind in get_args(DisputeEvent)}

Heads: TypeAlias = dict[Any, Any]
"""By version, the stored hashes of a game's events: of the last of each write."""


class Covered(NamedTuple):
    """What was checked, and found as it was recorded."""

    events: int
    """Those of the house included."""
    games: int
    logged: int = 0
    """The events of the largest checkpoint that was given."""
    clock_behind: int = 0
    """The events whose clock showed an earlier time than that of the event before it in the log."""


@dataclass(slots=True)
class _Checked:
    """The events of a stream as far as they were checked."""

    game: UUID
    tag: bytes
    """`stream_tag` of the game."""
    version: int = 0
    hash: str = NOTHING_BEFORE
    """Of the event at ``version``."""
    salt: bytes = b""
    """Of the last deal."""
    time: str = ""
    """When the event at ``version`` was recorded."""
    clock_behind: int = 0
    """The events up to ``version`` that note a clock."""
    disputes: int = 0
    """Those opened."""
    doubt: Tampered | None = None
    """What is wrong, though every hash may be right: the events were not written by the program."""
    heads: Heads = field(default_factory=dict)
    """Those in the book."""
    differs: int | None = None
    """The first version whose head is not its hash."""
    amended: list[int] = field(default_factory=list)
    """The versions of its amendments."""

    def follow(self, topic: Any, state: Any, latest: str = "") -> None:
        """Check the next event, which follows one that was recorded at ``latest`` in the log.

        Raises Tampered if it does not follow the event before it in its game.
        """
        game, version = str(self.game), self.version + 1
        if not (isinstance(topic, str) and isinstance(state, bytes)):
            raise Tampered("event-malformed", game=game, event=version)
        if not state.startswith(b'{"previous":"%b","recorded_at":"' % self.hash.encode()):
            # Nothing comes before the first event.
            raise Tampered("hash-changed", game=game, event=self.version or version)
        if self.differs is not None:
            raise Tampered("head-differs", game=game, event=self.differs)
        before = max(self.time, latest)
        try:
            self.time = time_in(state)
        except Tampered:
            self.doubt = self.doubt or Tampered("event-malformed", game=game, event=version)
        if self.time < before:
            earlier = Tampered("recorded-earlier", game=game, event=version, time=before)
            self.doubt = self.doubt or earlier
        self.clock_behind += NOTED_CLOCK in state[: state.find(BEFORE_THE_EVENT)]
        if (topic == GameOpened.TOPIC) != (version == 1 and self.game not in NO_GAMES):
            code = "no-opening" if version == 1 else "event-cannot-follow"
            self.doubt = self.doubt or Tampered(code, game=game, event=version)
        if topic == RoundDealt.TOPIC:
            self.salt = salt_in(state)
        elif topic == GameAmended.TOPIC:
            self.amended.append(version)
        elif topic in _OF_A_DISPUTE:
            follows = False  # It opens the next dispute, or is about one that was opened.
            with suppress(Tampered):
                event = event_in(topic, state)
                assert isinstance(event, DisputeEvent)
                opens = isinstance(event, DisputeOpened)
                self.disputes += opens
                follows = (self.disputes if opens else 1) <= event.dispute <= self.disputes
            if not follows:
                self.doubt = self.doubt or Tampered("event-cannot-follow", game=game, event=version)
        self.version, self.hash = version, hash_in(self.tag, version, topic, state)
        if version in self.heads and self.heads[version] != self.hash:
            self.differs = version

    def end(self) -> None:
        """Raises Tampered unless the game ends here, and has no heads but those of its events."""
        game, last = str(self.game), self.version
        if self.differs is not None:
            raise Tampered("hash-changed", game=game, event=last)
        others = self.heads.keys() - range(1, last + 1)
        if any(isinstance(version, int) and version > last for version in others):
            raise Tampered("event-missing", game=game, event=last + 1)
        if others or last not in self.heads:
            raise Tampered("last-event-lost", game=game)
        for amendment in self.amended:
            # An amendment is found by the head before it (`ledger.records.versions`).
            if amendment - 1 not in self.heads:
                raise Tampered("head-differs", game=game, event=amendment - 1)


def verify_game(
    book: Book, game: UUID, checkpoints: Iterable[Checkpoint] = (), tiles: Tiles | None = None
) -> Covered:
    """Check all events of one game, and its head, in one snapshot.

    With ``tiles``, those of the newest checkpoint: the last event of the game that is in a
    checkpoint must be at its place there. Raises Tampered at the first event that is missing or
    changed; DamagedTiles; UnknownGame; Unavailable if this user does not see all events.
    """
    require_all(book.recorder)
    # Heads come first: each event of a head that is seen here is among the rows that are read.
    heads: Heads = dict(book.query(_HEADS_OF, [game.hex]))
    rows, _ = book.recorder.select_rows(game)
    if not rows and not heads:
        raise UnknownGame("unknown-game", name=str(game))
    checked = _whole(game, heads, rows)
    verify_openings(book, game)
    book.recorder.require_intact()
    verify_names(book)
    covered = Covered(checked.version, 1, clock_behind=checked.clock_behind)
    if tiles is None:
        return covered
    logged = [logged_in(book, game, rows, checkpoint, tiles) for checkpoint in checkpoints]
    return covered._replace(logged=max(logged, default=0))


def _whole(game: UUID, heads: Heads, rows: Iterable[tuple[int, Any, Any]]) -> _Checked:
    """A game with all its events checked. Raises Tampered at the first that is not as recorded."""
    checked = _Checked(game, stream_tag(game), heads=heads)
    for version, topic, state in rows:
        if version != checked.version + 1:
            raise Tampered("event-missing", game=str(game), event=checked.version + 1)
        checked.follow(topic, state)
    checked.end()
    if checked.doubt is not None:
        raise checked.doubt
    return checked


def unchanged_games(book: Book, other: UUID) -> tuple[int, int]:
    """Of all games but this one: how many are as they were recorded, and how many there are."""
    heads, unchanged = _all_heads(book), 0
    games = heads.keys() - {*NO_GAMES_HEX, other.hex}
    for name in games:
        game = _game(name, 1)
        with suppress(Tampered):
            _whole(game, heads[name], book.recorder.select_rows(game)[0])
            unchanged += 1
    return unchanged, len(games)


def _all_heads(book: Book) -> dict[str, Heads]:
    """The heads of each game, by its id."""
    heads = dict[str, Heads]()
    for name, version, hash in book.query(_HEADS):
        heads.setdefault(name, {})[version] = hash
    return heads


class SheetStanding(NamedTuple):
    """What the book says of the hash on a score sheet."""

    game: UUID
    event: int
    """The last event of the game when the sheet was made."""
    later: int
    """The events recorded in the game since."""


def verify_sheet(book: Book, hash: str) -> SheetStanding:
    """The game whose last event has had this hash; its events and its head are checked.

    ``hash``: the whole hash, or its `code_of`. Raises Mistyped if it is neither, and Tampered if no
    game of this book has had it.
    """
    wanted, found = hash_begins(hash), list[SheetStanding]()
    previous = _PREVIOUS % wanted.encode()
    values = [len(wanted), wanted, len(previous), previous]
    for name, event in book.query(_WITH_HASH, values):
        game = _game(name, event)
        found.append(SheetStanding(game, event, verify_game(book, game).events - event))
    if not found:
        raise Tampered("unknown-hash", hash=hash)
    return found[0]


def logged_in(
    book: Book, game: UUID, rows: list[StoredRow], checkpoint: Checkpoint, tiles: Tiles
) -> int:
    """How many of the first events of a game are in a checkpoint; ``rows``: those events.

    Raises Tampered if the checkpoint is of another log, or if that has another event as the last.
    """
    size = checkpoint.size
    if size > tiles.size or root_of(tiles.subtree, size) != checkpoint.root:
        raise Tampered("other-log", origin=checkpoint.origin, size=size)
    version = min(len(rows), events_among(book, game, size))
    *_, last = (None, *entries_of(game, rows[:version]))
    if last is not None and tiles.subtree(0, index_of(book, game, version)) != leaf_hash(last):
        raise Tampered("not-in-log", game=str(game), event=version, size=size)
    return version


def verify_book(
    book: Book, checkpoints: Iterable[Checkpoint] = (), tiles: Tiles | None = None
) -> Covered:
    """Check all events in the order of the log, all heads, and checkpoints.

    ``tiles``: those of a checkpoint, to find the place where the log is another; they are checked,
    too. Raises Tampered at the first event that is missing, changed or out of order, or if the log
    is not that of a checkpoint, rules have two meanings, a key has a history that it cannot have,
    or names or merges are not those that were recorded; DamagedTiles if only the tiles are wrong;
    Unavailable if this user does not see all events. Events that are recorded meanwhile may be
    checked or not.
    """
    require_all(book.recorder)
    # Heads come first: each event of a head that is seen here is in the log that is read later.
    heads = _all_heads(book)
    awaited = sorted(checkpoints, key=lambda each: each.size)
    games, tree, others = _read_log(book, heads, awaited)
    for name in heads.keys() - games.keys():
        raise Tampered("event-missing", game=str(_game(name, 1)), event=1)
    for checked in games.values():
        if checked.version not in checked.heads:  # It was recorded meanwhile, or the head is lost.
            now: Heads = dict(book.query(_HEADS_OF, [checked.game.hex]))
            checked.heads |= {at: now[at] for at in now.keys() & range(1, checked.version + 1)}
        checked.end()
    verify_openings(book)
    house = book.house()
    keys_of(house)
    verify_merges(book, house)
    if not book.recorder.require_intact():
        for checked in games.values():  # By the id of the game, as in the log.
            again = _Checked(checked.game, checked.tag)
            for _, topic, state in book.recorder.select_rows(checked.game)[0][: checked.version]:
                again.follow(topic, state)
            if again.hash != checked.hash:
                raise Tampered("read-otherwise", game=str(checked.game))
    verify_names(book)
    for checkpoint in others:
        if tiles is not None:
            _find_difference(book, tiles)
        if checkpoint.size > tree.size:
            raise Tampered("log-too-short", size=checkpoint.size, events=tree.size)
        raise Tampered("other-log", origin=checkpoint.origin, size=checkpoint.size)
    for checked in games.values():
        if checked.doubt is not None:
            raise checked.doubt
    if tiles is not None:
        tiles.check()
    return Covered(
        events=tree.size,
        games=len(games.keys() - {*NO_GAMES_HEX}),
        logged=max((each.size for each in awaited), default=0),
        clock_behind=sum(checked.clock_behind for checked in games.values()),
    )


def _read_log(
    book: Book, heads: Mapping[str, Heads], awaited: list[Checkpoint]
) -> tuple[dict[str, _Checked], GrowingTree, list[Checkpoint]]:
    """Read the log: each game, the tree, and the checkpoints that are not of this log.

    Raises Tampered at the first event that does not follow the one before it in its game, and for a
    checkpoint that was signed before its last event.
    """
    games, tree, latest = dict[str, _Checked](), GrowingTree(), ""
    roots, sizes = {0: (tree.root, latest)}, {checkpoint.size for checkpoint in awaited}
    end = book.last_position()
    with book.scan_log(0, end, end) as rows:
        for _, name, version, topic, state in rows:
            checked = games.get(name)
            if checked is None:
                game = _game(name, version)
                checked = _Checked(game, stream_tag(game), heads=heads.get(name, {}))
                games[name] = checked
            if version != checked.version + 1:
                missing = checked.version + 1
                there = {found for found, *_ in book.recorder.select_rows(checked.game)[0]}
                code = "event-out-of-order" if missing in there else "event-missing"
                raise Tampered(code, game=str(checked.game), event=missing)
            checked.follow(topic, state, latest)
            latest = checked.time
            entry = log_entry(checked.game, version, checked.hash, checked.salt)
            tree.add(leaf_hash(entry))
            if tree.size in sizes:
                roots[tree.size] = tree.root, latest
    others = list[Checkpoint]()
    for each in awaited:
        root, signed_after = roots.get(each.size, (None, ""))
        if each.root != root:
            others.append(each)
        elif each.time < signed_after:
            size = each.size
            raise Tampered("signed-earlier", origin=each.origin, size=size, time=signed_after)
    return games, tree, others


def _find_difference(book: Book, tiles: Tiles) -> None:
    """Raise Tampered at the first event that is not the one of these tiles, if there is one."""
    with log_entries(book, 0) as entries:
        for index, (game, version, entry) in zip(range(tiles.size), entries, strict=False):
            if leaf_hash(entry) != tiles.subtree(0, index):
                raise Tampered("log-differs", game=str(game), event=version, place=index + 1)


def _game(name: Any, version: int) -> UUID:
    """The game whose id is stored in this form. Raises Tampered."""
    try:
        game = UUID(name)
    except (ValueError, TypeError, AttributeError):
        game = None
    if game is None or game.hex != name:
        raise Tampered("event-malformed", game=str(name), event=version)
    return game
