"""Catching up: read models take in the log in batches, each exactly once.

The rows of a batch and the new position are written in one transaction. A program that is killed in
the middle has written nothing of the batch; the next program goes on from there.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256

from sqlalchemy import Connection, func, inspect, select

from ledger.book import Book
from ledger.errors import NotALedger
from ledger.registry.counting import counting

from .accumulate.journal import Journal
from .accumulate.ratings import rate_some
from .article_projector import ArticleProjector
from .database import ReadModels, read_models_of, sample_rows
from .figures_projector import FiguresProjector
from .generations import (
    BUILDING,
    CURRENT,
    Flaw,
    Made,
    are_set_up,
    begun,
    flaw_in_kept,
    flaw_of,
    in_use,
    made,
    note,
    noted,
    put_into_use,
    set_up,
    what_is_lost,
)
from .left_out import LeftOut, left_out_games
from .player_aliases import aliases_in, games_of, known_aliases, store_aliases
from .player_names import are_known, names_in, take_over
from .read.log_reader import Projector
from .schema.generation import MODELS, Model
from .schema.permanent import GENERATION

BATCH = 100_000
"""Events taken in by one transaction, or more so that it ends with a game."""
FEW_EVENTS = 1_000
"""With no more events, the tables are so small that every plan of a query is fast."""


class Keeper:
    """Keeps the read models of one book up to date. Keeps projectors between batches."""

    def __init__(
        self,
        book: Book,
        models: ReadModels,
        *,
        batch: int = BATCH,
        journal: Journal | None = None,
    ) -> None:
        """``journal``: that of the book, unless the tables are to be kept without it."""
        self.book = book
        self.models = models
        self.journal = journal or Journal(book, on_record=models.lasting)
        self._batch = batch
        self._projectors: dict[tuple[Model, str], tuple[int, Projector]] = {}
        """By model and state: the id of the generation, and its projector."""
        self._left_at: dict[int, int] = {}
        self._is_set_up = False
        self._intact: set[int] = set()
        """Generations whose tables have been compared with their definition, without a flaw."""

    def catch_up(self, which: Iterable[Model] = MODELS) -> Iterator[int]:
        """Take in new events; yields the number of events in each batch.

        Read models in a file are set up first; in a database, ``init`` does that. Takes no lock
        when there is nothing new, and does nothing if this user may only read. Raises NotALedger
        if the tables belong to another book or differ from their definition.
        """
        which = tuple(which)
        self.require_intact(which)
        if not self.may_keep:
            return
        self.follow_decisions(which)
        self._follow_aliases()
        for model in which:
            while taken := self._step_in_use(model):
                yield taken
        self._take_over_names()
        while "figures" in which and self._is_rating_due() and self._rate():
            pass

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A snapshot of all models at the same position of the log; call `catch_up` first.

        Other programs may have advanced one model and not yet the other; then the rest is taken in
        first. A user who may only read gets the tables as they are.
        """
        while True:
            with self.models.reading() as connection:
                if not self.may_keep or _is_one_moment(connection):
                    yield connection
                    return
            with self.models.writing() as connection:
                self._take_in_together(connection)

    def _take_in_together(self, connection: Connection) -> None:
        """Take in all events that are in the log now, in all models."""
        up_to = self.book.last_position()
        for model in MODELS:
            while self.take_in(connection, in_use(connection, model), up_to):
                pass
        while rate_some(connection, in_use(connection, "figures")):
            pass
        take_over(connection, self.book)

    def left_out(self) -> list[LeftOut]:
        """The games that the tables in use cannot hold; empty before they are set up."""
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
            may_update = func.has_table_privilege(GENERATION.name, "UPDATE")
            return bool(connection.execute(select(may_update)).scalar())

    def reached(self) -> tuple[int, int]:
        """How many events all tables in use have taken in, and how many this user sees."""
        with self.models.reading() as connection:
            reached = min(in_use(connection, model).progress.position for model in MODELS)
        taken_in = self.book.number_of_events(up_to=reached)
        return taken_in, taken_in + self.book.number_of_events(reached)

    def require_intact(self, which: Iterable[Model]) -> None:
        """Raise NotALedger if tables in use must be rebuilt first."""
        for model in which:
            if flaw := self.flaw(model):
                raise NotALedger(
                    "tables-changed",
                    book=self.models.name,
                    command=self._rebuilds(model),
                    flaw=flaw._asdict(),
                )

    def _rebuilds(self, model: Model) -> str:
        """The command that rebuilds its tables, by the rules they follow now."""
        with self.models.reading() as connection:
            by = {each: in_use(connection, each).counting for each in MODELS}
        every = all(self.flaw(each) is not None and by[each] == by[model] for each in MODELS)
        only = "" if every else f" --only {model}"
        return f"domino rebuild{only}" + "".join(f" --rules {each.text}" for each in by[model])

    def flaw(self, model: Model) -> Flaw | None:
        """The first flaw in the tables in use or their views.

        Raises NotALedger if no rebuild can repair it, or the tables belong to another book.
        """
        self._set_up()
        with self.models.reading() as connection:
            made = in_use(connection, model)
            flaw = None if made.id in self._intact else flaw_of(connection, made)
        self._check(made)
        if flaw is None:
            self._intact.add(made.id)
        return flaw

    def step(self, id: int) -> int:
        """Take one batch into a generation, in one transaction; returns the number of events.

        A generation that is out of use takes in nothing. Raises NotALedger as `catch_up` does.
        """
        with self.models.writing() as connection:
            made = noted(connection, id)
            if made.state not in {BUILDING, CURRENT}:
                return 0
            self._check(made)
            return self.take_in(connection, made)

    def _step_in_use(self, model: Model) -> int:
        with self.models.reading() as connection:
            made = in_use(connection, model)
            is_behind = model == "figures" and self.journal.is_ahead(connection)
        self._check(made)
        if self.book.last_position() == made.progress.position and not is_behind:
            return 0
        with self.models.writing() as connection:
            if is_behind:
                self.journal.follow(connection)
            # Read again: another generation may have come into use since.
            return self.take_in(connection, in_use(connection, model))

    def _check(self, made: Made) -> None:
        mark = mark_at(self.book, made.progress.position)
        if not mark and not self.book.recorder.sees_all:
            return  # The event is hidden from this user.
        if made.mark != mark:
            raise NotALedger(
                "tables-of-another-book", book=self.models.name, in_a_file=self.models.in_a_file
            )

    def take_in(self, connection: Connection, made: Made, up_to: int | None = None) -> int:
        """Take in one batch inside the caller's transaction, which has read the generation.

        ``up_to``: no event after this position; None: up to the last. Returns the number of events.
        """
        progress = made.progress
        if up_to is None:
            up_to = self.book.last_position()
        if up_to <= progress.position:
            return 0
        projector = self._projector(made)
        if self._left_at.pop(made.id, None) != progress.position:
            projector.forget()
        reached = projector.take_in(connection, progress, self._batch, up_to)
        mark = mark_at(self.book, reached.position)
        note(connection, made.id, position=reached.position, mark=mark, games=reached.games)
        self._left_at[made.id] = reached.position
        if reached.position >= max(FEW_EVENTS, 2 * progress.position):
            sample_rows(connection, made.tables)
        return self.book.number_of_events(progress.position, reached.position)

    def take_in_all(self, connection: Connection, made: Made) -> None:
        """Take in and rate all events, inside the caller's transaction."""
        while self.take_in(connection, noted(connection, made.id)):
            pass
        if made.model == "figures":
            while rate_some(connection, noted(connection, made.id)):
                pass

    def _projector(self, made: Made) -> Projector:
        # Only the generation in use books money, so a generation gets another projector when it
        # comes into use. Only the newest projector of a model and state is kept.
        key = made.model, made.state
        if key not in self._projectors or self._projectors[key][0] != made.id:
            self._projectors[key] = made.id, self._new_projector(made)
        return self._projectors[key][1]

    def _new_projector(self, made: Made) -> Projector:
        if made.model == "article":
            return ArticleProjector(self.book, made.id, made.counting)
        journal = self.journal if made.state == CURRENT else None
        return FiguresProjector(self.book, made.tables, made.counting, journal)

    def _set_up(self) -> None:
        if self._is_set_up:
            return
        with self.models.reading() as connection:
            lost, flaw = what_is_lost(connection), flaw_in_kept(connection)
            any_there = inspect(connection).has_table(GENERATION.name)
        if lost:
            raise _lost(self.models, lost)
        if flaw and not self.models.in_a_file:
            if any_there:
                raise NotALedger("kept-tables-changed", book=self.models.name, flaw=flaw._asdict())
            raise NotALedger("no-tables-yet", book=self.models.name)
        if flaw:
            with self.models.writing() as connection:
                set_up(connection)
        self._is_set_up = True

    def follow_decisions(self, which: Iterable[Model]) -> None:
        """Count by the rules that the house has decided on, also in tables that are new."""
        decided = counting(self.book.house())
        for model in which:
            with self.models.reading() as connection:
                if in_use(connection, model).counting == decided[model]:
                    continue
            with self.models.writing() as connection:
                used = in_use(connection, model)  # Another program may have switched since.
                if used.counting != decided[model]:
                    put_into_use(connection, begun(connection, model, decided[model]))

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
        intact = [model for model in MODELS if not self.flaw(model)]
        with self.models.writing() as connection:
            changed = store_aliases(connection, aliases_in(self.book))
            # Flawed tables in use are only replaced, by others that are made with these aliases.
            generations = [in_use(connection, model) for model in intact]
            generations += [each for model in MODELS for each in made(connection, model, BUILDING)]
            for each in generations:
                games = games_of(connection, each.tables, changed)
                projector = self._projector(each)
                projector.forget()
                projector.take_again(connection, each.progress, games)

    def _is_rating_due(self) -> bool:
        with self.models.reading() as connection:
            return _is_unrated(connection)

    def _rate(self) -> bool:
        with self.models.writing() as connection:
            return rate_some(connection, in_use(connection, "figures"))


