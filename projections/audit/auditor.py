"""The service that audits records, and games of a book, one after another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from uuid import NAMESPACE_OID, UUID, uuid5

from domain.disputes.events import RulingMade
from domain.events import Event, GameWon, RoundDealt, RoundReported, RoundWon, Seat
from domain.faults.codes import Params
from domain.game.next_lead import leader_of_next_game
from domain.game.state import Game
from domain.game.undo import without_undone
from domain.rules.rule_set import RuleSet
from domain.shuffle import Hex
from ledger.book import Book
from ledger.records.export import as_record
from ledger.records.format import Record, check_lengths
from ledger.records.import_ import rules_of
from ledger.records.versions import Version, as_of, version_of
from ledger.registry.house_rules import all_rules
from ledger.registry.players import all_names, shown_name
from ledger.store.stream import Stream, game_id
from ledger.transcript.dispute_log import NO_DESK_EVENTS, desk_in
from ledger.transcript.game import Transcript, Violation, transcribe

from ..results.disputes import rulings
from ..verification.signatures import signatures_in
from .audit import Audit, audit
from .shuffle_summary import NOTHING_FIXED


class Auditor:
    """Audits games as records. It remembers who leads the game after each.

    ``book`` holds house rules, names and earlier games; None if there is no book. ``rules`` replace
    score and payout; None: the rules each game was played under.
    """

    def __init__(self, book: Book | None, rules: RuleSet | None = None) -> None:
        self._book = book
        self._rules = rules
        self.known = all_rules(book)
        """By id, the rule sets that a record may name."""
        self._leaders: dict[str, str | None] = {}
        """By the record's id, who leads the game after it."""

    def of_record(self, record: Record) -> Audit:
        """Audit a record. Hidden tiles are shown, since its owner has seen them.

        Raises Unreadable if the rules it names are unknown, or a list is too long for them.
        """
        check_lengths(record, rules_of(record, self.known))
        return self._audit(record, None, open=True)

    def of_game(
        self,
        stream: Stream,
        version: int | None = None,
        *,
        open: bool = False,
        fixed: Mapping[Hex, int] = NOTHING_FIXED,
    ) -> Audit:
        """Audit a version of a game of the book; None: the newest.

        Unless ``open``, hidden tiles of a round that is not over are left out. ``fixed`` are the
        `fixed_shuffles`. Raises UnknownVersion.
        """
        chosen = as_of(stream, version_of(stream, version))
        record = as_record(chosen, self._names, open=True)
        return self._audit(record, chosen, open=open, fixed=fixed)

    def _audit(
        self,
        record: Record,
        stream: Stream | None,
        *,
        open: bool,
        fixed: Mapping[Hex, int] = NOTHING_FIXED,
    ) -> Audit:
        rules = rules_of(record, self.known)
        # Events need ids of players; these are not stored.
        players = tuple(uuid5(NAMESPACE_OID, name) for name in record.players)
        desk = NO_DESK_EVENTS if stream is None else desk_in(each.event for each in stream.entries)
        transcript = transcribe(record, rules, players, self._first_leader(record), desk)
        if transcript.game is not None:
            self._leaders[record.id] = _leader_after(transcript.game, record.players)
        if stream is None:
            return audit(transcript, self._rules, open=open)
        assert self._book is not None
        if not any(isinstance(entry.event, RulingMade) for entry in stream.entries):
            transcript.violations += _false_endings(version_of(stream), transcript)
        return audit(
            transcript,
            self._rules,
            open=open,
            rulings=rulings(stream, self._names),
            signatures=signatures_in(self._book, stream),
            fixed=fixed,
        )

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {} if self._book is None else all_names(self._book)

    def _first_leader(self, record: Record) -> Seat | None:
        if record.after is None:
            return None
        if record.after not in self._leaders:
            self._leaders[record.after] = self._leader_in_book(record.after)
        leader = self._leaders[record.after]
        return record.players.index(leader) if leader in record.players else None

    def _leader_in_book(self, record: str) -> str | None:
        game = game_id(record)
        if self._book is None or not self._book.version(game):
            return None
        before = self._book.stream(game).game
        players = [shown_name(self._names, each) for each in before.opened.players]
        return _leader_after(before, players)


def _false_endings(stored: Version, told: Transcript) -> Iterator[Violation]:
    """Where the book has that other seats went out, or won the game, than the moves give.

    A record does not say it. Once an arbiter has ruled, it depends on when the event was recorded.
    """
    said = _endings(without_undone(stored.events, lambda event: event))
    found = _endings(told.events)
    for (round, claim), seats in said.items():
        if seats != found.get((round, claim), seats):
            params: Params = {"claim": claim, "claimed": seats, "found": found[round, claim]}
            yield Violation(round, None, "false-claim", params)


def _endings(events: Iterable[Event]) -> dict[tuple[int | None, str], tuple[Seat, ...]]:
    """By round, or None for the game, and what is said of them: the seats."""
    seats: dict[tuple[int | None, str], tuple[Seat, ...]] = {}
    round = -1
    for event in events:
        if isinstance(event, RoundDealt | RoundReported):
            round += 1
        elif isinstance(event, RoundWon):
            seats[round, "out"] = (event.seat,)
        elif isinstance(event, GameWon):
            seats[None, "winners"] = event.seats
    return seats


def _leader_after(game: Game, players: Sequence[str]) -> str | None:
    seat = leader_of_next_game(game)
    return None if seat is None else players[seat]
