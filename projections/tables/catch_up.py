"""Catching up: the tables take in the log in batches, each exactly once.

The rows of a batch and the new position are written in one transaction. A program that is killed in
the middle has written nothing of the batch; the next program goes on from there.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...ledger.book import Book, make_book, open_book
from ...ledger.errors import LedgerError, NotALedger
from ...ledger.store.address import is_url
from ...ledger.store.base import LogRow, OnWait, ignore_wait
from .connection import Connection
from .database import ReadModels, read_models_of, sample_rows
from .left_out import LeftOut, left_out_games
from .player_names import Names, known_names, names_in, take_over
from .progress import (
    NOTHING,
    Columns,
    Flaw,
    Progress,
    State,
    columns_in,
    examined,
    flaw_in,
    flaw_of,
    made_again,
    note,
    progress_in,
    set_up,
    state_in,
)
from .ratings import rate_some
from .schema import KEPT, Dialect
from .unpaid import payable_games, require_paid

if TYPE_CHECKING:
    from ...domain.rules.counting import Counting
    from ...ledger.store.house import House
    from .journal import Journal
    from .projector import Projector

BATCH = 100_000
"""Events taken in by one transaction, or more so that it ends with a game."""
FEW_EVENTS = 1_000
"""With no more events, the tables are so small that every plan of a query is fast."""


class Keeper:
    """Keeps the tables of one book up to date. Keeps a projector between batches."""

    def __init__(
        self,
        book: Book,
        models: ReadModels,
        *,
        batch: int = BATCH,
        journal: "Journal | None" = None,
        counts_by: "Counting | None" = None,
    ) -> None:
        """``journal``: that of the book, unless the tables are to be kept without it.

        ``counts_by``: the rules that count, if not those that the house has decided on.
        """
        self.book = book
        self.models = models
        self._given_journal = journal
        self._batch = batch
        self._counts_by = counts_by
        self._left_at: int | None = None
        self._is_intact = False
        """The tables have been compared with their definition, without a flaw."""
        self._last: State | None = None
        """What was last read."""

    @cached_property
    def journal(self) -> "Journal":
        """Where money is booked."""
        from .journal import Journal  # noqa: PLC0415 - reads events, and few commands book

        return self._given_journal or Journal(self.book, on_record=self.models.lasting)

    @cached_property
    def _projector(self) -> "Projector":
        from .projector import Projector  # noqa: PLC0415 - numpy is slow to import

        return Projector(self.book, self.journal)

    def catch_up(self) -> Iterator[int]:
        """Take in new events; yields the number of events in each batch.

        Tables in a file are set up first; in a database, ``init`` does that. Takes no lock when
        there is nothing new, and does nothing if this user may only read. Raises NotALedger if the
        tables belong to another book or differ from their definition.
        """
        seen = self._looked_at()
        if not self.may_keep:
            return
        while seen.newest > seen.state.progress.position:
            with self.models.writing() as connection:
                up_to = self.book.last_position()
                self._follow_house(connection)
                taken = self.take_in(connection, up_to)
            yield taken
            seen = self._looked_at()
        if seen.state.unpaid:
            self._pay()
            seen = self._looked_at()
        if seen.names != names_in(self.book):
            with self.models.writing() as connection:
                take_over(connection, self.book)
        is_rating = seen.state.unrated
        while is_rating:
            with self.models.writing() as connection:
                is_rating = rate_some(connection)

    def _pay(self) -> None:
        """Take in again the games that waited for functions which this program has."""
        with self.models.reading() as connection:
            waiting = payable_games(connection)
        while waiting:
            with self.models.writing() as connection:
                self._follow_house(connection)
                progress = progress_in(connection)
                note(connection, self._projector.take_again(connection, progress, waiting))
                waiting = payable_games(connection)

    def _follow_house(self, connection: Connection) -> None:
        """Take over the rules that count, who counts as whom, and the journal; but no game.

        A batch does so when it is known where it ends: so what is taken in of the house is
        followed.
        """
        from .player_aliases import aliases_in, games_of, known_aliases, store_aliases  # noqa: PLC0415 - reads events

        house = self.book.house()
        self.count_by(connection, self._decided_by(house))
        known = aliases_in(house)
        if known != known_aliases(connection):
            changed = store_aliases(connection, known)
            self._projector.forget()
            progress, games = progress_in(connection), games_of(connection, changed)
            note(connection, self._projector.take_again(connection, progress, games))
        self.journal.follow(connection)

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A snapshot in which all games that are over are rated; call `catch_up` first.

        A user who may only read gets the tables as they are.
        """
        while True:
            with self.models.reading() as connection:
                if not self.may_keep or not state_in(connection).unrated:
                    yield connection
                    return
            with self.models.writing() as connection:
                self.take_in_all(connection)
                take_over(connection, self.book)

    def left_out(self) -> list[LeftOut]:
        """The games that the tables could not hold when they were last looked at."""
        if self._last is None or not self._last.left_out:
            return []
        with self.models.reading() as connection:
            return left_out_games(connection)

    def unpaid(self) -> LedgerError | None:
        """Why money was missing when the tables were last looked at, as `require_paid` raises."""
        if self._last is not None and self._last.unpaid:
            with self.models.reading() as connection:
                try:
                    require_paid(connection)
                except LedgerError as error:
                    return error
        return None

    @cached_property
    def may_keep(self) -> bool:
        """False: this user may only read the tables."""
        if self.models.in_a_file:
            return True
        with self.models.reading() as connection:
            return bool(connection.value("SELECT has_table_privilege('progress', 'UPDATE')"))

    def reached(self) -> tuple[int, int]:
        """How many events the tables have taken in, and how many this user sees."""
        with self.models.reading() as connection:
            reached = progress_in(connection).position
        taken_in = self.book.number_of_events(up_to=reached)
        return taken_in, taken_in + self.book.number_of_events(reached)

    def require_intact(self) -> None:
        """Raise NotALedger if the tables must be rebuilt first."""
        self._looked_at()

    @property
    def counting(self) -> "Counting":
        """The rules that counted when the tables were last looked at."""
        return (NOTHING if self._last is None else self._last.progress).counting

    def flaw(self) -> Flaw | None:
        """The first flaw in the tables and views; None as well if they were just set up.

        Raises NotALedger if the tables belong to another book.
        """
        found = self._examined()
        return found if isinstance(found, Flaw) else None

    def _looked_at(self) -> "_Seen":
        """The tables and the end of the log. Raises NotALedger if they must be rebuilt first."""
        found = self._examined()
        if isinstance(found, _Seen):
            return found
        raise NotALedger(
            "tables-changed",
            book=self.models.name,
            command="domino rebuild" + "".join(f" --rules {each.text}" for each in self.decided()),
            flaw=found._asdict(),
        )

    def _examined(self) -> "Flaw | _Seen":
        """The tables, which are set up first if they are in a file, or the first flaw in them.

        They are compared with their definition once.
        """
        with self.models.reading() as connection:
            existing = None if self._is_intact else columns_in(connection)
            if existing is None or not self._lacks_any(existing, connection.dialect):
                state = state_in(connection) if existing is None else examined(connection, existing)
                if isinstance(state, Flaw):
                    return state
                names = known_names(connection)
                self._is_intact, self._last = True, state
                return _Seen(state, self._newest(state.progress), names)
        with self.models.writing() as connection:
            set_up(connection)
            if not flaw_of(connection):
                self._follow_house(connection)
        return self._examined()

    def _lacks_any(self, existing: Columns, dialect: Dialect) -> bool:
        """Tables must be set up. Raises NotALedger in a database: there ``init`` does that."""
        flaw = flaw_in(existing, KEPT)
        begun = any(name in existing for name in made_again(dialect))
        if (flaw or not begun) and not self.models.in_a_file:
            if begun and flaw:
                raise NotALedger("kept-tables-changed", book=self.models.name, flaw=flaw._asdict())
            raise NotALedger("no-tables-yet", book=self.models.name)
        return bool(flaw or not begun)

    def _newest(self, progress: Progress) -> int:
        """The position of the last event taken in, or of the next one.

        Raises NotALedger if what was taken in last is not in the book.
        """
        rows = self.book.log(progress.position - 1, 2)
        mark = _mark(rows, progress.position)
        hidden = not mark and not self.book.recorder.sees_all
        if progress.mark != mark and not hidden:
            raise NotALedger(
                "tables-of-another-book", book=self.models.name, in_a_file=self.models.in_a_file
            )
        return rows[-1][0] if rows else progress.position

    def take_in(self, connection: Connection, up_to: int) -> int:
        """Take in one batch inside the caller's transaction; returns the number of events.

        ``up_to``: no event after this position.
        """
        progress = progress_in(connection)
        if up_to <= progress.position:
            return 0
        if self._left_at != progress.position:
            self._projector.forget()
        reached = self._projector.take_in(connection, progress, self._batch, up_to)
        note(
            connection,
            reached._replace(mark=_mark(self.book.log(reached.position - 1, 1), reached.position)),
        )
        self._left_at = reached.position
        if reached.position >= max(FEW_EVENTS, 2 * progress.position):
            sample_rows(connection)
        return self.book.number_of_events(progress.position, reached.position)

    def take_in_all(self, connection: Connection) -> None:
        """Take in and rate all events and follow the house, inside the caller's transaction."""
        up_to = self.book.last_position()
        self._follow_house(connection)
        while self.take_in(connection, up_to):
            pass
        while rate_some(connection):
            pass

    def forget(self) -> None:
        """Forget what was read from the tables: all rows were replaced."""
        self._projector.forget()

    def count_by(self, connection: Connection, counting: "Counting") -> None:
        """Count all games by these rules, inside the caller's transaction.

        Books nothing: the command that decides on rules books what follows.
        """
        progress = progress_in(connection)
        if progress.counting != counting:
            self._projector.forget()
            progress = progress._replace(counting=counting)
            note(connection, self._projector.count_again(connection, progress))

    def decided(self) -> "Counting":
        """The rules that count."""
        return self._decided_by(self.book.house())

    def _decided_by(self, house: "House") -> "Counting":

        from ...ledger.registry.counting import counting  # noqa: PLC0415 - reads events

        return counting(house) if self._counts_by is None else self._counts_by

    def follow_house(self) -> None:
        """Take over the rules that count, who counts as whom, and names, but no game."""
        with self.models.writing() as connection:
            self._follow_house(connection)
            take_over(connection, self.book)


