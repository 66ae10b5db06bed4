"""Read models of books: all their rows, and the expected rows under any rules."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from domino_ledger.domain.events import Event, GameAbandoned
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.ledger.registry.players import Register
from domino_ledger.projections.results.game_result import GameResult
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import ReadModels, read_models_of
from domino_ledger.projections.tables.rebuild import made_anew, rows_of, switch
from domino_ledger.projections.tables.schema import defined
from tests.ledger.games import lines, new_book, take
from tests.projections.tables.everywhere import everywhere

from .articles import add
from .figures import BESIDES

Everything: TypeAlias = dict[str, list[tuple[Any, ...]]]
SIMULATED = (("forced-block@1", 4), ("block@1", 3), ("draw@1", 2), ("partnership-sanjuan@1", 4))
CHUNK = 60
"""Events of a game that are recorded at a time."""


def various_book(directory: Path) -> Book:
    """Concurrent games, one unfinished, one abandoned, some irregular: about 1,700 events."""
    (directory / "book.db").write_bytes(_various())
    return new_book(directory)


@cache
def _various() -> bytes:
    with TemporaryDirectory() as directory:
        book = new_book(Path(directory))
        _play_various_games(book)
        book.close()
        return (Path(directory) / "book.db").read_bytes()


def _play_various_games(book: Book) -> None:
    exhaust(simulate_into(book, Simulation(PUBLISHED["block-lot@1"], 4, seed=9), 2))
    register = Register(book)
    games = []
    for seed, (id, seats) in enumerate(SIMULATED, 1):
        simulation = Simulation(PUBLISHED[id], seats, seed)
        games.append(simulation.play(seed, register.ids(simulation.names)).events)
    games[1] = [*games[1][: len(games[1]) // 2], GameAbandoned(reason="rain")]
    games[2] = games[2][:-20]
    in_turns(book, games)
    take(book, lines("payout.jsonl")[:25])
    take(book, lines("replay.jsonl"), as_played=True)


def small_book(directory: Path) -> Book:
    """Two games for money, one of them irregular later, and one for points: about 150 events."""
    book = new_book(directory)
    take(book, [lines("openspiel-block.jsonl")[0], *lines("payout.jsonl")[:2]])
    (last,) = list(book.games())[-1:]
    book.append(book.stream(last), [GameAbandoned(reason="rain")])
    return book


def in_turns(book: Book, games: Sequence[Sequence[Event]]) -> None:
    """Record these games concurrently, some events at a time."""
    ids = [add(book, events[:CHUNK]) for events in games]
    for at in range(CHUNK, max(map(len, games)), CHUNK):
        for id, events in zip(ids, games, strict=True):
            if more := events[at : at + CHUNK]:
                book.append(book.stream(id), more)


@contextmanager
def opened(path: Path | str, batch: int) -> Iterator[Keeper]:
    """A keeper of the book at this path, as a command uses it."""
    with closing(open_book(path)) as book, closing(read_models_of(book)) as models:
        yield Keeper(book, models, batch=batch)


def exhaust(work: Iterable[object]) -> None:
    """Consume the iterable."""
    for _ in work:
        pass


def rebuild(keeper: Keeper, rules: RuleSet | None = None) -> int:
    """Make the tables anew and switch to them; returns the number of adjusting postings."""
    counting = everywhere(keeper.book, rules)
    with made_anew(keeper, counting) as anew:
        exhaust(anew.catch_up())
        return switch(keeper, counting, anew)


def recount(keeper: Keeper, rules: RuleSet | None = None) -> int:
    """Count all games by other rules from their facts, as `rebuild --rules` does."""
    exhaust(keeper.catch_up())
    return switch(keeper, everywhere(keeper.book, rules), None)


def everything(models: ReadModels) -> Everything:
    """All rows in use at one moment; postings without number, entry and what it followed from.

    The numbers are checked.
    """
    with models.reading() as connection:
        rows = {
            name: sorted(map(tuple, rows_of(connection, name)), key=repr)
            for name in defined("sqlite", "table", "view")
            if name not in {"progress", "player"}
        }
    assert sorted(row[0] for row in rows["posting"]) == [*range(1, len(rows["posting"]) + 1)]
    rows["posting"] = sorted((row[BESIDES:] for row in rows["posting"]), key=repr)
    return rows


def rebuilt_rows(rows: Everything) -> Everything:
    """The rows that follow only from the log: without money and verdicts."""
    kept = {"posting", "verdict"}
    return {name: found for name, found in rows.items() if name not in kept}


def booked(rows: Everything) -> dict[tuple[int, str, str], int]:
    """By round, player and currency, the sum of all postings; each entry sums to zero."""
    sums: dict[tuple[int, str, str], int] = {}
    entries: dict[tuple[object, ...], int] = {}
    for kind, rules, round_id, _, player, currency, amount, _ in rows["posting"]:
        key = round_id, player, currency
        sums[key] = sums.get(key, 0) + amount
        entry = kind, rules, round_id, currency
        entries[entry] = entries.get(entry, 0) + amount
    assert set(entries.values()) <= {0}
    return {key: amount for key, amount in sums.items() if amount}


def owed(ruled: Sequence[GameResult]) -> dict[tuple[int, str, str], int]:
    """By round, player and currency, the sums of the rounds that count."""
    return {
        (number * 100_000 + round.number, str(player), ruling.game.opened.stake.currency): net
        for number, ruling in enumerate(ruled, 1)
        for round in ruling.counted
        for player, net in zip(ruling.game.opened.players, round.net or (), strict=False)
        if net
    }
