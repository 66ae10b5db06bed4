"""A book and its games, as values and iterators."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from uuid import UUID

from domain.game.state import Game as Played
from domain.rules.rule_set import RuleSet
from ledger import book as store
from ledger.records.export import record_of
from ledger.records.format import Record, read_record
from ledger.records.import_ import Importer
from ledger.registry.house_rules import all_rules, rules_called
from ledger.registry.players import all_names, shown_name
from ledger.store.stream import Stream
from projections.audit.audit import Audit
from projections.audit.auditor import Auditor
from projections.feed.feed import Tail
from projections.messages.errors import error_text
from projections.replay.frames import Frame, frames
from projections.rulings.game_ruling import GameRuling, rule_game
from projections.tables.arrow import as_arrow
from projections.tables.catch_up import Keeper
from projections.tables.database import read_models_of

if TYPE_CHECKING:
    import pyarrow as pa

Json = dict[str, Any]


class Added(NamedTuple):
    """What became of one record."""

    record: str | None
    """The record's own id; None where the text is no record."""
    outcome: Literal["added", "extended", "unchanged", "rejected"]
    reason: str | None
    """Why it was rejected."""
    irregularities: int
    """Noted, where games are added as they were played."""


class Game:
    """One game of a book, as it was when it was read."""

    def __init__(self, book: "Book", stream: Stream) -> None:
        self._book = book
        self._stream = stream

    @property
    def id(self) -> UUID:
        """The game's id, the same in every book that holds a record of this name."""
        return self._stream.id

    @property
    def name(self) -> str:
        """The id of its record."""
        return self._played.opened.record

    @property
    def rules(self) -> RuleSet:
        """Those it was played under."""
        return self._played.opened.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order, clockwise; part of an id where a name was erased."""
        names = self._book.player_names()
        return tuple(shown_name(names, player) for player in self._played.opened.players)

    @property
    def events(self) -> int:
        """How many there are in its stream."""
        return self._stream.version

    @property
    def hash(self) -> str:
        """Of the last entry, which vouches for all before it."""
        return self._stream.hash

    def record(self, *, open: bool = False) -> Record:
        """The game as `domino-record/1`; rounds that are not over only where ``open`` says so."""
        names = self._book.player_names()
        return Record.model_validate(record_of(self._stream, names, open=open))

    def replay(
        self, viewer: int | None = None, *, round: int | None = None, open: bool = False
    ) -> tuple[Frame, ...]:
        """Every step, as the seat ``viewer`` saw it; with no viewer, as the table did.

        ``round`` counts from 0. Hidden tiles of a round that is not over are in it only where
        ``open`` says so.
        """
        return frames(self._played, viewer, open=open, only=round)

    def position(
        self, round: int, move: int, viewer: int | None = None, *, open: bool = False
    ) -> Frame:
        """The step at this move of this round, both from 0; IndexError where there is none."""
        for frame in self.replay(viewer, round=round, open=open):
            if frame.move == move:
                return frame
        raise IndexError(f"{self.name} has no move {move} in round {round}")

    def ruling(self, rules: RuleSet | str | None = None) -> GameRuling:
        """Points, winners and money by the score and payout of these rules, or by its own."""
        return rule_game(self._played, self._book.rule_set(rules))

    def audit(self, rules: RuleSet | str | None = None, *, open: bool = False) -> Audit:
        """The second opinion: everything that is wrong with it, judged afresh."""
        auditor = Auditor(self._book.ledger, self._book.rule_set(rules))
        return auditor.of_game(self._stream, open=open)

    @property
    def _played(self) -> Played:
        return self._stream.game


class Book:
    """A book that `open_book` opened."""

    def __init__(self, ledger: store.Book) -> None:
        self.ledger = ledger
        """The store below, for what this class does not offer; its names may change."""

    def add(
        self, records: Iterable[Mapping[str, Any] | str | bytes], *, as_played: bool = False
    ) -> Iterator[Added]:
        """Take records in, as mappings or lines of JSON: each game whole or not at all.

        Nothing is read or written before the result is iterated. A game that the rules forbid is
        rejected, or with ``as_played`` taken with its irregularities noted. Raises Conflict and
        Unavailable.
        """
        lines = ((number, _line(record)) for number, record in enumerate(records, start=1))
        for each in Importer(self.ledger, as_played=as_played).take(lines):
            message = None if each.error is None else error_text(each.error)
            yield Added(each.record, each.outcome, message, each.irregularities)

    def games(self) -> Iterator[Game]:
        """All games, in the order in which they were first recorded."""
        return (Game(self, self.ledger.stream(game)) for game in self.ledger.games())

    def game(self, name: str) -> Game:
        """The game of this record id, own id, or beginning of an own id; raises UnknownGame."""
        return Game(self, self.ledger.stream(self.ledger.find(name)))

    def player_names(self) -> dict[UUID, str]:
        """By id, the name; players whose name was erased are not there."""
        return all_names(self.ledger)

    def rule_sets(self) -> dict[str, RuleSet]:
        """By id, the published rule sets and those that the house added."""
        return all_rules(self.ledger)

    def rule_set(self, rules: RuleSet | str | None) -> RuleSet | None:
        """The rule set of this id; what is none is returned as it is. Raises UnknownRules."""
        return rules_called(self.rule_sets(), rules) if isinstance(rules, str) else rules

    def audit(self, record: Record | bytes, rules: RuleSet | str | None = None) -> Audit:
        """Audit a record that need not be in the book, by the rules that the book knows."""
        return _audit(self.ledger, record, self.rule_set(rules))

    def table(self, name: str) -> "pa.Table":
        """A table or view that `domino tables` lists, brought up to date, as an Arrow table.

        Raises KeyError where there is none of this name. Needs `pip install domino-ledger[arrow]`.
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
        """The figures of each player under each rule set: the table `statistic`."""
        return self.table("statistic")

    def round_facts(self) -> "pa.Table":
        """What each round came to for each seat: the table `round_fact`."""
        return self.table("round_fact")

    def tail(self, after: int = 0, *, open: bool = False) -> Iterator[Json]:
        """The log after this position, an event at a time, as CloudEvents (docs/tail.md)."""
        return Tail(self.ledger, after, open=open).news()


@contextmanager
def open_book(address: Path | str, *, create: bool = False) -> Iterator[Book]:
    """Open the book in this file or at this PostgreSQL URL, and close it afterwards.

    ``create``: make a file where there is none. Raises NotALedger and Unavailable.
    """
    ledger = store.open_book(address, create=create)
    try:
        yield Book(ledger)
    finally:
        ledger.close()


def make_book(address: Path | str) -> bool:
    """Make a book there; False where there is one already."""
    return store.make_book(address)


def audit_record(record: Record | bytes, rules: RuleSet | None = None) -> Audit:
    """Audit a record with no book: everything that is wrong with it, and what follows from it.

    ``rules`` replace score and payout. Raises Unreadable where it is no record.
    """
    return _audit(None, record, rules)


def _audit(ledger: store.Book | None, record: Record | bytes, rules: RuleSet | None) -> Audit:
    read = read_record(record) if isinstance(record, bytes) else record
    return Auditor(ledger, rules).of_record(read)


def _line(record: Mapping[str, Any] | str | bytes) -> bytes:
    match record:
        case bytes():
            return record
        case str():
            return record.encode()
        case _:
            return json.dumps(record, ensure_ascii=False).encode()
