"""The live tables of the server: games that several people write down and follow at once."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from http import HTTPStatus
from threading import Lock, RLock
from typing import Annotated, NamedTuple, TypeAlias
from uuid import UUID, uuid4

from anyio.to_thread import run_sync
from fastapi import Depends, Request

from ..book import Book
from ..domain.game.state import Game
from ..domain.rules.payout import Stake
from ..domain.rules.rule_set import RuleSet
from ..ledger.errors import Conflict, NotNow
from ..ledger.live.session import TableSession, game_after
from ..ledger.store.ids import game_id
from ..projections.days import day_of
from ..projections.messages.errors import error_text
from ..table import Refusal, State, Table

Outcome: TypeAlias = State | Refusal | Conflict
Change: TypeAlias = Callable[[Table], State | Refusal]
"""What changes a table; it may raise Conflict and NotNow."""

LOOKS_AGAIN = 0.1
"""Seconds after which a stream looks for what this server has recorded."""
LOOKS_IN_THE_BOOK = 5
"""Each so many times also for what other programs have recorded."""
_MOST_TABLES = 256
"""Tables that are kept; others are read again."""
_MOST_ANSWERS = 10_000


@dataclass(frozen=True, slots=True)
class Held:
    """A table that the server holds."""

    table: Table
    lock: RLock = field(default_factory=RLock)


class Answered(NamedTuple):
    """What became of a change, and the table after it."""

    outcome: Outcome
    table: Table


class Tables:
    """One table a game, read on before each use. Threads may share it."""

    def __init__(self, book: Book, zone: tzinfo | None = None) -> None:
        self._book = book
        self._zone = zone
        self._lock = Lock()
        self.stopped = False
        """The server stops: streams end."""
        self._held: OrderedDict[UUID, Held] = OrderedDict()
        self._answers: OrderedDict[tuple[UUID, str], Answered] = OrderedDict()

    def open(
        self,
        name: str,
        rules: RuleSet,
        players: Sequence[str],
        *,
        teams: Sequence[Sequence[int]] | None = None,
        stake: Stake | None = None,
        after: str | None = None,
        source: str | None = None,
    ) -> Table:
        """Open a game. To open it again before anything was done in it does nothing.

        Raises what `Book.open_game` raises.
        """
        try:
            opened = self._book.open_game(
                name,
                rules,
                players,
                teams=teams,
                stake=stake,
                source=source,
                started_at=self.now(),
                after=after,
            )
        except Conflict:
            table = self.at(name)
            if not _is_fresh(table.game, rules, after) or list(table.players) != list(players):
                raise
            return table
        return self._of(opened.id).table

    def at(self, name: str) -> Table:
        """The game with this name, with what other programs have recorded. Raises UnknownGame."""
        held = self._of(self._find(name))
        with held.lock:
            held.table.read_on()
        return held.table

    async def has_newer(self, id: UUID, seen: int, looks: int) -> bool:
        """Whether the game has more events than were seen; ``looks``: how often that was asked."""
        with self._lock:
            held = self._held.get(id)
        if held is not None and held.table.version > seen:
            return True
        return looks % LOOKS_IN_THE_BOOK == 0 and (
            await run_sync(self._book.ledger.version, id) > seen
        )

    def after(self, table: Table) -> str | None:
        """The name of the next game at the same table, if it was begun."""
        return game_after(self._book.ledger, table.game.opened)

    def change(self, name: str, change: Change, *, key: str | None = None) -> Answered:
        """Change a game. The same ``key`` again gets the answer that it got, and changes nothing.

        Raises UnknownGame and Unavailable.
        """
        id = self._find(name)
        held = self._of(id)
        with held.lock:
            known = None if key is None else self._answers.get((id, key))
            if known is not None:
                return known
            held.table.read_on()
            answered = Answered(_outcome(held.table, change), held.table)
            if held.table.id != id:  # A typed line has begun the next game.
                with self._lock:
                    self._held.pop(id, None)
                    self._held[held.table.id] = held
            if key is not None:
                self._answers[id, key] = answered
                with self._lock:
                    while len(self._answers) > _MOST_ANSWERS:
                        self._answers.popitem(last=False)
            return answered

    def go_on(self, name: str, next: str, change: Change, *, key: str | None = None) -> Answered:
        """Begin the game ``next`` after this one, which is over, and change that.

        It has the same rules, players and stake. It is a conflict if anything was done in it.
        """
        known = None if key is None else self._answers.get((game_id(next), key))
        if known is not None:
            return known
        before = self.at(name)
        game = before.game
        if not game.over:
            return Answered(changed_meanwhile(before), before)
        try:
            table = self._open_after(before, next)
        except Conflict as conflict:
            return Answered(conflict, self.at(next))

        def first(now: Table) -> State | Refusal:
            if not _is_fresh(now.game, game.opened.rules, before.name):
                raise changed_meanwhile(now)  # By another program, which has begun it, too.
            return change(now)

        return self.change(table.name, first, key=key)

    def take(self, table: Table, line: str, version: int | None) -> State | Refusal:
        """Take a typed line. Raises Conflict, also if the next game was begun already.

        It could begin a third one: the version of a game says nothing of the game after it.
        """
        if table.game.over and self.after(table) is not None:
            raise changed_meanwhile(table)
        return table.take(line, version=version)

    def _open_after(self, before: Table, next: str) -> Table:
        game = before.game
        return self.open(
            next,
            game.opened.rules,
            before.players,
            teams=None if game.opened.teams is None else [list(team) for team in game.opened.teams],
            stake=game.opened.stake if game.opened.rules.payout is not None else None,
            after=before.name,
        )

    def stop(self) -> None:
        """Let streams of events end."""
        self.stopped = True

    def now(self) -> datetime:
        """The time of what happens at a table now."""
        return datetime.now().astimezone() if self._zone is None else datetime.now(self._zone)

    def new_name(self) -> str:
        """A name for a game that nobody named: its day, and what no other game has."""
        return f"{day_of(self.now().isoformat(), self._zone)}-{uuid4().hex[:16]}"

    def _find(self, name: str) -> UUID:
        """The id of the game with this name; the book is not asked again for one that is held."""
        id = game_id(name)
        with self._lock:
            if id in self._held:
                return id
        return self._book.ledger.find(name)

    def _of(self, id: UUID) -> Held:
        with self._lock:
            held = self._held.get(id)
            if held is not None:
                self._held.move_to_end(id)
                return held
        ledger = self._book.ledger
        table = Table(TableSession(ledger, ledger.stream(id), self.now))
        with self._lock:
            held = self._held.setdefault(id, Held(table))
            while len(self._held) > _MOST_TABLES:
                self._held.popitem(last=False)
            return held


def _outcome(table: Table, change: Change) -> Outcome:
    try:
        if table.game.left_or_void:
            raise NotNow("game-over", record=table.name)
        return change(table)
    except Conflict as conflict:
        return conflict


def changed_meanwhile(table: Table) -> Conflict:
    """The game is not as it was when a change to it was decided."""
    return Conflict("game-changed", record=table.name, version=table.version)


def refused(outcome: Outcome | None) -> tuple[str, HTTPStatus]:
    """Why nothing was changed, empty if it was, and the status of an answer that says so."""
    match outcome:
        case Refusal():
            return outcome.sentence, HTTPStatus.UNPROCESSABLE_ENTITY
        case Conflict():
            return error_text(outcome), HTTPStatus.CONFLICT
        case _:
            return "", HTTPStatus.OK


def _is_fresh(game: Game, rules: RuleSet, after: str | None) -> bool:
    """Nothing stands in the game, which was opened like this."""
    nothing_done = game.current is None and not game.over
    return nothing_done and game.opened.rules == rules and game.opened.after == after


async def _tables(request: Request) -> Tables:
    tables = request.app.state.tables
    assert isinstance(tables, Tables)
    return tables


TablesAsked = Annotated[Tables, Depends(_tables)]
"""What a route asks for: the live tables."""


def _table(tables: TablesAsked, game: str) -> Table:
    return tables.at(game)


TableAsked = Annotated[Table, Depends(_table)]
"""The game that the path names, with what other programs have recorded. Raises UnknownGame."""
