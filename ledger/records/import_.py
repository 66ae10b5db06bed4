"""Import of records: streaming, idempotent by record id, each game whole or not at all."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import IrregularityNoted
from ...domain.game.next_lead import seats_to_lead
from ...domain.game.noted_result import remarks_on
from ...domain.rules.rule_set import RuleSet
from ..book import Book
from ..errors import LedgerError
from ..registry.players import AmbiguousName
from ..registry.rule_sets import (
    UnknownRules,
    all_rules,
    check_written_out,
    rules_called,
    rules_of_games,
)
from ..store.batch import Batch, Progress
from ..store.ids import game_id
from ..store.stream import Stream
from ..transcript.game import Transcript, Violation, judge
from ..transcript.given import NO_DESK_EVENTS, Desk, given_in_book, given_in_record
from .diff import extension_start, first_difference, seeds_to_add
from .format import Record, check_lengths, read_record
from .line_reader import LONGEST_LINE, TooLong, chunks
from .unreadable import Rejected, Unreadable
from .versions import Version, amendments_in, versions_of

_MOST_OUTCOMES = 1_000
"""The most lines read before their outcomes are yielded."""
Readable: TypeAlias = bytes | TooLong | Record | Unreadable
"""A line of JSON, or what was read of a game in another form: a record, or why it is none."""
Outcome: TypeAlias = Literal["added", "extended", "unchanged", "rejected"]


class Imported(NamedTuple):
    """The outcome of one record."""

    line: int
    outcome: Outcome
    record: str | None
    """The record id; None if the line is not a record."""
    error: LedgerError | None
    """Why it was rejected."""
    text: bytes
    irregularities: int = 0
    unchecked: int = 0
    """The number of checks that depend on unseen tiles."""
    remarks: int = 0
    new_players: tuple[str, ...] = ()
    """The names that were new to the book."""
    players: tuple[str, ...] = ()
    """All names in the record, if some of them were new."""

    @property
    def violation(self) -> Violation | None:
        """The violation it was rejected for, if that is the reason."""
        return self.error.violation if isinstance(self.error, Rejected) else None


def rules_of(record: Record, known: Mapping[str, RuleSet]) -> RuleSet:
    """The rules of a record: published, or given in full in the record.

    Raises Unreadable if they are unknown, if they use a published id for other rules, if their id
    names other changes of the parent, or if a list of the record is too long for them.
    """
    if isinstance(record.rules, str):
        try:
            rules = rules_called(known, record.rules)
        except UnknownRules as error:
            raise Unreadable(error.code, place=("rules",), **error.params) from None
    else:
        rules = record.rules
        check_written_out(rules, known)
    check_lengths(record, rules)
    return rules


class Transcriber:
    """Transcribes records with the players and rules of one book."""

    def __init__(self, batch: Batch, *, as_played: bool = False) -> None:
        self._batch = batch
        self._as_played = as_played
        self._rules = all_rules(batch.book)
        self._of_games: dict[str, RuleSet] | None = None
        """By id, rules written out in games; read when the first record has some."""

    def checked(
        self, record: Record, players: tuple[UUID, ...], desk: Desk = NO_DESK_EVENTS
    ) -> Transcript:
        """A transcript that may be stored; ``desk``: the events of disputes to apply.

        Raises Rejected if the game is illegal (unless ``as_played``) or not recordable, and
        Unreadable if its rules are unknown, have the id of others (also of rules written out in
        games of the book), or allow no list so long.
        """
        rules = record.rules
        if not isinstance(rules, str) and rules.id not in self._rules:
            if self._of_games is None:
                self._of_games = {used.id: used for used in rules_of_games(self._batch.book)}
            if self._of_games.get(rules.id, rules) != rules:
                raise Unreadable("rules-in-use", place=("rules",), rules=rules.id)
        transcript = self.transcribed(record, players, desk)
        if not transcript.recordable or (transcript.violations and not self._as_played):
            code = "not-recordable" if self._as_played else "illegal"
            first = transcript.violations[0]
            raise Rejected(code, violation=first, players=record.players)
        if self._of_games is not None:
            self._of_games.setdefault(transcript.rules.id, transcript.rules)
        return transcript

    def transcribed(
        self, record: Record, players: tuple[UUID, ...], desk: Desk = NO_DESK_EVENTS
    ) -> Transcript:
        """The transcript; raises Unreadable for unknown rules, and for lists too long for them."""
        rules = rules_of(record, self._rules)
        before = record.after
        leaders = () if before is None else self._batch.leaders_after(game_id(before))
        given = given_in_record(record, rules, players)._replace(desk=desk)
        return judge(given, seats_to_lead(leaders, players))


class Importer:
    """Imports records into one book, in batches."""

    def __init__(
        self,
        book: Book,
        *,
        as_played: bool = False,
        progress: Progress | None = None,
        scratch: Book | None = None,
    ) -> None:
        """``scratch``: as for `Batch`."""
        self._batch = Batch(book, progress, scratch=scratch)
        self._transcriber = Transcriber(self._batch, as_played=as_played)

    def take(
        self, lines: Iterable[tuple[int, Readable]], pauses: Callable[[], bool] = lambda: False
    ) -> Iterator[Imported]:
        """The outcome of each line or record, in order, yielded after it was written.

        ``pauses``: whether the next line must be waited for; then what was read is written.
        Raises Conflict and Unavailable; then nothing of the last batch was stored.
        """
        done: list[Imported] = []
        size = 0
        for chunk, paused in chunks(lines, pauses):
            for imported in self._chunk(chunk):
                done.append(imported)
                size += len(imported.text)
            if paused or self._batch.full or size > LONGEST_LINE or len(done) >= _MOST_OUTCOMES:
                self._batch.flush()
                yield from done
                done.clear()
                size = 0
        self._batch.flush()
        yield from done

    def _chunk(self, lines: list[tuple[int, Readable]]) -> Iterator[Imported]:
        read: list[tuple[int, bytes, Record | Unreadable]] = []
        for number, line in lines:
            text = line if isinstance(line, bytes) else b""
            try:
                record = line if isinstance(line, Record | Unreadable) else read_record(line)
                read.append((number, text, record))
            except Unreadable as error:
                read.append((number, text, error))
        ids = [game_id(found.id) for _, _, found in read if isinstance(found, Record)]
        self._batch.look_up(ids)
        for number, text, found in read:
            if isinstance(found, Unreadable):
                yield Imported(number, "rejected", None, found, text)
                continue
            try:
                yield self._record(number, found, text)
            except (Unreadable, Rejected, AmbiguousName) as error:
                yield Imported(number, "rejected", found.id, error, text)

    def _record(self, number: int, record: Record, line: bytes) -> Imported:
        game = game_id(record.id)
        if record.after is not None:
            self._batch.leaders_after(game_id(record.after))  # A flush may change ids of players.
        if not self._batch.holds(game):
            players = self._batch.register.ids(record.players)
            transcript = self._transcriber.checked(record, players)
            before, score = len(self._batch.register.new), transcript.rules.score
            self._batch.add(game, transcript.events, transcript.times, transcript.game)
            assert transcript.game is not None  # It can be recorded.
            reports = (round for round in transcript.game.rounds if round.report)
            new = tuple(name for _, name in self._batch.register.new[before:])
            return Imported(number, "added", record.id, None, line)._replace(
                irregularities=len(transcript.violations),
                unchecked=len(transcript.unchecked),
                remarks=sum(len(remarks_on(score, round)) for round in reports),
                new_players=new,
                players=tuple(record.players) if new else (),
            )
        outcome = self._compared(self._batch.stream(game), record)
        return Imported(number, outcome, record.id, None, line)

    def _compared(self, booked: Stream, record: Record) -> Outcome:
        """Compare a record with the game in the book; raises Rejected if facts differ."""
        *superseded, newest = versions_of(booked)
        difference = self._difference(newest, record)
        if difference is None:
            return "unchanged"
        for version, amendment in zip(superseded, amendments_in(booked), strict=True):
            if self._difference(version, record) is None:
                number, at, why = version.number, amendment.recorded_at, amendment.reason
                raise Rejected("superseded", record=record.id, version=number, at=at, reason=why)
        if self._extended(booked, newest, record):
            return "extended"
        raise difference

    def _extended(self, booked: Stream, newest: Version, record: Record) -> bool:
        """Append what the record adds, if that is legal and all other facts agree."""
        players = newest.game.opened.players
        if self._other_players(players, record) is not None:
            return False
        desk = given_in_book(booked, self._batch.register.names).desk
        transcript = self._transcriber.transcribed(record, players, desk)
        if not transcript.recordable:
            return False
        start = extension_start(newest.events, transcript.events)
        if start is None:
            return False
        added = transcript.events[start:]
        if any(isinstance(event, IrregularityNoted) for event in added):
            return False
        seeds = seeds_to_add(newest.events, transcript.events)
        moved = len(seeds) - start
        times = {at + moved: time for at, time in transcript.times.items() if at >= start}
        self._batch.extend(booked, [*seeds, *added], times)
        return True

    def _difference(self, version: Version, record: Record) -> Rejected | None:
        """How the record differs from this version; if it goes on illegally, that is the reason."""
        players = version.game.opened.players
        other_players = self._other_players(players, record)
        if other_players is not None:
            return other_players
        transcript = self._transcriber.transcribed(record, players)
        if not transcript.recordable:
            first = transcript.violations[0]
            return Rejected(
                "differs-not-recordable", violation=first, players=record.players, record=record.id
            )
        difference = first_difference(version.events, transcript.events)
        if difference is None:
            return None
        if difference.code == "only-in-record":
            noted = (each for each in version.events if isinstance(each, IrregularityNoted))
            before = Counter(each.code for each in noted)
            for violation in transcript.violations:
                if not before[violation.code]:
                    return Rejected("illegal", violation=violation, players=record.players)
                before[violation.code] -= 1
        return Rejected("differs", players=record.players, record=record.id, difference=difference)

    def _other_players(self, players: tuple[UUID, ...], record: Record) -> Rejected | None:
        """The rejection if the book has other players than the record; otherwise None."""
        if len(players) != len(record.players):
            return Rejected("other-number-of-players", record=record.id, booked=len(players))
        register = self._batch.register
        for player, name in zip(players, record.players, strict=True):
            if not register.has_name(player, name):
                booked = register.names[player]
                return Rejected("other-player", record=record.id, booked=booked, named=name)
        return None
