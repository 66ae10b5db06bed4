"""Rebuilds: read models are built beside those in use, compared, and switched to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import sleep
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Select, func, select

from domain.house.events import CountingChanged
from domain.rules.counting import Counting
from ledger.errors import Conflict, Tampered
from ledger.registry.counting import counting as decided_counting
from ledger.registry.players import ordering

from .accumulate.bookings import Account, Entry, adjustments, unbooked_differences
from .accumulate.ratings import rate_some
from .catch_up import Keeper
from .facts.verdicts import find_all
from .figure_differences import (
    FigureDifference,
    GameDifference,
    figure_differences,
    game_differences,
)
from .generations import (
    BUILDING,
    Made,
    are_set_up,
    begun,
    flaw_of,
    in_use,
    made,
    noted,
    put_into_use,
)
from .kept_games import Kept, kept_games
from .schema.column_types import id_in
from .schema.generation import Generation, Model
from .structure import require_defined

Conditions: TypeAlias = Callable[[Generation], Iterable[ColumnElement[bool]]]
"""Conditions on the tables of a generation."""
PAUSE = 0.05
"""Seconds between two batches in a file. SQLite has no queue of writers: they poll for the lock."""


class Difference(NamedTuple):
    """Rows of one table that differ between two generations."""

    table: str
    old: int
    """Rows only in the generation in use."""
    new: int
    """Rows only in the new generation."""


class Comparison(NamedTuple):
    """What was built, compared with what is in use."""

    differences: list[Difference]
    """Of each table."""
    adjusting: int
    """The number of adjusting postings that a switch would book."""
    gone: list[str]
    """The ids of games that were taken in, but are no longer in the book."""
    games: list[GameDifference]
    figures: list[FigureDifference]
    kept: list[Kept]
    """The games that keep their own rules; empty if no other rules are named."""


def goes_on_from(keeper: Keeper, model: Model, counting: Counting) -> int:
    """The log position reached by a stopped build of this kind; 0 if there is none."""
    with keeper.models.reading() as connection:
        if not are_set_up(connection):
            return 0
        begun = [
            each
            for each in made(connection, model, BUILDING)
            if each.counting == counting and not flaw_of(connection, each)
        ]
    return begun[0].progress.position if begun else 0


def build(keeper: Keeper, model: Model, counting: Counting) -> Iterator[int]:
    """Build a model's tables from the log; yields the number of events in each batch.

    A stopped build is continued. Tables in use that differ from their definition are left alone.
    """
    for _ in () if keeper.flaw(model) else keeper.catch_up([model]):
        pass
    with keeper.models.writing() as connection:
        id = begun(connection, model, counting).id
    while taken := keeper.step(id):
        yield taken
        _pause_for_other_writers(keeper)
    while model == "figures" and _rate(keeper, id):
        _pause_for_other_writers(keeper)


def _rate(keeper: Keeper, id: int) -> bool:
    with keeper.models.writing() as connection:
        building = noted(connection, id)
        return building.state == BUILDING and rate_some(connection, building)


def _pause_for_other_writers(keeper: Keeper) -> None:
    if keeper.models.in_a_file:
        sleep(PAUSE)


class ToBook(NamedTuple):
    """What a switch would book: adjusting postings, and what each account gets by them."""

    postings: int
    changes: Mapping[Account, int]
    """In minor units; accounts that get nothing are left out."""


def to_book(keeper: Keeper, counting: Counting) -> ToBook:
    """What a switch to the figures built by these rules would book; raises Conflict as it does."""
    with keeper.models.writing() as connection:
        keeper.journal.follow(connection)
        changes = Counter[Account]()
        postings = 0
        for built in _built(connection, "figures", counting):
            old = in_use(connection, "figures")
            if not flaw_of(connection, old):
                keeper.take_in_all(connection, old)
            keeper.take_in_all(connection, built)
            for _, player, currency, amount in unbooked_differences(connection, built.tables):
                changes[Account(player, currency)] += amount
                postings += 1
    return ToBook(postings, {account: sum for account, sum in changes.items() if sum})


def kept_by_own(keeper: Keeper, counting: Counting) -> list[Kept]:
    """The games in the tables built by these rules that keep their own rules."""
    with keeper.models.reading() as connection:
        return [
            each
            for built in _built(connection, "figures", counting)
            for each in _kept(connection, built.tables, counting)
        ]


def _kept(connection: Connection, tables: Generation, counting: Counting) -> list[Kept]:
    return kept_games(connection, tables, [counting]) if counting else []


def switch(
    keeper: Keeper, models: Sequence[Model], counting: Counting, by: str | None = None
) -> int:
    """Switch to the tables built by these rules; return the number of adjusting postings.

    Events appended meanwhile are taken in first, in the same transaction, so readers see either the
    old tables or the new ones. Money is not paid again: the difference to what is booked is booked.
    Raises Conflict if another program has built by other rules meanwhile, and Tampered if a game
    that was taken in is no longer in the book.

    Tables in use that differ from their definition take in nothing more; what they would have
    settled is booked as adjustments. ``by``: the name or id of the person who ordered it; raises
    what `person` raises.
    """
    book = keeper.book
    id, new = ordering(book, by)
    entries: list[Entry] = []
    keeper.follow_decisions(models)  # A switch may have been stopped after it booked.
    with keeper.models.writing() as connection:
        keeper.journal.follow(connection)
        decided = decided_counting(book.house())
        ready = _all_built(connection, models, counting)
        for built in ready:
            old = in_use(connection, built.model)
            as_defined = not flaw_of(connection, old)
            if as_defined:
                keeper.take_in_all(connection, old)
            keeper.take_in_all(connection, built)
            if as_defined and (gone := sorted(_gone(connection, old, built))):
                raise Tampered("games-gone", book=book.path, games=gone)
            if built.model == "figures":
                entries = adjustments(connection, noted(connection, built.id), id)
        for built in ready:
            put_into_use(connection, built)
        decisions = [
            CountingChanged(counted=built.model, rules=counting, by=id)
            for built in ready
            if decided[built.model] != counting
        ]
        keeper.journal.book(connection, entries, decisions, new)
    return sum(len(entry.booked.postings) for entry in entries)


def _built(connection: Connection, model: Model, counting: Counting) -> list[Made]:
    """The generation built by these rules; empty if another program has switched to it."""
    built = [each for each in made(connection, model, BUILDING) if each.counting == counting]
    if not built and in_use(connection, model).counting != counting:
        raise Conflict("rebuilt-meanwhile", model=model)
    return built


def judge_all(keeper: Keeper, which: Conditions = lambda _: ()) -> Iterator[int]:
    """Find and keep verdicts on blocked rounds; yields the number of rounds in each batch.

    ``which``: conditions on `game_fact`; the rounds of other games are left.
    """
    for _ in keeper.catch_up(["figures"]):
        pass
    last: int | None = 0
    while last is not None:
        with keeper.models.writing() as connection:
            tables = in_use(connection, "figures").tables
            rounds, last = find_all(connection, keeper.book, tables, last, *which(tables))
        yield rounds


def compare(keeper: Keeper, models: Sequence[Model], counting: Counting) -> Comparison:
    """Compare the tables built by these rules with those in use, at the same log position.

    Raises Conflict as `switch` does, NotALedger as `catch_up` does, and Tampered if a view or an
    index is not as it is defined: what it shows cannot be compared.
    """
    keeper.require_intact(models)
    require_defined(keeper.models)
    while True:
        with keeper.models.writing() as connection:
            for each in _all_built(connection, models, counting):
                keeper.take_in_all(connection, in_use(connection, each.model))
                keeper.take_in_all(connection, each)
        with keeper.models.reading() as connection:
            built = _all_built(connection, models, counting)
            pairs = [(in_use(connection, new.model), new) for new in built]
            # Only the positions: the numbers of games differ if a game is gone from the book.
            if any(old.progress.position != new.progress.position for old, new in pairs):
                continue  # Another program has taken in more.
            figures = [(old.tables, new.tables) for old, new in pairs if new.model == "figures"]
            return Comparison(
                [found for pair in pairs for found in _differences(connection, *pair)],
                sum(len(unbooked_differences(connection, new)) for _, new in figures),
                sorted({game for pair in pairs for game in _gone(connection, *pair)}),
                [found for pair in figures for found in game_differences(connection, *pair)],
                [found for pair in figures for found in figure_differences(connection, *pair)],
                [found for _, new in figures for found in _kept(connection, new, counting)],
            )


def _all_built(connection: Connection, models: Iterable[Model], counting: Counting) -> list[Made]:
    return [built for model in models for built in _built(connection, model, counting)]


def _differences(connection: Connection, old: Made, new: Made) -> Iterator[Difference]:
    for name, rows in new.tables.shown.items():
        before = old.tables.shown[name]
        yield Difference(
            name, _only_in(connection, before, rows), _only_in(connection, rows, before)
        )


def _gone(connection: Connection, old: Made, new: Made) -> Iterator[str]:
    """The ids of games that are in the old tables, but no longer in the book."""
    name = "game_fact" if new.model == "figures" else "article_game"
    before, now = (select(made.tables[name].c.game) for made in (old, new))
    for (game,) in connection.execute(before.except_(now)):
        yield str(id_in(game))


def _only_in(connection: Connection, one: Select[Any], other: Select[Any]) -> int:
    only = one.except_(other).subquery()
    return connection.execute(select(func.count()).select_from(only)).scalar_one()
