"""Rebuilds the tables: games are read again beside those in use, or counted by other rules."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from ...domain.house import CountingChanged
from ...domain.rules.counting import Counting
from ...ledger.errors import Tampered, Unavailable
from ...ledger.registry.players import person_if_named
from .catch_up import Keeper
from .connection import EVERYTHING, Condition, Connection, Row, id_in, in_parts
from .database import read_models_in
from .journal import Account, Journal, adjustments
from .kept_games import Kept, kept_games
from .player_aliases import known_aliases, store_aliases
from .progress import create, drop, flaw_of, made_again, progress_in, require_defined
from .schema import defined, described
from .unpaid import require_paid
from .verdicts import find_all

_ROWS = 50_000
"""Rows that are copied at a time."""
Work: TypeAlias = Callable[[Iterable[int], int | None], object]
"""Runs steps that yield how many events each took in, of so many in all; None: unknown."""


def _run(steps: Iterable[int], _: int | None) -> object:
    return sum(steps)


def require_lasting(keeper: Keeper) -> None:
    """Raise Unavailable if this user may not write the tables in use."""
    if not keeper.models.lasting:
        raise Unavailable("tables-unwritable", book=keeper.book.path)


@contextmanager
def tables_to_use(keeper: Keeper, counting: Counting, work: Work = _run) -> Iterator[Keeper | None]:
    """What `switch` takes to let the games of the book count by these rules.

    None if other rules are named and the tables in use are intact: games are counted again from
    their facts. Otherwise the tables are made anew. Raises Unavailable as `require_lasting` does.
    """
    require_lasting(keeper)
    if counting and not keeper.flaw():
        work(keeper.catch_up(), None)  # So that others wait less for the switch.
        yield None
        return
    with filled_anew(keeper, counting, work) as anew:
        yield anew


@contextmanager
def filled_anew(keeper: Keeper, counting: Counting, work: Work = _run) -> Iterator[Keeper]:
    """As `made_anew`, with all events taken in, and the verdicts that are known."""
    with made_anew(keeper, counting) as anew:
        if not keeper.flaw():
            take_over_verdicts(keeper, anew)
        work(anew.catch_up(), keeper.book.number_of_events())
        yield anew


@contextmanager
def made_anew(keeper: Keeper, counting: Counting) -> Iterator[Keeper]:
    """A keeper of empty tables of the same book, in a temporary file, that count by these rules.

    It books nothing, and settles all money again.
    """
    with (
        TemporaryDirectory() as directory,
        closing(read_models_in(Path(directory) / "anew")) as models,
    ):
        journal = Journal(keeper.book, on_record=False, follows=False)
        anew = Keeper(keeper.book, models, journal=journal, counts_by=counting)
        anew.require_intact()
        yield anew


def take_over_verdicts(keeper: Keeper, anew: Keeper) -> None:
    """Let tables made anew have the verdicts that are known: to find them takes long."""
    with keeper.models.reading() as connection, anew.models.writing() as other:
        other.insert("verdict", list(rows_of(connection, "verdict")))


class ToBook(NamedTuple):
    """What a switch would book: adjusting postings, and what each account gets by them."""

    postings: int
    changes: Mapping[Account, int]
    """In minor units; accounts that get nothing are left out."""


def to_book(keeper: Keeper, counting: Counting, anew: Keeper | None) -> ToBook:
    """What `switch` would book; the tables stay as they are."""
    found: list[ToBook] = []

    def refused(would: ToBook) -> bool:
        found.append(would)
        return False

    switch_if_agreed(keeper, counting, anew, refused)
    return found[0]


def switch(keeper: Keeper, counting: Counting, anew: Keeper | None, by: str | None = None) -> int:
    """As `switch_if_agreed`, without asking."""
    return switch_if_agreed(keeper, counting, anew, lambda _: True, by) or 0


def switch_if_agreed(
    keeper: Keeper,
    counting: Counting,
    anew: Keeper | None,
    agreed: Callable[[ToBook], bool],
    by: str | None = None,
) -> int | None:
    """Let the tables count by these rules; return the number of adjusting postings.

    ``anew``: tables made anew by these rules, whose rows replace all that are in use; otherwise the
    games are counted again from their facts. Events appended meanwhile are taken in first, in the
    same transaction: readers see either the old rows or the new ones. Money is not paid again: the
    difference to what is booked is booked. Raises Tampered if a game that was taken in is no longer
    in the book, and UnknownPayout if the function of a payout is missing.

    Tables that differ from their definition take in nothing more; what they would have settled is
    booked as adjustments. ``by``: the name or id of the person who ordered it; raises what `person`
    raises. ``agreed`` is asked before anything is booked; if not, all stays as it was, and None is
    returned. Others wait meanwhile.
    """
    book = keeper.book
    id, new = person_if_named(book, by)
    keeper.flaw()  # Raises NotALedger if these are no tables of the book.
    with keeper.models.writing() as connection:
        decided = keeper.decided()
        _put_in_place(keeper, connection, counting, anew)
        entries = adjustments(connection, progress_in(connection), id)
        changes, postings = Counter[Account](), 0
        for _, booked in entries:
            postings += len(booked.postings)
            for each in booked.postings:
                changes[Account(str(each.player), booked.currency)] += each.amount
        if not agreed(ToBook(postings, {account: sum for account, sum in changes.items() if sum})):
            connection.driver.rollback()
            keeper.forget()
            return None
        decisions = [CountingChanged(rules=counting, by=id)] if decided != counting else []
        keeper.journal.book(connection, entries, decisions, new)
    for _ in keeper.catch_up():  # What was recorded meanwhile, and ratings: they are not money.
        pass
    return postings


def _put_in_place(
    keeper: Keeper, connection: Connection, counting: Counting, anew: Keeper | None
) -> None:
    """Take in all events, and count them by these rules, inside the caller's transaction."""
    flaw = flaw_of(connection)
    if flaw:
        keeper.journal.follow(connection)
    else:
        keeper.take_in_all(connection)
    if anew is None:
        keeper.count_by(connection, counting)
        require_paid(connection)
        return
    for _ in anew.catch_up():
        pass
    with anew.models.reading() as other:
        if flaw:
            drop(connection, made_again(connection.dialect))
            create(connection, made_again(connection.dialect))
        elif gone := sorted(_gone(connection, other)):
            raise Tampered("games-gone", book=keeper.book.path, games=gone)
        require_paid(other)
        _copy(connection, other)
        keeper.forget()


