"""A book and its games."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.game.state import Game as Played
from domain.rules.rule_set import RuleSet, Stake
from ledger import book as store
from ledger.live.session import open_table, resume_table
from ledger.records.export import record_of
from ledger.records.format import Record, read_record
from ledger.records.import_ import Imported, Importer
from ledger.registry.players import all_names, shown_name
from ledger.registry.rule_sets import all_rules, rules_called
from ledger.store.stream import Stream
from projections.audit.audit import Audit, Auditor
from projections.feed.feed import Tail
from projections.feed.origin import require_position
from projections.messages.errors import error_text
from projections.replay.frames import Frame, frames
from projections.results.game_result import GameResult, count_game
from projections.tables.arrow import as_arrow
from projections.tables.catch_up import Keeper
from projections.tables.database import read_models_of

from .table import Table

if TYPE_CHECKING:
    import pyarrow as pa

Json = dict[str, Any]
AnyRecord: TypeAlias = Record | Mapping[str, Any] | str | bytes
"""A record that was read, a mapping of its fields, or a line of JSON."""


class Added(NamedTuple):
    """The outcome of one record."""

    record: str | None
    """The record id; None if the text is not a record."""
    outcome: Literal["added", "extended", "unchanged", "rejected"]
    reason: str | None
    """Why it was rejected."""
    irregularities: int
    """The number of irregularities noted, for games added as played."""


class Game:
    """One game of a book, at the time it was read."""

    def __init__(self, book: "Book", stream: Stream) -> None:
        self._book = book
        self._stream = stream

    @property
    def id(self) -> UUID:
        """The game id: the same in every book for the same record id."""
        return self._stream.id

    @property
    def name(self) -> str:
        """The record id."""
        return self._played.opened.record

    @property
    def rules(self) -> RuleSet:
        """The rules the game was played under."""
        return self._played.opened.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order, clockwise; a stand-in with part of the id if a name was erased."""
        names = self._book.player_names()
        return tuple(shown_name(names, player) for player in self._played.opened.players)

    @property
    def events(self) -> int:
        """The number of events in the stream."""
        return self._stream.version

    @property
    def hash(self) -> str:
        """The hash of the last entry, which depends on all entries before it."""
        return self._stream.hash

    def record(self, *, open: bool = False) -> Record:
        """The game as `domino-record/1`; rounds that are not over only with ``open``."""
        names = self._book.player_names()
        return Record.model_validate(record_of(self._stream, names, open=open))

    def replay(
        self, viewer: int | None = None, *, round: int | None = None, open: bool = False
    ) -> tuple[Frame, ...]:
        """Every step, as the seat ``viewer`` saw it; None: as a spectator did.

        ``round`` counts from 0. Contains hidden tiles of a round that is not over only with
        ``open``. IndexError if there is no such seat.
        """
        seats = self._played.table.seats
        if viewer is not None and not 0 <= viewer < seats:
            raise IndexError(f"the game has seats 0 to {seats - 1}, not {viewer}")
        return frames(self._played, viewer, open=open, only=round)

    def position(
        self, round: int, move: int, viewer: int | None = None, *, open: bool = False
    ) -> Frame:
        """The step at this move of this round, both from 0; IndexError if there is none."""
        for frame in self.replay(viewer, round=round, open=open):
            if frame.move == move:
                return frame
        raise IndexError(f"{self.name} has no move {move} in round {round}")

    def result(self, rules: RuleSet | str | None = None) -> GameResult:
        """Points, winners and money by the score and payout of these rules, or of its own."""
        return count_game(self._played, self._book.rule_set(rules))

    def audit(self, rules: RuleSet | str | None = None, *, open: bool = False) -> Audit:
        """An audit: all violations, found by judging every act again."""
        auditor = Auditor(self._book.ledger, self._book.rule_set(rules))
        return auditor.of_game(self._stream, open=open)

    @property
    def _played(self) -> Played:
        return self._stream.game