class _Seen(NamedTuple):
    """The tables, and what the book has beyond them."""

    state: State
    newest: int
    """As `Keeper._newest` says."""
    names: Names
    """Those in the tables."""


def _mark(rows: Sequence[LogRow], position: int) -> str:
    """A hash that identifies the event at this position; empty if the rows do not begin with it."""
    return sha256(rows[0][4]).hexdigest() if rows and rows[0][0] == position else ""


class Made(NamedTuple):
    """What became of an address at which a book was to be made."""

    made: bool
    """There was none before."""
    completed: bool
    """Tables of the book in a database were missing, and are there now."""


def make_with_tables(address: Path | str, on_wait: OnWait = ignore_wait) -> Made:
    """Make a book, and in a database its tables, unless they exist.

    ``on_wait`` as for `open_book`. Raises what `make_book` and `open_book` raise.
    """
    made = make_book(address)
    if not is_url(address):
        return Made(made, completed=False)
    with closing(open_book(address, on_wait=on_wait)) as book:
        return Made(made, set_up_in_database(book))


def set_up_in_database(book: Book) -> bool:
    """Set up the tables of a book in a database; return False if nothing was missing.

    Those of a book in a file are set up when they are first used.
    """
    with closing(read_models_of(book)) as models:
        if models.in_a_file:
            return False
        with models.writing() as connection:
            existing = columns_in(connection)
            if not flaw_in(existing, [*KEPT, "progress"]):
                return False
            set_up(connection)
            if not flaw_of(connection):
                Keeper(book, models)._follow_house(connection)  # noqa: SLF001 - of this module
    return True
