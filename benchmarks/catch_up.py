"""All tables made from the log, compared with SQLite reading the log.

    python -m benchmarks.catch_up [GAMES]

Ours reads the events of a book and writes all tables; the peer reads topic and state of these
events. Verdicts that a payout needs are stored before; finding them, rating the players, counting
by other rules and the library's own runner are measured separately, without a bound. Time is
processor time.
"""

import sqlite3
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from eventsourcing.persistence import Tracking
from eventsourcing.sqlite import SQLiteDatastore, SQLiteTrackingRecorder

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import ALL, CountedBy
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import ReadModels, read_models_in
from domino_ledger.projections.tables.rebuild import judge_all, rows_of

from .measure import Measured, alone, compare, report

GAMES = 1500
STOCK_EVENTS = 3000
MIXED = (
    (PUBLISHED["block@1"], 3),
    (PUBLISHED["draw@1"], 2),
    (PUBLISHED["draw-three@1"], 4),
    (PUBLISHED["block-lot@1"], 4),
    (PUBLISHED["partnership-sanjuan@1"], 4),
)
KINDS: tuple[tuple[str, Sequence[tuple[RuleSet, int]], float | None], ...] = (
    ("several rule sets", (*MIXED, (PUBLISHED["forced-block@1"], 4)), 0.12),
    (PUBLISHED["block@1"].id, ((PUBLISHED["block@1"], 4),), None),
    (PUBLISHED["draw@1"].id, ((PUBLISHED["draw@1"], 2),), None),
    (PUBLISHED["forced-block@1"].id, ((PUBLISHED["forced-block@1"], 4),), None),
)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.exit(not report(measurements(games)))


def measurements(games: int = GAMES) -> Iterator[Measured]:
    # First, as in a command that has just started: memory in pieces costs them a tenth.
    for name, mixed, bound in KINDS:
        with TemporaryDirectory() as directory, _case(Path(directory), mixed, games) as case:
            yield compare(
                f"catch-up, {name}",
                peer="sqlite3, reading alone",
                unit="events",
                bound=bound,
                ours=case.ours,
                theirs=case.theirs,
                repetitions=5,
            )
    yield from beside(games)


def beside(games: int) -> Iterator[Measured]:
    """Without a bound: verdicts, ratings, and one commit an event as in the stock runner."""
    with TemporaryDirectory() as directory, _case(Path(directory), MIXED, games) as case:
        yield compare(
            "catch-up, several rule sets",
            peer="eventsourcing, commits alone",
            unit="events",
            bound=None,
            ours=case.ours,
            theirs=case.one_commit_an_event,
            repetitions=3,
        )
        yield alone("verdicts, all readings, found and kept", "rounds", case.judged)
        yield alone("ratings", "games", case.rated)
        yield alone("counted by other rules", "games", case.counted_again)


class _Case(NamedTuple):
    book: Book
    directory: Path
    files: Iterator[int]
    verdicts: list[tuple[object, ...]]

    def ours(self) -> tuple[int, float]:
        with self._models() as models:
            keeper = Keeper(self.book, models)
            keeper.require_intact()
            with models.writing() as connection:
                connection.insert("verdict", self.verdicts)
            began = process_time()
            events = take_in(keeper)
            return events, process_time() - began

    def theirs(self) -> tuple[int, float]:
        with closing(sqlite3.connect(self.book.path)) as connection:
            began = process_time()
            events = 0
            for _ in connection.execute("SELECT topic, state FROM stored_events"):
                events += 1
            return events, process_time() - began

    def one_commit_an_event(self) -> tuple[int, float]:
        """The work of the library's runner for each event, before any row is written.

        The runner itself needs a subscription, which SQLite does not have.
        """
        datastore = SQLiteDatastore(str(self.directory / f"{next(self.files)}.tracking"))
        tracking = SQLiteTrackingRecorder(datastore)
        tracking.create_table()
        began = process_time()
        for notification in self.book.recorder.select_notifications(1, STOCK_EVENTS):
            self.book.mapper.to_domain_event(notification)
            tracking.insert_tracking(Tracking("book", notification.id))
        return STOCK_EVENTS, process_time() - began

    def judged(self) -> tuple[int, float]:
        with self._models() as models:
            keeper = Keeper(self.book, models)
            deque(keeper.catch_up(), maxlen=0)
            with models.writing() as connection:
                connection.rows("DELETE FROM verdict")
            began = process_time()
            rounds = sum(judge_all(keeper))
            return rounds, process_time() - began

    def rated(self) -> tuple[int, float]:
        with self._models() as models:
            keeper = Keeper(self.book, models)
            keeper.require_intact()
            take_in(keeper)
            began = process_time()
            deque(keeper.catch_up(), maxlen=0)
            seconds = process_time() - began
            with models.reading() as connection:
                games = connection.value("SELECT count(finished) FROM game_fact")
            return games, seconds

    def counted_again(self) -> tuple[int, float]:
        with self._models() as models:
            keeper = Keeper(self.book, models)
            deque(keeper.catch_up(), maxlen=0)
            with models.writing() as connection:
                began = process_time()
                keeper.count_by(connection, (CountedBy(played=ALL, rules=PUBLISHED["draw@1"]),))
            seconds = process_time() - began
            return sum(1 for _ in self.book.games()), seconds

    @contextmanager
    def _models(self) -> Iterator[ReadModels]:
        with closing(read_models_in(self.directory / f"{next(self.files)}.tables")) as models:
            yield models


def take_in(keeper: Keeper) -> int:
    """Take in all events batch by batch, without names and ratings; returns their number."""
    events = 0
    while taken := _batch(keeper):
        events += taken
    return events


def _batch(keeper: Keeper) -> int:
    with keeper.models.writing() as connection:
        return keeper.take_in(connection, keeper.book.last_position())


@contextmanager
def _case(directory: Path, mixed: Sequence[tuple[RuleSet, int]], games: int) -> Iterator[_Case]:
    """A book of simulated games, with the verdicts that its payouts need."""
    with closing(open_book(directory / "book.db", create=True)) as book:
        for rules, players in mixed:
            simulation = Simulation(rules, players=players, seed=1)
            assert all(simulate_into(book, simulation, games // len(mixed)))
        with closing(read_models_in(directory / "first.tables")) as models:
            keeper = Keeper(book, models)
            keeper.require_intact()
            assert take_in(keeper) == book.last_position()  # With what it booked.
            with models.reading() as connection:
                verdicts = [tuple(row) for row in rows_of(connection, "verdict")]
        yield _Case(book, directory, count(), verdicts)


if __name__ == "__main__":
    main()
