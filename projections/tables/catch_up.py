"""Catching up: the tables take in the log in batches, each exactly once.

The rows of a batch and the new position are written in one transaction. A program that is killed in
the middle has written nothing of the batch; the next program goes on from there.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256

from domain.rules.counting import Counting
from ledger.book import Book
from ledger.errors import NotALedger
from ledger.registry.counting import counting

from .connection import Connection
from .database import ReadModels, read_models_of, sample_rows
from .journal import Journal
from .left_out import LeftOut, left_out_games
from .player_aliases import aliases_in, games_of, known_aliases, store_aliases
from .player_names import are_known, names_in, take_over
from .progress import (
    Flaw,
    Progress,
    columns_in,
    flaw_in,
    flaw_of,
    made_again,
    note,
    progress_in,
    set_up,
)
from .projector import Projector
from .ratings import rate_some
from .schema import KEPT

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
        journal: Journal | None = None,
        counts_by: Counting | None = None,
    ) -> None:
        """``journal``: that of the book, unless the tables are to be kept without it.

        ``counts_by``: the rules that count, if not those that the house has decided on.
        """
        self.book = book
        self.models = models
        self.journal = journal or Journal(book, on_record=models.lasting)
        self._batch = batch
        self._counts_by = counts_by
        self._projector = Projector(book, self.journal)
        self._left_at: int | None = None
        self._is_set_up = False
        self._is_intact = False
        """The tables have been compared with their definition, without a flaw."""

    def catch_up(self) -> Iterator[int]:
        """Take in new events; yields the number of events in each batch.

        Tables in a file are set up first; in a database, ``init`` does that. Takes no lock when
        there is nothing new, and does nothing if this user may only read. Raises NotALedger if the
        tables belong to another book or differ from their definition.
        """
        self.require_intact()
        if not self.may_keep:
            return
        self._follow_decision()
        self._follow_aliases()
        while taken := self._step():
            yield taken
        self._take_over_names()
        while self._is_rating_due() and self._rate():
            pass

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A snapshot in which all games that are over are rated; call `catch_up` first.

        A user who may only read gets the tables as they are.
        """
        while True:
            with self.models.reading() as connection:
                if not self.may_keep or not _is_unrated(connection):
                    yield connection
                    return
            with self.models.writing() as connection:
                self.take_in_all(connection)
                take_over(connection, self.book)

    def left_out(self) -> list[LeftOut]:
        """The games that the tables cannot hold; empty before they are set up."""
        if not self._is_set_up:
            return []
        with self.models.reading() as connection:
            return left_out_games(connection)

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
        if flaw := self.flaw():
            raise NotALedger(
                "tables-changed",
                book=self.models.name,
                command=self._rebuilds(),
                flaw=flaw._asdict(),
            )

    def _rebuilds(self) -> str:
        """The command that rebuilds the tables, by the rules that count now."""
        return "domino rebuild" + "".join(f" --rules {each.text}" for each in self.decided())

    def flaw(self) -> Flaw | None:
        """The first flaw in the tables and views; None as well if they were just set up.

        Raises NotALedger if the tables belong to another book.
        """
        self._set_up()
        if self._is_intact:
            return None
        with self.models.reading() as connection:
            flaw = flaw_of(connection)
            if flaw is None:
                self._check(progress_in(connection))
        self._is_intact = flaw is None
        return flaw

    def _step(self) -> int:
        with self.models.reading() as connection:
            progress = progress_in(connection)
            is_behind = self.journal.is_ahead(connection)
        self._check(progress)
        if self.book.last_position() == progress.position and not is_behind:
            return 0
        with self.models.writing() as connection:
            if is_behind:
                self.journal.follow(connection)
            return self.take_in(connection)

    def _check(self, progress: Progress) -> None:
        mark = mark_at(self.book, progress.position)
        if not mark and not self.book.recorder.sees_all:
            return  # The event is hidden from this user.
        if progress.mark != mark:
            raise NotALedger(
                "tables-of-another-book", book=self.models.name, in_a_file=self.models.in_a_file
            )

    def take_in(self, connection: Connection, up_to: int | None = None) -> int:
        """Take in one batch inside the caller's transaction; returns the number of events.

        ``up_to``: no event after this position; None: up to the last.
        """
        progress = progress_in(connection)
        if up_to is None:
            up_to = self.book.last_position()
        if up_to <= progress.position:
            return 0
        if self._left_at != progress.position:
            self._projector.forget()
        reached = self._projector.take_in(connection, progress, self._batch, up_to)
        note(connection, reached._replace(mark=mark_at(self.book, reached.position)))
        self._left_at = reached.position
        if reached.position >= max(FEW_EVENTS, 2 * progress.position):
            sample_rows(connection)
        return self.book.number_of_events(progress.position, reached.position)

    def take_in_all(self, connection: Connection) -> None:
        """Take in and rate all events, inside the caller's transaction."""
        while self.take_in(connection):
            pass
        while rate_some(connection):
            pass

    def forget(self) -> None:
        """Forget what was read from the tables: all rows were replaced."""
        self._projector.forget()

    def count_by(self, connection: Connection, counting: Counting) -> None:
        """Count all games by these rules, inside the caller's transaction.

        Books nothing: the command that decides on rules books what follows.
        """
        progress = progress_in(connection)
        if progress.counting != counting:
            self._projector.forget()
            progress = progress._replace(counting=counting)
            note(connection, self._projector.count_again(connection, progress))

    def decided(self) -> Counting:
        """The rules that count."""
        return counting(self.book.house()) if self._counts_by is None else self._counts_by

    def _set_up(self) -> None:
        if self._is_set_up:
            return
        with self.models.reading() as connection:
            existing = columns_in(connection)
            flaw = flaw_in(existing, KEPT)
            begun = any(name in existing for name in made_again(connection.dialect))
        if (flaw or not begun) and not self.models.in_a_file:
            if begun and flaw:
                raise NotALedger("kept-tables-changed", book=self.models.name, flaw=flaw._asdict())
            raise NotALedger("no-tables-yet", book=self.models.name)
        if flaw or not begun:
            with self.models.writing() as connection:
                set_up(connection)
        self._is_set_up = True

    def _follow_decision(self) -> None:
        """Count by the rules that the house has decided on, also in tables that are new."""
        decided = self.decided()
        with self.models.reading() as connection:
            if progress_in(connection).counting == decided:
                return
        with self.models.writing() as connection:
            self.count_by(connection, decided)

    def follow_house(self) -> None:
        """Take over the rules that count, who counts as whom, and names, but no game."""
        self._follow_decision()
        self._follow_aliases()
        self._take_over_names()

    def _take_over_names(self) -> None:
        names = names_in(self.book)
        with self.models.reading() as connection:
            if are_known(connection, names):
                return
        with self.models.writing() as connection:
            take_over(connection, self.book)

    def _follow_aliases(self) -> None:
        """Take in again the games of players who were merged, or no longer are."""
        with self.models.reading() as connection:
            if known_aliases(connection) == aliases_in(self.book):
                return
        with self.models.writing() as connection:
            changed = store_aliases(connection, aliases_in(self.book))
            self._projector.forget()
            progress, games = progress_in(connection), games_of(connection, changed)
            note(connection, self._projector.take_again(connection, progress, games))

    def _is_rating_due(self) -> bool:
        with self.models.reading() as connection:
            return _is_unrated(connection)

    def _rate(self) -> bool:
        with self.models.writing() as connection:
            return rate_some(connection)


def _is_unrated(connection: Connection) -> bool:
    rated = progress_in(connection).rated
    later = connection.row("SELECT 1 FROM game_fact WHERE finished > :rated LIMIT 1", rated=rated)
    return later is not None


def mark_at(book: Book, position: int) -> str:
    """A hash that identifies the event at this position; empty if there is none."""
    rows = book.log(position - 1, 1) if position else []
    return sha256(rows[0][4]).hexdigest() if rows and rows[0][0] == position else ""


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
    return True
