"""Records into the book: streaming, idempotent by the record's id, each game whole or not."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.events import IrregularityNoted, Seat
from domain.game.next_lead import leader_of_next_game
from domain.rules.rule_set import RuleSet

from ..book import Book
from ..errors import LedgerError
from ..registry.house_rules import UnknownRules, all_rules, rules_called
from ..store.batch import Batch
from ..store.stream import Stream, game_id
from ..transcript.dispute_log import NOTHING_SAID, Desk, desk_in
from ..transcript.game import Transcript, Violation, transcribe
from .diff import first_difference, further_from
from .format import Record, Unreadable, read_record
from .line_reader import LONGEST_LINE, TooLong, handfuls
from .versions import Version, amendments_in, versions_of


class Rejected(LedgerError):
    """A record is not taken into the book."""

    def __init__(
        self, code: str, /, *, violation: Violation | None = None, **params: object
    ) -> None:
        """``violation``: what is wrong, where that has a place in the record."""
        super().__init__(code, **params)
        self.violation = violation


Outcome: TypeAlias = Literal["added", "extended", "unchanged", "rejected"]


class Imported(NamedTuple):
    """What became of one line."""

    line: int
    outcome: Outcome
    record: str | None
    """The record's own id, None where the line is no record."""
    error: LedgerError | None
    """Why it was rejected."""
    text: bytes
    irregularities: int = 0
    unchecked: int = 0
    """Questions that depend on tiles nobody saw."""

    @property
    def violation(self) -> Violation | None:
        """What it was rejected for, where that has a place in the record."""
        return self.error.violation if isinstance(self.error, Rejected) else None


def rules_of(record: Record, known: dict[str, RuleSet]) -> RuleSet:
    """The rules a record was played under: published ones, or written out in it.

    Raises Unreadable where they are unknown, or use a published name for other rules.
    """
    if isinstance(record.rules, str):
        try:
            return rules_called(known, record.rules)
        except UnknownRules as error:
            raise Unreadable(error.code, place=("rules",), **error.params) from None
    published = known.get(record.rules.id)
    if published is not None and published != record.rules:
        raise Unreadable("rules-differ", place=("rules",), rules=record.rules.id)
    return record.rules


def _read(line: bytes | TooLong | Record) -> Record | Unreadable:
    try:
        return line if isinstance(line, Record) else read_record(line)
    except Unreadable as error:
        return error


class Transcriber:
    """Reads records as events of games of one book."""

    def __init__(self, batch: Batch, *, as_played: bool = False) -> None:
        self._batch = batch
        self._as_played = as_played
        self._rules = all_rules(batch.book)

    def checked(
        self, record: Record, players: tuple[UUID, ...], desk: Desk = NOTHING_SAID
    ) -> Transcript:
        """The record as events that may be recorded; ``desk`` is what arbiters said meanwhile.

        Raises Rejected where it is not legal, or not even recordable as it was played.
        """
        transcript = self.transcribed(record, players, desk)
        if transcript.violations and not self._as_played:
            first = transcript.violations[0]
            raise Rejected("illegal", violation=first)
        if not transcript.recordable:
            first = transcript.violations[0]
            raise Rejected("not-recordable", violation=first)
        return transcript

    def transcribed(
        self, record: Record, players: tuple[UUID, ...], desk: Desk = NOTHING_SAID
    ) -> Transcript:
        """The record as events; ``players`` are the ids of its players."""
        first_leader = None if record.after is None else self._led_by(record.after, players)
        return transcribe(record, rules_of(record, self._rules), players, first_leader, desk)

    def _led_by(self, record: str, players: tuple[UUID, ...]) -> Seat | None:
        """The seat that leads by the result of the game before; None where nobody can say."""
        game = game_id(record)
        if not self._batch.holds(game):
            return None
        before = self._batch.book.stream(game).game
        seat = leader_of_next_game(before)
        leader = None if seat is None else before.opened.players[seat]
        return players.index(leader) if leader in players else None


