"""The growth of the cost of a command with the length of a game, its disputes, and the book.

    python -m benchmarks.growth [GAMES]

Each figure is an exponent: 1 if a game of twice the size costs twice as much. Time is processor
time. The memory of `domino catch-up`, run as a program, is compared between a book of GAMES games
and one of four times as many.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count, pairwise
from math import log
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from uuid import UUID

from domino_ledger.cli.document.plain_text import plain_text_of
from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.events import Event, GameOpened, RoundDealt, RoundEvent
from domino_ledger.domain.game.state import evolve_game, open_game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.disputes import open_dispute
from domino_ledger.ledger.live.bots import random_move
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.live.simulation import Simulation, deal, play_round, simulate_into
from domino_ledger.ledger.records.export import line_of, record_in, record_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.transcript.given import given_by_events
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.document.score_sheet_page import page_of
from domino_ledger.projections.explain.act import explain_move
from domino_ledger.projections.explain.round import explain_round
from domino_ledger.projections.replay.game_replay import replay_game
from domino_ledger.projections.replay.news import news
from domino_ledger.projections.reports.games import listed_games
from domino_ledger.projections.reports.score_sheet import score_sheet
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of

from .audits import LARGEST, larger
from .measure import Measured, report, settle, used_by

ROUNDS = 200, 800, 3_200
"""A record may have 50,000 moves."""
REPORTED = 1_000, 4_000, 16_000
"""Rounds of which only the result is known; and lines typed at a table."""
SIMULATED = 250, 1_000, 4_000
"""A simulation deals at most 5,000 rounds a game."""
ACTS = 75, 150, 300
"""Of one round with double-18, in which players draw."""
DISPUTES = 250, 1_000, 4_000
GAMES = 2_500
MOST = 1.15
MOST_OF_MEMORY = 0.15
POINTS_A_ROUND = 3
"""The average of the winner in a game of two players."""


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.exit(not report(measurements(games)))


def measurements(games: int = GAMES) -> Iterator[Measured]:
    yield _grown("growth, simulate", "rounds", SIMULATED, _simulate)
    with TemporaryDirectory() as directory:
        yield from _of_rounds(Path(directory))
        yield from _of_results(Path(directory))
        yield from _of_acts(Path(directory))
        yield from _of_disputes(Path(directory))
        yield from _of_games(Path(directory), games)


def _of_rounds(directory: Path) -> Iterator[Measured]:
    lines = {rounds: long_game(rounds) for rounds in ROUNDS}
    files = (directory / f"{number}.db" for number in count())

    def import_(rounds: int) -> None:
        with closing(open_book(next(files), create=True)) as book:
            _import(book, lines[rounds])

    yield _grown("growth, import", "rounds", ROUNDS, import_)
    with closing(open_book(next(files), create=True)) as book:
        for line in lines.values():
            _import(book, line)

        def audit(rounds: int) -> None:
            list(audit_lines(Auditor(None).of_record(read_record(lines[rounds]))))

        def games(rounds: int) -> None:
            with closing(open_book(next(files), create=True)) as other:
                _import(other, lines[rounds])
                _list_games(other)

        commands: dict[str, Callable[[int], object]] = {
            "audit": audit,
            "audit of a game in the book": lambda rounds: list(
                audit_lines(Auditor(book).of_game(book.stream(long_id(rounds))))
            ),
            "import and games": games,
            "replay": lambda rounds: replay_game(book, long_id(rounds)),
            "explain": lambda rounds: explain_round(book, long_id(rounds), rounds - 1),
            "explain of a move": lambda rounds: explain_move(
                book.stream(long_id(rounds)).game, ("Ana", "Ben"), rounds - 1, 2
            ),
            "export": lambda rounds: line_of(record_of(book.stream(long_id(rounds)), {})),
            "sheet": lambda rounds: plain_text_of(page_of(score_sheet(book, long_id(rounds)))),
            "dispute open": lambda rounds: open_dispute(book, long_id(rounds), "Eva", "no"),
        }
        for name, command in commands.items():
            yield _grown(f"growth, {name}", "rounds", ROUNDS, command)


def _of_results(directory: Path) -> Iterator[Measured]:
    """A table at which only results are noted, and its replay."""
    with closing(open_book(directory / "results.db", create=True)) as book:

        def record(rounds: int) -> None:
            name = f"results-{rounds}"
            session = open_table(book, name, long_rules(), ["Ana", "Ben"])
            for _ in range(rounds):
                taken = session.take("Ana 1 out")
                assert taken is not None
                (change,) = taken.changes
                news(*change, None)

        yield _grown("growth, record", "results", REPORTED, record, repeated=False)
        yield _grown(
            "growth, replay",
            "results",
            REPORTED,
            lambda rounds: replay_game(book, game_id(f"results-{rounds}")),
        )


def _of_acts(directory: Path) -> Iterator[Measured]:
    """One round at a table, with what is shown after each act; and its replay."""
    with closing(open_book(directory / "acts.db", create=True)) as book:
        opened, dealt, *acts = long_round(max(ACTS))

        def record(number: int) -> None:
            session = open_table(book, f"acts-{number}", opened.rules, ["Ana", "Ben"])
            for event in (dealt, *acts[:number]):
                before = session.game
                session.write([event])
                news(before, (event,), session.game, None)

        yield _grown("growth, record", "acts of a round", ACTS, record, repeated=False)
        yield _grown(
            "growth, replay",
            "acts of a round",
            ACTS,
            lambda number: replay_game(book, game_id(f"acts-{number}"), open=True),
        )


def long_round(acts: int) -> tuple[GameOpened, RoundDealt, *tuple[RoundEvent, ...]]:
    """The first round with so many acts."""
    rules = larger(PUBLISHED["draw@1"], LARGEST, hand={2: 20})
    opened = GameOpened(record="long", rules=rules, players=(UUID(int=1), UUID(int=2)))
    game, chance = open_game(opened), Random(1).random
    while True:
        dealt = deal(game, chance)
        round = evolve_game(game, dealt).current
        assert round is not None
        played = () if dealt.leader is None else play_round(round, chance, random_move).events
        if len(played) >= acts:
            return opened, dealt, *played


def _of_disputes(directory: Path) -> Iterator[Measured]:
    with closing(open_book(directory / "disputed.db", create=True)) as book:
        for disputes in DISPUTES:
            _import(book, long_game(20, of=disputes))

        def disputed(disputes: int) -> None:
            stream = book.stream(long_id(20, of=disputes))
            for number in range(disputes):
                stream = open_dispute(book, stream, "Eva", "no", round=number % 20).after

        yield _grown("growth, all disputes opened", "disputes", DISPUTES, disputed, repeated=False)
        commands: dict[str, Callable[[int], object]] = {
            "dispute open": lambda disputes: open_dispute(
                book, long_id(20, of=disputes), "Eva", "no"
            ),
            "audit": lambda disputes: Auditor(book).of_game(book.stream(long_id(20, of=disputes))),
            "sheet": lambda disputes: score_sheet(book, long_id(20, of=disputes)),
        }
        for name, command in commands.items():
            yield _grown(f"growth, {name}", "disputes", DISPUTES, command)


def _of_games(directory: Path, games: int) -> Iterator[Measured]:
    """The memory of `domino catch-up`, which also finds the verdicts needed for payouts."""
    figures = {}
    for number in (games, 4 * games):
        path = directory / f"{number}-games.db"
        with closing(open_book(path, create=True)) as book:
            deque(
                simulate_into(book, Simulation(PUBLISHED["forced-block@1"], 4, seed=1), number),
                maxlen=0,
            )
        figures[number] = used_by("catch-up", "--ledger", str(path))
    for name, most, which in (("time", MOST, 0), ("memory", MOST_OF_MEMORY, 1)):
        costs = {number: figure[which] for number, figure in figures.items()}
        yield _measured(f"growth, {name} of catch-up", "games", costs, most)


def _grown(
    name: str,
    unit: str,
    sizes: Sequence[int],
    work: Callable[[int], object],
    *,
    repeated: bool = True,
) -> Measured:
    """Time the work of each size; smaller sizes are repeated."""
    costs = {}
    for size in sizes:
        settle()
        times = 3 if repeated and size < sizes[-1] else 1
        costs[size] = min(_seconds(work, size) for _ in range(times))
    return _measured(name, unit, costs, MOST)


def _seconds(work: Callable[[int], object], size: int) -> float:
    began = process_time()
    work(size)
    return process_time() - began


def _measured(name: str, unit: str, costs: dict[int, float], most: float) -> Measured:
    exponents = sorted(
        log(cost / less) / log(size / smaller)
        for (smaller, less), (size, cost) in pairwise(costs.items())
    )
    largest = max(costs)
    return Measured(name, unit, most, tuple(exponents), largest / costs[largest], at_most=True)


def long_rules() -> RuleSet:
    """Block dominoes with a target that is never reached."""
    score = PUBLISHED["block@1"].score.model_copy(update={"target": 10**9})
    return PUBLISHED["block@1"].model_copy(update={"id": "block-long@1", "score": score})


def long_id(rounds: int, *, of: int = 0) -> UUID:
    return game_id(f"long-{rounds}-{of}")


def long_game(rounds: int, *, of: int = 0) -> bytes:
    """A game of two players with this many rounds, as a record; ``of`` selects another game."""
    players = UUID(int=1), UUID(int=2)
    opened = GameOpened(record=f"long-{rounds}-{of}", rules=long_rules(), players=players)
    game, chance = open_game(opened), Random(rounds).random
    events: list[Event] = []
    for _ in range(rounds):
        dealt = deal(game, chance)
        while dealt.leader is None:
            dealt = deal(game, chance)
        round = evolve_game(game, dealt).current
        assert round is not None
        events += [dealt, *play_round(round, chance, random_move).events]
    names = {players[0]: "Ana", players[1]: "Ben"}
    timed = ((event, None) for event in events)
    return line_of(record_in(given_by_events(opened, timed, names)))


def _simulate(rounds: int) -> None:
    score = PUBLISHED["block@1"].score.model_copy(update={"target": POINTS_A_ROUND * rounds})
    rules = PUBLISHED["block@1"].model_copy(update={"id": "block-long@1", "score": score})
    Simulation(rules, 2, seed=1).play(1, [UUID(int=1), UUID(int=2)])


def _import(book: Book, line: bytes) -> None:
    (imported,) = Importer(book).take([(1, line)])
    assert imported.outcome == "added"


def _list_games(book: Book) -> None:
    with closing(read_models_of(book)) as models:
        deque(Keeper(book, models).catch_up(), maxlen=0)
        with models.reading() as connection:
            deque(listed_games(book, connection), maxlen=0)


if __name__ == "__main__":
    main()
