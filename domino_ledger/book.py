"""A book and its games."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from .domain.game.decide import Refused
from .domain.game.state import Game as Played
from .domain.rules.payout import Stake
from .domain.rules.rule_set import RuleSet
from .ledger import book as store
from .ledger.disputes import (
    Step,
    answer_dispute,
    appeal_ruling,
    newest_dispute,
    open_dispute,
    remedy_in,
    rule_on_dispute,
    withdraw_dispute,
)
from .ledger.live.session import check_may_be_followed, open_table, resume_table
from .ledger.records.export import record_of
from .ledger.records.format import Record, read_record, read_rules
from .ledger.records.import_ import Imported, Importer
from .ledger.records.unreadable import Rejected
from .ledger.registry.counting import counting_for, countings, one_counting
from .ledger.registry.merging import unmerge
from .ledger.registry.payout_rules import require_functions
from .ledger.registry.rule_sets import add as add_rules
from .ledger.registry.rule_sets import all_rules, rules_agreed_on, rules_called
from .ledger.registry.stored_names import all_names, shown_name
from .ledger.store.stream import Stream
from .projections.amendments.amend import amend_game
from .projections.audit.audit import Audit, Auditor
from .projections.feed.feed import LogEvent, Tail
from .projections.feed.origin import require_position
from .projections.messages.errors import error_text
from .projections.replay.frames import Frame, frames
from .projections.reports.game_filter import GameFilter
from .projections.reports.games import GameOverview, ListedGame, listed_games
from .projections.reports.payouts import Due, dues_by_game, dues_by_player
from .projections.reports.players import Person, find_person, find_player
from .projections.reports.whatif import Question, find_whatif
from .projections.reports.whatif_answer import WhatIf, answer
from .projections.results.disputes import DisputeHistory as Dispute
from .projections.results.disputes import disputes_in, history_of
from .projections.results.game_result import GameResult, count_game
from .projections.results.game_state import State as GameState
from .projections.tables.arrow import as_arrow
from .projections.tables.catch_up import Keeper, make_with_tables
from .projections.tables.changed_names import erase_player, rename_player
from .projections.tables.connection import Connection
from .projections.tables.database import read_models_of
from .projections.tables.merged_players import merge_players
from .projections.tables.rebuild import switch, tables_to_use
from .projections.verification.chains import Covered, verify_book, verify_game
from .table import Refusal, Table, refusal

if TYPE_CHECKING:
    import pyarrow as pa

_MOST_GAMES = 2**62
"""More than any database counts."""
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
    """One game of a book.

    Its events are read when they are first asked for, and stay as they were then. ``state`` and
    other figures come from the tables of the book.
    """

    def __init__(
        self,
        book: "Book",
        id: UUID,
        *,
        stream: Stream | None = None,
        listed: ListedGame | None = None,
    ) -> None:
        self._book = book
        self.id = id
        """The game id: the same in every book for the same record id."""
        if stream is not None:
            self._stream = stream
        if listed is not None:
            self._listed = listed

    @cached_property
    def _stream(self) -> Stream:
        return self._book.ledger.stream(self.id)

    @cached_property
    def _listed(self) -> ListedGame:
        with self._book.reading() as connection:
            (listed,) = listed_games(self._book.ledger, connection, GameFilter(game=self.id))
        return listed

    @property
    def _figures(self) -> GameOverview:
        return self._listed.overview

    @cached_property
    def name(self) -> str:
        """The record id."""
        listed = vars(self).get("_listed")
        return self._played.opened.record if listed is None else str(listed.overview.record)

    @property
    def rules(self) -> RuleSet:
        """The rules the game was played under."""
        return self._played.opened.rules

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Names in seat order, clockwise; a stand-in with part of the id if a name was erased."""
        listed: ListedGame | None = vars(self).get("_listed")
        if listed is not None:
            return listed.players
        names = self._book.player_names()
        return tuple(shown_name(names, player) for player in self._played.opened.players)

    @property
    def state(self) -> GameState:
        """`in progress`, `over`, `abandoned` ...: `domino games --state` lists all."""
        return self._figures.state

    @property
    def started_at(self) -> str:
        """When it began, or if unknown, when it was recorded: RFC 3339, UTC."""
        return self._figures.started_at

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of those who won, by the rules that count."""
        return self._listed.winners

    @property
    def scores(self) -> tuple[int, ...] | None:
        """By team, or by seat without partners; None: no points."""
        return None if self._figures.scores is None else tuple(self._figures.scores)

    @property
    def net(self) -> tuple[int, ...] | None:
        """By seat, what each gets (negative: owes), in minor units; None: nothing counts yet."""
        return self._figures.net

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
        """Points, winners and money by the score and payout of these rules, or of its own.

        Raises UnknownRules, and UnknownPayout if this program lacks the function that pays.
        """
        other = self._book.rule_set(rules)
        require_functions([other or self.rules])
        return count_game(self._played, other)

    def audit(self, rules: RuleSet | str | None = None, *, open: bool = False) -> Audit:
        """An audit: all violations, found by judging every act again."""
        auditor = Auditor(self._book.ledger, self._book.rule_set(rules))
        return auditor.of_game(self._stream, open=open)

    def verify(self) -> Covered:
        """Check that no event of the game was changed or lost. Raises Tampered."""
        return verify_game(self._book.ledger, self.id)

    def amend(
        self, record: AnyRecord, reason: str, by: str | None = None, *, as_played: bool = False
    ) -> int | Refusal:
        """Make this record the newest version of the game, and return the number of the version.

        The older ones stay on record. ``as_played``: take an illegal game, too, and note each
        fault. Raises Unreadable, Conflict, and LedgerError for the record of another game.
        """
        read = record if isinstance(record, Record) else read_record(_line(record))
        try:
            amended = amend_game(self._book.ledger, self.id, read, reason, by, as_played=as_played)
        except Rejected as error:
            return refusal(error, self._played, self.players)
        self._stream = self._book.ledger.stream(self.id)
        return amended.version

    def dispute(
        self, by: str, claim: str, *, round: int | None = None, move: int | None = None
    ) -> Dispute | Refusal:
        """Dispute the game, one of its rounds, or a move of that round; both count from 0."""
        return self._step(None, partial(open_dispute, by=by, claim=claim, round=round, move=move))

    def answer(self, dispute: int, by: str, answer: str) -> Dispute | Refusal:
        """Answer a claim or an appeal."""
        return self._step(dispute, partial(answer_dispute, dispute=dispute, by=by, answer=answer))

    def rule(
        self,
        dispute: int,
        by: str,
        remedies: Iterable[Mapping[str, Any]],
        *,
        reason: str = "",
        table_rules: bool = False,
    ) -> Dispute | Refusal:
        """Rule on a dispute; ``table_rules``: there is no arbiter, so a player may rule.

        ``remedies``: such as `{"kind": "void-round", "round": 0}` (docs/disputes.md). Raises
        Unreadable for a remedy that does not exist.
        """
        ordered = [remedy_in(remedy) for remedy in remedies]
        return self._step(
            dispute,
            partial(
                rule_on_dispute,
                dispute=dispute,
                by=by,
                remedies=ordered,
                reason=reason,
                table_rules=table_rules,
            ),
        )

    def appeal(self, dispute: int, by: str, reason: str) -> Dispute | Refusal:
        """Appeal against the ruling on a dispute."""
        return self._step(dispute, partial(appeal_ruling, dispute=dispute, by=by, reason=reason))

    def withdraw(self, dispute: int, by: str, reason: str = "") -> Dispute | Refusal:
        """Withdraw a claim or an appeal; ``by``: the person who made it."""
        return self._step(dispute, partial(withdraw_dispute, dispute=dispute, by=by, reason=reason))

    def _step(self, dispute: int | None, take: Callable[..., Step]) -> Dispute | Refusal:
        """The dispute after this step, or why it is refused."""
        try:
            step = take(self._book.ledger, self._stream)
        except Refused as error:
            return refusal(error, self._played, self.players)
        self._stream = step.after
        number = newest_dispute(step) if dispute is None else dispute
        return history_of(step.after, self._book.player_names(), number)

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

    def games(
        self,
        *,
        player: str | None = None,
        rules: str | None = None,
        state: GameState | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        limit: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[Game]:
        """The games of this player, under these rules, in this state, begun in this time.

        In the order of recording, or the newest first; ``limit``: only so many of the newest. They
        come from the tables of the book, which are brought up to date first; no event is read
        before it is asked for. Raises UnknownPlayer, UnknownRules, and ValueError for a limit
        below 1 or a state that does not exist.
        """
        if limit is not None and limit < 1:
            raise ValueError(f"the limit is 1 game or more, not {limit}")
        limit = limit and min(limit, _MOST_GAMES)
        if state is not None and state not in get_args(GameState):
            raise ValueError(f"no game is {state!r}: states are {', '.join(get_args(GameState))}")
        self.rule_set(rules)
        with self.reading() as connection:
            only = None if player is None else find_player(self.ledger, connection, player)
            which = GameFilter(since, before, rules, only, state)
            listed = listed_games(
                self.ledger, connection, which, limit=limit, newest_first=newest_first
            )
            found = list(listed)
        return (Game(self, each.overview.id, listed=each) for each in found)

    def game(self, name: str) -> Game:
        """The game with this record id or game id, or the only one that begins so; or `last`.

        Raises UnknownGame; its ``params`` list ``candidates`` where several names come close.
        """
        stream = self.ledger.stream(self.ledger.find(name))
        return Game(self, stream.id, stream=stream)

    def open_game(
        self,
        name: str,
        rules: RuleSet | str,
        players: Sequence[str],
        *,
        settings: Mapping[str, Any] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
        stake: Stake | None = None,
        source: str | None = None,
        started_at: datetime | None = None,
        after: str | None = None,
    ) -> Table:
        """Open a new game, to be dealt and played.

        ``players`` in seat order, clockwise. ``settings``: what they agreed on for this game, such
        as `{"score.target": 50}`. ``teams``: the seats of each side; None: as the rules seat them.
        ``source``: who writes the game down, or where it is played. ``started_at``: with its time
        zone; None: now. ``after``: the game whose result decides who leads. Raises UnknownRules,
        Conflict if there is a game of this name, NotNow if the one before is not over, UnknownGame,
        and Unreadable or another LedgerError for what the rules or a record do not allow.
        """
        if isinstance(players, str):
            raise TypeError("players are several names, not one text")
        known = self.rule_sets()
        whole = rules_called(known, rules) if isinstance(rules, str) else rules
        before = None if after is None else self.ledger.stream(self.ledger.find(after)).game
        if before is not None:
            check_may_be_followed(before)
        session = open_table(
            self.ledger,
            name,
            rules_agreed_on(known, whole, settings) if settings else whole,
            players,
            teams=teams,
            stake=stake,
            source=source,
            started_at=started_at,
            after=None if before is None else before.opened.record,
        )
        return Table(session)

    def resume_game(self, name: str) -> Table:
        """A game that another program, or this one, opened; `game` says what a name may be.

        Raises UnknownGame, and NotNow if the game was left or is void.
        """
        return Table(resume_table(self.ledger, self.ledger.find(name)))

    def player(self, name: str) -> Person:
        """The player of this name, or id: names, and how many games. Raises UnknownPlayer."""
        with self.reading() as connection:
            return find_person(self.ledger, connection, name)

    def rename_player(self, name: str, new: str) -> None:
        """Give a player another name; no event changes.

        Raises UnknownPlayer, Conflict if the name is taken, and LedgerError if it is none.
        """
        rename_player(self.ledger, name, new)

    def merge_players(self, name: str, into: str, *, by: str | None = None) -> None:
        """Let the player ``name`` count as ``into``, ordered ``by`` a person; no event changes.

        Raises UnknownPlayer, Conflict, and LedgerError if they are one person or sat at one table.
        """
        with self.reading() as connection:
            merge_players(self.ledger, connection, name, into, by)

    def unmerge_player(self, name: str, *, by: str | None = None) -> None:
        """Undo the merge of this player. Raises UnknownPlayer, Conflict, and LedgerError."""
        unmerge(self.ledger, name, by)

    def erase_player(self, name: str) -> None:
        """Erase all names of a person for good; no event changes.

        Raises UnknownPlayer, and Unavailable if a copy would stay.
        """
        erase_player(self.ledger, name)

    def player_names(self) -> dict[UUID, str]:
        """Names by player id; players with erased names are left out."""
        return all_names(self.ledger)

    def rule_sets(self) -> Mapping[str, RuleSet]:
        """All rule sets by id: the published ones and those added to the book."""
        return all_rules(self.ledger)

    def add_rules(self, rules: RuleSet | str | bytes) -> bool:
        """Publish a rule set of your own, also as JSON; False if it is published already.

        Raises Conflict if other rules have its id, and Unreadable; a rule set that was copied with
        other values is checked, too.
        """
        if isinstance(rules, RuleSet):
            rules = rules.model_dump_json(warnings=False)
        return add_rules(self.ledger, read_rules(_bytes(rules)))

    def rule_set(self, rules: RuleSet | str | None) -> RuleSet | None:
        """The rule set with this id; other values are returned unchanged. Raises UnknownRules."""
        return rules_called(self.rule_sets(), rules) if isinstance(rules, str) else rules

    def audit(self, record: Record | bytes, rules: RuleSet | str | None = None) -> Audit:
        """Audit a record, in the book or not, with the rule sets of the book."""
        return _audit(self.ledger, record, self.rule_set(rules))

    def table(self, name: str) -> "pa.Table":
        """A table or view of `domino tables` as an Arrow table, after bringing it up to date.

        Raises KeyError if there is none of this name. Needs `pip install domino-ledger[arrow]`.
        """
        with self.reading() as connection:
            return as_arrow(connection, name)

    def statistics(self) -> "pa.Table":
        """The table `statistic`: figures of each player under each rule set."""
        return self.table("statistic")

    def round_facts(self) -> "pa.Table":
        """The table `round_fact`: the facts of each round for each seat."""
        return self.table("round_fact")

    def payouts(self, *, by_game: bool = False) -> list[Due]:
        """What each player gets (negative: owes), in all or from each game.

        Raises UnknownPayout if a function that pays is missing in this program.
        """
        with self.reading() as connection:
            dues = dues_by_game if by_game else dues_by_player
            return dues(connection, self.player_names())

    def what_if(
        self,
        *rules: str,
        settings: Mapping[str, Any] | None = None,
        against: Sequence[str] = (),
        player: str | None = None,
        game: str | None = None,
    ) -> list[WhatIf]:
        """What other rules of score and payout would change; one answer for each of the rules.

        ``rules``: `NEW` or `OLD=NEW`; none: those the games were played under. ``settings``: such
        as `{"score.target": 50}`. ``against``: the rules to compare with, in the same way; none:
        those that count. Raises UnknownRules, UnknownPlayer, UnknownGame, Unreadable, and
        LedgerError if there are no such games. Raises UnknownPayout as `payouts` does.
        """
        asked = Question(
            countings(self.rule_sets(), rules) if rules else (),
            (dict(settings or {}),),
            player=player,
            game=None if game is None else self.ledger.find(game),
            against=one_counting(self.rule_sets(), against) if against else None,
        )
        with self.keeper() as keeper:
            return list(map(answer, find_whatif(keeper, asked)))

    def rebuild(self, *rules: str, by: str | None = None) -> int:
        """Make the tables again from the events; return the number of adjusting postings.

        ``rules``: `NEW`, `OLD=NEW` or `all=NEW`, by which games count from now on; none: each by
        its own. What changes in money is booked as adjustments, in the name of ``by``. Raises
        UnknownRules, Unavailable, UnknownPayout as `payouts` does, and LedgerError for several rule
        sets for the same games.
        """
        counting = counting_for(self.ledger, rules)
        with (
            self.keeper(catch_up=False) as keeper,
            tables_to_use(keeper, counting) as anew,
        ):
            return switch(keeper, counting, anew, by)

    def disputes(self) -> list[Dispute]:
        """All disputes, in the order of their games."""
        return list(disputes_in(self.ledger))

    def verify(self) -> Covered:
        """Check all events in the order of the log. Raises Tampered at the first wrong one."""
        return verify_book(self.ledger)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """The tables of the book at one moment, brought up to date; for queries of your own."""
        with self.keeper() as keeper, keeper.models.reading() as connection:
            yield connection

    @contextmanager
    def keeper(self, *, catch_up: bool = True) -> Iterator[Keeper]:
        """The keeper of the tables, brought up to date, for services that this class lacks."""
        with closing(read_models_of(self.ledger)) as models:
            keeper = Keeper(self.ledger, models)
            for _ in keeper.catch_up() if catch_up else ():
                pass
            yield keeper

    def tail(
        self,
        after: int = 0,
        *,
        epoch: str | None = None,
        open: bool = False,
        house: bool = False,
        follow: float | None = None,
    ) -> Iterator[LogEvent]:
        """The events of the log after this position, as CloudEvents (docs/tail.md).

        ``house``: also what the house decided about rules, keys and players, and the money that it
        booked.
        ``follow``: never end, but look for more every so many seconds. ``epoch``: that of the event
        at this position. Conflict if a restored book does not have what was read up to there;
        IndexError if the log does not reach so far.
        """
        require_position(self.ledger, after, epoch)
        last = self.ledger.last_position()
        if not 0 <= after <= last:
            raise IndexError(f"the log has positions up to {last}, not {after}")
        return _followed(Tail(self.ledger, after, open=open, house=house), follow)


def _followed(tail: Tail, seconds: float | None) -> Iterator[LogEvent]:
    yield from tail.news()
    while seconds is not None:
        sleep(seconds)
        yield from tail.news()


def _added(imported: Imported) -> Added:
    reason = None if imported.error is None else error_text(imported.error)
    return Added(imported.record, imported.outcome, reason, imported.irregularities)


@contextmanager
def open_book(
    address: Path | str, *, create: bool = False, lock_timeout: int = 30
) -> Iterator[Book]:
    """Open the book in this file or at this PostgreSQL URL; closes it afterwards.

    ``create``: create the file if it does not exist; `make_book` makes it in a database.
    ``lock_timeout``: how many seconds a write to a file waits for other programs; SQLite keeps no
    queue, so that one of many may wait for long.
    Raises NotALedger and Unavailable.
    """
    ledger = store.open_book(address, create=create, lock_timeout=lock_timeout)
    try:
        yield Book(ledger)
    finally:
        ledger.close()


def make_book(address: Path | str) -> bool:
    """Create a book in a file, or once in a PostgreSQL database; False if there already is one.

    Raises NotALedger and Unavailable.
    """
    return make_with_tables(address).made


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
        case bytes() | str():
            return _bytes(record)
        case _:
            return _bytes(json.dumps(record, ensure_ascii=False))


def _bytes(text: str | bytes) -> bytes:
    """In UTF-8; half a character stays, so that the reader of the bytes refuses it."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