class Importer:
    """Takes lines into one book; games are written in batches."""

    def __init__(self, book: Book, *, as_played: bool = False) -> None:
        self._book = book
        self._batch = Batch(book)
        self._transcriber = Transcriber(self._batch, as_played=as_played)

    def take(self, lines: Iterable[tuple[int, bytes | TooLong | Record]]) -> Iterator[Imported]:
        """What became of each line or record, in order, yielded when it is written.

        Raises Conflict and Unavailable; then nothing of the last batch is in the book.
        """
        done: list[Imported] = []
        for handful in handfuls(lines):
            done += self._handful(handful)
            if self._batch.full or sum(len(each.text) for each in done) > LONGEST_LINE:
                self._batch.flush()
                yield from done
                done.clear()
        self._batch.flush()
        yield from done

    def _handful(self, lines: list[tuple[int, bytes | TooLong | Record]]) -> Iterator[Imported]:
        read = [(number, line, _read(line)) for number, line in lines]
        records = [record for _, _, record in read if isinstance(record, Record)]
        self._batch.look_up([game_id(record.id) for record in records])
        for number, line, record in read:
            text = line if isinstance(line, bytes) else b""
            if isinstance(record, Unreadable):
                yield Imported(number, "rejected", None, record, text)
                continue
            try:
                yield self._record(number, record, text)
            except (Unreadable, Rejected) as error:
                yield Imported(number, "rejected", record.id, error, text)

    def _record(self, number: int, record: Record, line: bytes) -> Imported:
        game = game_id(record.id)
        if record.after is not None:
            self._batch.holds(game_id(record.after))  # Written first, it can settle who plays.
        if not self._batch.holds(game):
            players = self._batch.register.ids(record.players)
            transcript = self._transcriber.checked(record, players)
            self._batch.add(game, transcript.events, transcript.times)
            wrong, open_questions = len(transcript.violations), len(transcript.unchecked)
            return Imported(number, "added", record.id, None, line, wrong, unchecked=open_questions)
        outcome = self._compared(self._book.stream(game), record)
        return Imported(number, outcome, record.id, None, line)

    def _compared(self, booked: Stream, record: Record) -> Outcome:
        """Reject a record that states other facts than the newest version in the book."""
        *superseded, newest = versions_of(booked)
        difference = self._difference(newest, record)
        if difference is None:
            return "unchanged"
        for version, amendment in zip(superseded, amendments_in(booked), strict=True):
            if self._difference(version, record) is None:
                raise Rejected(
                    "superseded",
                    record=record.id,
                    version=version.number,
                    at=amendment.recorded_at,
                    reason=amendment.reason,
                )
        if self._extended(booked, newest, record):
            return "extended"
        raise difference

    def _extended(self, booked: Stream, newest: Version, record: Record) -> bool:
        """Take what the record adds to the book, where that is legal and all else agrees."""
        players = newest.game.opened.players
        if self._other_players(players, record) is not None:
            return False
        desk = desk_in(entry.event for entry in booked.entries)
        transcript = self._transcriber.transcribed(record, players, desk)
        at = further_from(newest.events, transcript.events) if transcript.recordable else None
        if at is None:
            return False
        further = transcript.events[at:]
        if any(isinstance(event, IrregularityNoted) for event in further):
            return False
        times = {index - at: time for index, time in transcript.times.items() if index >= at}
        self._batch.extend(booked, further, times)
        return True

    def _difference(self, version: Version, record: Record) -> Rejected | None:
        """Where the record states other facts than this version; None where it states none."""
        players = version.game.opened.players
        other_players = self._other_players(players, record)
        if other_players is not None:
            return other_players
        transcript = self._transcriber.transcribed(record, players)
        if not transcript.recordable:
            first = transcript.violations[0]
            return Rejected("differs-not-recordable", violation=first, record=record.id)
        difference = first_difference(version.events, transcript.events)
        if difference is None:
            return None
        return Rejected("differs", record=record.id, difference=difference)

    def _other_players(self, players: tuple[UUID, ...], record: Record) -> Rejected | None:
        """That the book has other players than the record; None where they are the same."""
        if len(players) != len(record.players):
            return Rejected("other-number-of-players", record=record.id, booked=len(players))
        register = self._batch.register
        for player, name in zip(players, record.players, strict=True):
            if not register.is_called(player, name):
                booked = register.names[player]
                return Rejected("other-player", record=record.id, booked=booked, named=name)
        return None