def _copy(connection: Connection, other: Connection) -> None:
    """Replace all rows by those of other tables, and take over the verdicts that they count by."""
    again = made_again(connection.dialect)
    tables = [name for name in defined(connection.dialect, "table") if name in again]
    for name in reversed(tables):  # A table stands after those that it refers to.
        connection.execute(f"DELETE FROM {name}")
    for name in tables:
        for rows in in_parts(rows_of(other, name), _ROWS):
            connection.insert(name, rows)
    store_aliases(connection, known_aliases(other))
    kept, found = _verdicts(connection), _verdicts(other)
    if found.items() - kept.items():
        connection.execute("DELETE FROM verdict")
        connection.insert("verdict", list((kept | found).values()))


def rows_of(connection: Connection, name: str) -> Iterator[Row]:
    """All rows of a table or view, whose columns are in the order of their definition."""
    columns = ", ".join(column.name for column in described(name).columns)
    return connection.rows(f"SELECT {columns} FROM {name}")


def _verdicts(connection: Connection) -> dict[Row, Row]:
    """By key, the rows of verdicts."""
    return {row[:3]: row for row in rows_of(connection, "verdict")}


def _gone(connection: Connection, other: Connection) -> Iterator[str]:
    """The ids of games that are in the tables, but no longer in the book."""
    before, now = (
        {id_in(id) for id in each.column("SELECT game FROM game_fact")}
        for each in (connection, other)
    )
    return map(str, before - now)


def kept_by_own(keeper: Keeper, counting: Counting) -> list[Kept]:
    """The games that keep their own rules; empty if no other rules are named."""
    with keeper.models.reading() as connection:
        return kept_games(connection, [counting]) if counting else []


def judge_all(keeper: Keeper, which: Condition = EVERYTHING) -> Iterator[int]:
    """Find and keep verdicts on blocked rounds; yields the number of rounds in each batch.

    ``which``: a condition on `game_fact`, called ``game``; the rounds of other games are left.
    """
    for _ in keeper.catch_up():
        pass
    last: int | None = 0
    while last is not None:
        with keeper.models.writing() as connection:
            rounds, last = find_all(connection, keeper.book, last, which)
        yield rounds


# -- comparison


class Difference(NamedTuple):
    """Rows of one table that differ."""

    table: str
    old: int
    """Rows only in use."""
    new: int
    """Rows only in the tables made anew."""


class Comparison(NamedTuple):
    """What was made anew, compared with what is in use."""

    differences: list[Difference]
    """Of each table."""
    adjusting: int
    """The number of adjusting postings that a switch would book."""
    gone: list[str]
    """The ids of games that were taken in, but are no longer in the book."""
    kept: list[Kept]
    """The games that keep their own rules; empty if no other rules are named."""


def compare(keeper: Keeper, counting: Counting, anew: Keeper) -> Comparison:
    """Compare tables made anew by these rules with those in use, at the same log position.

    Raises NotALedger as `catch_up` does, and Tampered if a view or an index is not as it is
    defined: what it shows cannot be compared. Raises UnknownPayout.
    """
    keeper.require_intact()
    require_defined(keeper.models)
    while True:
        for each in (keeper, anew):
            for _ in each.catch_up():
                pass
        with keeper.models.reading() as connection, anew.models.reading() as other:
            if progress_in(connection).position != progress_in(other).position:
                continue  # More was recorded meanwhile.
            differences = [_difference(name, connection, other) for name in compared()]
            gone = sorted(_gone(connection, other))
            require_paid(other)
        adjusting = 0 if gone else to_book(keeper, counting, anew).postings
        return Comparison(differences, adjusting, gone, kept_by_own(keeper, counting))


def compared() -> list[str]:
    """The tables and views that follow from the events alone."""
    return [name for name in made_again("sqlite") if name not in {"progress", "player"}]


def _difference(name: str, connection: Connection, other: Connection) -> Difference:
    if digest(connection, name) == digest(other, name):
        return Difference(name, 0, 0)
    old, new = ({_plain(row) for row in rows_of(each, name)} for each in (connection, other))
    return Difference(name, len(old - new), len(new - old))


def digest(connection: Connection, name: str) -> tuple[int, int]:
    """The number of rows of a table or view, and a sum of their hashes, whatever their order."""
    number = total = 0
    for row in rows_of(connection, name):
        number += 1
        total += int.from_bytes(sha256(repr(_plain(row)).encode()).digest(), "big")
    return number, total


def _plain(row: Row) -> Row:
    """The values of a row in the form that all databases share."""
    return tuple(int(value) if isinstance(value, Decimal) else value for value in row)
