"""Read models kept up to date from the log: in batches, each of them exactly once.

What a batch adds and how far it has come are written in one transaction. A program killed in the
middle has written nothing of it; the next one goes on from there.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from hashlib import sha256
from itertools import takewhile

from sqlalchemy import Connection, func, inspect, select

from ledger.book import Book
from ledger.errors import NotALedger

from .accumulate.ratings import rate_some
from .article_projector import ArticleProjector
from .database import ReadModels, read_models_of
from .figures_projector import FiguresProjector
from .generations import (
    BUILDING,
    CURRENT,
    Flaw,
    Made,
    are_set_up,
    flaw_in_kept,
    flaw_of,
    in_use,
    note,
    noted,
    set_up,
    what_is_lost,
)
from .left_out import LeftOut, left_out_games
from .player_names import are_known, names_in, take_over
from .read.log_reader import Projector
from .schema.generation import MODELS, Model
from .schema.permanent import GENERATION

BATCH = 50_000
"""Events taken in by one transaction."""


class Keeper:
    """Keeps the read models of one book; it remembers games that may go on."""

    def __init__(self, book: Book, models: ReadModels, *, batch: int = BATCH) -> None:
        self.book = book
        self.models = models
        self._batch = batch
        self._projectors: dict[tuple[Model, str], tuple[int, Projector]] = {}
        """By model and state, that of one generation."""
        self._left_at: dict[int, int] = {}
        self._is_set_up = False
        self._intact: set[int] = set()
        """Generations in use whose tables were looked at, and are as they are defined."""

    def catch_up(self, which: Iterable[Model] = MODELS) -> Iterator[int]:
        """Take in what has happened; tells of each batch how many events it had.

        Read models in a file are set up first; in a database that is done once, by ``init``.
        Takes no lock where there is nothing to take in, and does nothing if this user may only
        read. Raises NotALedger where the tables follow from another book, or are not as they are
        defined.
        """
        which = tuple(which)
        self.require_intact(which)
        if not self.may_keep:
            return
        for model in which:
            while taken := self._step_in_use(model):
                yield taken
        self._take_over_names()
        while "figures" in which and self._is_rating_due() and self._rate():
            pass

    @contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """Read tables that all have come to the same place in the log, after `catch_up`.

        Other programs may bring one model after the other up to date meanwhile. A user who may not
        do so reads the tables as they are.
        """
        while True:
            with self.models.reading() as connection:
                if not self.may_keep or _is_one_moment(connection):
                    yield connection
                    return
            with self.models.writing() as connection:
                self._take_in_together(connection)

    def _take_in_together(self, connection: Connection) -> None:
        """Bring all models up to date, and no further than the last of them must go."""
        up_to = self.book.last_position()
        for model in MODELS:
            while events := self._events_before(in_use(connection, model), up_to):
                self.take_in(connection, in_use(connection, model), events)
        while rate_some(connection, in_use(connection, "figures")):
            pass
        take_over(connection, self.book)

    def _events_before(self, made: Made, up_to: int) -> int:
        """How many events there are to take in up to this place, at most those of a batch."""
        with self.book.scan_log(made.progress.position, self._batch) as log:
            return sum(1 for _ in takewhile(lambda row: row[0] <= up_to, log))

    def left_out(self) -> list[LeftOut]:
        """The games that the tables in use cannot hold; none before the tables are set up."""
        if not self._is_set_up:
            return []
        with self.models.reading() as connection:
            return left_out_games(connection)

    @cached_property
    def may_keep(self) -> bool:
        """False: this user may read the tables, but not bring them up to date."""
        if self.models.in_a_file:
            return True
        with self.models.reading() as connection:
            may_update = func.has_table_privilege(GENERATION.name, "UPDATE")
            return bool(connection.execute(select(may_update)).scalar())

    def reached(self) -> tuple[int, int]:
        """The last event that all tables in use have taken in, and the last that can be seen."""
        with self.models.reading() as connection:
            reached = min(in_use(connection, model).progress.position for model in MODELS)
        return reached, max(reached, self.book.last_position())

    def require_intact(self, which: Iterable[Model]) -> None:
        """Raises NotALedger where tables in use must be made again before they can be asked."""
        for model in which:
            if flaw := self.flaw(model):
                raise NotALedger(
                    "tables-changed",
                    book=self.models.name,
                    command=self._rebuilds(model),
                    flaw=flaw._asdict(),
                )

    def _rebuilds(self, model: Model) -> str:
        """The command that makes its tables again, by the rules they follow now."""
        with self.models.reading() as connection:
            by = {each: in_use(connection, each).rules for each in MODELS}
        rules = by[model]
        every = all(self.flaw(each) is not None and by[each] == rules for each in MODELS)
        only = "" if every else f" --only {model}"
        return f"domino rebuild{only}" + ("" if rules is None else f" --rules {rules.id}")

    def flaw(self, model: Model) -> Flaw | None:
        """What of the tables in use, or their views, is not as it is defined.

        Raises NotALedger where nothing makes it again, and where they follow from another book.
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
        """Take one batch into a generation, in one transaction; the number of its events.

        Nothing is taken into one that is out of use. Raises NotALedger as `catch_up` does.
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
        self._check(made)
        if self.book.last_position() == made.progress.position:
            return 0
        with self.models.writing() as connection:
            # Asked once more: another may have come into use meanwhile.
            return self.take_in(connection, in_use(connection, model))

    def _check(self, made: Made) -> None:
        mark = mark_at(self.book, made.progress.position)
        if not mark and not self.book.recorder.sees_all:
            return  # That event is hidden from this user.
        if made.mark != mark:
            raise NotALedger(
                "tables-of-another-book", book=self.models.name, in_a_file=self.models.in_a_file
            )

    def take_in(self, connection: Connection, made: Made, limit: int | None = None) -> int:
        """Take in inside the caller's transaction, in which the generation was asked for.

        ``limit``: at most so many events, instead of those of a batch.
        """
        progress = made.progress
        if self.book.last_position() == progress.position:
            return 0
        projector = self._projector(made)
        if self._left_at.pop(made.id, None) != progress.position:
            projector.forget()
        reached = projector.take_in(connection, progress, limit or self._batch)
        mark = mark_at(self.book, reached.position)
        note(connection, made.id, position=reached.position, mark=mark, games=reached.games)
        self._left_at[made.id] = reached.position
        return reached.position - progress.position

    def take_in_all(self, connection: Connection, made: Made) -> None:
        """Take in all there is, and rate it, inside a transaction of the caller's."""
        while self.take_in(connection, noted(connection, made.id)):
            pass
        if made.model == "figures":
            while rate_some(connection, noted(connection, made.id)):
                pass

    def _projector(self, made: Made) -> Projector:
        # Only the generation in use books money: who has built it becomes another one. Of each
        # model there is one of either kind, and what another remembers is of no more use.
        key = made.model, made.state
        if key not in self._projectors or self._projectors[key][0] != made.id:
            self._projectors[key] = made.id, self._new_projector(made)
        return self._projectors[key][1]

    def _new_projector(self, made: Made) -> Projector:
        if made.model == "article":
            return ArticleProjector(self.book, made.id, made.rules)
        books = made.state == CURRENT
        return FiguresProjector(self.book, made.tables, made.rules, books=books)

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

    def _take_over_names(self) -> None:
        names = names_in(self.book)
        with self.models.reading() as connection:
            if are_known(connection, names):
                return
        with self.models.writing() as connection:
            take_over(connection, self.book)

    def _is_rating_due(self) -> bool:
        with self.models.reading() as connection:
            return _is_unrated(connection)

    def _rate(self) -> bool:
        with self.models.writing() as connection:
            return rate_some(connection, in_use(connection, "figures"))


def _is_one_moment(connection: Connection) -> bool:
    """All models have come to the same place in the log, and what is over is rated."""
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
    """What the event at this place in the log is known by; empty where there is none."""
    rows = book.log(position - 1, 1) if position else []
    return sha256(rows[0][4]).hexdigest() if rows and rows[0][0] == position else ""


def set_up_in_database(book: Book) -> bool:
    """Set up the read models of a book in a database; False where there is nothing to be done.

    Those of a book in a file are set up when something is first asked of them.
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