def _is_one_moment(connection: Connection) -> bool:
    """All models are at the same position of the log, and finished games are rated."""
    reached = {in_use(connection, model).progress.position for model in MODELS}
    return len(reached) == 1 and not _is_unrated(connection)


def _is_unrated(connection: Connection) -> bool:
    made = in_use(connection, "figures")
    finished = made.tables["game_fact"].c.finished
    later = select(finished).where(finished > made.rated).limit(1)
    return connection.execute(later).first() is not None


def _lost(models: ReadModels, flaw: Flaw) -> NotALedger:
    return NotALedger(
        "kept-tables-lost", book=models.name, in_a_file=models.in_a_file, flaw=flaw._asdict()
    )


def mark_at(book: Book, position: int) -> str:
    """A hash that identifies the event at this position; empty if there is none."""
    rows = book.log(position - 1, 1) if position else []
    return sha256(rows[0][4]).hexdigest() if rows and rows[0][0] == position else ""


def set_up_in_database(book: Book) -> bool:
    """Set up the read models of a book in a database; return False if nothing was missing.

    Those of a book in a file are set up when they are first used.
    """
    with closing(read_models_of(book)) as models:
        if models.in_a_file:
            return False
        with models.writing() as connection:
            if lost := what_is_lost(connection):
                raise _lost(models, lost)
            there = are_set_up(connection)
            set_up(connection)
    return not there
