"""The service that audits records, and games of a book, one after another."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from uuid import UUID

from domain.events import Seat
from domain.game.next_lead import leader_of_next_game
from domain.game.state import Game
from domain.rules.rule_set import RuleSet
from domain.shuffle import Hex
from ledger.book import Book
from ledger.records.format import Record
from ledger.records.import_ import check_written_out, rules_of
from ledger.records.versions import as_of, version_of
from ledger.registry.house_rules import all_rules
from ledger.registry.players import all_names, shown_name
from ledger.store.stream import Stream, game_id
from ledger.transcript.game import Transcript, judge
from ledger.transcript.given import GivenGame, given_in_book, given_in_record

from ..results.disputes import rulings
from ..verification.signatures import signatures_in
from .audit import Audit, audit
from .shuffle_summary import NOTHING_FIXED


class Auditor:
    """Audits records and games alike. It remembers who leads the game after each.

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
        rules = rules_of(record, self.known)
        return audit(self._judged(given_in_record(record, rules)), self._rules)

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
        `fixed_shuffles`. Raises UnknownVersion, and Unreadable if the rules of the game have the
        id of others.
        """
        assert self._book is not None
        chosen = as_of(stream, version_of(stream, version))
        check_written_out(chosen.game.opened.rules, self.known)
        return audit(
            self._judged(given_in_book(chosen, self._names)),
            self._rules,
            open=open,
            rulings=rulings(chosen, self._names),
            signatures=signatures_in(self._book, chosen),
            fixed=fixed,
        )

    def _judged(self, given: GivenGame) -> Transcript:
        transcript = judge(given, self._first_leader(given))
        if transcript.game is not None:
            self._leaders[given.id] = _leader_after(transcript.game, given.names)
        return transcript

    @cached_property
    def _names(self) -> dict[UUID, str]:
        return {} if self._book is None else all_names(self._book)

    def _first_leader(self, given: GivenGame) -> Seat | None:
        before = given.opened.after
        if before is None:
            return None
        if before not in self._leaders:
            self._leaders[before] = self._leader_in_book(before)
        leader = self._leaders[before]
        return given.names.index(leader) if leader in given.names else None

    def _leader_in_book(self, record: str) -> str | None:
        game = game_id(record)
        if self._book is None or not self._book.version(game):
            return None
        before = self._book.stream(game).game
        players = [shown_name(self._names, each) for each in before.opened.players]
        return _leader_after(before, players)


def _leader_after(game: Game, players: Sequence[str]) -> str | None:
    seat = leader_of_next_game(game)
    return None if seat is None else players[seat]