class Book:
    """A book that `open_book` opened."""

    def __init__(self, ledger: store.Book) -> None:
        self.ledger = ledger
        """The store, for anything this class does not offer. Its API may change."""

    def add(self, records: Iterable[AnyRecord], *, as_played: bool = False) -> list[Added]:
        """Import records: as such, as mappings or lines of JSON. Each game whole or not at all.

        Rejects illegal games, or with ``as_played`` adds them with their irregularities noted. Of
        an endless feed, add some records at a time. Raises TypeError for a single record, Conflict
        and Unavailable.
        """
        if isinstance(records, Record | Mapping | str | bytes):
            raise TypeError("add takes several records: put a single one in a list")
        lines = ((number, _line(record)) for number, record in enumerate(records, start=1))
        return list(map(_added, Importer(self.ledger, as_played=as_played).take(lines)))

    def games(self) -> Iterator[Game]:
        """All games, in order of first recording."""
        return (Game(self, self.ledger.stream(game)) for game in self.ledger.games())

    def game(self, name: str) -> Game:
        """The game with this record id or game id, or the only one that begins so; or `last`.

        Raises UnknownGame; its ``params`` list ``candidates`` where several names come close.
        """
        return Game(self, self.ledger.stream(self.ledger.find(name)))

    def open_game(
        self,
        name: str,
        rules: RuleSet | str,
        players: Sequence[str],
        *,
        teams: Sequence[Sequence[int]] | None = None,
        stake: Stake | None = None,
        source: str | None = None,
        after: str | None = None,
    ) -> Table:
        """Open a new game, to be dealt and played.

        ``players`` in seat order, clockwise. ``teams``: the seats of each side; None: as the rules
        seat them. ``after``: the game whose result decides who leads. Raises UnknownRules, Conflict
        if there is a game of this name, and Unreadable or another LedgerError for players whom the
        rules do not seat.
        """
        whole = rules_called(self.rule_sets(), rules) if isinstance(rules, str) else rules
        more: Any = {"teams": teams, "stake": stake, "source": source, "after": after}
        return Table(open_table(self.ledger, name, whole, players, **more))

    def resume_game(self, name: str) -> Table:
        """A game that another program, or this one, opened; `game` says what a name may be.

        Raises UnknownGame, and NotNow if the game was left or is void.
        """
        return Table(resume_table(self.ledger, self.ledger.find(name)))

    def player_names(self) -> dict[UUID, str]:
        """Names by player id; players with erased names are left out."""
        return all_names(self.ledger)

    def rule_sets(self) -> Mapping[str, RuleSet]:
        """All rule sets by id: the published ones and those added to the book."""
        return all_rules(self.ledger)

    def rule_set(self, rules: RuleSet | str | None) -> RuleSet | None:
        """The rule set with this id; other values are returned unchanged. Raises UnknownRules."""
        return rules_called(self.rule_sets(), rules) if isinstance(rules, str) else rules

    def audit(self, record: Record | bytes, rules: RuleSet | str | None = None) -> Audit:
        """Audit a record, which need not be in the book, with the rule sets of the book."""
        return _audit(self.ledger, record, self.rule_set(rules))

    def table(self, name: str) -> "pa.Table":
        """A table or view of `domino tables` as an Arrow table, after bringing it up to date.

        Raises KeyError if there is none of this name. Needs `pip install domino-ledger[arrow]`.
        """
        models = read_models_of(self.ledger)
        try:
            for _ in Keeper(self.ledger, models).catch_up():
                pass
            with models.reading() as connection:
                return as_arrow(connection, name)
        finally:
            models.close()

    def statistics(self) -> "pa.Table":
        """The table `statistic`: figures of each player under each rule set."""
        return self.table("statistic")

    def round_facts(self) -> "pa.Table":
        """The table `round_fact`: the facts of each round for each seat."""
        return self.table("round_fact")

    def tail(
        self, after: int = 0, *, epoch: str | None = None, open: bool = False
    ) -> Iterator[Json]:
        """The events of the log after this position, as CloudEvents (docs/tail.md).

        ``epoch``: that of the event at this position. Conflict if a restored book does not have
        what was read up to there; IndexError if the log does not reach so far.
        """
        require_position(self.ledger, after, epoch)
        last = self.ledger.last_position()
        if not 0 <= after <= last:
            raise IndexError(f"the log has positions up to {last}, not {after}")
        return Tail(self.ledger, after, open=open).news()


def _added(imported: Imported) -> Added:
    reason = None if imported.error is None else error_text(imported.error)
    return Added(imported.record, imported.outcome, reason, imported.irregularities)


@contextmanager
def open_book(address: Path | str, *, create: bool = False) -> Iterator[Book]:
    """Open the book in this file or at this PostgreSQL URL; closes it afterwards.

    ``create``: create the file if it does not exist. Raises NotALedger and Unavailable.
    """
    ledger = store.open_book(address, create=create)
    try:
        yield Book(ledger)
    finally:
        ledger.close()


def make_book(address: Path | str) -> bool:
    """Create a book; False if there already is one."""
    return store.make_book(address)


def audit_record(record: AnyRecord, rules: RuleSet | None = None) -> Audit:
    """Audit a record without a book, in any form that `Book.add` takes.

    ``rules`` replace score and payout. Raises Unreadable if it is not a record.
    """
    return _audit(None, record if isinstance(record, Record) else _line(record), rules)


def _audit(ledger: store.Book | None, record: Record | bytes, rules: RuleSet | None) -> Audit:
    read = read_record(record) if isinstance(record, bytes) else record
    return Auditor(ledger, rules).of_record(read)


def _line(record: AnyRecord) -> bytes:
    match record:
        case Record():
            return record.to_json().encode()
        case bytes():
            return record
        case str():
            return record.encode()
        case _:
            return json.dumps(record, ensure_ascii=False).encode()
